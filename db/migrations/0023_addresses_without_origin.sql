-- The address in an image value is a path from now on; the gateway puts the shop's origin in front of it when it
-- answers. So a shop shows no address of where it was before. The audit log stays as it was written.
--
-- Safe to run again: an import of an export that was written before does so. Orders whose seal was right keep a right one.
do $$
declare
    origin constant text := '"url": "https?://[^/"\\]+(?=/storage/v1/object/public/tapis/)';
    held record;
    well_sealed uuid[] := array(
        select o.uuid from public.transactions as o join private.order_seals as seal on seal.uuid = o.uuid
        where seal.sha256 = sha256(convert_to(jsonb_build_array(
            o.uuid, o.user_id, o.transactions, o.invoice_image, o.status, extract(epoch from o.created_at),
            extract(epoch from o.updated_at), (
                select proof.sha256 from private.record_pictures as proof
                where proof.place = 'transactions' and proof.record = o.uuid
                    and proof.object_name = 'transactions/invoices/' || (o.invoice_image ->> 'filename')
            ))::text, 'UTF8')));
begin
    for held in
        select c.oid::regclass as relation, a.attname as name
        from pg_class as c join pg_attribute as a on a.attrelid = c.oid
        where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'r'
            and c.oid <> 'public.audit_log'::regclass
            and a.atttypid = 'jsonb'::regtype and not a.attisdropped and a.attgenerated = ''
    loop
        execute format('alter table %s disable trigger user', held.relation);
        execute format($update$
            update %1$s set %2$I = regexp_replace(%2$I::text, %3$L, '"url": "', 'g')::jsonb where %2$I::text ~ %3$L
            $update$, held.relation, held.name, origin);
        execute format('alter table %s enable trigger user', held.relation);
    end loop;
    update private.order_seals as seal
    set sha256 = sha256(convert_to(jsonb_build_array(
        o.uuid, o.user_id, o.transactions, o.invoice_image, o.status, extract(epoch from o.created_at),
        extract(epoch from o.updated_at), (
            select proof.sha256 from private.record_pictures as proof
            where proof.place = 'transactions' and proof.record = o.uuid
                and proof.object_name = 'transactions/invoices/' || (o.invoice_image ->> 'filename')
        ))::text, 'UTF8'))
    from public.transactions as o where o.uuid = seal.uuid and o.uuid = any(well_sealed);
end
$$;
