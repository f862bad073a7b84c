-- Which pictures the shop's records name, and which stored ones no record names. No list of tables is kept: a column
-- holds pictures where a constraint says that its value is one (private.is_image) or a list of them (private.are_images).

-- One row per picture value: the table, the record's uuid, the column, and what the value says.
create or replace function private.named_pictures()
    returns table (place text, record text, named_by text, filename text, url text)
    language plpgsql stable security definer set search_path = ''
    as $$
    declare
        holder record;
    begin
        for holder in
            select n.nspname || '.' || c.relname as place, c.oid::regclass as relation, a.attname as named_by
            from pg_constraint as con
            join pg_class as c on c.oid = con.conrelid
            join pg_namespace as n on n.oid = c.relnamespace
            join pg_attribute as a on a.attrelid = con.conrelid and a.attnum = con.conkey[1]
            where con.contype = 'c' and cardinality(con.conkey) = 1
                and pg_get_constraintdef(con.oid) ~ '^CHECK \(private\.(is_image|are_images)\(\w+\)\)'
            order by 1, 3
        loop
            return query execute format(
                $query$
                    select %1$L, to_jsonb(held) ->> 'uuid', %2$L::text, named.image ->> 'filename', named.image ->> 'url'
                    from %3$s as held, jsonb_path_query(held.%2$I, 'lax $[*]') as named (image)
                $query$, holder.place, holder.named_by, holder.relation);
        end loop;
    end
    $$;

-- Pictures in the shop's bucket for longer than `age` that no record names: an upload whose form was never sent, or
-- what a deleted account left behind. Never the proof of an order that was more than Processed.
create or replace function private.unclaimed_pictures(age interval) returns setof uuid
    language sql stable security definer set search_path = ''
    as $$
        with named as materialized (select distinct filename from private.named_pictures())
        select object.id from storage.objects as object
        where object.bucket_id = 'tapis' and object.created_at < now() - age
            and not case when private.is_personal(object.bucket_id, object.name)
                then private.is_claimed(object.name) or private.is_settled_proof(object.name)
                else exists (select from named where named.filename = regexp_replace(object.name, '^.*/', '')) end
    $$;

-- The versions, out of those given, of removed pictures that a record still names or that prove a payment. In plpgsql, which looks for its
-- tables only when it is called: on a hosted project there is no storage.removed.
create or replace function private.still_named(versions text[]) returns setof text
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        return query
            with named as materialized (select distinct filename from private.named_pictures())
            select removed.version from storage.removed
            where removed.version = any(versions)
                and case when private.is_personal(removed.object ->> 'bucket_id', removed.object ->> 'name')
                    then private.is_claimed(removed.object ->> 'name')
                        or private.is_settled_proof(removed.object ->> 'name')
                    else exists (select from named
                        where named.filename = regexp_replace(removed.object ->> 'name', '^.*/', '')) end
                and not exists (
                    select from storage.objects as object where object.bucket_id = removed.object ->> 'bucket_id'
                        and object.name = removed.object ->> 'name');
    end
    $$;

-- The file service sweeps; it learns ids and versions, and reads no record.
revoke all on function private.named_pictures(), private.unclaimed_pictures(interval), private.still_named(text[])
    from public, anon, authenticated, service_role;
grant usage on schema private to supabase_storage_admin;
grant execute on function private.unclaimed_pictures(interval), private.still_named(text[]) to supabase_storage_admin;
