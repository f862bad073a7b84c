-- name: list_buckets
-- Every bucket that the caller may see.
select jsonb_build_object(
    'id', id, 'name', name, 'owner', coalesce(owner::text, ''), 'public', public, 'type', type,
    'file_size_limit', file_size_limit, 'allowed_mime_types', allowed_mime_types,
    'created_at', storage.in_milliseconds(created_at), 'updated_at', storage.in_milliseconds(updated_at)
) from storage.buckets where id = $1 or $1 is null order by name;

-- name: create_bucket
-- Its name is its id.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ($1, $1, $2, $3, $4::text[]);

-- name: update_bucket
-- Changes the settings that were sent ($5: their names); no row when there is no such bucket.
update storage.buckets
set public = case when 'public' = any($5::text[]) then $2 else public end,
    file_size_limit = case when 'file_size_limit' = any($5::text[]) then $3 else file_size_limit end,
    allowed_mime_types = case when 'allowed_mime_types' = any($5::text[]) then $4::text[] else allowed_mime_types end,
    updated_at = now()
where id = $1 returning id;

-- name: empty_bucket
-- Removes every object of a bucket.
delete from storage.objects where bucket_id = $1;

-- name: delete_bucket
-- No row when there is no such bucket.
delete from storage.buckets where id = $1 returning id;
