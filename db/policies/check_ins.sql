-- check_ins: scans at the door. Talents read their own; leaders read all of them; public.check_in() writes them
-- (functions/check_ins.sql).

-- 1 protection
alter table public.check_ins enable row level security;

-- 2 policies
-- A talent reads their own.
create policy select_own on public.check_ins for select to authenticated
    using (user_id = (select auth.uid()) and (select private.app_role()) = 'talent');
-- Leaders and administrators read all of them.
create policy select_all_as_leader on public.check_ins for select to authenticated
    using ((select private.app_role()) in ('leadership', 'admin'));

-- 3 rights
grant select (nonce, event_uuid, registration_uuid, user_id, answer, scanned_at, stored_at) on public.check_ins to authenticated;
grant select on public.check_ins to service_role;

-- 4 not granted
-- select of scanned_by: who let somebody in is told at the door (public.check_in, public.door_list).
-- insert, update, delete and truncate, also for administrators and the service key: public.check_in writes it.
-- Everything for anon.

-- 5 on write
create trigger _190_quota after insert on public.check_ins
    for each row execute function private.tg__enforce_quota();
create trigger _900_notify_casting after insert or update or delete on public.check_ins
    for each statement execute function private.tg__notify_casting('leaders');
