-- statement_lines: lines of bank statements. Administrators read it; functions write it (functions/statements.sql).

-- 1 protection
alter table public.statement_lines enable row level security;

-- 2 policies
-- An administrator reads all of them.
create policy select_as_admin on public.statement_lines for select to authenticated
    using ((select private.app_role()) = 'admin');

-- 3 rights
grant select on public.statement_lines to authenticated, service_role;

-- 4 not granted
-- insert, update, delete and truncate, also for administrators and the service key: public.import_statement counts equal
-- lines. Everything for anon.

-- 5 on write
create trigger _800_write_audit_entry after delete on public.statement_lines
    for each row execute function private.tg__write_audit_entry('uuid');
