-- casting_decisions: drafts. Administrators alone read them; public.decide() writes them (functions/casting.sql).

-- 1 protection
alter table public.casting_decisions enable row level security;

-- 2 policies
-- An administrator reads all of them.
create policy select_as_admin on public.casting_decisions for select to authenticated
    using ((select private.app_role()) = 'admin');

-- 3 rights
grant select on public.casting_decisions to authenticated, service_role;

-- 4 not granted
-- insert, update, delete and truncate, also for administrators and the service key: slots are checked first.
-- Leaders and talents read what was announced. No audit entry and no deleted record of a draft: people read those about themselves.
-- Everything for anon.

-- 5 on write
create trigger _100_leave_slots before insert or update on public.casting_decisions
    for each row when (new.decision = 'decline') execute function private.tg_casting_decisions__leave_slots();
create trigger _700_keep_slots after insert or update of training_slot, rehearsal_slot, audition_slot on public.casting_decisions
    for each row when (coalesce(new.training_slot, new.rehearsal_slot, new.audition_slot) is not null)
    execute function private.tg_casting_decisions__keep_slots();
create trigger _900_notify_casting after insert or update or delete on public.casting_decisions
    for each statement execute function private.tg__notify_casting('admins');
