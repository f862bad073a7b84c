-- delivery_details: the address of a person's next order. Talents manage their own; nobody else reads it: administrators see
-- the copy in an order (order_deliveries).

-- 1 protection
alter table public.delivery_details enable row level security;

-- 2 policies
-- A talent reads their own.
create policy select_own on public.delivery_details for select to authenticated
    using (user_id = (select auth.uid()) and (select private.app_role()) = 'talent');
-- A talent adds, changes and removes their own.
create policy insert_own on public.delivery_details for insert to authenticated
    with check (user_id = (select auth.uid()) and (select private.app_role()) = 'talent');
create policy update_own on public.delivery_details for update to authenticated
    using (user_id = (select auth.uid()) and (select private.app_role()) = 'talent');
create policy delete_own on public.delivery_details for delete to authenticated
    using (user_id = (select auth.uid()) and (select private.app_role()) = 'talent');

-- 3 rights
grant select on public.delivery_details to authenticated, service_role;
grant insert (user_id, name, whatsapp, address, note, province, city, created_at, updated_at)
    on public.delivery_details to authenticated, service_role;
grant update (user_id, name, whatsapp, address, note, province, city, created_at, updated_at)
    on public.delivery_details to authenticated, service_role;
grant delete on public.delivery_details to authenticated, service_role;

-- 4 not granted
-- Everything for anon. truncate. Leaders and administrators: an address is read where an order has to go.
-- Whose it is and created_at may be sent along with an edit, as an upsert does, and stay what they were.

-- 5 on write
create trigger _050_set_timestamps before insert on public.delivery_details
    for each row when (private.app_role() = 'talent') execute function private.tg__set_timestamps();
select private.enforce_quota('public.delivery_details');
create trigger _100_normalise before insert or update on public.delivery_details
    for each row execute function private.tg_delivery_details__normalise();
