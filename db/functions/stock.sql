-- Stock: what is left of a product stands in products.sizes; an order takes its pieces out when it is sent and gives them
-- back when it is rejected or deleted. private.stock_holds says what each order took. Never below zero: a constraint.
--
-- Refusals: SQLSTATE (HTTP status), hint, details
--   PT409 (409)  out_of_stock   [{uuid, heading, size, left}]
--   PT409 (409)  stock_moved    a count that somebody enters anew is another by now; no details

-- The pieces that lines are about; size '' for products without sizes.
create or replace function private.pieces_of(lines jsonb) returns table (product uuid, size text, pieces bigint)
    language sql immutable set search_path = ''
    as $$
        select (line ->> 'uuid')::uuid, coalesce(line ->> 'size', ''), sum((line -> 'quantity_to_buy')::numeric)::bigint
        from jsonb_array_elements(lines) as line where pg_input_is_valid(line ->> 'uuid', 'uuid') group by 1, 2
    $$;

-- Whether stock can be counted of anything in these lines: what has no sizes has none.
create or replace function private.have_sizes(lines jsonb) returns boolean
    language sql stable security definer set search_path = ''
    as $$
        select exists (
            select from public.products
            where sizes <> '[]' and uuid in (select wanted.product from private.pieces_of(lines) as wanted))
    $$;

-- Whoever wants pieces of the same products waits here: price, size and stock are judged as one. In the order of their
-- uuids, so that two orders never wait for each other.
create or replace function private.lock_stock(lines jsonb) returns void
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform from public.products
        where sizes <> '[]' and uuid in (select wanted.product from private.pieces_of(lines) as wanted)
        order by uuid for no key update;
    end
    $$;

-- How many pieces of a size are left; null where nobody counts.
create or replace function private.stock_of(sizes jsonb, wanted text) returns bigint
    language sql immutable set search_path = ''
    as $$ select (one ->> 'stock')::numeric::bigint from jsonb_array_elements(sizes) as one where one ->> 'size' = wanted $$;

create or replace function private.with_stock(sizes jsonb, changed text, stock bigint) returns jsonb
    language sql immutable set search_path = ''
    as $$
        select jsonb_agg(case when one ->> 'size' = changed then jsonb_set(one, '{stock}', to_jsonb(stock)) else one end
            order by place)
        from jsonb_array_elements(sizes) with ordinality as listed (one, place)
    $$;

-- Refuses when fewer pieces are left than `is_now` asks for beyond `was`.
create or replace function private.require_stock(was jsonb, is_now jsonb) returns void
    language plpgsql stable security definer set search_path = ''
    as $$
    declare
        short jsonb;
        sentences text;
    begin
        select jsonb_agg(jsonb_build_object('uuid', product.uuid, 'heading', product.heading, 'size', wanted.size,
                'left', there.pieces) order by product.heading, wanted.size),
            string_agg(format(case there.pieces when 0 then '%2$s is sold out.' when 1 then 'Only 1 of %2$s is left.'
                else 'Only %1$s of %2$s are left.' end, there.pieces, format('"%s"', product.heading)
                || case when wanted.size <> '' then ' in size ' || wanted.size else '' end), ' '
                order by product.heading, wanted.size)
        into short, sentences
        from private.pieces_of(is_now) as wanted
        left join private.pieces_of(was) as had on had.product = wanted.product and had.size = wanted.size
        join public.products as product on product.uuid = wanted.product
        cross join lateral (select private.stock_of(product.sizes, wanted.size)) as there (pieces)
        where there.pieces < wanted.pieces - coalesce(had.pieces, 0);
        if short is not null then
            raise exception using errcode = 'PT409', hint = 'out_of_stock', message = sentences, detail = short::text;
        end if;
    end
    $$;

