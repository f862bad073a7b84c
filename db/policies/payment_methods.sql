-- payment_methods: where to pay. Everyone reads them; administrators write them, and changes are in the audit log.
select private.public_read_admin_write('public.payment_methods');
create trigger _040_require_recent_sign_in before insert or update or delete on public.payment_methods
    for each row execute function private.tg__require_recent_sign_in();
create trigger _060_require_static_qris before insert or update of qris on public.payment_methods
    for each row execute function private.tg_payment_methods__require_static_qris();
create trigger _800_write_audit_entry after insert or update or delete on public.payment_methods
    for each row execute function private.tg__write_audit_entry('uuid');
create trigger _910_enqueue_event after insert or update or delete on public.payment_methods
    for each row execute function private.tg_payment_methods__enqueue_event();
