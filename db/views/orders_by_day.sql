-- orders_by_day: how many orders came on each day in Lampung's time and what they amount to, with delivery, without
-- rejected ones; a deleted one counts if it was paid and its pieces aren't back. For administrators; runs with the caller's
-- rights.

create or replace view public.orders_by_day with (security_invoker = true) as
    select (created_at at time zone 'Asia/Jakarta')::date as day, count(*) as orders, sum((
        select sum((line -> 'price')::numeric * (line -> 'quantity_to_buy')::numeric)
        from jsonb_array_elements(goods) as line
    ) + coalesce((delivery_way ->> 'fee')::numeric, 0)) as revenue
    from (
        select created_at, transactions as goods, delivery_way from public.transactions where status <> 'Rejected'
        union all
        select created_at, goods, delivery_way from public.payments
        where place = 'transactions' and state = 'accepted' and deleted_at is not null and not pieces_back and goods is not null
    ) as sold
    where (select private.app_role()) = 'admin'
    group by 1;
comment on view public.orders_by_day is 'Orders that were not rejected, or were paid before they were deleted, and their revenue, by day.';

grant select on public.orders_by_day to authenticated;

-- Not granted: everything for anon and the service key, and every change for everybody.
