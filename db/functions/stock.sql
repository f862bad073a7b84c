-- Stock: private.stock has the counts entered by administrators per size, private.stock_holds the pieces reserved by orders; the
-- available stock is the difference, computed each time and never stored. products.sizes publishes it, written only by
-- private.publish_stock. Both tables keep their rows while a deleted product can be restored, and don't reference it.
-- Never below zero: a constraint of products.sizes.
--
-- Refusals: SQLSTATE (HTTP status), hint, details
--   PT409 (409)  out_of_stock   [{uuid, heading, size, left}]
--   PT429 (429)  quota_pieces   functions/quota.sql
--   PT409 (409)  stock_moved    an edited count has changed since it was read; no details

-- The pieces in lines; size '' for products without sizes.
create or replace function private.line_quantities(lines jsonb) returns table (product uuid, size text, pieces bigint)
    language sql immutable set search_path = ''
    as $$
        select (line ->> 'uuid')::uuid, coalesce(line ->> 'size', ''), sum((line -> 'quantity_to_buy')::numeric)::bigint
        from jsonb_array_elements(lines) as line where pg_input_is_valid(line ->> 'uuid', 'uuid') group by 1, 2
    $$;

-- Whether any product in these lines has counted stock.
create or replace function private.has_tracked_stock(lines jsonb) returns boolean
    language sql stable security definer set search_path = ''
    as $$
        select exists (
            select from private.stock
            where product_uuid = any (array(
                select case when pg_input_is_valid(line ->> 'uuid', 'uuid') then (line ->> 'uuid')::uuid end
                from jsonb_array_elements(lines) as line)))
    $$;

-- Serializes everything that takes pieces of the same products: price, size and stock are judged as one. Locks products
-- before stock, as an edit of a product does, and each in the order of its key, so that no two can deadlock.
create or replace function private.lock_stock(lines jsonb) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        listed uuid[] := array(select distinct wanted.product from private.line_quantities(lines) as wanted);
    begin
        perform from public.products where sizes <> '[]' and uuid = any (listed) order by uuid for no key update;
        perform from private.stock where product_uuid = any (listed) order by product_uuid, size for no key update;
    end
    $$;

create or replace function private.held_quantity(product uuid, wanted text) returns bigint
    language sql stable security definer set search_path = ''
    as $$
        select coalesce(sum(quantity), 0)::bigint from private.stock_holds
        where (product_uuid, coalesce(renamed_to, size)) = (product, wanted)
    $$;

-- What a size of an order is called now.
create or replace function private.renamed_size(this_order uuid, product uuid, ordered text) returns text
    language sql stable security definer set search_path = ''
    as $$
        select coalesce((
            select renamed_to from private.stock_holds
            where (order_uuid, product_uuid, size) = (this_order, product, ordered)), ordered)
    $$;

-- The available pieces of a size; null if they are not counted.
create or replace function private.available_quantity(product uuid, wanted text) returns bigint
    language sql stable security definer set search_path = ''
    as $$
        select entered - private.held_quantity(product_uuid, size) from private.stock
        where (product_uuid, size) = (product, wanted)
    $$;

-- The sizes of a product with their available stock, limited to the maximum in products.sizes.
create or replace function private.with_available_quantities(product uuid, sizes jsonb) returns jsonb
    language sql stable security definer set search_path = ''
    as $$
        select coalesce(jsonb_agg(case when there.pieces is null then one
            else jsonb_set(one, '{stock}', to_jsonb(least(there.pieces, 999999))) end order by ordinal), '[]')
        from jsonb_array_elements(sizes) with ordinality as listed (one, ordinal)
        cross join lateral (select private.available_quantity(product, one ->> 'size')) as there (pieces)
    $$;

-- The threshold up to which every sold piece invalidates public caches.
create or replace function private.low_stock_threshold() returns bigint
    language sql immutable set search_path = '' as $$ select 5 $$;

-- Whether sizes differ only in counts that decreased but are still high: irrelevant for visitors.
create or replace function private.is_same_availability(was jsonb, is_now jsonb) returns boolean
    language sql immutable set search_path = ''
    as $$
        select bool_and(after = before
            or after - 'stock' = before - 'stock' and jsonb_typeof(after -> 'stock') = 'number'
                and (after -> 'stock')::bigint between private.low_stock_threshold() + 1 and (before -> 'stock')::bigint)
        from jsonb_array_elements(was) with ordinality as had (before, ordinal)
        full join jsonb_array_elements(is_now) with ordinality as has (after, ordinal) using (ordinal)
    $$;

