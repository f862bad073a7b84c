-- The lines of the bank's statements, how the files of each bank are read, and which payment a line is.

create table public.statement_lines (
    uuid uuid default gen_random_uuid(),
    account text not null,
    booked_on date not null,
    amount bigint not null,
    description text not null,
    place_of_day integer not null,
    imported_at timestamptz not null default now(),
    imported_by uuid,
    constraint statement_lines_pkey primary key (uuid),
    constraint statement_lines_are_kept_once unique (account, booked_on, amount, description, place_of_day),
    constraint statement_lines_account_1_to_64_characters check (account ~ '\S' and char_length(account) <= 64),
    constraint statement_lines_amount_up_to_9007199254740991
        check (amount <> 0 and amount between -9007199254740991 and 9007199254740991),
    constraint statement_lines_description_at_most_500_characters check (char_length(description) <= 500)
);
comment on table public.statement_lines is 'Lines of the bank''s statements, each kept once however often a file brings it.';
comment on column public.statement_lines.amount is 'In rupiah: above zero what came in, below zero what went out.';
comment on column public.statement_lines.place_of_day is 'Which of several equal lines of a day it is.';
create index statement_lines_incoming on public.statement_lines (amount, booked_on) where amount > 0;
create index statement_lines_of_an_import on public.statement_lines (imported_at);

create table public.statement_formats (
    fingerprint text,
    format jsonb not null,
    account text not null,
    updated_at timestamptz not null default now(),
    constraint statement_formats_pkey primary key (fingerprint),
    constraint statement_formats_fingerprint_1_to_500_characters
        check (fingerprint ~ '\S' and char_length(fingerprint) <= 500),
    constraint statement_formats_format_is_small check (jsonb_typeof(format) = 'object' and length(format::text) <= 2000),
    constraint statement_formats_account_1_to_64_characters check (account ~ '\S' and char_length(account) <= 64)
);
comment on table public.statement_formats is 'How a bank''s files are read, once an administrator has confirmed it.';
comment on column public.statement_formats.fingerprint is 'The headings of its table, by which a file of the same bank is known again.';

create table public.statement_ties (
    line_uuid uuid,
    place text,
    record uuid,
    tied_by uuid,
    tied_at timestamptz not null default now(),
    constraint statement_ties_pkey primary key (line_uuid, place, record),
    constraint statement_ties_line_uuid_is_a_line foreign key (line_uuid) references public.statement_lines (uuid) on delete restrict,
    constraint statement_ties_record_is_paid_for
        foreign key (place, record) references public.amounts_due (place, record) on delete cascade
);
comment on table public.statement_ties is 'Which order or registration a line of a statement paid; several orders of one buyer add up to it.';
create index statement_ties_of_a_record on public.statement_ties (place, record);
create index statement_ties_newest_first on public.statement_ties (tied_at desc);

alter table public.audit_log drop constraint audit_log_place_is_watched;
alter table public.audit_log add constraint audit_log_place_is_watched check (place in
    ('payment_methods', 'user_roles', 'transactions', 'objects', 'reviews', 'statement_lines', 'statement_ties'));
comment on table public.audit_log is 'What was done to payment accounts, their pictures, orders, reviews, statements and '
    'roles; only added to, read by administrators.';
comment on column public.audit_log.record_id is
    'The payment method, the file, the order, what was reviewed or paid, or the account whose role it is.';
