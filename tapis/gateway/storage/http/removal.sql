-- name: remove_objects
-- Removes objects by name; those that the policies hide stay, and look the same as missing ones. The version, the
-- key in the store, is only for the gateway: a CDN serves a removed image to anyone who knows it.
with gone as (delete from storage.objects where bucket_id = $1 and name = any($2::text[]) returning *)
select version, jsonb_build_object(
    'name', name, 'bucket_id', bucket_id, 'owner', owner, 'owner_id', owner_id, 'version', id, 'id', id,
    'updated_at', storage.in_milliseconds(updated_at), 'created_at', storage.in_milliseconds(created_at), 'last_accessed_at', storage.in_milliseconds(last_accessed_at),
    'metadata', storage.documented_metadata(metadata), 'user_metadata', user_metadata
) from gone;

-- name: find_readable
-- A row if there is such an object that the caller may read.
select from storage.find_readable_object($1, $2);
