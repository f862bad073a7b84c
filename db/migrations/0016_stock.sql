-- What was entered of each size, apart from what orders hold: until now products.sizes alone had the difference, and
-- carried it along.

-- No foreign key: a deleted product that is restored has its stock, too.
create table private.stock (
    product_uuid uuid,
    size text,
    entered bigint not null,
    constraint stock_pkey primary key (product_uuid, size),
    constraint stock_entered_at_least_0 check (entered >= 0)
);
alter table private.stock enable row level security;
comment on table private.stock is 'Pieces of a size that were entered, with those that orders held by then; a size that is not counted has no row.';
comment on table private.stock_holds is 'The pieces of counted sizes that an order holds.';
create index stock_holds_of_a_size on private.stock_holds (product_uuid, size) include (quantity);

insert into private.stock (product_uuid, size, entered)
select product, size, stock + coalesce((
    select sum(quantity) from private.stock_holds as held where (held.product_uuid, held.size) = (product, counted.size)), 0)
from (
    select uuid as product, sizes from public.products
    union all
    select uuid, record -> 'sizes' from private.deleted_records where place = 'products' and record ? 'sizes'
) as listed, jsonb_to_recordset(sizes) as counted (size text, stock numeric)
where stock is not null
on conflict do nothing;
