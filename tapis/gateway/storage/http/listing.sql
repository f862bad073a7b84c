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
    'name', name, 'id', id, 'updated_at', updated_at, 'created_at', created_at,
    'last_accessed_at', last_accessed_at, 'metadata', metadata
) from entry
order by is_folder desc, {order}, name
limit $4 offset $5;
