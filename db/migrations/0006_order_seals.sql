-- A second witness of every order: when an order is taken, and whenever the shop changes it, a checksum of it is
-- kept here. An order that is gone without having been deleted, or that differs from its seal, is told by
-- `tapis doctor`. Nothing about a person is in here.
create table private.order_seals (
    uuid uuid,
    sha256 bytea not null,
    sealed_at timestamptz not null default now(),
    constraint order_seals_pkey primary key (uuid),
    constraint order_seals_sha256_is_32_bytes check (length(sha256) = 32)
);
alter table private.order_seals enable row level security;
comment on table private.order_seals is 'What every order was when the shop last wrote it.';

-- Orders that are older than this table; the sum is that of private.seal_of.
insert into private.order_seals (uuid, sha256)
select uuid, sha256(convert_to(jsonb_build_array(
    uuid, user_id, transactions, invoice_image, status, extract(epoch from created_at),
    extract(epoch from updated_at))::text, 'UTF8'))
from public.transactions;
