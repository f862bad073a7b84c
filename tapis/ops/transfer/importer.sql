-- name: forget_names
-- An import that failed may have used names; in an empty shop they stand for nothing.
delete from private.object_names where bucket_id = 'tapis';

-- name: has_images
-- A row if the shop's bucket holds anything.
select from storage.objects where bucket_id = 'tapis' limit 1;

-- name: notify_change
-- Caches of a table are out of date.
select pg_notify('tapis_changed', %s);
