-- events: castings and shows. Everyone reads those that are published; administrators write them, and read all.
select private.public_read_admin_write('public.events', 'published');
-- Who reads a registration reads its event also when it is no longer published: talents theirs, leaders each that somebody
-- registered for. So only what visitors read is the same for all and cached.
create policy select_registered on public.events for select to authenticated
    using (uuid in (select event_uuid from public.event_registrations));
create trigger _005_require_no_registrations before delete on public.events
    for each row execute function private.tg_events__require_no_registrations();
