-- amounts_due: what is to be paid. Its buyer and administrators read it; triggers of orders and registrations write it
-- (functions/amounts.sql).

-- 1 protection
alter table public.amounts_due enable row level security;

-- 2 policies
-- A talent reads their own.
create policy select_own on public.amounts_due for select to authenticated
    using (user_id = (select auth.uid()) and (select private.app_role()) = 'talent');
-- An administrator reads all of them.
create policy select_as_admin on public.amounts_due for select to authenticated
    using ((select private.app_role()) = 'admin');

-- 3 rights
grant select on public.amounts_due to authenticated, service_role;

-- 4 not granted
-- insert, update, delete and truncate, also for administrators and the service key: it follows what was ordered.
-- Everything for anon. Leaders have nothing to do with money.

-- 5 on write
-- Nothing: it goes with its order or registration.
