-- slots: time slots of events. Leaders and administrators read them, talents read their hours in their announcements;
-- functions of administrators write them (functions/slots.sql), which check rooms and overlaps first.
select private.read_only('public.slots', 'select_all_as_leader');
create trigger _900_notify_casting after insert or update or delete on public.slots
    for each statement execute function private.tg__notify_casting('leaders');