-- Publishes the available stock in products.sizes. Caches stay valid while the counts are high: they may show more than is
-- available, never less, and each order is checked against the actual stock.
create or replace function private.publish_stock(lines jsonb) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        news record;
    begin
        for news in
            select uuid, sizes as was, private.with_available_quantities(uuid, sizes) as is_now from public.products
            where uuid in (select wanted.product from private.line_quantities(lines) as wanted)
        loop
            continue when news.was = news.is_now;
            perform set_config('tapis.unchanged_for_visitors', private.is_same_availability(news.was, news.is_now)::text, true);
            update public.products set sizes = news.is_now where uuid = news.uuid;
            perform set_config('tapis.unchanged_for_visitors', '', true);
        end loop;
    end
    $$;

-- Refuses if fewer pieces are available than `is_now` needs in addition to `was`.
create or replace function private.require_stock(this_order uuid, was jsonb, is_now jsonb) returns void
    language plpgsql stable security definer set search_path = ''
    as $$
    declare
        short jsonb;
        sentences text;
    begin
        select jsonb_agg(jsonb_build_object('uuid', wanted.product, 'heading', named.heading, 'size', wanted.size,
                'left', there.pieces) order by named.heading, wanted.size),
            string_agg(format(case there.pieces when 0 then '%2$s is sold out.' when 1 then 'Only 1 of %2$s is left.'
                else 'Only %1$s of %2$s are left.' end, there.pieces, format('"%s"', named.heading)
                || case when wanted.size <> '' then ' in size ' || wanted.size else '' end), ' '
                order by named.heading, wanted.size)
        into short, sentences
        from private.line_quantities(is_now) as wanted
        left join private.line_quantities(was) as had on had.product = wanted.product and had.size = wanted.size
        cross join lateral (select private.available_quantity(wanted.product,
            private.renamed_size(this_order, wanted.product, wanted.size))) as there (pieces)
        left join public.products as product on product.uuid = wanted.product
        left join private.deleted_records as deleted
            on product.uuid is null and (deleted.place, deleted.uuid) = ('products', wanted.product)
        cross join lateral (select coalesce(product.heading, deleted.record ->> 'heading')) as named (heading)
        where there.pieces < wanted.pieces - coalesce(had.pieces, 0);
        if short is not null then
            raise exception using errcode = 'PT409', hint = 'out_of_stock', message = sentences, detail = short::text;
        end if;
    end
    $$;

-- Reserves additional pieces of an order, and releases those it no longer has, at most what it reserved. Uncounted products are
-- not reserved. A row that reserves nothing any more stays: it knows what its size is called now.
create or replace function private.hold_stock(this_order uuid, was jsonb, is_now jsonb) returns void
    language plpgsql security definer set search_path = ''
    as $$
    begin
        if not private.has_tracked_stock(was || is_now)
            and not exists (select from private.stock_holds where order_uuid = this_order)
        then
            return; -- before plans are made for what follows, which take longer than the rest of an order
        end if;
        perform private.lock_stock(was || is_now);
        perform private.require_stock(this_order, was, is_now);
        merge into private.stock_holds as held
        using (
            select product, size, coalesce(now.pieces, 0) - coalesce(before.pieces, 0) as more
            from private.line_quantities(is_now) as now full join private.line_quantities(was) as before using (product, size)
        ) as moved
        on (held.order_uuid, held.product_uuid, held.size) = (this_order, moved.product, moved.size)
        when matched and (moved.more < 0
            or private.available_quantity(moved.product, coalesce(held.renamed_to, held.size)) is not null)
            then update set quantity = greatest(held.quantity + moved.more, 0)
        when not matched and moved.more > 0 and private.available_quantity(moved.product, moved.size) is not null
            then insert values (this_order, moved.product, moved.size, moved.more);
        perform private.publish_stock(was || is_now);
    end
    $$;

-- A rejected order reserves nothing; nor does a deleted one, unless it is paid: its pieces belong to the buyer.
create or replace function private.tg_transactions__hold_stock() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        if tg_op = 'DELETE' and old.status in ('Accepted', 'Finished')
            or tg_op = 'INSERT' and not private.has_tracked_stock(new.transactions) -- nor did it hold anything before
        then
            return null;
        end if;
        perform private.hold_stock(coalesce(new.uuid, old.uuid),
            case when tg_op <> 'INSERT' and old.status <> 'Rejected' then old.transactions else '[]' end,
            case when tg_op <> 'DELETE' and new.status <> 'Rejected' then new.transactions else '[]' end);
        if tg_op = 'INSERT' then
            perform private.enforce_hold_quota(new.user_id);
        end if;
        return null;
    end
    $$;

-- For a restored order, after its row: a pending one released its pieces on deletion, an accepted one perhaps later (`gave_back`;
-- null where only what it holds tells).
create or replace function private.hold_stock_of_restored_order(ordered jsonb, gave_back boolean) returns void
    language sql security definer set search_path = ''
    as $$
        select private.hold_stock((ordered ->> 'uuid')::uuid, '[]', ordered -> 'transactions')
        where ordered ->> 'status' = 'Processed' or ordered ->> 'status' = 'Accepted'
            and coalesce(gave_back, not exists (
                select from private.stock_holds where order_uuid = (ordered ->> 'uuid')::uuid and quantity > 0))
    $$;

