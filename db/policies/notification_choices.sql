-- notification_choices: whether a person wants mails, and in which language. Everyone with a role manages their own.

-- 1 protection
alter table public.notification_choices enable row level security;

-- 2 policies
-- Everybody with a role reads, adds and changes their own.
create policy select_own on public.notification_choices for select to authenticated
    using (user_id = (select auth.uid()) and (select private.app_role()) is not null);
create policy insert_own on public.notification_choices for insert to authenticated
    with check (user_id = (select auth.uid()) and (select private.app_role()) is not null);
create policy update_own on public.notification_choices for update to authenticated
    using (user_id = (select auth.uid()) and (select private.app_role()) is not null);

-- 3 rights
grant select on public.notification_choices to authenticated, service_role;
grant insert (user_id, mail, language, created_at, updated_at)
    on public.notification_choices to authenticated, service_role;
grant update (user_id, mail, language, created_at, updated_at)
    on public.notification_choices to authenticated, service_role;

-- 4 not granted
-- Everything for anon: unsubscribing from a mail is a function (functions/messages.sql). delete, truncate: a choice is changed.

-- 5 on write
create trigger _050_set_timestamps before insert on public.notification_choices
    for each row when (private.app_role() is not null) execute function private.tg__set_timestamps();
create trigger _100_keep_owner before update on public.notification_choices
    for each row execute function private.tg_notification_choices__keep_owner();
select private.enforce_quota('public.notification_choices');
create trigger _900_drop_mails after insert or update on public.notification_choices
    for each row when (not new.mail) execute function private.tg_notification_choices__drop_mails();
