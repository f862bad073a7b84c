-- events: castings and shows. Everyone reads those that are published; administrators write them, and read all.
select private.public_read_admin_write('public.events', 'published');
create trigger _005_require_no_registrations before delete on public.events
    for each row execute function private.tg_events__require_no_registrations();
