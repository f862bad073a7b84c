-- refunds: amounts paid back. The payer and administrators read it; functions write it (functions/refunds.sql).

-- 1 protection
alter table public.refunds enable row level security;

-- 2 policies
-- A talent reads their own.
create policy select_own on public.refunds for select to authenticated
    using (user_id = (select auth.uid()) and (select private.app_role()) = 'talent');
-- An administrator reads all of them.
create policy select_as_admin on public.refunds for select to authenticated
    using ((select private.app_role()) = 'admin');

-- 3 rights
grant select on public.refunds to authenticated, service_role;

-- 4 not granted
-- insert, update, delete and truncate, also for administrators and the service key: public.record_refund asks whether so
-- much came. Everything for anon. Leaders have nothing to do with money.

-- 5 on write
create trigger _800_write_audit_entry after insert or update or delete on public.refunds
    for each row execute function private.tg__write_audit_entry('record');
