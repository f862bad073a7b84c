-- name: list_removed
-- Removed images whose bytes still exist, newest first.
select version, object ->> 'bucket_id', object ->> 'name', removed_at
from storage.removed order by removed_at desc, version limit $1;

-- name: find_removed
-- The image with this version, or the last one removed under this name.
select version from storage.removed where version = $1 or object ->> 'name' = $1
order by removed_at desc limit 1;

-- name: restore
-- Undoes the removal of a version.
select private.restore_removed($1);
