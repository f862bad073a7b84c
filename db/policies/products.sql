-- products: what the shop sells. Everyone reads all of it; administrators keep it.

-- 1 protection
alter table public.products enable row level security;

-- 2 policies
-- Everyone reads everything, signed in or not.
create policy select_all on public.products for select to anon, authenticated using (true);
-- Only an administrator adds, changes and removes.
create policy insert_as_admin on public.products for insert to authenticated
    with check ((select private.app_role()) = 'admin');
create policy update_as_admin on public.products for update to authenticated
    using ((select private.app_role()) = 'admin');
create policy delete_as_admin on public.products for delete to authenticated
    using ((select private.app_role()) = 'admin');

-- 3 rights
grant select on public.products to anon, authenticated, service_role;
grant insert (uuid, image, heading, sub_heading, category, description, price, created_at, updated_at)
    on public.products to authenticated, service_role;
grant update (uuid, image, heading, sub_heading, category, description, price, created_at, updated_at)
    on public.products to authenticated, service_role;
grant delete on public.products to authenticated, service_role;

-- 4 not granted
-- truncate: row level security doesn't judge it. Anything but reading for anon.
-- uuid and created_at may be sent along with an edit, as an upsert does, and stay what they were.
--               Nothing guards a product that orders refer to: an order keeps its own copy of the facts.

-- 5 on write
create trigger _100_touch before update on public.products
    for each row execute function private.tg__touch();
create trigger _900_tell_changed after insert or update or delete or truncate on public.products
    for each statement execute function private.tg__tell_changed();
