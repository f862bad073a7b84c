-- Orders and registrations with every status; what is said of them is made from their number.
insert into public.products (uuid, image, heading, sub_heading, category, price)
select md5('product ' || n)::uuid, '{"filename": "kain.png", "title": "kain", "url": "https://kain.id/storage/v1/object/public/tapis/products/kain.png"}',
    'Kain ' || n, 'Sutra', 'Kain', 100000 + n * 1000
from generate_series(1, 20) as n;

insert into public.transactions (uuid, user_id, transactions, invoice_image, status, created_at, updated_at)
select md5('order ' || n)::uuid, (string_to_array(current_setting('filling.talents'), ','))[n % 5 + 1]::uuid, (
        select jsonb_agg(jsonb_build_object('uuid', product.uuid, 'heading', product.heading, 'price', product.price,
            'category', product.category, 'image', product.image, 'checked', true, 'quantity_to_buy', 1 + n % 3,
            'inserted_at', '2026-11-20T10:00:00.000Z') order by product.price)
        from public.products as product
        where product.uuid in (md5('product ' || 1 + n % 20)::uuid, md5('product ' || 1 + n % 7)::uuid)),
    jsonb_build_object('filename', 'bukti-' || n || '.png', 'title', 'bukti',
        'url', 'https://kain.id/storage/v1/object/public/tapis/transactions/invoices/bukti-' || n || '.png'),
    'Processed', now() - n * interval '1 minute' - interval '1 hour', now() - n * interval '1 minute' - interval '1 hour'
from generate_series(0, current_setting('filling.count')::integer - 1) as n;

insert into public.audition_registrations (uuid, user_id, name, place_and_date_of_birth, address, age, body_weight, height,
    comcard_image, invoice_image, created_at, updated_at)
select md5('registration ' || n)::uuid, (string_to_array(current_setting('filling.talents'), ','))[n % 5 + 1]::uuid,
    'Talent ' || n, 'Metro, 1 May 2004', 'Jl. Kartini ' || n, 18 + n % 10, 50 + n % 20, 160 + n % 20,
    jsonb_build_object('filename', 'bukti-' || n || '.png', 'title', 'card',
        'url', 'https://kain.id/storage/v1/object/public/tapis/audition-registrations/comcards/bukti-' || n || '.png'),
    jsonb_build_object('filename', 'bukti-' || n || '.png', 'title', 'bukti',
        'url', 'https://kain.id/storage/v1/object/public/tapis/audition-registrations/invoices/bukti-' || n || '.png'),
    now() - n * interval '1 minute' - interval '1 hour', now() - n * interval '1 minute' - interval '1 hour'
from generate_series(0, current_setting('filling.count')::integer - 1) as n;

-- Of ten orders two wait, four are accepted, two finished and two rejected; decided by the administrator.
select set_config('request.jwt.claims', json_build_object('sub', current_setting('filling.admin'), 'role', 'authenticated')::text, false);
update public.transactions as ordered set status = decided.status
from (
    select md5('order ' || n)::uuid as uuid,
        (array['Processed', 'Processed', 'Accepted', 'Accepted', 'Accepted', 'Accepted', 'Finished', 'Finished', 'Rejected', 'Rejected'])[n / 5 % 10 + 1] as status
    from generate_series(0, current_setting('filling.count')::integer - 1) as n
) as decided
where decided.uuid = ordered.uuid and decided.status <> 'Processed';
