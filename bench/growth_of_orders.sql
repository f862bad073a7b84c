-- Orders with their payments, deliveries, proofs and seals, as the triggers leave them, without waiting for each of them.
-- Settings of the session say which (filling.*): first, last, accounts, talent, metadata.
set session_replication_role = replica;

create temporary table batch as
select n, md5('order ' || n)::uuid as uuid,
    case when n between 100 and 119 then current_setting('filling.talent')::uuid else md5('buyer ' || 1 + n % current_setting('filling.accounts')::integer)::uuid end as user_id,
    'bukti-' || n || '.png' as proof, now() - n * interval '1 minute' as created_at,
    case when n < 50 then 'Processed' when n % 10 = 0 then 'Rejected' else 'Finished' end as status
from generate_series(current_setting('filling.first')::integer, current_setting('filling.last')::integer) n;

insert into storage.objects (bucket_id, name, owner_id, version, metadata)
select 'tapis', 'transactions/invoices/' || proof, user_id::text, md5('version ' || n)::uuid::text, current_setting('filling.metadata')::jsonb
from batch;

insert into private.object_names (bucket_id, name, version, owner_id, sha256)
select bucket_id, name, version, owner_id, private.sha256_of(metadata)
from batch join storage.objects on name = 'transactions/invoices/' || proof;

insert into public.transactions (uuid, user_id, transactions, invoice_image, status, created_at, updated_at)
select uuid, user_id, (
        select jsonb_agg(jsonb_build_object('uuid', product.uuid, 'heading', product.heading, 'price', product.price,
            'category', 'Kain', 'image', product.image, 'checked', true, 'quantity_to_buy', 1,
            'inserted_at', '2026-11-20T10:00:00.000Z'))
        from public.products as product
        where product.uuid in (md5('product ' || 1 + n % 100)::uuid, md5('product ' || 1 + n % 7)::uuid)),
    jsonb_build_object('filename', proof, 'title', 'bukti',
        'url', '/storage/v1/object/authenticated/tapis/transactions/invoices/' || proof),
    status, created_at, created_at
from batch;

insert into public.payments (place, record, order_uuid, user_id, total, amount, state, created_at, decided_at)
select 'transactions', uuid, uuid, user_id, 200000 + n % 900, 200000 + n % 900,
    case status when 'Processed' then 'waiting' when 'Rejected' then 'rejected' else 'accepted' end,
    created_at, case when status <> 'Processed' then created_at + interval '1 hour' end
from batch;

insert into public.order_deliveries (order_uuid, user_id, name, whatsapp, address)
select uuid, user_id, 'Buyer ' || n, '+628110000000', 'Jl. Kartini ' || n from batch;

insert into private.record_pictures (place, record, named_by, object_name, version, sha256, settled)
select 'transactions', uuid, 'invoice_image', 'transactions/invoices/' || proof, md5('version ' || n)::uuid::text,
    name.sha256, status <> 'Processed'
from batch join private.object_names as name on name.name = 'transactions/invoices/' || proof;

insert into private.order_seals (uuid, sha256)
select o.uuid, private.seal_of(o) from batch join public.transactions as o on o.uuid = batch.uuid;

drop table batch;
set session_replication_role = origin;
