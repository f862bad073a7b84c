-- Check-in at the door. Every scan is stored once, by its nonce; of a person's valid scans of a day the earliest counts,
-- regardless of the order in which offline queues arrive.
--
-- Refusals: SQLSTATE (HTTP status), hint
--   42501 (403)                 the caller is neither leader nor administrator
--   PT404 (404)  record_gone    there is no such event
--   23514 (400)  scans          not 1 to 500 scans, each with a nonce and a token or a number

create or replace function private.to_shop_date(moment timestamptz) returns date
    language sql immutable set search_path = ''
    as $$ select (moment at time zone 'Asia/Jakarta')::date $$;

-- The last announcement to a registrant.
create or replace function private.latest_announcement(registration uuid) returns public.event_announcements
    language sql stable set search_path = ''
    as $$
        select announced from public.event_announcements as announced
        where announced.registration_uuid = registration order by announced.round = 'result' desc limit 1
    $$;

-- The days on which somebody is expected: those of their slots; for a kind without slots, and for shows, those of the event.
-- Empty: any day.
create or replace function private.expected_days(registration uuid) returns date[]
    language sql stable set search_path = ''
    as $$
        select array(
            select private.to_shop_date((value ->> 'starts_at')::timestamptz) from public.event_announcements as announced,
                jsonb_each(announced.appointments) where announced.registration_uuid = registration
            union
            select (day ->> 'date')::date
            from public.event_registrations as registered join public.events as event on event.uuid = registered.event_uuid,
                jsonb_array_elements(event.days) as day
            where registered.uuid = registration and not exists (
                select from public.event_announcements as announced
                where announced.registration_uuid = registration and announced.appointments ? (day ->> 'kind'))
            order by 1)
    $$;

create or replace function private.owes_fee(registration uuid) returns boolean
    language sql stable set search_path = ''
    as $$
        select exists (
            select from public.payments where registration_uuid = registration and total > 0 and state <> 'accepted')
    $$;

-- The result of a scan by itself, without considering other scans.
create or replace function private.evaluate_scan(event_uuid uuid, registered public.event_registrations, moment timestamptz)
    returns text
    language sql stable set search_path = ''
    as $$
        select case
            when registered.registration_uuid is null then 'unknown' -- nobody's, or of a deleted registration
            when registered.event_uuid <> evaluate_scan.event_uuid then 'other_event'
            when (private.latest_announcement(registered.uuid)).accepted is null then 'not_announced'
            when not (private.latest_announcement(registered.uuid)).accepted then 'declined'
            when private.owes_fee(registered.uuid) then 'fee_unpaid'
            when private.expected_days(registered.uuid) <> '{}'
                and private.to_shop_date(moment) <> all (private.expected_days(registered.uuid)) then 'other_day'
            else 'valid' end
    $$;

-- The scan by which somebody was admitted on a day.
create or replace function private.first_valid_scan(registration uuid, day date) returns public.check_ins
    language sql stable set search_path = ''
    as $$
        select scan from public.check_ins as scan
        where scan.registration_uuid = registration and scan.answer = 'valid' and private.to_shop_date(scan.scanned_at) = day
        order by scan.scanned_at, scan.nonce limit 1
    $$;

-- The response to a stored scan.
create or replace function private.scan_result(scan public.check_ins) returns jsonb
    language sql stable set search_path = ''
    as $$
        select jsonb_build_object('nonce', scan.nonce, 'registration_uuid', registered.uuid, 'number', registered.number,
            'name', card.name, 'card', card.comcard_image, 'days', private.expected_days(registered.uuid),
            'answer', case when scan.answer <> 'valid' then scan.answer
                when entry.nonce = scan.nonce then 'welcome' else 'already_in' end,
            'at', entry.scanned_at, 'by', (select email from auth.users where id = entry.scanned_by))
        from (select) as always
        left join public.event_registrations as registered on registered.uuid = scan.registration_uuid
        left join public.audition_registrations as card on card.uuid = registered.registration_uuid
        left join lateral private.first_valid_scan(scan.registration_uuid, private.to_shop_date(scan.scanned_at)) as entry on true
    $$;

