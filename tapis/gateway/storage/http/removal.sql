-- name: remove_objects
-- Removes objects by name; those that the policies hide stay, and look the same as missing ones. The version of a
-- private one, its key in the store, is only for the gateway, as in respond_with_info.
with gone as (delete from storage.objects where bucket_id = $1 and name = any($2::text[]) returning *)
select version, jsonb_build_object(
    'name', name, 'bucket_id', bucket_id, 'owner', owner, 'owner_id', owner_id, 'id', id,
    'version', case when private.is_personal(bucket_id, name) then id::text else version end,
    'updated_at', storage.in_milliseconds(updated_at), 'created_at', storage.in_milliseconds(created_at), 'last_accessed_at', storage.in_milliseconds(last_accessed_at),
    'metadata', storage.documented_metadata(metadata), 'user_metadata', user_metadata
) from gone;

-- name: find_readable
-- A row if there is such an object that the caller may read.
select from storage.find_readable_object($1, $2);
