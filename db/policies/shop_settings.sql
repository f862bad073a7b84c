-- shop_settings: the shop's name, contact and texts. Everyone reads it; administrators write it.
select private.public_read_admin_write('public.shop_settings');
-- Changes of the contact number and the payment instructions are in the audit log.
create trigger _800_write_audit_entry after insert or update or delete on public.shop_settings
    for each row execute function private.tg__write_audit_entry('uuid');
