-- What a shop with many orders asks for every day, by index: what is paid and not sent, what waits, and the orders of a day in
-- Lampung.
create index transactions_accepted on public.transactions (created_at desc, uuid) where status = 'Accepted';
create index transactions_by_day on public.transactions (((created_at at time zone 'Asia/Jakarta')::date));
create index payments_waiting on public.payments (amount) where state = 'waiting';

-- It names nobody by itself any more, and its result is another one; the view is made again with the rules.
drop view if exists public.order_buyers;
drop function if exists private.buyers();
-- With its list of states as a default, a call without one would mean either.
drop function if exists private.receivables();
