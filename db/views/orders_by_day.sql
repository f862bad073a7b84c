-- orders_by_day: how many orders came on each day in Lampung's time and what they amount to, with delivery, without
-- rejected ones. For administrators; runs with the caller's rights.

create or replace view public.orders_by_day with (security_invoker = true) as
    select (created_at at time zone 'Asia/Jakarta')::date as day, count(*) as orders, sum((
        select sum((line -> 'price')::numeric * (line -> 'quantity_to_buy')::numeric)
        from jsonb_array_elements(transactions) as line
    ) + coalesce((delivery_way ->> 'fee')::numeric, 0)) as revenue
    from public.transactions
    where status <> 'Rejected' and (select private.app_role()) = 'admin'
    group by 1;
comment on view public.orders_by_day is 'Orders that were not rejected and their revenue, by day.';

grant select on public.orders_by_day to authenticated;

-- Not granted: everything for anon and the service key, and every change for everybody.
