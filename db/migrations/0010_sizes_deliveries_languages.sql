-- Sizes and stock, further pictures, texts in both languages, an order of one's own for slides and gallery, what an
-- audition costs and until when, where orders go, and a day in which deleted records come back.

-- Sizes of a product: a list of up to 30 {size, stock}, each size once. Stock null: not counted. A product without sizes
-- whose pieces are counted has one entry with the size ''.
create function private.are_sizes(value jsonb) returns boolean
    language sql immutable parallel safe
    return coalesce(
        case when jsonb_typeof(value) = 'array' and jsonb_array_length(value) <= 30
            and jsonb_array_length(value) = jsonb_array_length(jsonb_path_query_array(value, 'strict $[*] ? (
                @.type() == "object" && @.size.type() == "string"
                && (@.stock == null || @.stock.type() == "number" && @.stock >= 0 && @.stock <= 999999
                    && @.stock.floor() == @.stock)
            )', silent => true))
        then (
            select count(distinct one ->> 'size') = count(*)
                and coalesce(bool_and(one - array['size', 'stock'] = '{}' and char_length(one ->> 'size') <= 40
                    and one ->> 'size' !~ '^\s|\s$|[[:cntrl:]]'), true)
                and (count(*) < 2 or count(*) filter (where one ->> 'size' = '') = 0)
            from jsonb_array_elements(value) as one
        ) end,
        false
    );

create function private.are_images(value jsonb) returns boolean
    language sql immutable parallel safe
    return coalesce(
        case when jsonb_typeof(value) = 'array' and jsonb_array_length(value) <= 9
        then (select coalesce(bool_and(private.is_image(one)), true) from jsonb_array_elements(value) as one) end,
        false
    );

-- Texts in other languages: {"id": {"heading": "…"}, "en": {…}}, each no longer than its column's.
create function private.are_translations(value jsonb) returns boolean
    language sql immutable parallel safe
    return coalesce(
        case when jsonb_typeof(value) = 'object' and value - array['en', 'id'] = '{}'
            and not jsonb_path_exists(value, 'strict $.* ? (@.type() != "object")')
        then (
            select coalesce(bool_and(jsonb_typeof(said.text) = 'string' and said.field ~ '^[a-z_]{1,63}$'
                and char_length(said.text #>> '{}') <= case said.field when 'description' then 10000 else 200 end), true)
                and count(*) <= 20
            from jsonb_each(value) as language (code, fields), jsonb_each(language.fields) as said (field, text)
        ) end,
        false
    );

revoke all on function private.are_sizes(jsonb), private.are_images(jsonb), private.are_translations(jsonb) from public;

alter table public.products
    add column sizes jsonb not null default '[]',
    add column pictures jsonb not null default '[]',
    add column translations jsonb not null default '{}',
    add constraint products_sizes_are_sizes check (private.are_sizes(sizes)),
    add constraint products_pictures_are_at_most_9_images check (private.are_images(pictures)),
    add constraint products_translations_are_texts check (private.are_translations(translations));
comment on column public.products.sizes is 'What is left of each size; empty: neither sizes nor stock.';
comment on column public.products.pictures is 'Further pictures, after image.';
create index products_newest_of_a_category on public.products (category, created_at desc, uuid);
create index products_cheapest_first on public.products (price, uuid);
create index products_dearest_first on public.products (price desc, uuid);

alter table public.slides
    add column translations jsonb not null default '{}',
    add column sort_time timestamptz,
    add column focus_x smallint not null default 50,
    add column focus_y smallint not null default 50,
    add column link text,
    add constraint slides_translations_are_texts check (private.are_translations(translations)),
    add constraint slides_focus_x_0_to_100 check (focus_x between 0 and 100),
    add constraint slides_focus_y_0_to_100 check (focus_y between 0 and 100),
    add constraint slides_link_is_a_path_or_https
        check (link ~ '^(/([^/\\]|$)|https://[^/])[^[:cntrl:][:space:]"<>\\]*$' and char_length(link) <= 2048);
comment on column public.slides.sort_time is 'Its place: the latest is shown first. Begins as created_at.';
comment on column public.slides.focus_x is 'The point that stays in sight when the picture is cut, in percent from the left.';

alter table public.gallery
    add column translations jsonb not null default '{}',
    add column sort_time timestamptz,
    add constraint gallery_translations_are_texts check (private.are_translations(translations));
comment on column public.gallery.sort_time is 'Its place: the latest is shown first. Begins as created_at.';

alter table public.about_us_section
    add column translations jsonb not null default '{}',
    add constraint about_us_section_translations_are_texts check (private.are_translations(translations));
alter table public.about_us
    add column translations jsonb not null default '{}',
    add constraint about_us_translations_are_texts check (private.are_translations(translations));

alter table public.slides disable trigger user;
update public.slides set sort_time = created_at;
alter table public.slides enable trigger user;
alter table public.gallery disable trigger user;
update public.gallery set sort_time = created_at;
alter table public.gallery enable trigger user;
alter table public.slides alter column sort_time set not null;
alter table public.gallery alter column sort_time set not null;
create index slides_in_order on public.slides (sort_time desc, uuid);
create index gallery_in_order on public.gallery (sort_time desc, uuid);

alter table public.payment_methods
    add column fee bigint,
    add column deadline timestamptz,
    add constraint payment_methods_fee_0_to_9007199254740991 check (fee between 0 and 9007199254740991);
comment on column public.payment_methods.fee is 'What the audition of this page costs.';
comment on column public.payment_methods.deadline is 'Until when this page takes registrations.';

create table public.delivery_details (
    user_id uuid,
    name text,
    whatsapp text,
    address text,
    note text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint delivery_details_pkey primary key (user_id),
    constraint delivery_details_user_id_is_an_account
        foreign key (user_id) references auth.users (id) on delete cascade,
    constraint delivery_details_name_at_most_200_characters check (char_length(name) <= 200),
    constraint delivery_details_whatsapp_is_a_number check (whatsapp ~ '^[1-9]\d{7,14}$'),
    constraint delivery_details_address_at_most_1000_characters check (char_length(address) <= 1000),
    constraint delivery_details_note_at_most_1000_characters check (char_length(note) <= 1000),
    constraint delivery_details_say_something check (num_nonnulls(name, whatsapp, address, note) > 0)
);
comment on table public.delivery_details is 'Where a person''s next order goes.';
comment on column public.delivery_details.whatsapp is 'Digits alone, with the code of the country: 628….';

create table public.order_deliveries (
    order_uuid uuid,
    user_id uuid not null,
    name text,
    whatsapp text,
    address text,
    note text,
    constraint order_deliveries_pkey primary key (order_uuid),
    constraint order_deliveries_order_uuid_is_an_order
        foreign key (order_uuid) references public.transactions (uuid) on delete cascade,
    constraint order_deliveries_user_id_is_an_account
        foreign key (user_id) references auth.users (id) on delete cascade
);
comment on table public.order_deliveries is 'Where an order goes, as its buyer said when it was sent.';
create index order_deliveries_of_a_person on public.order_deliveries (user_id);

-- No foreign keys: an order that is deleted gives its pieces back first, and a product may be gone and come back.
create table private.stock_holds (
    order_uuid uuid,
    product_uuid uuid,
    size text,
    quantity integer not null,
    constraint stock_holds_pkey primary key (order_uuid, product_uuid, size),
    constraint stock_holds_quantity_above_0 check (quantity > 0)
);
alter table private.stock_holds enable row level security;
comment on table private.stock_holds is 'The pieces that an order took out of the stock of a product.';

create table private.deleted_records (
    place text,
    uuid uuid,
    record jsonb not null,
    delivery jsonb,
    deleted_by uuid,
    deleted_at timestamptz not null default now(),
    constraint deleted_records_pkey primary key (place, uuid)
);
alter table private.deleted_records enable row level security;
comment on table private.deleted_records is 'Records that were deleted during the last day.';
comment on column private.deleted_records.delivery is 'The row of public.order_deliveries of a deleted order.';
create index deleted_records_oldest_first on private.deleted_records (deleted_at);