-- Takes what an order has more pieces of than it had, and gives back what it has fewer of, but no more than it took.
create or replace function private.move_stock(this_order uuid, was jsonb, is_now jsonb) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        wanted record;
        change bigint;
    begin
        if not private.have_sizes(was || is_now)
            and not exists (select from private.stock_holds where order_uuid = this_order)
        then
            return; -- before plans are made for what follows, which take longer than the rest of an order
        end if;
        perform private.lock_stock(was || is_now);
        perform private.require_stock(was, is_now);
        for wanted in
            select moved.*, private.stock_of(stored.sizes, moved.size) as pieces_left, coalesce(held.quantity, 0) as held
            from (
                select product, size, coalesce(now.pieces, 0) - coalesce(before.pieces, 0) as more
                from private.pieces_of(is_now) as now full join private.pieces_of(was) as before using (product, size)
            ) as moved
            left join public.products as stored on stored.uuid = moved.product
            left join private.stock_holds as held
                on (held.order_uuid, held.product_uuid, held.size) = (this_order, moved.product, moved.size)
            order by moved.product, moved.size
        loop
            change := greatest(wanted.more, -wanted.held);
            continue when change = 0 or change > 0 and wanted.pieces_left is null;
            update public.products set sizes =
                private.with_stock(sizes, wanted.size, least(wanted.pieces_left - change, 999999))
            where uuid = wanted.product and wanted.pieces_left is not null;
            delete from private.stock_holds
            where order_uuid = this_order and product_uuid = wanted.product and size = wanted.size;
            insert into private.stock_holds (order_uuid, product_uuid, size, quantity)
            select this_order, wanted.product, wanted.size, wanted.held + change where wanted.held + change > 0;
        end loop;
    end
    $$;

-- A rejected order holds nothing; one that is deleted neither, unless it is finished: its pieces are with the buyer.
create or replace function private.tg_transactions__move_stock() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        if tg_op = 'DELETE' and old.status = 'Finished' then
            return null;
        end if;
        perform private.move_stock(coalesce(new.uuid, old.uuid),
            case when tg_op <> 'INSERT' and old.status <> 'Rejected' then old.transactions else '[]' end,
            case when tg_op <> 'DELETE' and new.status <> 'Rejected' then new.transactions else '[]' end);
        return null;
    end
    $$;

-- Whoever edits sizes says of each how it was shown, {size, stock, was: {size, stock}}, since orders take pieces meanwhile.
-- A count that was left alone stays what it is by now; one that was entered anew is refused when it has moved.
create or replace function private.tg_products__count_from_shown() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    declare
        counted jsonb;
        moved text;
    begin
        select jsonb_agg(one - 'was' || case when is_left_alone and there is not null
                then jsonb_build_object('stock', there) else '{}' end order by place),
            string_agg(format('The stock%s has changed from %s to %s meanwhile.',
                ' of size ' || nullif(one -> 'was' ->> 'size', ''), one -> 'was' -> 'stock', there), ' ' order by place)
                filter (where not is_left_alone and there <> one -> 'was' -> 'stock')
        into counted, moved
        from jsonb_array_elements(new.sizes) with ordinality as sent (one, place)
        left join lateral (
            select stored -> 'stock' from jsonb_array_elements(old.sizes) as stored
            where stored -> 'size' = one -> 'was' -> 'size'
        ) as found (there) on true
        cross join lateral (select one -> 'stock' = one -> 'was' -> 'stock') as typed (is_left_alone);
        if moved is not null then
            raise exception using errcode = 'PT409', hint = 'stock_moved',
                message = moved || ' Open the product again, and enter the stock anew.';
        end if;
        new.sizes := counted;
        return new;
    end
    $$;

revoke all on function private.pieces_of(jsonb), private.have_sizes(jsonb), private.lock_stock(jsonb),
    private.stock_of(jsonb, text), private.with_stock(jsonb, text, bigint), private.require_stock(jsonb, jsonb),
    private.move_stock(uuid, jsonb, jsonb), private.tg_transactions__move_stock(), private.tg_products__count_from_shown()
    from public, anon, authenticated, service_role;
