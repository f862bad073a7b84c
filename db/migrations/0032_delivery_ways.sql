-- Ways of delivery with what they cost, what products weigh, and where in Indonesia a person's next order goes.

-- Where a courier goes: "Lampung", or "Lampung, Kota Metro"; none is everywhere.
create function private.are_areas(value jsonb) returns boolean
    language sql immutable parallel safe
    return coalesce(
        case when jsonb_typeof(value) = 'array' and jsonb_array_length(value) <= 600
        then not jsonb_path_exists(value, 'strict $[*] ? (@.type() != "string" || @ == "")', silent => true)
            and pg_column_size(value) <= 60000 end,
        false
    );

-- What an order keeps of its way: {uuid, name, kind, fee, days_from, days_to}.
create function private.is_delivery_way(value jsonb) returns boolean
    language sql immutable parallel safe
    return coalesce(
        jsonb_typeof(value) = 'object' and pg_input_is_valid(value ->> 'uuid', 'uuid')
            and jsonb_typeof(value -> 'name') = 'string' and value ->> 'kind' in ('pickup', 'courier')
            and jsonb_path_exists(value,
                'strict $.fee ? (@.type() == "number" && @ >= 0 && @ <= 9007199254740991 && @.floor() == @)', silent => true),
        false
    );

revoke all on function private.are_areas(jsonb), private.is_delivery_way(jsonb) from public;

create table public.delivery_ways (
    uuid uuid default gen_random_uuid(),
    name text not null,
    kind text not null,
    description text,
    areas jsonb not null default '[]',
    price bigint not null,
    per_kilogram boolean not null default false,
    free_from bigint,
    days_from smallint,
    days_to smallint,
    default_weight integer not null default 500,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint delivery_ways_pkey primary key (uuid),
    constraint delivery_ways_name_1_to_200_characters check (name ~ '\S' and char_length(name) <= 200),
    constraint delivery_ways_kind_is_known check (kind in ('pickup', 'courier')),
    constraint delivery_ways_description_at_most_1000_characters check (char_length(description) <= 1000),
    constraint delivery_ways_areas_are_names check (private.are_areas(areas)),
    constraint delivery_ways_price_0_to_10000000 check (price between 0 and 10000000),
    constraint delivery_ways_free_from_0_to_9007199254740991 check (free_from between 0 and 9007199254740991),
    constraint delivery_ways_days_from_0_to_365 check (days_from between 0 and 365),
    constraint delivery_ways_days_to_0_to_365 check (days_to between 0 and 365),
    constraint delivery_ways_default_weight_1_to_1000000 check (default_weight between 1 and 1000000)
);
comment on table public.delivery_ways is 'How orders reach their buyers, and what that costs.';
comment on column public.delivery_ways.description is 'For a pick up, where and when.';
comment on column public.delivery_ways.areas is 'Provinces, or cities as "Province, City"; empty: everywhere.';
comment on column public.delivery_ways.price is 'Per started kilogram, or flat.';
comment on column public.delivery_ways.free_from is 'From goods of this sum on it costs nothing.';
comment on column public.delivery_ways.default_weight is 'Grams of a product without a weight.';
create index delivery_ways_newest_first on public.delivery_ways (created_at desc, uuid);

alter table public.products
    add column weight integer,
    add constraint products_weight_1_to_1000000 check (weight between 1 and 1000000);
comment on column public.products.weight is 'Grams.';

alter table public.transactions
    add column delivery_way jsonb,
    add constraint transactions_delivery_way_has_a_fee check (private.is_delivery_way(delivery_way) or delivery_way is null);
comment on column public.transactions.delivery_way is 'How it is delivered, and what that cost when it was sent.';

alter table public.delivery_details
    add column province text,
    add column city text,
    add constraint delivery_details_province_at_most_100_characters check (char_length(province) <= 100),
    add constraint delivery_details_city_at_most_100_characters check (char_length(city) <= 100),
    drop constraint delivery_details_say_something,
    add constraint delivery_details_say_something
        check (num_nonnulls(name, whatsapp, address, note, province, city) > 0);
alter table public.order_deliveries
    add column province text,
    add column city text;
