-- audit_log: what was done to payment accounts and roles. Administrators read it; triggers write it
-- (functions/audit.sql); nobody changes it: an entry that can be written or wiped proves nothing.
select private.read_only('public.audit_log', 'select_as_admin');
-- It stops the owner of the database, too.
create trigger _000_append_only before update or delete or truncate on public.audit_log
    for each statement execute function private.tg_audit_log__append_only();
