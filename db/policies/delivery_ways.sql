-- delivery_ways: how orders reach their buyers. Everyone reads them; administrators write them.
-- A way with orders can be changed or deleted: an order has a copy of its name and fee.
select private.public_read_admin_write('public.delivery_ways');
-- Changes of fees are in the audit log.
create trigger _800_write_audit_entry after insert or update or delete on public.delivery_ways
    for each row execute function private.tg__write_audit_entry('uuid');
