-- Orders that nobody decided about lapse, a day after it was announced to their buyers.

alter table public.payments
    add column lapse_announced_at timestamptz,
    add column lapsed boolean not null default false,
    add constraint payments_lapsed_are_rejected check (not lapsed or state = 'rejected');
comment on column public.payments.lapse_announced_at is 'When its buyer was told that it lapses a day later.';
comment on column public.payments.lapsed is 'Rejected by the shop itself, since nobody decided in time.';
