-- What came where it is another sum than was asked, and what was paid back.

alter table public.payments
    add column received bigint,
    add constraint payments_received_not_negative check (received >= 0);
comment on column public.payments.received is 'What came, where that is another sum than was asked.';

create table public.refunds (
    uuid uuid default gen_random_uuid(),
    place text not null,
    record uuid not null,
    user_id uuid not null,
    amount bigint not null,
    refunded_on date not null,
    way text not null,
    note text,
    created_at timestamptz not null default now(),
    constraint refunds_pkey primary key (uuid),
    constraint refunds_are_of_a_payment foreign key (place, record) references public.payments (place, record) on delete restrict,
    constraint refunds_amount_above_0 check (amount > 0),
    constraint refunds_way_1_to_100_characters check (way ~ '\S' and char_length(way) <= 100),
    constraint refunds_note_1_to_500_characters check (note ~ '\S' and char_length(note) <= 500)
);
comment on table public.refunds is 'What was paid back of a payment.';
comment on column public.refunds.user_id is 'Who had paid. No foreign key: refunds outlive accounts.';
comment on column public.refunds.refunded_on is 'The day on which it was paid back.';
comment on column public.refunds.way is 'How: the account, the e-wallet, or cash.';
comment on column public.refunds.note is 'For whoever had paid.';
create index refunds_of_a_payment on public.refunds (place, record);
create index refunds_of_a_person on public.refunds (user_id);
create index refunds_newest_first on public.refunds (refunded_on desc, uuid);

alter table public.audit_log drop constraint audit_log_place_is_watched;
alter table public.audit_log add constraint audit_log_place_is_watched check (place in
    ('payment_methods', 'user_roles', 'transactions', 'objects', 'payments', 'refunds', 'reconciliations', 'statement_lines',
    'statement_formats', 'products', 'reviews', 'statement_ties'));
