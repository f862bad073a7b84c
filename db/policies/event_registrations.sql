-- event_registrations: the event of each registration. Talents read their own; leaders read all of them; triggers of
-- registrations write them (functions/events.sql).

-- 1 protection
alter table public.event_registrations enable row level security;

-- 2 policies
-- A talent reads their own.
create policy select_own on public.event_registrations for select to authenticated
    using (user_id = (select auth.uid()) and (select private.app_role()) = 'talent');
-- Leaders and administrators read all of them.
create policy select_all_as_leader on public.event_registrations for select to authenticated
    using ((select private.app_role()) in ('leadership', 'admin'));

-- 3 rights
grant select on public.event_registrations to authenticated, service_role;

-- 4 not granted
-- insert, update, delete and truncate, also for administrators and the service key: a registration writes it.
-- Everything for anon.

-- 5 on write
create trigger _100_clear_answers_and_notes before update on public.event_registrations
    for each row when (new.user_id is null and old.user_id is not null)
    execute function private.tg_event_registrations__clear_answers_and_notes();
create trigger _900_notify_casting after insert or update or delete on public.event_registrations
    for each statement execute function private.tg__notify_casting('leaders');
