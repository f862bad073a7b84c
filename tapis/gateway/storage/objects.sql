-- name: find_bucket
-- What an upload into a bucket has to observe.
select public, file_size_limit, allowed_mime_types from storage.buckets where id = $1;

-- name: find_objects
-- Of these names in a bucket, the objects that the policies let the caller read, each read by itself.
select object.id::text, object.name, object.bucket_id, object.version, coalesce(object.metadata, '{}'),
    coalesce(object.user_metadata, '{}'), object.created_at, object.updated_at
from unnest($2::text[]) as wanted cross join lateral storage.find_readable_object($1, wanted) object;

-- name: find_public_object
-- Whether a bucket is public, and an object in it unless that is personal.
select bucket.public, object.id::text, object.name, object.bucket_id, object.version,
    coalesce(object.metadata, '{}'), coalesce(object.user_metadata, '{}'), object.created_at, object.updated_at
from storage.buckets bucket
left join storage.objects object
    on object.bucket_id = bucket.id and object.name = $2 and not private.is_personal(bucket.id, $2)
where bucket.id = $1;

-- name: list_removed
-- Removed images that can be restored, and files of no row, newest first.
select version, object ->> 'name' as name, removed_at as since from storage.removed where not is_expired
union all
select version, null, found_at from storage.unknown_files
order by since desc, version limit $1;

-- name: find_removed
-- The image with this version, or the last one removed under this name.
select version from storage.removed where (version = $1 or object ->> 'name' = $1) and not is_expired
order by removed_at desc limit 1;

-- name: restore
-- Undoes the removal of a version.
select private.restore_removed($1);

-- name: any_public
-- Whether one of these names is that of an image for everybody.
select bool_or(not private.is_personal($1, name)) from unnest($2::text[]) as name;
