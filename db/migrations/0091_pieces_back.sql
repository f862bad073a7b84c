-- What was paid for a deleted order whose pieces are in stock again is to be refunded; any other
-- paid order that was deleted counts on its day like those that are there.
alter table public.payments
    add column pieces_back boolean,
    add constraint payments_pieces_come_back_once_deleted check (not pieces_back or deleted_at is not null and not keeps_pieces);
comment on column public.payments.pieces_back is 'Of an order that was deleted: whether pieces it kept are in stock again; null where earlier versions didn''t note it.';
update public.payments set pieces_back = false where keeps_pieces;
drop index public.payments_of_another_amount;
create index payments_of_another_amount on public.payments (decided_at)
    where cancelled_by is not null or received is not null or pieces_back;
create index payments_of_deleted_orders on public.payments (created_at)
    where place = 'transactions' and state = 'accepted' and deleted_at is not null and not pieces_back;
-- Whoever is asked for an exact amount waits for what reads the rests of others.
create index payments_in_part on public.payments (amount) where received is not null and state in ('waiting', 'rejected');
