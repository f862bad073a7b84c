-- slots: time slots of events. Leaders and administrators read them; functions of administrators write them (functions/slots.sql).

-- 1 protection
alter table public.slots enable row level security;

-- 2 policies
-- Leaders and administrators read all of them.
create policy select_all_as_leader on public.slots for select to authenticated
    using ((select private.app_role()) in ('leadership', 'admin'));

-- 3 rights
grant select on public.slots to authenticated, service_role;

-- 4 not granted
-- insert, update, delete and truncate, also for administrators and the service key: rooms and overlaps are checked first.
-- Talents read their hours in their announcements.
-- Everything for anon.

-- 5 on write
create trigger _900_notify_casting after insert or update or delete on public.slots
    for each statement execute function private.tg__notify_casting('leaders');
