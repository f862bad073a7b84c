-- shop_settings: what the shop says of itself. Everyone reads all of it; administrators keep it.
select private.public_read_admin_write('public.shop_settings');
-- The number that buyers write to, and how they are told to pay: whoever changes them is in the audit log.
create trigger _800_write_audit_entry after insert or update or delete on public.shop_settings
    for each row execute function private.tg__write_audit_entry('uuid');
