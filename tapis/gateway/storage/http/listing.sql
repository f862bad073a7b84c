-- name: list_objects
-- A folder's entries: folders (what names have in common up to the next slash) first, then files as sorted.
with seen as (
    select *, substr(name, length($2) + 1) as rest
    from storage.objects
    where bucket_id = $1 and name ^@ $2 and lower(substr(name, length($2) + 1)) ^@ lower($3)
), entry as (
    select distinct split_part(rest, '/', 1) as name, true as is_folder,
        null::uuid as id, null::timestamptz as updated_at, null::timestamptz as created_at,
        null::timestamptz as last_accessed_at, null::jsonb as metadata
    from seen where strpos(rest, '/') > 0
    union all
    select rest, false, id, updated_at, created_at, last_accessed_at, metadata
    from seen where strpos(rest, '/') = 0
)
select jsonb_build_object(
    'name', name, 'id', id, 'updated_at', storage.in_milliseconds(updated_at), 'created_at', storage.in_milliseconds(created_at),
    'last_accessed_at', storage.in_milliseconds(last_accessed_at), 'metadata', storage.documented_metadata(metadata)
) from entry
order by is_folder desc, {order}, name
limit $4 offset $5;

-- name: list_by_cursor
-- What begins with a prefix, after a position ($4, $5); with a delimiter ($3) what lies in deeper folders is one folder.
with seen as (
    select *, substr(name, length($2) + 1) as rest from storage.objects where bucket_id = $1 and name ^@ $2
), entry as (
    select distinct $2 || split_part(rest, '/', 1) || '/' as name, null::uuid as id,
        '-infinity'::timestamptz as updated_at, '-infinity'::timestamptz as created_at,
        '-infinity'::timestamptz as last_accessed_at, null::jsonb as metadata
    from seen where $3 and strpos(rest, '/') > 0
    union all
    select name, id, updated_at, created_at, last_accessed_at, metadata
    from seen where not ($3 and strpos(rest, '/') > 0)
)
select jsonb_build_object(
    'key', name, 'name', name, 'id', id, 'updated_at', storage.in_milliseconds(updated_at),
    'created_at', storage.in_milliseconds(created_at),
    'last_accessed_at', storage.in_milliseconds(last_accessed_at), 'metadata', storage.documented_metadata(metadata)
), {column}::text, name
from entry
where $4::text is null or {column} {beyond} $4::text::{column_type} or {column} = $4::text::{column_type} and name {beyond} $5
order by {column} {direction}, name {direction}
limit $6;
