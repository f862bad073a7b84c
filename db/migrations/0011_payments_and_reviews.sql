-- The text of a static QRIS code, what is to be paid for each order and registration, what was decided about it, and
-- by which pictures a proof of payment is recognised.

-- The fields of a code: [{id, value}, …] in their order; null when the text is no such list. 512 characters at most.
create function private.qris_fields(code text) returns jsonb
    language plpgsql immutable parallel safe set search_path = ''
    as $$
    declare
        fields jsonb := '[]';
        place integer := 1;
        size integer;
    begin
        while place <= char_length(code) loop
            if substr(code, place, 4) !~ '^[0-9]{4}$' or char_length(code) > 512 then
                return null;
            end if;
            size := substr(code, place + 2, 2)::integer;
            if place + 3 + size > char_length(code) then
                return null;
            end if;
            fields := fields || jsonb_build_object('id', substr(code, place, 2), 'value', substr(code, place + 4, size));
            place := place + 4 + size;
        end loop;
        return fields;
    end
    $$;

-- CRC-16 with the polynomial 1021 and the start FFFF, as four hexadecimal digits.
create function private.crc16(content bytea) returns text
    language plpgsql immutable parallel safe set search_path = ''
    as $$
    declare
        sum integer := 65535;
    begin
        for place in 0 .. length(content) - 1 loop
            sum := sum # (get_byte(content, place) << 8);
            for bit in 1 .. 8 loop
                sum := ((sum << 1) # case when sum & 32768 <> 0 then 4129 else 0 end) & 65535;
            end loop;
        end loop;
        return lpad(upper(to_hex(sum)), 4, '0');
    end
    $$;

-- Why a text is not the content of a static QRIS code: a keyword of functions/qris.sql; null when it is.
create function private.qris_fault(code text) returns text
    language sql immutable parallel safe
    return (
        with fields (list) as (select private.qris_fields(code)),
        field as (
            select one ->> 'id' as id, one ->> 'value' as value
            from fields, jsonb_array_elements(fields.list) as one
        )
        select case
            when code is null then null
            when fields.list is null or fields.list = '[]'
                or fields.list -> 0 <> '{"id": "00", "value": "01"}' or fields.list -> -1 ->> 'id' <> '63'
                or right(code, 8) !~ '^6304[0-9A-Fa-f]{4}$'
                or exists (select from field group by id having count(*) > 1)
                or exists (
                    select from field where (id between '26' and '51' or id in ('62', '64') or id between '80' and '99')
                        and private.qris_fields(value) is null)
                or not exists (select from field where id between '26' and '45')
                or not exists (
                    select from field
                    where id = '51' and private.qris_fields(value) @> '[{"id": "00", "value": "ID.CO.QRIS.WWW"}]')
            then 'qris_structure'
            when private.crc16(convert_to(left(code, -4), 'UTF8')) <> upper(right(code, 4)) then 'qris_crc'
            when not exists (select from field where id = '53' and value = '360') then 'qris_currency'
            when not exists (select from field where id = '58' and value = 'ID') then 'qris_country'
            when exists (select from field where id = '01' and value <> '11') then 'qris_dynamic'
            when exists (select from field where id = '54') then 'qris_amount'
        end from fields
    );

revoke all on function private.qris_fields(text), private.crc16(bytea), private.qris_fault(text) from public;

alter table public.payment_methods
    add column qris text,
    add column ceiling bigint not null default 10000000,
    add column exact_amounts boolean not null default false,
    add constraint payment_methods_qris_is_static check (private.qris_fault(qris) is null),
    add constraint payment_methods_ceiling_1_to_9007199254740991 check (ceiling between 1 and 9007199254740991);
comment on column public.payment_methods.qris is 'The text in the static QRIS code of qris_image.';
comment on column public.payment_methods.ceiling is 'The most that one QRIS payment may carry, in rupiah.';
comment on column public.payment_methods.exact_amounts is 'Whether amounts differ by a few rupiah, so that payments can be told apart.';

-- No foreign keys: `record` is of the table `place`, and orders outlive the accounts of their buyers.
create table public.amounts_due (
    place text,
    record uuid,
    user_id uuid not null,
    total bigint not null,
    amount bigint not null,
    created_at timestamptz not null default now(),
    constraint amounts_due_pkey primary key (place, record),
    constraint amounts_due_place_is_paid_for check (place in ('transactions', 'audition_registrations')),
    constraint amounts_due_total_not_negative check (total >= 0),
    constraint amounts_due_amount_not_negative check (amount >= 0)
);
comment on table public.amounts_due is 'What is to be paid for an order or a registration.';
comment on column public.amounts_due.total is 'What it costs.';
comment on column public.amounts_due.amount is 'What its buyer was asked to pay: the total, or a few rupiah beside it.';
create index amounts_due_of_a_person on public.amounts_due (user_id);
create index amounts_due_by_amount on public.amounts_due (amount);

create table private.amount_reservations (
    user_id uuid,
    pathname text,
    total bigint not null,
    amount bigint not null,
    reserved_at timestamptz not null default now(),
    constraint amount_reservations_pkey primary key (user_id, pathname),
    constraint amount_reservations_user_id_is_an_account
        foreign key (user_id) references auth.users (id) on delete cascade
);
alter table private.amount_reservations enable row level security;
comment on table private.amount_reservations is 'Amounts that people were asked to pay on a page, before they sent its form.';

create table public.reviews (
    place text,
    record uuid,
    user_id uuid not null,
    decision text not null,
    reason text,
    decided_at timestamptz not null default now(),
    constraint reviews_pkey primary key (place, record),
    constraint reviews_place_is_paid_for check (place in ('transactions', 'audition_registrations')),
    constraint reviews_decision_is_known check (decision in ('accepted', 'rejected')),
    constraint reviews_reason_1_to_500_characters check (reason ~ '\S' and char_length(reason) <= 500)
);
comment on table public.reviews is 'Whether the payment of an order or a registration was accepted.';
comment on column public.reviews.reason is 'Why it was rejected, for its buyer.';
create index reviews_of_a_person on public.reviews (user_id);
create index reviews_newest_first on public.reviews (decided_at desc);

-- A table of its own: buyers read reviews, and not who wrote them.
create table private.reviewers (
    place text,
    record uuid,
    user_id uuid not null,
    constraint reviewers_pkey primary key (place, record),
    constraint reviewers_have_reviewed
        foreign key (place, record) references public.reviews (place, record) on delete cascade
);
alter table private.reviewers enable row level security;
comment on table private.reviewers is 'The account that decided a review.';

create index transactions_waiting on public.transactions (created_at, uuid) where status = 'Processed';

insert into public.amounts_due (place, record, user_id, total, amount, created_at)
select 'transactions', uuid, user_id, cost.total, cost.total, created_at
from public.transactions, lateral (
    select least(sum((line ->> 'price')::numeric * (line ->> 'quantity_to_buy')::numeric), 9007199254740991)::bigint
    from jsonb_array_elements(transactions) as line
) as cost (total);
insert into public.reviews (place, record, user_id, decision, decided_at)
select 'transactions', uuid, user_id, case status when 'Rejected' then 'rejected' else 'accepted' end, updated_at
from public.transactions where status <> 'Processed';

alter table private.deleted_records
    add column amount bigint,
    add column review jsonb;
comment on column private.deleted_records.amount is 'What was to be paid, of public.amounts_due.';
comment on column private.deleted_records.review is 'The row of public.reviews of a deleted record.';

alter table private.object_names add column perceptual_hash bit(256);
comment on column private.object_names.perceptual_hash is
    'Of a card or a proof of payment: pictures that look alike differ in few bits. Null where the platform makes none.';

alter table public.audit_log drop constraint audit_log_place_is_watched;
alter table public.audit_log add constraint audit_log_place_is_watched
    check (place in ('payment_methods', 'user_roles', 'transactions', 'objects', 'reviews'));
comment on table public.audit_log is
    'What was done to payment accounts, their pictures, orders, reviews and roles; only added to, read by administrators.';
comment on column public.audit_log.record_id is
    'The payment method, the file, the order, what was reviewed, or the account whose role it is.';
