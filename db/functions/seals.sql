-- The seal of an order: a checksum of all its data, and of its proof's bytes, independent of session settings.
create or replace function private.seal_of(sealed public.transactions) returns bytea
    language sql stable
    return sha256(convert_to((jsonb_build_array(
        sealed.uuid, sealed.user_id, sealed.transactions, sealed.invoice_image, sealed.status,
        extract(epoch from sealed.created_at), extract(epoch from sealed.updated_at), (
            select proof.sha256 from private.record_pictures as proof
            where proof.place = 'transactions' and proof.record = sealed.uuid
                and proof.object_name = private.picture_folder('transactions', 'invoice_image') || '/' || (sealed.invoice_image ->> 'filename')
        )) || case when sealed.delivery_way is null then '[]' else jsonb_build_array(sealed.delivery_way) end)::text, 'UTF8'));

-- Whether this statement comes from the shop: requests set a role, and commands of `tapis` set an application name.
create or replace function private.is_application_write() returns boolean
    language sql stable set search_path = ''
    as $$
        select current_setting('role') <> 'none' or current_setting('application_name') = 'tapis'
            or session_user = 'supabase_auth_admin' -- the accounts service of a hosted project
    $$;

-- Stores the seal in the order's transaction. An order that was changed in any other way keeps the seal of the shop's last
-- write, so `tapis doctor` detects the difference; a decision about such an order doesn't change that.
create or replace function private.tg_transactions__seal() returns trigger
    language plpgsql security definer set search_path = '' set enable_seqscan = off
    as $$
    begin
        if tg_op = 'UPDATE' and (not private.is_application_write()
            or old.status <> new.status and old.invoice_image = new.invoice_image and exists (
                select from private.order_seals where uuid = old.uuid and sha256 <> private.seal_of(old)))
        then
            return null;
        end if;
        if tg_op in ('UPDATE', 'DELETE') then
            delete from private.order_seals where uuid = old.uuid;
        end if;
        if tg_op in ('INSERT', 'UPDATE') then
            insert into private.order_seals (uuid, sha256) values (new.uuid, private.seal_of(new))
            on conflict (uuid) do update set sha256 = excluded.sha256, sealed_at = now();
        end if;
        return null;
    end
    $$;
