-- stage_calls: who is on stage. Leaders and administrators read it; public.call_to_stage() writes it (functions/casting.sql).
select private.read_only('public.stage_calls', 'select_all_as_leader');
create trigger _900_notify_casting after insert or update or delete on public.stage_calls
    for each statement execute function private.tg__notify_casting('leaders');
