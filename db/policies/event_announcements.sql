-- event_announcements: the announced results of registrations. Talents read their own; leaders read all of them; public.announce()
-- writes them (functions/announcing.sql).
select private.read_only('public.event_announcements', 'select_own', 'select_all_as_leader');
create trigger _900_notify_casting after insert or update or delete on public.event_announcements
    for each statement execute function private.tg__notify_casting('leaders');
