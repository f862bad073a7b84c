-- name: images
-- Every image of the shop's bucket.
select name, version, coalesce(metadata ->> 'mimetype', 'application/octet-stream'),
    coalesce(metadata ->> 'cacheControl', 'no-cache'), coalesce(metadata ->> 'xRobotsTag', 'none'),
    owner_id, user_metadata, to_jsonb(created_at) #>> '{}', trim(both '"' from metadata ->> 'eTag')
from storage.objects where bucket_id = 'tapis' order by name collate "C";

-- name: add_image
-- The row of an image; an owner that is no account's uuid is only kept as text.
insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata,
    created_at, updated_at)
values ('tapis', %(name)s, case when pg_input_is_valid(%(owner_id)s, 'uuid') then %(owner_id)s::uuid end,
    %(owner_id)s, %(version)s, %(metadata)s, %(user_metadata)s, %(created_at)s, %(created_at)s);

-- name: count_other_files
-- Files in buckets that are not exported.
select count(*) from storage.objects where bucket_id <> 'tapis';
