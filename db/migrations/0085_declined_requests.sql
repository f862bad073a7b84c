-- That a request for other hours was declined is told by its time, which outlives it.
alter table public.event_announcements drop constraint event_announcements_wishes_say_when;
alter table public.event_announcements add constraint event_announcements_wishes_say_when
    check (wish is null or wished_at is not null);
comment on column public.event_announcements.wished_at is 'When its person asked; without `wish`, what they asked for was declined.';
