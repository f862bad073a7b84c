-- An order that its buyer deletes stays with the owner as its payment; the pieces of one that was paid stay taken until the owner
-- says what became of them.

alter table public.payments
    add column deleted_by text,
    add column keeps_pieces boolean not null default false,
    add constraint payments_deleted_by_the_buyer_or_the_shop check (deleted_by in ('buyer', 'shop')),
    add constraint payments_keep_pieces_once_deleted check (not keeps_pieces or deleted_at is not null);
comment on column public.payments.deleted_by is 'Who deleted its order or registration: buyer or shop.';
comment on column public.payments.keeps_pieces is
    'Of an order that was deleted after it was accepted and before it was finished: public.settle_deleted_order ends it.';
create index payments_keeping_pieces on public.payments (deleted_at) where keeps_pieces;
