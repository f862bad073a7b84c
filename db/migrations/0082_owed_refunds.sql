-- The dashboard asks for what is to be paid back each time it opens: cancelled payments, those of which another amount came,
-- and rejected ones that a bank line was matched with.
drop index public.payments_cancelled;
create index payments_of_another_amount on public.payments (decided_at) where cancelled_by is not null or received is not null;
create index payments_rejected on public.payments (place, record) where state = 'rejected';
