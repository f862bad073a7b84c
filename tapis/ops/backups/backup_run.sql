-- What a backup that the shop makes by itself asks the database.

-- name: lock
-- One run of a shop at a time, until unlocked or the connection ends.
select pg_advisory_lock(%s);

-- name: unlock
-- The end of a run.
select pg_advisory_unlock(%s);

-- name: has_identity
-- Whether the shop knows which one it is: not before an upgrade from a version without.
select to_regclass('private.shop') is not null;

-- name: shop
-- Eight digits for this shop, the same for as long as it exists; a restored one is another shop.
select left(md5(id::text), 8) from private.shop;

-- name: shop_without_identity
-- Eight digits for a shop of such a version: from the moment of its first migration.
select left(md5(extract(epoch from min(applied_at))::text), 8) from private.migrations;

-- name: bytes_of_the_shop
-- More than its backup will have, which also holds removed pictures. A shop that is about to be upgraded may lack the column
-- is_expired.
select pg_database_size(current_database())
    + coalesce((select sum((metadata ->> 'size')::bigint) from storage.objects), 0)
    + coalesce((
        select sum((object -> 'metadata' ->> 'size')::bigint) from storage.removed
        where coalesce(to_jsonb(removed) ->> 'is_expired', 'false') = 'false'), 0);

-- name: has_records
-- Whether attempts can be recorded.
select to_regclass('private.backups') is not null;

-- name: has_records_of_damage
-- Whether it can be recorded how many pictures a backup lacks: not before an upgrade from a version without.
select to_regprocedure('private.record_backup(text, timestamptz, text, bigint, text, integer)') is not null;

-- name: record
-- An attempt that ended.
select private.record_backup(%s, %s, %s, %s, %s, %s);

-- name: record_without_damage
-- The same in such a version.
select private.record_backup(%s, %s, %s, %s, %s);

-- name: find_recorded
-- The backups that this shop made itself, by name, with the number of pictures that each lacks; and since when it records
-- them.
select coalesce(jsonb_object_agg(name, coalesce((to_jsonb(backups) ->> 'damaged')::integer, 0)) filter (where name is not null),
    '{}'), min(began_at) from private.backups;

-- name: seconds_until_due
-- Until a backup is due; not positive: it is due now. A failed attempt is repeated after an hour.
select extract(epoch from case
    when coalesce(state.made_at < private.backup_due_since(now()), true)
        then coalesce(state.failed_at + interval '1 hour', now()) - now()
    else private.backup_due_since(now()) + interval '1 day' - now() end)
from private.backup_state_with_error() as state;

-- name: has_content
-- Whether the shop has accounts, records or pictures that an upgrade could lose.
select exists (select from auth.users) or exists (select from storage.objects)
    or exists (select from public.products) or exists (select from public.slides);
