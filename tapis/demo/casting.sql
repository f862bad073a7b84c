-- name: answer
-- What registrants of the demo have answered.
update public.event_registrations as registered set answers = one.answers
from jsonb_to_recordset($1) as one (record uuid, answers jsonb) where registered.uuid = one.record;

-- name: suspend_dates
-- An announcement keeps the time at which it was made: until restore_dates, in the same transaction, it may get another.
do $$ begin alter table public.audition_announcements disable trigger user; end $$;

-- name: date_announcements
-- When the casting that was had been announced, to nobody's phone.
with announced as (
    update public.event_announcements set announced_at = $1 where event_uuid = $2 returning announcement_uuid
), shown as (
    update public.audition_announcements set created_at = $1, updated_at = $1
    where uuid in (select announcement_uuid from announced)
)
delete from private.outbox where record in (select announcement_uuid from announced);

-- name: restore_dates
-- From here on an announcement keeps its time again.
do $$ begin alter table public.audition_announcements enable trigger user; end $$;

-- name: date_scans
-- When people came to the casting that was: a door takes no scan of so long ago.
update public.check_ins as scan set scanned_at = one.at, answer = 'valid'
from jsonb_to_recordset($1) as one (nonce uuid, at timestamptz) where scan.nonce = one.nonce;
