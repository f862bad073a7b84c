-- wishes: products that a person saved. Talents manage their own; nobody else reads them.

-- 1 protection
alter table public.wishes enable row level security;

-- 2 policies
-- A talent reads, adds and removes their own.
create policy select_own on public.wishes for select to authenticated
    using (user_id = (select auth.uid()) and (select private.app_role()) = 'talent');
create policy insert_own on public.wishes for insert to authenticated
    with check (user_id = (select auth.uid()) and (select private.app_role()) = 'talent');
create policy delete_own on public.wishes for delete to authenticated
    using (user_id = (select auth.uid()) and (select private.app_role()) = 'talent');

-- 3 rights
grant select on public.wishes to authenticated, service_role;
grant insert (uuid, user_id, product_uuid, awaited_size) on public.wishes to authenticated, service_role;
grant delete on public.wishes to authenticated, service_role;

-- 4 not granted
-- update: a wish that is sent again replaces the one before. Everything for anon. truncate. Administrators: what people wish
-- for is theirs.

-- 5 on write
select private.enforce_quota('public.wishes');
create trigger _100_replace before insert on public.wishes
    for each row execute function private.tg_wishes__replace();
