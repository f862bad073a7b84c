-- unanswered_registrations: registrations of people who have heard nothing since. For administrators; runs with the
-- caller's rights.

create or replace view public.unanswered_registrations with (security_invoker = true) as
    select registered.*
    from public.audition_registrations as registered
    where (select private.app_role()) = 'admin' and not exists (
        select from public.audition_announcements as announced
        where announced.user_id = registered.user_id and announced.created_at >= registered.created_at
            and coalesce((
                select mine.registration_uuid = registered.uuid
                from public.event_announcements as mine where mine.announcement_uuid = announced.uuid), true)
    );
comment on view public.unanswered_registrations is 'Registrations that no announcement has followed.';

grant select on public.unanswered_registrations to authenticated;

-- Not granted: everything for anon and the service key, and every change for everybody.
