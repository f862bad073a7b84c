-- Whether a pass is valid says the last announcement, like at the door.
alter table public.passes drop column withdrawn;
-- Announcements that administrators edited in their table.
update public.event_announcements as announced set accepted = edited.audition_status, texts = '{}', announced_at = now()
from public.audition_announcements as edited
where edited.uuid = announced.announcement_uuid and edited.audition_status <> announced.accepted;
