-- Until when talents register: the deadline of the payment method that the page shows, or the closing of their event; and whether
-- they were answered.
--
-- Refusal: SQLSTATE (HTTP status), hint
--   PT409 (409)  registration_closed   the deadline has passed

create or replace function private.tg_audition_registrations__until_the_deadline() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    declare
        deadline timestamptz := (private.newest_payment_method(private.payment_page_path('audition_registrations'))).deadline;
    begin
        if deadline < now() and private.find_open_event(private.requested_event(), now()) is null then
            raise exception using errcode = 'PT409', hint = 'registration_closed', detail = to_json(deadline)::text,
                message = 'The audition takes no more registrations.';
        end if;
        return new;
    end
    $$;

-- Whether its person was answered since by an announcement of no event, as in views/review_queue.sql.
create or replace function private.is_answered_registration(registration uuid) returns boolean
    language sql stable security definer set search_path = ''
    as $$
        select exists (
            select from public.audition_registrations as registered
            join public.audition_announcements as announced
                on announced.user_id = registered.user_id and announced.created_at >= registered.created_at
            where registered.uuid = registration and not exists (
                select from public.event_announcements as mine where mine.announcement_uuid = announced.uuid))
    $$;
