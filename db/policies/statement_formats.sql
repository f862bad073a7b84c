-- statement_formats: confirmed formats of the banks' files. Administrators read it; a function writes it
-- (functions/statements.sql).

-- 1 protection
alter table public.statement_formats enable row level security;

-- 2 policies
-- An administrator reads all of them.
create policy select_as_admin on public.statement_formats for select to authenticated
    using ((select private.app_role()) = 'admin');

-- 3 rights
grant select on public.statement_formats to authenticated, service_role;

-- 4 not granted
-- insert, update, delete and truncate, also for administrators and the service key: public.remember_format confirms a
-- reading, or confirms it again. Everything for anon.

-- 5 on write
create trigger _800_write_audit_entry after insert or update or delete on public.statement_formats
    for each row execute function private.tg__write_audit_entry('fingerprint');
