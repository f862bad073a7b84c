-- best_products: what was ordered of each product, without rejected orders; a product that is no longer sold has the
-- heading that it was last ordered under. For administrators; runs with the caller's rights.

create or replace view public.best_products with (security_invoker = true) as
    select line ->> 'uuid' as uuid, (array_agg(line ->> 'heading' order by created_at desc))[1] as heading,
        sum((line -> 'quantity_to_buy')::numeric) as pieces,
        sum((line -> 'price')::numeric * (line -> 'quantity_to_buy')::numeric) as revenue
    from public.transactions, jsonb_array_elements(transactions) as line
    where status <> 'Rejected' and (select private.app_role()) = 'admin'
    group by 1;
comment on view public.best_products is 'Pieces and revenue of each product in orders that were not rejected.';

grant select on public.best_products to authenticated;

-- Not granted: everything for anon and the service key, and every change for everybody.
