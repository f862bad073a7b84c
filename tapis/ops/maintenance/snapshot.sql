-- What a backup reads beside the dump.

-- name: tables
-- The tables of the shop, without unlogged ones, which count failed attempts of the last minutes.
select n.nspname, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname in ('public', 'auth', 'storage', 'private') and c.relkind = 'r' and c.relpersistence = 'p'
order by 1, 2;

-- name: pictures
-- Version and name of each image; also removed ones (without a name) as long as they can be restored. A shop that is
-- about to be upgraded may lack the column is_expired.
select version, bucket_id || '/' || name from storage.objects
union all
select version, null from storage.removed
where coalesce(to_jsonb(removed) ->> 'is_expired', 'false') = 'false'
    and not exists (select from storage.objects where objects.version = removed.version) order by 1;

-- name: image_checksums
-- Version and SHA-256 of each image.
select version, trim(both '"' from metadata ->> 'eTag') from storage.objects;
