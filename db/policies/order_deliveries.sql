-- order_deliveries: the delivery address of an order. Its buyer and administrators read it; the order's trigger writes it
-- (functions/deliveries.sql).

-- 1 protection
alter table public.order_deliveries enable row level security;

-- 2 policies
-- A talent reads their own.
create policy select_own on public.order_deliveries for select to authenticated
    using (user_id = (select auth.uid()) and (select private.app_role()) = 'talent');
-- An administrator reads all of them.
create policy select_as_admin on public.order_deliveries for select to authenticated
    using ((select private.app_role()) = 'admin');

-- 3 rights
grant select on public.order_deliveries to authenticated, service_role;

-- 4 not granted
-- insert, update, delete and truncate, also for administrators and the service key: it is the buyer's entry.
-- Everything for anon.

-- 5 on write
-- It goes with its order, and with the account of its buyer unless the order is open; then it goes once that is done.
create trigger _100_forget after update of user_id on public.order_deliveries
    for each row when (new.user_id is null) execute function private.tg_order_deliveries__forget();
