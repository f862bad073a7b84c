-- Delivery fees. A client sends the way of delivery and the fee that it was shown; its availability and fee are determined here.
-- The refusals are those of an order (functions/orders.sql).

-- The weight of an order's lines, in grams. For a product without a weight the delivery way's default applies.
create or replace function private.lines_weight_grams(lines jsonb, default_weight integer) returns numeric
    language sql stable set search_path = ''
    as $$
        select sum((line -> 'quantity_to_buy')::numeric * coalesce(product.weight, default_weight))
        from jsonb_array_elements(lines) as line
        left join public.products as product on product.uuid = (line ->> 'uuid')::uuid
    $$;

create or replace function private.delivery_fee(way public.delivery_ways, lines jsonb) returns bigint
    language sql stable set search_path = ''
    as $$
        select case
            when private.lines_total(lines) >= way.free_from then 0
            when way.per_kilogram then way.price * ceil(private.lines_weight_grams(lines, way.default_weight) / 1000)::bigint
            else way.price end
    $$;

-- Compares without regard to letter case.
create or replace function private.delivers_to(way public.delivery_ways, province text, city text) returns boolean
    language sql immutable set search_path = ''
    as $$
        select way.kind = 'pickup' or way.areas = '[]' or exists (
            select from jsonb_array_elements_text(way.areas) as area
            where lower(area) in (lower(province), lower(province || ', ' || city)))
    $$;

-- The delivery way as stored in an order; null if none is chosen, as in a shop without ways.
create or replace function private.validate_delivery(buyer uuid, chosen jsonb, lines jsonb) returns jsonb
    language plpgsql security definer set search_path = ''
    as $$
    declare
        way public.delivery_ways;
        destination public.delivery_details;
        fee bigint;
    begin
        if coalesce(jsonb_typeof(chosen), 'null') = 'null' then
            return null;
        end if;
        select * into way from public.delivery_ways where uuid::text = lower(chosen ->> 'uuid') for share;
        select * into destination from public.delivery_details where user_id = buyer for share;
        if way.kind = 'courier' and num_nonnulls(destination.address, destination.province, destination.city) < 3 then
            raise exception using errcode = '23514', hint = 'address_missing',
                message = format('"%s" needs an address with its province and city.', way.name);
        elsif way.uuid is null or not private.delivers_to(way, destination.province, destination.city) then
            raise exception using errcode = 'PT409', hint = 'delivery_gone',
                message = coalesce('"' || way.name || '" does not deliver to '
                    || concat_ws(', ', destination.city, destination.province) || '.',
                    'This delivery method is no longer offered.'),
                detail = jsonb_build_array(jsonb_build_object('uuid', chosen -> 'uuid'))::text;
        end if;
        fee := private.delivery_fee(way, lines);
        if (chosen -> 'fee' = to_jsonb(fee)) is not true then
            raise exception using errcode = 'PT409', hint = 'price_moved',
                message = format('Delivery with "%s" costs %s now.', way.name, private.rupiah(fee)),
                detail = jsonb_build_array(jsonb_build_object('uuid', way.uuid, 'heading', way.name,
                    'old_price', chosen -> 'fee', 'new_price', fee))::text;
        end if;
        return jsonb_build_object('uuid', way.uuid, 'name', way.name, 'kind', way.kind, 'fee', fee,
            'days_from', way.days_from, 'days_to', way.days_to,
            'description', case way.kind when 'pickup' then way.description end);
    end
    $$;
