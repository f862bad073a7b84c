-- parcels: packing and shipping of orders. Its buyer and administrators read it; functions write it
-- (functions/parcels.sql).

-- 1 protection
alter table public.parcels enable row level security;

-- 2 policies
-- A talent reads their own.
create policy select_own on public.parcels for select to authenticated
    using (user_id = (select auth.uid()) and (select private.app_role()) = 'talent');
-- An administrator reads all of them.
create policy select_as_admin on public.parcels for select to authenticated
    using ((select private.app_role()) = 'admin');

-- 3 rights
grant select on public.parcels to authenticated, service_role;

-- 4 not granted
-- insert, update, delete and truncate, also for administrators and the service key: only what is paid is packed and sent.
-- Everything for anon. Leaders have nothing to do with orders.

-- 5 on write
create trigger _800_write_audit_entry after insert or update on public.parcels
    for each row execute function private.tg__write_audit_entry('order_uuid');
create trigger _910_enqueue_event after insert or update on public.parcels
    for each row when (new.sent_at is not null) execute function private.tg_parcels__enqueue_event();
