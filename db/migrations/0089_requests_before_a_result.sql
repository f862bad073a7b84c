-- A result that declines closes its person's request for other hours; those that it left open are closed now.
update public.event_announcements as asked set wish = null, wished_at = null
from public.event_announcements as final
where (final.registration_uuid, final.round) = (asked.registration_uuid, 'result') and not final.accepted
    and asked.round = 'selection' and asked.wished_at is not null;
