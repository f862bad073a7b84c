-- Announcements that administrators edited in their table: answer, hours and open requests, as by a correction since.
update public.event_announcements as announced set accepted = edited.accepted, appointments = edited.appointments, texts = '{}',
    announced_at = case when announced.accepted and not edited.accepted then now() else edited.updated_at end, -- or it is forgotten soon
    wish = case when wished_at > edited.updated_at then wish end,
    wished_at = case when wished_at > edited.updated_at then wished_at end
from (
    select former.announcement_uuid, answer.audition_status as accepted, answer.updated_at, coalesce(jsonb_object_agg(kind,
            coalesce(was, '{"place": ""}') || jsonb_build_object('starts_at', to_char(moment at time zone 'UTC', format),
                'ends_at', to_char(moment at time zone 'UTC' + coalesce(
                    (was ->> 'ends_at')::timestamptz - (was ->> 'starts_at')::timestamptz, '0'), format)))
            filter (where moment is not null and answer.audition_status), '{}') as appointments
    from public.audition_announcements as answer
    join public.event_announcements as former on former.announcement_uuid = answer.uuid
    cross join lateral (values ('training', answer.training_time), ('rehearsal', answer.rehearsal_time),
        ('audition', answer.audition_time)) as given (kind, moment)
    cross join lateral (select former.appointments -> kind as was, 'YYYY-MM-DD"T"HH24:MI:SS"Z"' as format) as earlier
    group by former.announcement_uuid, answer.audition_status, answer.updated_at
    having answer.audition_status <> former.accepted or answer.audition_status
        and bool_or(moment is distinct from (was ->> 'starts_at')::timestamptz)
) as edited
where edited.announcement_uuid = announced.announcement_uuid;
update public.event_announcements as earlier set wish = null, wished_at = null
from public.event_announcements as announced
where (earlier.registration_uuid, earlier.round) = (announced.registration_uuid, 'selection')
    and not announced.accepted and earlier.wished_at is not null;
insert into public.passes (registration_uuid, event_uuid, user_id, number)
select registered.uuid, registered.event_uuid, announced.user_id, registered.number
from public.event_announcements as announced
join public.event_registrations as registered on registered.uuid = announced.registration_uuid
where announced.accepted
on conflict do nothing;
