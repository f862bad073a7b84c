-- The pictures referenced by the shop's records, and the stored ones that are not referenced.

-- One row per picture value of the declared columns, as far as they are there: the table, the record's uuid, the column, and
-- what the value says.
drop function if exists private.named_pictures(); -- it had another result in older versions
create function private.named_pictures()
    returns table (place text, record uuid, named_by text, object_name text, filename text, url text)
    language plpgsql stable security definer set search_path = ''
    as $$
    declare
        declared record;
    begin
        for declared in
            select * from private.picture_columns()
            where exists (
                select from pg_catalog.pg_attribute
                where attrelid = to_regclass('public.' || quote_ident(picture_columns.place)) and attname = column_name
                    and not attisdropped)
            order by 1, 2
        loop
            return query execute format(
                $query$
                    select %1$L, held.uuid, %2$L, %3$L || '/' || (named.image ->> 'filename'), named.image ->> 'filename',
                        named.image ->> 'url'
                    from public.%1$I as held, jsonb_path_query(held.%2$I, 'lax $[*]') as named (image)
                $query$, declared.place, declared.column_name, declared.folder);
        end loop;
    end
    $$;

-- Pictures in the shop's bucket for longer than `age` (while the shop ran) that no record names: an upload whose form was never sent, or
-- what a deleted account left behind. Never the proof of an order that was more than Processed. A public picture is named
-- in whatever folder it lies, as records from before the declaration may have it.
create or replace function private.orphaned_pictures(age interval) returns setof uuid
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        perform private.require_declared_pictures();
        return query
            with named as materialized (select distinct named.object_name, named.filename from private.named_pictures() as named)
            select object.id from storage.objects as object
            where object.bucket_id = 'tapis' and object.created_at < private.uptime_cutoff(age)
                and not exists (select from named where named.object_name = object.name)
                and not exists (
                    select from private.record_pictures as noted where noted.object_name = object.name and noted.settled)
                and (private.is_personal(object.bucket_id, object.name)
                    or not exists (select from named where named.filename = regexp_replace(object.name, '^.*/', '')));
    end
    $$;

-- The same for deleted records that can be restored.
create or replace function private.pictures_of_deleted_records() returns table (object_name text, filename text)
    language sql stable security definer set search_path = ''
    as $$
        select declared.folder || '/' || (named.image ->> 'filename'), named.image ->> 'filename'
        from private.deleted_records as deleted
        join private.picture_columns() as declared using (place),
            jsonb_path_query(deleted.record -> declared.column_name, 'lax $[*]') as named (image)
    $$;

-- The versions, out of those given, of removed pictures that prove a payment or that a record still names, also a deleted one
-- that can be brought back. In plpgsql, which looks for its tables only when it is called: on a hosted project there is no
-- storage.removed.
create or replace function private.referenced_removed_versions(versions text[]) returns setof text
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        perform private.require_declared_pictures();
        return query
            with named as materialized (
                select named.object_name, named.filename from private.named_pictures() as named
                union
                select object_name, filename from private.pictures_of_deleted_records()
            ),
            gone as (
                select removed.version, removed.object ->> 'bucket_id' as bucket_id, removed.object ->> 'name' as name
                from storage.removed where removed.version = any(versions)
            )
            select gone.version from gone
            where not exists (
                    select from storage.objects as object
                    where (object.bucket_id, object.name) = (gone.bucket_id, gone.name))
                and case when gone.bucket_id = 'tapis' then
                    exists (select from named where named.object_name = gone.name)
                    or private.is_preserved_proof(gone.name)
                    or not private.is_personal(gone.bucket_id, gone.name)
                        and exists (select from named where named.filename = regexp_replace(gone.name, '^.*/', ''))
                    else false end;
    end
    $$;

-- The versions of expired removed pictures that are no longer needed. Of a restored one only the entry is left.
create or replace function private.expired_pictures() returns setof text
    language plpgsql stable security definer set search_path = ''
    as $$
    declare
        old text[] := array(
            select version from storage.removed
            where not is_expired and removed_at < private.uptime_cutoff(private.recoverable()));
    begin
        if old <> '{}' then
            return query select unnest(old) except select private.referenced_removed_versions(old);
        end if;
    end
    $$;

-- For the storage service's sweeper, which gets ids and versions, but reads no records.
grant usage on schema private to supabase_storage_admin;
grant execute on function private.orphaned_pictures(interval), private.referenced_removed_versions(text[]), private.expired_pictures()
    to supabase_storage_admin;
