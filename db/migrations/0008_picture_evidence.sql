-- Which picture a record named when it was written, with the checksum of its bytes. A row stays when the record names
-- another picture or is deleted: what was paid stays provable, and a proof of payment serves one order for ever.
create table private.record_pictures (
    place text,
    record uuid,
    named_by text,
    object_name text,
    version text not null,
    sha256 text,
    settled boolean not null default false,
    noted_at timestamptz not null default now(),
    constraint record_pictures_pkey primary key (place, record, named_by, object_name),
    constraint record_pictures_sha256_is_hexadecimal check (sha256 ~ '^[0-9a-f]{64}$')
);
alter table private.record_pictures enable row level security;
comment on table private.record_pictures is 'Every picture that a record named, as it was when it was named first.';
comment on column private.record_pictures.named_by is 'The column of the record.';
comment on column private.record_pictures.sha256 is 'Of the bytes; null where the platform keeps none.';
comment on column private.record_pictures.settled is 'The proof of an order that was once more than Processed.';
create index record_pictures_of_an_object on private.record_pictures (object_name);
create unique index record_pictures_a_proof_serves_one_order on private.record_pictures (object_name)
    where place = 'transactions';

-- What the records of today name; of several orders with one proof, the oldest has it.
insert into private.record_pictures (place, record, named_by, object_name, version, sha256, settled)
select place, record, named_by, object.name, object.version,
    substring(object.metadata ->> 'eTag' from '^"([0-9a-f]{64})"$'), settled
from (
    select 'slides' as place, uuid as record, 'image' as named_by, 'slides/' || (image ->> 'filename') as name,
        false as settled, created_at from public.slides
    union all select 'about_us_section', uuid, 'image', 'about-us-section/' || (image ->> 'filename'), false, created_at
    from public.about_us_section
    union all select 'gallery', uuid, 'image', 'gallery/' || (image ->> 'filename'), false, created_at
    from public.gallery
    union all select 'products', uuid, 'image', 'products/' || (image ->> 'filename'), false, created_at
    from public.products
    union all select 'payment_methods', uuid, 'qris_image', 'payment-methods/' || (qris_image ->> 'filename'), false,
        created_at from public.payment_methods
    union all select 'audition_registrations', uuid, 'comcard_image',
        'audition-registrations/comcards/' || (comcard_image ->> 'filename'), false, created_at
    from public.audition_registrations
    union all select 'audition_registrations', uuid, 'invoice_image',
        'audition-registrations/invoices/' || (invoice_image ->> 'filename'), false, created_at
    from public.audition_registrations
    union all select 'transactions', uuid, 'invoice_image', 'transactions/invoices/' || (invoice_image ->> 'filename'),
        status <> 'Processed', created_at from public.transactions
) as named
join storage.objects as object on object.bucket_id = 'tapis' and object.name = named.name
order by named.created_at, record
on conflict do nothing;

-- The seal of an order covers the checksum of its proof from now on. An order that differs from its seal already
-- keeps the old one, and so stays noticed.
update private.order_seals as seal
set sha256 = sha256(convert_to(jsonb_build_array(
    o.uuid, o.user_id, o.transactions, o.invoice_image, o.status, extract(epoch from o.created_at),
    extract(epoch from o.updated_at), proof.sha256)::text, 'UTF8'))
from public.transactions as o
left join private.record_pictures as proof on proof.place = 'transactions' and proof.record = o.uuid
where seal.uuid = o.uuid and seal.sha256 = sha256(convert_to(jsonb_build_array(
    o.uuid, o.user_id, o.transactions, o.invoice_image, o.status, extract(epoch from o.created_at),
    extract(epoch from o.updated_at))::text, 'UTF8'));

-- The audit log is also about orders, and about the files of payment-methods/.
alter table public.audit_log drop constraint audit_log_place_is_watched;
alter table public.audit_log add constraint audit_log_place_is_watched
    check (place in ('payment_methods', 'user_roles', 'transactions', 'objects'));
comment on table public.audit_log is
    'What was done to payment accounts, their pictures, orders and roles; only added to, read by administrators.';
comment on column public.audit_log.record_id is
    'The payment method, the file, the order, or the account whose role it is.';

-- Functions that have other names now; the rules that called them are made again at the end of the run.
drop function if exists private.tg__tell_changed() cascade;
drop function if exists private.serves_another_person(text) cascade;
