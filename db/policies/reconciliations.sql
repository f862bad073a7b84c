-- reconciliations: matches of statement lines with payments. Administrators read it; functions write it (functions/statements.sql).

-- 1 protection
alter table public.reconciliations enable row level security;

-- 2 policies
-- An administrator reads all of them.
create policy select_as_admin on public.reconciliations for select to authenticated
    using ((select private.app_role()) = 'admin');

-- 3 rights
grant select on public.reconciliations to authenticated, service_role;

-- 4 not granted
-- insert, update, delete and truncate, also for administrators and the service key: public.match_line asks whether it adds
-- up. Everything for anon.

-- 5 on write
create trigger _800_write_audit_entry after insert or delete on public.reconciliations
    for each row execute function private.tg__write_audit_entry('record');
create trigger _820_note_received after insert or delete on public.reconciliations
    for each row execute function private.tg_reconciliations__note_received();
