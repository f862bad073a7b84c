-- What the peer's second order writes: the least that is still an order, prices compared and a row of the caller's own.
create schema bench;
grant usage on schema bench to authenticated;
create table bench.orders (like public.transactions including defaults);
alter table bench.orders add primary key (uuid);
alter table bench.orders enable row level security;
create policy insert_own on bench.orders for insert to authenticated with check (user_id = (select auth.uid()));
grant insert on bench.orders to authenticated;

create function bench.compare_prices() returns trigger language plpgsql security definer set search_path = '' as $$
begin
    if exists (
        select from jsonb_array_elements(new.transactions) as line
        left join public.products as product on product.uuid = (line ->> 'uuid')::uuid
        where product.price is distinct from (line ->> 'price')::numeric)
    then
        raise exception 'The price has changed.';
    end if;
    return new;
end
$$;
create trigger compare_prices before insert on bench.orders for each row execute function bench.compare_prices();
