-- Which shop this database is. Its pictures' store has the same identity, so that a database and a store that don't belong
-- together are noticed before anything is taken for unneeded.
create table private.shop (
    one boolean default true,
    id uuid not null default gen_random_uuid(),
    recoverable interval not null default '30 days',
    constraint shop_pkey primary key (one),
    constraint shop_is_one check (one),
    constraint shop_recoverable_is_a_day_or_more check (recoverable >= interval '1 day')
);
alter table private.shop enable row level security;
comment on table private.shop is 'One row: which shop this is, and how long it keeps what was removed.';
comment on column private.shop.id is 'The store of the pictures has it, too (file identity).';
comment on column private.shop.recoverable is 'As TAPIS_RECOVERABLE_DAYS said when the shop was last open.';
insert into private.shop default values;

-- When the shop was seen running, by the database's clock. Only this time counts for the age of what was removed: neither a clock
-- that jumps nor a shop that is closed makes anything old.
create table private.running_periods (
    id bigint generated always as identity,
    started_at timestamptz not null,
    seen_at timestamptz not null,
    follows_jump boolean not null default false,
    constraint running_periods_pkey primary key (id),
    constraint running_periods_have_a_length check (seen_at >= started_at)
);
alter table private.running_periods enable row level security;
comment on table private.running_periods is 'From when to when the shop was seen running, in the order in which it was seen.';
comment on column private.running_periods.follows_jump is 'The clock had jumped against this machine''s own count of seconds.';
