-- name: images
-- Every image of the shop's bucket: its version, the checksum in its row, and what an export keeps of it.
select version, trim(both '"' from metadata ->> 'eTag'), jsonb_build_object(
    'name', name, 'owner_id', owner_id, 'user_metadata', user_metadata, 'created_at', created_at,
    'mimetype', coalesce(metadata ->> 'mimetype', 'application/octet-stream'),
    'cache_control', coalesce(metadata ->> 'cacheControl', 'no-cache'),
    'robots', coalesce(metadata ->> 'xRobotsTag', 'none'))
from storage.objects where bucket_id = 'tapis' order by name collate "C";

-- name: count_other_files
-- Files in buckets that are not exported.
select count(*) from storage.objects where bucket_id <> 'tapis';
