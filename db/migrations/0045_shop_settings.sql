-- What the shop says of itself: one row, which its administrators keep. What is null is what brand.toml says, and what is
-- empty is left out on purpose; of the texts, which brand.toml doesn't know, null are those that there are not.

create table public.shop_settings (
    uuid uuid default '00000000-0000-4000-8000-000000000001',
    name text,
    tagline text,
    address text,
    phone text,
    whatsapp text,
    social_links text,
    opening_hours text,
    delivery_and_returns text,
    size_chart text,
    how_to_pay text,
    questions text,
    default_language text,
    default_weight integer,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    translations jsonb not null default '{}',
    constraint shop_settings_pkey primary key (uuid),
    constraint shop_settings_is_one_row check (uuid = '00000000-0000-4000-8000-000000000001'),
    constraint shop_settings_name_is_one_line check (
        name ~ '\S' and name !~ '[[:cntrl:]]' and char_length(name) <= 100),
    constraint shop_settings_tagline_at_most_200_characters check (char_length(tagline) <= 200),
    constraint shop_settings_address_at_most_500_characters check (char_length(address) <= 500),
    constraint shop_settings_phone_at_most_40_characters check (char_length(phone) <= 40),
    constraint shop_settings_whatsapp_is_a_number_or_empty check (whatsapp ~ '^([1-9][0-9]{7,14})?$'),
    constraint shop_settings_social_links_are_addresses check (
        social_links ~ '^(https://[^[:space:]"<>]+(\n(?=h)|$)){0,10}$' and char_length(social_links) <= 2000),
    constraint shop_settings_opening_hours_at_most_500_characters check (char_length(opening_hours) <= 500),
    constraint shop_settings_delivery_and_returns_1_to_10000_characters
        check (delivery_and_returns ~ '\S' and char_length(delivery_and_returns) <= 10000),
    constraint shop_settings_size_chart_1_to_10000_characters
        check (size_chart ~ '\S' and char_length(size_chart) <= 10000),
    constraint shop_settings_how_to_pay_1_to_10000_characters
        check (how_to_pay ~ '\S' and char_length(how_to_pay) <= 10000),
    constraint shop_settings_questions_1_to_10000_characters
        check (questions ~ '\S' and char_length(questions) <= 10000),
    constraint shop_settings_default_language_is_known check (default_language in ('en', 'id')),
    constraint shop_settings_default_weight_1_to_1000000 check (default_weight between 1 and 1000000),
    constraint shop_settings_translations_are_at_most_100000_bytes check (
        jsonb_typeof(translations) = 'object' and translations - array['en', 'id'] = '{}'
        and not jsonb_path_exists(translations, 'strict $.* ? (@.type() != "object")')
        and not jsonb_path_exists(translations, 'strict $.*.* ? (@.type() != "string")')
        and octet_length(translations::text) <= 100000)
);
comment on table public.shop_settings is 'What the shop says of itself; one row.';
comment on column public.shop_settings.social_links is 'Addresses of profiles, a line each.';
comment on column public.shop_settings.default_weight is 'Grams with which a new way of delivery begins, for products without a weight.';
comment on column public.shop_settings.default_language is 'Of whoever chose none, and whose browser speaks none that the shop knows.';
