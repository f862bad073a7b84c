-- best_products: what was ordered of each product, in the orders of views/orders_by_day.sql; a product that is no longer sold
-- has the heading that it was last ordered under. For administrators; runs with the caller's rights.

create or replace view public.best_products with (security_invoker = true) as
    select line ->> 'uuid' as uuid, (array_agg(line ->> 'heading' order by created_at desc))[1] as heading,
        sum((line -> 'quantity_to_buy')::numeric) as pieces,
        sum((line -> 'price')::numeric * (line -> 'quantity_to_buy')::numeric) as revenue
    from (
        select created_at, transactions as goods from public.transactions where status <> 'Rejected'
        union all
        select created_at, goods from public.payments
        where place = 'transactions' and state = 'accepted' and deleted_at is not null and not pieces_back and goods is not null
    ) as sold, jsonb_array_elements(goods) as line
    where (select private.app_role()) = 'admin'
    group by 1;
comment on view public.best_products is 'Pieces and revenue of each product in orders that were not rejected, or were paid before they were deleted.';

grant select on public.best_products to authenticated;

-- Not granted: everything for anon and the service key, and every change for everybody.