-- The record of a deleted product with its current stock, for restoring it; waits for concurrent changes of its orders.
create or replace function private.with_current_stock(product jsonb) returns jsonb
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform from private.stock where product_uuid = (product ->> 'uuid')::uuid order by size for update;
        return jsonb_set(product, '{sizes}',
            private.with_available_quantities((product ->> 'uuid')::uuid, product -> 'sizes'));
    end
    $$;

-- A count that differs from the available stock was entered: so many are available besides the reserved ones.
create or replace function private.enter_stock(product uuid, sizes jsonb) returns void
    language sql security definer set search_path = ''
    as $$
        delete from private.stock where product_uuid = product and not exists (
            select from jsonb_array_elements(sizes) as one
            where one ->> 'size' = stock.size and one -> 'stock' <> 'null');
        insert into private.stock (product_uuid, size, entered)
        select product, one ->> 'size', (one ->> 'stock')::numeric::bigint + private.held_quantity(product, one ->> 'size')
        from jsonb_array_elements(sizes) as one
        where one -> 'stock' <> 'null' and least(private.available_quantity(product, one ->> 'size'), 999999)
            is distinct from (one ->> 'stock')::numeric::bigint
        on conflict (product_uuid, size) do update set entered = excluded.entered
    $$;

create or replace function private.tg_products__enter_stock() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform private.enter_stock(new.uuid, new.sizes);
        return null;
    end
    $$;

-- What orders hold of renamed sizes follows them, all at once: two may swap their names. A size whose name is taken over is
-- gone, and nothing is held of it. Whoever waits for a size waits on; for any size, '', whatever they are called.
create or replace function private.rename_sizes(product uuid, stored jsonb, sent jsonb) returns void
    language sql security definer set search_path = ''
    as $$
        with read as (
            select one -> 'was' ->> 'size' as was, one ->> 'size' as is_now from jsonb_array_elements(sent) as one
            where one -> 'was' -> 'size' in (select size -> 'size' from jsonb_array_elements(stored) as size)
        ), renamed as (
            select * from read where was <> is_now
        ), awaited as (
            update public.wishes set awaited_size = is_now from renamed
            where (product_uuid, awaited_size) = (product, was) and was <> ''
        )
        update private.stock_holds as held
        set renamed_to = moved.is_now, quantity = case when moved.is_gone then 0 else held.quantity end
        from (
            select was, is_now, false from renamed
            union all
            select is_now, is_now, true from renamed where is_now not in (select was from read)
        ) as moved (was, is_now, is_gone)
        where (held.product_uuid, coalesce(held.renamed_to, held.size)) = (product, moved.was)
    $$;

-- Optimistic concurrency: an edit of sizes sends each as it was read, {size, stock, was: {size, stock}}.
-- Unedited stock keeps the stored value; an edited one fails with PT409 if the stored value has changed, and so does each size
-- that is no longer there, neither under the name that was read nor under the new one.
create or replace function private.tg_products__merge_stock_edit() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    declare
        counted jsonb;
        moved text;
    begin
        select jsonb_agg(one - 'was' || case when is_left_alone and there is not null
                then jsonb_build_object('stock', there) else '{}' end order by ordinal),
            string_agg(format(case when there is null then 'The stock%s is no longer counted.'
                else 'The stock%s has changed from %s to %s.' end,
                ' of size ' || nullif(one -> 'was' ->> 'size', ''), one -> 'was' -> 'stock', there), ' ' order by ordinal)
                filter (where there is null and one -> 'was' ? 'size'
                    or not is_left_alone and there <> one -> 'was' -> 'stock')
        into counted, moved
        from jsonb_array_elements(new.sizes) with ordinality as sent (one, ordinal)
        left join lateral (
            select stored -> 'stock' from jsonb_array_elements(old.sizes) as stored
            where stored -> 'size' in (one -> 'was' -> 'size', one -> 'size')
            order by stored -> 'size' = one -> 'was' -> 'size' desc limit 1
        ) as found (there) on true
        cross join lateral (select one -> 'stock' = one -> 'was' -> 'stock') as typed (is_left_alone);
        if moved is not null then
            raise exception using errcode = 'PT409', hint = 'stock_moved',
                message = moved || ' Open the product again and re-enter the stock.';
        end if;
        perform private.rename_sizes(new.uuid, old.sizes, new.sizes);
        new.sizes := counted;
        return new;
    end
    $$;

-- The view public.low_stock calls it as the reader.
grant execute on function private.low_stock_threshold() to authenticated;
