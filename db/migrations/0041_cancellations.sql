-- An order is cancelled before it was accepted, by its buyer or by the shop.

alter table public.payments
    add column cancelled_by text,
    add constraint payments_cancelled_by_the_buyer_or_the_shop check (cancelled_by in ('buyer', 'shop')),
    add constraint payments_cancelled_are_rejected check (cancelled_by is null or state = 'rejected');
comment on column public.payments.cancelled_by is 'Who cancelled its order: buyer or shop. The reason is theirs, and it takes no other proof.';
create index payments_cancelled on public.payments (decided_at) where cancelled_by is not null;
