-- stage_calls: who is on stage. Leaders and administrators read it; public.call_to_stage() writes it (functions/casting.sql).

-- 1 protection
alter table public.stage_calls enable row level security;

-- 2 policies
-- Leaders and administrators read all of them.
create policy select_all_as_leader on public.stage_calls for select to authenticated
    using ((select private.app_role()) in ('leadership', 'admin'));

-- 3 rights
grant select on public.stage_calls to authenticated, service_role;

-- 4 not granted
-- insert, update, delete and truncate, also for administrators and the service key: public.call_to_stage writes it.
-- Everything for anon.

-- 5 on write
create trigger _900_notify_casting after insert or update or delete on public.stage_calls
    for each statement execute function private.tg__notify_casting('leaders');
