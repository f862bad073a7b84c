-- casting_decisions: drafts. Administrators alone read them; public.decide() writes them (functions/casting.sql), which checks
-- slots first. Leaders and talents read what was announced. No audit entry and no deleted record of a draft: people read
-- those about themselves.
select private.read_only('public.casting_decisions', 'select_as_admin');
create trigger _100_leave_slots before insert or update on public.casting_decisions
    for each row when (new.decision = 'decline') execute function private.tg_casting_decisions__leave_slots();
create trigger _700_keep_slots after insert or update of training_slot, rehearsal_slot, audition_slot on public.casting_decisions
    for each row when (coalesce(new.training_slot, new.rehearsal_slot, new.audition_slot) is not null)
    execute function private.tg_casting_decisions__keep_slots();
create trigger _900_notify_casting after insert or update or delete on public.casting_decisions
    for each statement execute function private.tg__notify_casting('admins');
