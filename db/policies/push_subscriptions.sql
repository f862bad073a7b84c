-- push_subscriptions: devices that get a person's notifications. Everyone with a role manages their own.

-- 1 protection
alter table public.push_subscriptions enable row level security;

-- 2 policies
-- People read, add and remove their own.
create policy select_own on public.push_subscriptions for select to authenticated
    using (user_id = (select auth.uid()) and (select private.app_role()) is not null);
create policy insert_own on public.push_subscriptions for insert to authenticated
    with check (user_id = (select auth.uid()) and (select private.app_role()) is not null);
create policy delete_own on public.push_subscriptions for delete to authenticated
    using (user_id = (select auth.uid()) and (select private.app_role()) is not null);

-- 3 rights
grant select on public.push_subscriptions to authenticated, service_role;
grant insert (uuid, user_id, endpoint, p256dh, auth, language)
    on public.push_subscriptions to authenticated, service_role;
grant delete on public.push_subscriptions to authenticated, service_role;

-- 4 not granted
-- update: a browser that subscribes again is a new row. Everything for anon. truncate. Administrators read their own only:
-- whoever knows an endpoint and its keys can send to the device.

-- 5 on write
select private.enforce_quota('public.push_subscriptions');
create trigger _100_replace before insert on public.push_subscriptions
    for each row execute function private.tg_push_subscriptions__replace();
