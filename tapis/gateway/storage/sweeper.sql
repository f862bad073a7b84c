-- name: try_lock
-- Locks out backups for the transaction; false while one is being taken.
select pg_try_advisory_xact_lock($1);

-- name: remove_unclaimed
-- Removes images of that age that no record names, as their owners would.
delete from storage.objects
where id in (select private.unclaimed_pictures(make_interval(secs => $1))) returning version;

-- name: forget_deleted_records
-- Records that were deleted a day ago don't come back any more.
select private.forget_deleted_records();

-- name: find_expired
-- Objects removed that long ago; of those that were restored only the note about their removal is left.
select version, exists (select from storage.objects object where object.version = removed.version) as restored
from storage.removed removed
where removed_at < now() - make_interval(secs => $1) and not version = any($2::text[])
order by removed_at limit $3;

-- name: find_named
-- Of these versions, those that a record still names.
select private.still_named($1);

-- name: forget_removed
-- The bytes of these versions are deleted, or in use again.
delete from storage.removed where version = any($1::text[]);

-- name: find_unknown
-- Of these versions, those that no row knows.
select version from unnest($1::text[]) version
where not exists (select from storage.objects object where object.version = version.version)
  and not exists (select from storage.removed removed where removed.version = version.version);

-- name: find_unreadable
-- Of these versions, those whose object was removed, although their bytes may still be recoverable.
select version from unnest($1::text[]) version
where not exists (select from storage.objects object where object.version = version.version);
