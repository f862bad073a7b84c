-- A payment is a row of its own from the moment its amount is reserved, and outlives its order or registration. What was to be
-- paid, what was reserved and what was decided were tables of their own before.

create table public.payments (
    place text,
    record uuid,
    order_uuid uuid,
    registration_uuid uuid,
    user_id uuid not null,
    goods jsonb,
    total bigint,
    amount bigint,
    state text not null default 'waiting',
    reason text,
    created_at timestamptz not null default now(),
    decided_at timestamptz,
    deleted_at timestamptz,
    constraint payments_pkey primary key (place, record),
    constraint payments_place_is_paid_for check (place in ('transactions', 'audition_registrations')),
    constraint payments_pay_for_their_record check (
        order_uuid is null or place = 'transactions' and order_uuid = record),
    constraint payments_pay_for_their_registration check (
        registration_uuid is null or place = 'audition_registrations' and registration_uuid = record),
    constraint payments_total_not_negative check (total >= 0),
    constraint payments_amount_not_negative check (amount >= 0),
    constraint payments_state_is_known check (state in ('reserved', 'released', 'waiting', 'accepted', 'rejected')),
    constraint payments_decided_say_when check ((decided_at is not null) = (state in ('accepted', 'rejected'))),
    constraint payments_reason_1_to_500_characters check (reason ~ '\S' and char_length(reason) <= 500),
    constraint payments_order_uuid_is_an_order
        foreign key (order_uuid) references public.transactions (uuid) on delete set null,
    constraint payments_registration_uuid_is_a_registration
        foreign key (registration_uuid) references public.audition_registrations (uuid) on delete set null
);
comment on table public.payments is 'What is, was or may be to be paid for an order or a registration, and what was decided about it.';
comment on column public.payments.place is 'The table of what is paid for.';
comment on column public.payments.record is 'What is paid for, also before it is sent and after it was deleted.';
comment on column public.payments.user_id is 'Who pays. No foreign key: payments outlive accounts.';
comment on column public.payments.goods is 'Of an order that was deleted: its lines.';
comment on column public.payments.total is 'What it costs; null where a page said no fee.';
comment on column public.payments.amount is 'What its buyer was asked to pay: the total, or a few rupiah beside it.';
comment on column public.payments.state is 'reserved: not sent yet; released: nor will it be, as it seems.';
comment on column public.payments.reason is 'Why it was rejected, for its buyer.';
comment on column public.payments.created_at is 'When its amount was reserved, then when its order or registration was sent.';
comment on column public.payments.deleted_at is 'When its order or registration was deleted.';
create unique index payments_of_an_order on public.payments (order_uuid);
create unique index payments_of_a_registration on public.payments (registration_uuid);
create index payments_of_a_person on public.payments (user_id, created_at desc);
create index payments_by_amount on public.payments (amount);
create index payments_newest_first on public.payments (created_at desc, record);
create index payments_reserved on public.payments (created_at) where state in ('reserved', 'released');

insert into public.payments (place, record, order_uuid, user_id, total, amount, state, reason, created_at, decided_at)
select 'transactions', ordered.uuid, ordered.uuid, ordered.user_id, coalesce(due.total, cost.total), coalesce(due.amount, cost.total),
    case ordered.status when 'Processed' then 'waiting' when 'Rejected' then 'rejected' else 'accepted' end,
    case ordered.status when 'Rejected' then reviewed.reason end, coalesce(due.created_at, ordered.created_at),
    case when ordered.status <> 'Processed' then coalesce(reviewed.decided_at, ordered.updated_at) end
from public.transactions as ordered
left join public.amounts_due as due on (due.place, due.record) = ('transactions', ordered.uuid)
left join public.reviews as reviewed on (reviewed.place, reviewed.record) = ('transactions', ordered.uuid)
cross join lateral (
    select least(sum((line ->> 'price')::numeric * (line ->> 'quantity_to_buy')::numeric), 9007199254740991)::bigint
    from jsonb_array_elements(ordered.transactions) as line
) as cost (total);

