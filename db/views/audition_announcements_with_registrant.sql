-- audition_announcements_with_registrant: every announcement with the name and the comcard of its person, so
-- that leaders ask once for all of them. An event's shows the registration that it answers; without an event, a person
-- who registered twice is seen as in the newest registration; one who never registered has none. Runs with the caller's
-- rights: the policies of the tables decide.

-- One value and not a join: whoever lacks a right on the view gets 42501, and not that it can't be written.
create or replace view public.audition_announcements_with_registrant with (security_invoker = true) as
    select announced.*, (
        select jsonb_build_object('name', registered.name, 'comcard_image', registered.comcard_image)
        from public.audition_registrations registered
        where registered.user_id = announced.user_id and (registered.uuid = (
            select answer.registration_uuid from public.event_announcements answer
            where answer.announcement_uuid = announced.uuid)) is not false
        order by registered.created_at desc, registered.uuid
        limit 1
    ) as registrant
    from public.audition_announcements announced;
comment on view public.audition_announcements_with_registrant is
    'Announcements, each with the name and the comcard of its person.';

grant select on public.audition_announcements_with_registrant to authenticated, service_role;

-- Not granted: everything for anon, and every change for everybody: what changes is the tables.
