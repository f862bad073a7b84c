-- Records which pictures are referenced, with their checksums (private.record_pictures), and preserves proofs of orders.

-- Arguments: a column that holds a picture, or a list of them, and the folder of its file, as often as needed. A proof that served an
-- older order, which only the server itself can bring in, stays noted for that one. Names as an array: joined to a list of a length
-- that nobody knows, all pictures of the shop would be read for each order.
create or replace function private.tg__note_pictures() returns trigger
    language plpgsql security definer set search_path = '' set enable_seqscan = off
    as $$
    begin
        for argument in 0 .. tg_nargs - 2 by 2 loop
            insert into private.record_pictures (place, record, named_by, object_name, version, sha256)
            select tg_table_name, new.uuid, tg_argv[argument], object.name, coalesce(object.version, object.id::text),
                private.sha256_of(object.metadata)
            from storage.objects as object
            where object.bucket_id = 'tapis' and object.name = any (array(
                select tg_argv[argument + 1] || '/' || (filename #>> '{}')
                from jsonb_path_query(to_jsonb(new) -> tg_argv[argument], 'lax $[*].filename') as filename))
            on conflict do nothing;
        end loop;
        return null;
    end
    $$;

-- Whether a file is, or ever was, the proof of another order or registration.
create or replace function private.is_proof_of_another(this_place text, this_record uuid, filename text) returns boolean
    language sql stable security definer set search_path = '' set enable_seqscan = off
    as $$
        select this_place = 'transactions' and exists (
                select from public.transactions where invoice_image ->> 'filename' = filename and uuid <> this_record)
            or exists (
                select from private.record_pictures
                where place = this_place and object_name = private.picture_folder(this_place, 'invoice_image') || '/' || filename
                    and record <> this_record)
    $$;

-- Refuses a proof of payment that belongs to another order or registration.
create or replace function private.require_unused_proof(place text, record uuid, filename text) returns void
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        if private.is_proof_of_another(place, record, filename) then
            raise exception using errcode = '23505', hint = 'invoice_used',
                message = 'This proof of payment belongs to another order already.';
        end if;
    end
    $$;

create or replace function private.tg_transactions__one_proof_each() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform private.require_unused_proof('transactions', new.uuid, new.invoice_image ->> 'filename');
        return new;
    end
    $$;

-- Preserves the previous proof of a payment permanently.
create or replace function private.preserve_previous_proofs(this_place text, this_record uuid) returns void
    language sql security definer set search_path = ''
    as $$
        update private.record_pictures set settled = true
        where (place, record, named_by) = (this_place, this_record, 'invoice_image') and not settled
    $$;

-- Of an order that was accepted, finished or rejected; of a registration, once another proof follows (functions/proofs.sql).
create or replace function private.tg_transactions__settle_proof() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform private.preserve_previous_proofs('transactions', new.uuid);
        return null;
    end
    $$;

create or replace function private.is_preserved_proof(object_name text) returns boolean
    language sql stable security definer set search_path = ''
    as $$
        select exists (
            select from private.record_pictures as noted
            where noted.object_name = is_preserved_proof.object_name and noted.settled)
    $$;

-- Whether uploads and removals of a picture are in the audit log: what people pay to, and what proves a payment.
create or replace function private.is_audited_picture(bucket text, object_name text) returns boolean
    language sql stable security definer set search_path = ''
    as $$
        select bucket = 'tapis'
            and (starts_with(object_name, private.picture_folder('payment_methods', 'qris_image') || '/') or private.is_preserved_proof(object_name))
    $$;

-- Records pictures that bypassed the triggers, as they are now; `tapis doctor --repair` calls it as the owner. An order with
-- a valid seal keeps a valid one.
create or replace function private.record_picture_checksums() returns void
    language plpgsql set search_path = ''
    as $$
    declare
        well_sealed uuid[] := array(
            select o.uuid from public.transactions as o join private.order_seals as seal on seal.uuid = o.uuid
            where seal.sha256 = private.seal_of(o));
    begin
        insert into private.object_names (bucket_id, name, version, owner_id, sha256, perceptual_hash, word_prints)
        select bucket_id, name, version, owner_id, private.sha256_of(metadata),
            private.stored_perceptual_hash(bucket_id, name, metadata), private.stored_word_prints(bucket_id, name, metadata)
        from storage.objects
        on conflict do nothing;
        insert into private.record_pictures (place, record, named_by, object_name, version, sha256, settled)
        select named.place, named.record, named.named_by, object.name, object.version,
            private.sha256_of(object.metadata), coalesce(o.status <> 'Processed', false)
        from private.named_pictures() as named
        join storage.objects as object on object.bucket_id = 'tapis' and object.name = named.object_name
        left join public.transactions as o on named.place = 'transactions' and o.uuid = named.record
        on conflict do nothing;
        update private.order_seals as seal set sha256 = private.seal_of(o)
        from public.transactions as o where o.uuid = seal.uuid and o.uuid = any(well_sealed);
    end
    $$;

-- Trigger conditions are evaluated as the writing role.
grant execute on function private.is_audited_picture(text, text)
    to authenticated, service_role, supabase_storage_admin;
