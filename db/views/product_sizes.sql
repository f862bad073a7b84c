-- product_sizes: the sizes that products come in, each with the number of products that have it in stock. Everyone reads it,
-- as everyone reads the products.

create or replace view public.product_sizes with (security_invoker = true) as
    select size, count(*) filter (where stock is distinct from 0) as products
    from public.products, jsonb_to_recordset(sizes) as offered (size text, stock integer)
    where size <> ''
    group by size;
comment on view public.product_sizes is 'The sizes of products, and how many products have each in stock.';

grant select on public.product_sizes to anon, authenticated, service_role;

-- Not granted: every change, for everybody: what changes is the table.
