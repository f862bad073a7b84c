-- name: restore_metadata
-- An upload with the service key has no owner and the present time.
update storage.objects
set owner_id = %(owner_id)s, created_at = %(created_at)s, user_metadata = %(user_metadata)s
where bucket_id = 'tapis' and name = %(name)s;
