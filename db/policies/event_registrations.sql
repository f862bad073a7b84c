-- event_registrations: the event of each registration. Talents read their own; leaders read all of them; triggers of
-- registrations write them (functions/events.sql).
select private.read_only('public.event_registrations', 'select_own', 'select_all_as_leader');
create trigger _100_clear_answers_and_notes before update on public.event_registrations
    for each row when (new.user_id is null and old.user_id is not null)
    execute function private.tg_event_registrations__clear_answers_and_notes();
create trigger _900_notify_casting after insert or update or delete on public.event_registrations
    for each statement execute function private.tg__notify_casting('leaders');
