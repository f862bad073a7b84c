-- Deleted records can be restored for thirty days (private.recoverable): the record, its pictures and its cascade-deleted rows of
-- other tables.
--
-- Refusal: SQLSTATE (HTTP status), hint
--   PT404 (404)  record_gone   its time has passed, or it is back already

-- Called by the storage service every quarter of an hour, and by every deletion.
create or replace function private.purge_deleted_records() returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        too_old timestamptz := private.uptime_cutoff(private.recoverable());
    begin
        delete from private.deleted_records where deleted_at < too_old;
        delete from private.stock where not exists (select from public.products where uuid = product_uuid)
            and not exists (
                select from private.deleted_records
                where (place, uuid) = ('products', product_uuid));
    end
    $$;

-- The rows that are cascade-deleted with a record, by table; but deliveries, which are kept by themselves, as they go with an
-- account, and scans at a door.
create or replace function private.dependent_rows(content regclass, record uuid) returns jsonb
    language plpgsql stable security definer set search_path = ''
    as $$
    declare
        reference record;
        found_rows jsonb;
        beside jsonb := '{}';
    begin
        for reference in
            select con.conrelid::regclass as owned, attname
            from pg_catalog.pg_constraint as con
            join pg_catalog.pg_attribute on attrelid = con.conrelid and attnum = con.conkey[1]
            where con.contype = 'f' and con.confdeltype = 'c' and con.confrelid = content
                and con.conrelid not in ('public.order_deliveries'::regclass, 'public.check_ins'::regclass)
        loop
            execute format('select jsonb_agg(to_jsonb(held)) from %s as held where %I = $1', reference.owned, reference.attname)
                into found_rows using record;
            if found_rows is not null then
                beside := beside || jsonb_build_object(reference.owned, found_rows);
            end if;
        end loop;
        return beside;
    end
    $$;

-- Restores those rows that were not replaced since.
create or replace function private.restore_dependent_rows(kept private.deleted_records) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        owned regclass;
        found_rows jsonb;
    begin
        for owned, found_rows in select to_regclass(key), value from jsonb_each(kept.beside) where to_regclass(key) is not null loop
            execute format('insert into %1$s select * from jsonb_populate_recordset(null::%1$s, $1) on conflict do nothing', owned)
                using found_rows;
        end loop;
    end
    $$;

-- For direct deletions; what is cascade-deleted with an account is not kept. With an order, its delivery is.
create or replace function private.tg__keep_deleted() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform private.purge_deleted_records();
        insert into private.deleted_records (place, uuid, record, delivery, beside, deleted_by)
        values (tg_table_name, old.uuid, to_jsonb(old), (
            select to_jsonb(delivered) from public.order_deliveries as delivered
            where tg_table_name = 'transactions' and delivered.order_uuid = old.uuid),
            private.dependent_rows(tg_relid, old.uuid), auth.uid())
        on conflict (place, uuid) do update set record = excluded.record, delivery = excluded.delivery,
            beside = excluded.beside, deleted_by = excluded.deleted_by, deleted_at = now();
        return old;
    end
    $$;

-- Deleting an account also purges its deleted records; an order is kept without its address, and why its buyer cancelled it.
create or replace function private.tg_users__purge_deleted_records() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        delete from private.deleted_records
        where place <> 'transactions' and record ->> 'user_id' = old.id::text;
        update private.deleted_records set delivery = null where record ->> 'user_id' = old.id::text;
        update public.payments set reason = null where user_id = old.id and cancelled_by = 'buyer';
        return null;
    end
    $$;

-- For administrators: the records that can be restored, the newest first, with their accounts.
create or replace function public.deleted_records()
    returns table (place text, uuid uuid, record jsonb, deleted_at timestamptz, deleted_by text)
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        perform private.require_administrator('see deleted records');
        return query
            select kept.place, kept.uuid, kept.record, kept.deleted_at, coalesce(account.email::text, kept.deleted_by::text)
            from private.deleted_records as kept left join auth.users as account on account.id = kept.deleted_by
            where kept.deleted_at >= private.uptime_cutoff(private.recoverable())
            order by kept.deleted_at desc, kept.uuid;
    end
    $$;

-- Restores the pictures that a record references. False if one no longer exists: a hosted project keeps no removed pictures.
create or replace function private.restore_pictures(kept private.deleted_records) returns boolean
    language plpgsql security definer set search_path = ''
    as $$
    declare
        picture text;
        is_whole boolean := true;
    begin
        for picture in
            select noted.object_name from private.record_pictures as noted
            where noted.place = kept.place and noted.record = kept.uuid
                and jsonb_path_query_array(kept.record -> noted.named_by, 'lax $[*].filename')
                    ? regexp_replace(noted.object_name, '^.*/', '')
                and not exists (
                    select from storage.objects as object
                    where object.bucket_id = 'tapis' and object.name = noted.object_name)
        loop
            is_whole := is_whole and to_regclass('storage.removed') is not null
                and public.restore_removed_picture(picture);
        end loop;
        return is_whole;
    end
    $$;

-- For administrators: restores a record with its uuid and dates. True if its pictures exist as well. A pending order reserves its
-- stock again, or is refused if it is sold; a product gets its current stock (functions/stock.sql).
create or replace function public.restore_record(place text, uuid uuid) returns boolean
    language plpgsql security definer set search_path = ''
    as $$
    declare
        kept private.deleted_records;
        gave_back boolean;
        columns text;
    begin
        perform private.require_administrator('restore records');
        perform private.purge_deleted_records();
        delete from private.deleted_records as deleted
        where deleted.place = restore_record.place and deleted.uuid = restore_record.uuid
        returning * into kept;
        if not found then
            raise exception using errcode = 'PT404', hint = 'record_gone',
                message = 'This record was deleted too long ago, or is back already.';
        end if;
        select paid.pieces_back into gave_back from public.payments as paid
        where (paid.place, paid.record) = (kept.place, kept.uuid) for update;
        perform private.restore_payment(kept);
        if kept.place = 'products' then
            kept.record := private.with_current_stock(kept.record);
        end if;
        columns := (select string_agg(quote_ident(key), ', ') from jsonb_object_keys(kept.record) as key);
        execute format('insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)',
            kept.place, columns) using kept.record;
        if kept.place = 'transactions' then
            delete from public.order_deliveries where order_uuid = kept.uuid;
            insert into public.order_deliveries
            select (jsonb_populate_record(null::public.order_deliveries, kept.delivery)).* where kept.delivery is not null;
            perform private.hold_stock_of_restored_order(kept.record, gave_back);
        end if;
        perform private.restore_dependent_rows(kept);
        return private.restore_pictures(kept);
    end
    $$;

grant execute on function public.deleted_records(), public.restore_record(text, uuid) to authenticated;
-- For the storage service's sweeper.
grant execute on function private.purge_deleted_records() to supabase_storage_admin;
