-- Products that are hidden, prices before a reduction, and from how many pieces on a product is nearly sold out.

alter table public.products
    add column hidden boolean not null default false,
    add column price_before bigint,
    add column few_from integer,
    add constraint products_price_before_is_higher_than_price check (price_before > price),
    add constraint products_price_before_at_most_9007199254740991 check (price_before <= 9007199254740991),
    add constraint products_few_from_0_to_999999 check (few_from between 0 and 999999);
comment on column public.products.hidden is 'Administrators alone see it, and nobody can order it; orders keep their copy.';
comment on column public.products.price_before is 'What it cost before a reduction.';
comment on column public.products.few_from is 'Up to so many pieces of a size are few; empty: as many as for all products.';
create index products_hidden on public.products (hidden) where hidden;
