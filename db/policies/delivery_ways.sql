-- delivery_ways: how orders reach their buyers. Everyone reads all of it; administrators keep it.
-- Nothing guards a way that orders name: an order keeps its name and its fee.
select private.public_read_admin_write('public.delivery_ways');
-- What sending costs is in the audit log.
create trigger _800_write_audit_entry after insert or update or delete on public.delivery_ways
    for each row execute function private.tg__write_audit_entry('uuid');
