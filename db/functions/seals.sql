-- The seal of an order: a checksum of everything that it says, and of its proof's bytes, whatever the settings of
-- the session.
create or replace function private.seal_of(sealed public.transactions) returns bytea
    language sql stable
    return sha256(convert_to(jsonb_build_array(
        sealed.uuid, sealed.user_id, sealed.transactions, sealed.invoice_image, sealed.status,
        extract(epoch from sealed.created_at), extract(epoch from sealed.updated_at), (
            select proof.sha256 from private.record_pictures as proof
            where proof.place = 'transactions' and proof.record = sealed.uuid
                and proof.object_name = private.picture_folder('transactions', 'invoice_image') || '/' || (sealed.invoice_image ->> 'filename')
        ))::text, 'UTF8'));

-- Keeps the seal beside the order in the same transaction, whoever writes it.
create or replace function private.tg_transactions__seal() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
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

revoke all on function private.seal_of(public.transactions), private.tg_transactions__seal()
    from public, anon, authenticated, service_role;
