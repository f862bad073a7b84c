-- name: try_lock
-- Locks out backups for the transaction; false while one is being taken.
select pg_try_advisory_xact_lock($1);

-- name: record_uptime
-- The shop runs now, as the database's clock says: whether the clock jumped, and the setting of days.
select private.note_running($1, make_interval(days => $2));

-- name: hours_to_wait
-- After a jump of the clock: the hours in which nothing is swept yet.
select ceil(extract(epoch from private.wait_after_jump()) / 3600)::integer;

-- name: find_unclaimed
-- Images of that age that no record names, with their folders.
select id::text, private.folder_of(name) from storage.objects
where id in (select private.orphaned_pictures(make_interval(secs => $1)));

-- name: count_pictures
-- How many images each folder has; private.folder_of() is written out, which is called too often here.
select regexp_replace(name, '/[^/]*$', ''), count(*) from storage.objects where bucket_id = 'tapis' group by 1;

-- name: find_expired
-- Removed images whose time has passed, with their folders.
select version, private.folder_of(object ->> 'name') from storage.removed
where version in (select private.expired_pictures());

-- name: find_old_unknown
-- Files of no row that were set aside for as long as what was removed.
select version from storage.unknown_files where found_at < private.uptime_cutoff(private.recoverable());

-- name: lock_unclaimed
-- Waits for nobody: an order that is just naming one of them goes first.
select id::text from storage.objects where id = any($1::uuid[]) for update skip locked;

-- name: remove_unclaimed
-- Removes the locked images, as their owners would, unless a record names them by now.
delete from storage.objects
where id = any($1::uuid[]) and id in (select private.orphaned_pictures(make_interval(secs => $2)))
returning version, private.folder_of(name);

-- name: mark_expired
-- From now on these are not brought back any more; whoever brings one back at this moment goes first.
update storage.removed set is_expired = true, removed_at = now()
where version in (select version from storage.removed where version = any($1::text[]) for update skip locked)
    and version in (select private.expired_pictures());

-- name: find_deletable
-- Marked images, and whether one is back or in use after all.
select version, private.folder_of(object ->> 'name'),
    exists (select from storage.objects as object where object.version = removed.version)
from storage.removed where is_expired order by version limit $1;

-- name: purge_removed
-- The bytes of these versions are deleted, or in use again.
delete from storage.removed where version = any($1::text[]);

-- name: find_unknown_files
-- Of these versions, those that no row knows, and that are not set aside yet.
select version from unnest($1::text[]) version
where not exists (select from storage.objects object where object.version = version.version)
  and not exists (select from storage.removed removed where removed.version = version.version)
  and not exists (select from storage.unknown_files as unknown where unknown.version = version.version);

-- name: quarantine
-- Notes that these files were found without a row.
insert into storage.unknown_files (version) select unnest($1::text[]) on conflict do nothing;

-- name: release_referenced
-- Files that have a row by now are not unknown any more.
delete from storage.unknown_files as unknown
where exists (select from storage.objects as object where object.version = unknown.version)
   or exists (select from storage.removed where removed.version = unknown.version);

-- name: purge_unknown
-- The bytes of this file are deleted.
delete from storage.unknown_files where version = $1
    and not exists (select from storage.objects as object where object.version = $1)
    and not exists (select from storage.removed where removed.version = $1)
returning version;

-- name: purge_deleted_records
-- Records whose time has passed don't come back any more.
select private.purge_deleted_records();

-- name: find_unreadable
-- Of these versions, those whose object was removed, although their bytes may still be recoverable.
select version from unnest($1::text[]) version
where not exists (select from storage.objects object where object.version = version.version);