insert into public.payments (place, record, registration_uuid, user_id, total, amount, state, reason, created_at, decided_at)
select 'audition_registrations', registered.uuid, registered.uuid, registered.user_id, due.total, due.amount,
    coalesce(reviewed.decision, 'waiting'), reviewed.reason, coalesce(due.created_at, registered.created_at), reviewed.decided_at
from public.audition_registrations as registered
left join public.amounts_due as due on (due.place, due.record) = ('audition_registrations', registered.uuid)
left join public.reviews as reviewed on (reviewed.place, reviewed.record) = ('audition_registrations', registered.uuid);

insert into public.payments (place, record, user_id, total, amount, state, created_at)
select case pathname when '/shopping-cart' then 'transactions' else 'audition_registrations' end, record, user_id, total,
    amount, 'reserved', reserved_at
from private.amount_reservations
on conflict (place, record) do nothing;

insert into public.payments (place, record, user_id, goods, total, amount, state, reason, created_at, decided_at, deleted_at)
select place, uuid, coalesce(record ->> 'user_id', review ->> 'user_id', '00000000-0000-0000-0000-000000000000')::uuid,
    record -> 'transactions',
    amount, amount, coalesce(review ->> 'decision', 'waiting'), review ->> 'reason',
    coalesce((record ->> 'created_at')::timestamptz, deleted_at), (review ->> 'decided_at')::timestamptz, deleted_at
from private.deleted_records
where place in ('transactions', 'audition_registrations')
on conflict (place, record) do update set goods = excluded.goods, deleted_at = excluded.deleted_at
where payments.state = 'reserved';

-- What a line of a statement paid and is not known any more: the line says what came.
insert into public.payments (place, record, user_id, total, amount, state, created_at, decided_at, deleted_at)
select distinct on (tie.place, tie.record) tie.place, tie.record, '00000000-0000-0000-0000-000000000000'::uuid, line.amount,
    line.amount, 'accepted', tie.tied_at, tie.tied_at, tie.tied_at
from public.statement_ties as tie join public.statement_lines as line on line.uuid = tie.line_uuid
on conflict (place, record) do nothing;

alter table public.statement_ties rename to reconciliations;
alter table public.reconciliations rename column tied_by to reconciled_by;
alter table public.reconciliations rename column tied_at to reconciled_at;
alter table public.reconciliations rename constraint statement_ties_pkey to reconciliations_pkey;
alter table public.reconciliations rename constraint statement_ties_line_uuid_is_a_line to reconciliations_line_uuid_is_a_line;
alter index public.statement_ties_newest_first rename to reconciliations_newest_first;
alter index public.statement_ties_of_a_record rename to reconciliations_of_a_payment;
alter table public.reconciliations add constraint reconciliations_are_of_a_payment
    foreign key (place, record) references public.payments (place, record) on delete restrict;
comment on table public.reconciliations is 'Which payment a line of a statement is; several orders of one buyer add up to it. '
    'It outlives its order, or one transfer could pay twice: public.untie_line alone frees the line.';

alter table private.deleted_records drop column amount, drop column review;
comment on table private.deleted_records is 'Records that were deleted and can be brought back.';
drop table private.reviewers, public.reviews, private.amount_reservations, public.amounts_due cascade;

-- Entries of the tables before keep their names.
alter table public.audit_log drop constraint audit_log_place_is_watched;
alter table public.audit_log add constraint audit_log_place_is_watched check (place in
    ('payment_methods', 'user_roles', 'transactions', 'objects', 'payments', 'reconciliations', 'statement_lines',
    'statement_formats', 'products', 'reviews', 'statement_ties'));
comment on column public.audit_log.place is 'The table; reviews are payments of earlier versions, statement_ties their reconciliations.';
comment on table public.audit_log is 'What was done to payment accounts, their pictures, orders, payments, statements, prices and '
    'roles; only added to, read by administrators.';
create index audit_log_of_a_record on public.audit_log (record_id, created_at desc);
