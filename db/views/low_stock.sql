-- low_stock: sizes of which few pieces are left, or none. For administrators; runs with the caller's rights.

create or replace view public.low_stock with (security_invoker = true) as
    select product.uuid, product.heading, one ->> 'size' as size, (one -> 'stock')::bigint as pieces
    from public.products as product cross join jsonb_array_elements(product.sizes) as one
    where (select private.app_role()) = 'admin' and not product.hidden and jsonb_typeof(one -> 'stock') = 'number'
        and (one -> 'stock')::bigint <= coalesce(product.few_from, private.low_stock_threshold());
comment on view public.low_stock is 'Sizes of which few pieces are left, or none.';

grant select on public.low_stock to authenticated;

-- Not granted: everything for anon and the service key, and every change for everybody.
