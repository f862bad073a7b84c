-- What `tapis doctor` checks of pictures.

-- name: find_undeclared
-- Where the declared columns of pictures and the tables differ.
select private.picture_column_faults();

-- name: find_missing_pictures
-- What records name and the bucket does not hold; if it was removed and can be restored, with the version.
with held as materialized (
    select distinct regexp_replace(name, '^.*/', '') as filename
    from storage.objects where bucket_id = 'tapis'
), gone as materialized (
    select distinct on (filename) filename, version
    from (select regexp_replace(object ->> 'name', '^.*/', '') as filename, version, removed_at
          from storage.removed where object ->> 'bucket_id' = 'tapis' and not is_expired) removed
    order by filename, removed_at desc
)
select 'public.' || named.place, named.record, named.named_by, named.filename, named.url, gone.version
from private.named_pictures() named left join gone using (filename)
where not exists (select from held where held.filename = named.filename);

-- name: find_objects
-- Every object with the version, checksum and size that its row states.
select bucket_id || '/' || name, version, metadata ->> 'eTag', (metadata ->> 'size')::bigint
from storage.objects order by version;

-- name: find_swapped
-- Objects that are not the ones that their name, or a record, was given to first.
select object.bucket_id || '/' || object.name
from storage.objects object
where exists (
    select from private.object_names used
    where used.bucket_id = object.bucket_id and used.name = object.name
        and (used.version, used.sha256)
            is distinct from (object.version, private.sha256_of(object.metadata)))
or exists (
    select from private.record_pictures noted
    where object.bucket_id = 'tapis' and noted.object_name = object.name
        and (noted.version, noted.sha256)
            is distinct from (object.version, private.sha256_of(object.metadata)))
order by 1;

-- name: find_without_checksum
-- Objects whose name is not among the used ones, or that a record names without a note about it.
select object.bucket_id || '/' || object.name
from storage.objects object
left join private.object_names used on used.bucket_id = object.bucket_id and used.name = object.name
where used.name is null
union
select 'tapis/' || object.name
from private.named_pictures() named
join storage.objects object
    on object.bucket_id = 'tapis' and object.name = named.object_name
where not exists (select from private.record_pictures noted where noted.object_name = object.name)
order by 1;

-- name: find_unclaimed
-- Objects older than so many seconds that no record names.
select bucket_id || '/' || name from storage.objects
where id in (select private.orphaned_pictures(make_interval(secs => %s)));

-- name: find_overdue
-- Removed objects, and files of no row, whose bytes should have been deleted.
select object ->> 'name', version from storage.removed
where removed_at < private.uptime_cutoff(private.recoverable() + interval '30 minutes')
    and version in (select private.expired_pictures())
union all
select object ->> 'name', version from storage.removed
where is_expired and removed_at < private.uptime_cutoff(interval '1 hour')
union all
select version, version from storage.unknown_files
where found_at < private.uptime_cutoff(private.recoverable() + interval '30 minutes');

-- name: find_personal
-- One object of each folder whose pictures are personal.
select distinct on (folder) folder, name
from storage.objects join private.picture_columns() on folder = private.folder_of(name)
where bucket_id = 'tapis' and not starts_with(audience, 'everyone')
order by folder;

-- name: is_public
-- Whether the file service serves an object by its public address.
select not private.is_personal('tapis', $1);

-- name: read_as_visitor
-- The object, if the policies let the caller read it.
select name from storage.find_readable_object('tapis', $1);

-- name: record_picture_checksums
-- Notes names and checksums that were never noted.
select private.record_picture_checksums();
