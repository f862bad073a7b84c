-- name: remove_objects
-- Removes objects by name; those that the policies hide stay, and look the same as missing ones.
with gone as (delete from storage.objects where bucket_id = $1 and name = any($2::text[]) returning *)
select jsonb_build_object(
    'name', name, 'bucket_id', bucket_id, 'owner', owner, 'owner_id', owner_id, 'version', version, 'id', id,
    'updated_at', storage.in_milliseconds(updated_at), 'created_at', storage.in_milliseconds(created_at), 'last_accessed_at', storage.in_milliseconds(last_accessed_at),
    'metadata', storage.documented_metadata(metadata), 'user_metadata', user_metadata
) from gone;

-- name: find_readable
-- A row if there is such an object that the caller may read.
select from storage.find_readable_object($1, $2);
