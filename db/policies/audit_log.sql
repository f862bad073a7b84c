-- audit_log: what was done to payment accounts and roles. Administrators read it; triggers write it
-- (functions/audit.sql); nobody changes it.

-- 1 protection
alter table public.audit_log enable row level security;

-- 2 policies
-- An administrator reads all of it.
create policy select_as_admin on public.audit_log for select to authenticated
    using ((select private.app_role()) = 'admin');

-- 3 rights
grant select on public.audit_log to authenticated, service_role;

-- 4 not granted
-- insert, update, delete and truncate, not even for the service key: an entry that can be written or wiped proves
-- nothing.

-- 5 on write, which stops the owner of the database too
create trigger _000_append_only before update or delete or truncate on public.audit_log
    for each statement execute function private.tg_audit_log__append_only();