create or replace function private.require_scans(scans jsonb) returns void
    language plpgsql stable set search_path = ''
    as $$
    begin
        if (jsonb_typeof(scans) = 'array' and jsonb_array_length(scans) between 1 and 500) is not true or exists (
            select from jsonb_array_elements(scans) as scan
            where pg_input_is_valid(scan ->> 'nonce', 'uuid') is not true
                or scan ->> 'at' is not null and not pg_input_is_valid(scan ->> 'at', 'timestamptz')
                or scan ->> 'number' is not null and not pg_input_is_valid(scan ->> 'number', 'integer')
                or (scan ->> 'token' is null) = (scan ->> 'number' is null))
        then
            raise exception using errcode = '23514', hint = 'scans',
                message = 'Send 1 to 500 scans, each with a nonce and a token or a number.';
        end if;
    end
    $$;

-- For leaders and administrators: stores new scans {nonce, token | number, at} and returns a response to each, in the same
-- order. `at` is the time of the scan, at most now and at least a week ago: other times become the nearest, as a refusal would
-- hold up the queue of a device with a wrong clock.
create or replace function public.check_in(event_uuid uuid, scans jsonb) returns jsonb
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform private.require_jury('check in');
        perform private.require_event(check_in.event_uuid);
        perform private.require_scans(scans);
        perform pg_advisory_xact_lock(hashtextextended('door of ' || check_in.event_uuid, 0));
        insert into public.check_ins (nonce, event_uuid, registration_uuid, user_id, answer, scanned_at, scanned_by)
        select distinct on (nonce) nonce, check_in.event_uuid, registered.uuid, registered.user_id,
            private.evaluate_scan(check_in.event_uuid, registered, moment), moment, auth.uid()
        from jsonb_array_elements(scans) as scan
        cross join lateral (
            select (scan ->> 'nonce')::uuid as nonce,
                least(greatest(coalesce((scan ->> 'at')::timestamptz, now()), now() - interval '7 days'), now()) as moment
        ) as given
        left join public.passes as pass
            on pass.token::text = lower(scan ->> 'token')
        left join public.event_registrations as registered on registered.uuid = pass.registration_uuid
            or (registered.event_uuid, registered.number) = (check_in.event_uuid, (scan ->> 'number')::integer)
        order by nonce
        on conflict on constraint check_ins_pkey do nothing;
        return (
            select jsonb_agg(private.scan_result(stored) order by place)
            from jsonb_array_elements(scans) with ordinality as given (scan, place)
            join public.check_ins as stored on stored.nonce = (given.scan ->> 'nonce')::uuid);
    end
    $$;

-- For leaders and administrators: the data for offline check-in. `people` are all who registered, `accepted` null without an
-- announcement; `others` are tokens of other events.
create or replace function public.door_list(event_uuid uuid) returns jsonb
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        perform private.require_jury('check in');
        perform private.require_event(door_list.event_uuid);
        return jsonb_build_object(
            'at', now(),
            'people', (
                select coalesce(jsonb_agg(jsonb_build_object('registration_uuid', registered.uuid, 'number', registered.number,
                    'name', card.name, 'card', card.comcard_image, 'token', pass.token,
                    'accepted', (private.latest_announcement(registered.uuid)).accepted, 'owes_fee', private.owes_fee(registered.uuid),
                    'days', private.expected_days(registered.uuid),
                    'appointments', (private.latest_announcement(registered.uuid)).appointments, 'entries', (
                        select coalesce(jsonb_object_agg(day, jsonb_build_object('at', entry.scanned_at, 'by', account.email)), '{}')
                        from (select distinct private.to_shop_date(scan.scanned_at) as day from public.check_ins as scan
                            where scan.registration_uuid = registered.uuid and scan.answer = 'valid') as days
                        cross join lateral private.first_valid_scan(registered.uuid, day) as entry
                        left join auth.users as account on account.id = entry.scanned_by))
                    order by registered.number), '[]')
                from public.event_registrations as registered
                join public.audition_registrations as card on card.uuid = registered.registration_uuid
                left join public.passes as pass on pass.registration_uuid = registered.uuid
                where registered.event_uuid = door_list.event_uuid),
            'others', (
                select coalesce(jsonb_agg(pass.token), '[]') from public.passes as pass
                where pass.event_uuid <> door_list.event_uuid and pass.created_at > now() - interval '1 year'));
    end
    $$;

grant execute on function public.check_in(uuid, jsonb), public.door_list(uuid) to authenticated;
