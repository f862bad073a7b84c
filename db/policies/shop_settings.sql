-- shop_settings: the shop's name, contact and texts. Everyone reads it; administrators write it.
select private.public_read_admin_write('public.shop_settings');
-- They say where people pay, too.
create trigger _040_require_recent_sign_in before insert or delete on public.shop_settings
    for each row execute function private.tg__require_recent_sign_in();
create trigger _045_require_recent_sign_in before update on public.shop_settings
    for each row when ((new.how_to_pay, new.whatsapp, new.phone, new.translations)
        is distinct from (old.how_to_pay, old.whatsapp, old.phone, old.translations))
    execute function private.tg__require_recent_sign_in();
-- Changes of the contact number and the payment instructions are in the audit log.
create trigger _800_write_audit_entry after insert or update or delete on public.shop_settings
    for each row execute function private.tg__write_audit_entry('uuid');
