-- Whether a pass is valid says the last announcement, like at the door.
alter table public.passes drop column withdrawn;
-- A bucket that a project had already, empty as it is.
update storage.buckets set public = true, file_size_limit = 15000000,
    allowed_mime_types = array['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']
where id = 'tapis' and not exists (select from storage.objects where bucket_id = 'tapis');
