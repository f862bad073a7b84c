-- name: restore_metadata
-- An upload with the service key has no owner and the present time.
update storage.objects
set owner_id = %(owner_id)s, created_at = %(created_at)s, user_metadata = %(user_metadata)s
where bucket_id = 'tapis' and name = %(name)s;

-- name: find_abandoned_uploads
-- The images of a bucket in which there are none but these, each uploaded with the service key.
select name from storage.objects where bucket_id = 'tapis' and not exists (
    select from storage.objects where bucket_id = 'tapis' and (name <> all(%s) or owner_id <> ''));

-- name: find_images
-- The rows of images with these names.
select id::text from storage.objects where bucket_id = 'tapis' and name = any(%s);

-- name: allow_deleting_entries
-- The audit log of a shop that stays empty is the only one whose entries are ever deleted.
alter table public.audit_log disable trigger user;

-- name: delete_entries
-- What the audit log says about images with these ids: that they were uploaded, and removed again.
delete from public.audit_log where place = 'objects' and record_id::text = any(%s);

-- name: forbid_deleting_entries
-- After allow_deleting_entries.
alter table public.audit_log enable trigger user;
