-- The nine tables of the shop. What may be stored is said here, once, by constraints whose names are the rule.

-- An image value is {filename, title, url}: three strings and nothing else. The file's name carries no folder,
-- and the address can only be the web: a javascript: address would run in the browser of whoever opens it.
create function private.is_image(value jsonb) returns boolean
    language sql immutable parallel safe
    return coalesce(
        jsonb_typeof(value) = 'object'
        and jsonb_typeof(value -> 'filename') = 'string'
        and jsonb_typeof(value -> 'title') = 'string'
        and jsonb_typeof(value -> 'url') = 'string'
        and value - array['filename', 'title', 'url'] = '{}'
        and char_length(value ->> 'filename') between 1 and 255
        and value ->> 'filename' !~ '[/\\[:cntrl:]]'
        and char_length(value ->> 'title') <= 255
        and char_length(value ->> 'url') <= 2048
        and value ->> 'url' ~* '^https?://[^[:cntrl:]"<>]+$',
        false
    );

-- Lines of an order: a list of 1 to 100 things, each with a product, a price and a whole quantity.
-- A line that lacks one of them, or has null there, doesn't count, so the numbers differ.
create function private.are_order_lines(value jsonb) returns boolean
    language sql immutable parallel safe
    return coalesce(
        case when jsonb_typeof(value) = 'array' then
            jsonb_array_length(value) between 1 and 100
            and jsonb_array_length(value) = jsonb_array_length(jsonb_path_query_array(value, 'strict $[*] ? (
                @.type() == "object"
                && @.uuid.type() == "string"
                && @.price.type() == "number" && @.price >= 0 && @.price <= 9007199254740991
                && @.price.floor() == @.price
                && @.quantity_to_buy.type() == "number" && @.quantity_to_buy >= 1 && @.quantity_to_buy <= 999
                && @.quantity_to_buy.floor() == @.quantity_to_buy
            )', silent => true))
        end,
        false
    );

revoke all on function private.is_image(jsonb), private.are_order_lines(jsonb) from public;

create table public.slides (
    uuid uuid default gen_random_uuid(),
    title text not null,
    image jsonb not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint slides_pkey primary key (uuid),
    constraint slides_title_1_to_200_characters check (title ~ '\S' and char_length(title) <= 200),
    constraint slides_image_is_an_image check (private.is_image(image))
);
comment on table public.slides is 'The pictures of the home page''s carousel.';
create index slides_newest_first on public.slides (created_at desc, uuid);

-- One row is shown, the newest. More than one may be stored: "Add Data only at zero records" is a screen's
-- manners, and a limit here would forbid to put the new text in before the old one is taken away.
create table public.about_us_section (
    uuid uuid default gen_random_uuid(),
    image jsonb not null,
    heading text,
    sub_heading text,
    description text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint about_us_section_pkey primary key (uuid),
    constraint about_us_section_image_is_an_image check (private.is_image(image)),
    constraint about_us_section_heading_at_most_200_characters check (char_length(heading) <= 200),
    constraint about_us_section_sub_heading_at_most_200_characters check (char_length(sub_heading) <= 200),
    constraint about_us_section_description_1_to_10000_characters
        check (description ~ '\S' and char_length(description) <= 10000)
);
comment on table public.about_us_section is 'The about-us part of the home page.';
create index about_us_section_newest_first on public.about_us_section (created_at desc, uuid);

-- One row is shown, the newest; not limited, for the reason above.
create table public.about_us (
    uuid uuid default gen_random_uuid(),
    heading text not null,
    sub_heading text,
    description text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint about_us_pkey primary key (uuid),
    constraint about_us_heading_1_to_200_characters check (heading ~ '\S' and char_length(heading) <= 200),
    constraint about_us_sub_heading_at_most_200_characters check (char_length(sub_heading) <= 200),
    constraint about_us_description_1_to_10000_characters
        check (description ~ '\S' and char_length(description) <= 10000)
);
comment on table public.about_us is 'The About Us page.';
create index about_us_newest_first on public.about_us (created_at desc, uuid);

create table public.gallery (
    uuid uuid default gen_random_uuid(),
    image jsonb not null,
    heading text not null,
    sub_heading text not null,
    description text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint gallery_pkey primary key (uuid),
    constraint gallery_image_is_an_image check (private.is_image(image)),
    constraint gallery_heading_1_to_200_characters check (heading ~ '\S' and char_length(heading) <= 200),
    constraint gallery_sub_heading_1_to_200_characters check (sub_heading ~ '\S' and char_length(sub_heading) <= 200),
    constraint gallery_description_at_most_10000_characters check (char_length(description) <= 10000)
);
comment on table public.gallery is 'Pictures of shows and people.';
create index gallery_newest_first on public.gallery (created_at desc, uuid);

-- Money is a whole number of rupiah, never a float or a numeric (which would take NaN), and no larger than
-- what a browser's number holds exactly.
create table public.products (
    uuid uuid default gen_random_uuid(),
    image jsonb not null,
    heading text not null,
    sub_heading text not null,
    category text not null,
    description text,
    price bigint not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint products_pkey primary key (uuid),
    constraint products_image_is_an_image check (private.is_image(image)),
    constraint products_heading_1_to_200_characters check (heading ~ '\S' and char_length(heading) <= 200),
    constraint products_sub_heading_1_to_200_characters check (sub_heading ~ '\S' and char_length(sub_heading) <= 200),
    constraint products_category_1_to_200_characters check (category ~ '\S' and char_length(category) <= 200),
    constraint products_description_at_most_10000_characters check (char_length(description) <= 10000),
    constraint products_price_not_negative check (price >= 0),
    constraint products_price_at_most_9007199254740991 check (price <= 9007199254740991)
);
comment on table public.products is 'What the shop sells.';
create index products_newest_first on public.products (created_at desc, uuid);

create table public.payment_methods (
    uuid uuid default gen_random_uuid(),
    pathname text not null,
    payment_account text not null,
    account_number text not null,
    qris_image jsonb not null,
    full_name text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint payment_methods_pkey primary key (uuid),
    constraint payment_methods_pathname_1_to_200_characters check (pathname ~ '\S' and char_length(pathname) <= 200),
    constraint payment_methods_payment_account_1_to_200_characters
        check (payment_account ~ '\S' and char_length(payment_account) <= 200),
    constraint payment_methods_account_number_1_to_200_characters
        check (account_number ~ '\S' and char_length(account_number) <= 200),
    constraint payment_methods_qris_image_is_an_image check (private.is_image(qris_image)),
    constraint payment_methods_full_name_1_to_200_characters check (full_name ~ '\S' and char_length(full_name) <= 200)
);
comment on table public.payment_methods is 'Where to pay, by the page that asks. Several may share a page; the newest is shown.';
create index payment_methods_newest_first on public.payment_methods (created_at desc, uuid);
create index payment_methods_newest_of_a_page on public.payment_methods (pathname, created_at desc, uuid);

create table public.audition_registrations (
    uuid uuid default gen_random_uuid(),
    user_id uuid not null,
    name text not null,
    place_and_date_of_birth text not null,
    address text not null,
    age integer not null,
    body_weight integer not null,
    height integer not null,
    comcard_image jsonb not null,
    invoice_image jsonb not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint audition_registrations_pkey primary key (uuid),
    constraint audition_registrations_user_id_is_an_account
        foreign key (user_id) references auth.users (id) on delete cascade,
    constraint audition_registrations_name_1_to_200_characters check (name ~ '\S' and char_length(name) <= 200),
    constraint audition_registrations_place_and_date_of_birth_1_to_200 -- a name holds 63 bytes
        check (place_and_date_of_birth ~ '\S' and char_length(place_and_date_of_birth) <= 200),
    constraint audition_registrations_address_1_to_1000_characters
        check (address ~ '\S' and char_length(address) <= 1000),
    constraint audition_registrations_age_1_to_32767 check (age between 1 and 32767),
    constraint audition_registrations_body_weight_1_to_32767 check (body_weight between 1 and 32767),
    constraint audition_registrations_height_1_to_32767 check (height between 1 and 32767),
    constraint audition_registrations_comcard_image_is_an_image check (private.is_image(comcard_image)),
    constraint audition_registrations_invoice_image_is_an_image check (private.is_image(invoice_image))
);
-- on delete cascade: who leaves takes their personal data along.
comment on table public.audition_registrations is 'Talents who want to audition.';
create index audition_registrations_newest_first on public.audition_registrations (created_at desc, uuid);
create index audition_registrations_newest_of_a_person on public.audition_registrations (user_id, created_at desc, uuid);
create index audition_registrations_comcard_file on public.audition_registrations ((comcard_image ->> 'filename'));
create index audition_registrations_invoice_file on public.audition_registrations ((invoice_image ->> 'filename'));

-- For any account, also one that never registered; one account may have several. An ID that is pasted must be
-- an account's: an announcement to nobody would be seen by no one and nobody would be told.
create table public.audition_announcements (
    uuid uuid default gen_random_uuid(),
    user_id uuid not null,
    audition_status boolean not null,
    training_time timestamptz,
    rehearsal_time timestamptz,
    audition_time timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint audition_announcements_pkey primary key (uuid),
    constraint audition_announcements_user_id_is_an_account
        foreign key (user_id) references auth.users (id) on delete cascade
);
comment on table public.audition_announcements is 'What an audition came to, told to one person.';
create index audition_announcements_newest_first on public.audition_announcements (created_at desc, uuid);
create index audition_announcements_newest_of_a_person
    on public.audition_announcements (user_id, created_at desc, uuid);

-- user_id has no foreign key on purpose: an order stays in the books unchanged when its account is deleted.
create table public.transactions (
    uuid uuid default gen_random_uuid(),
    user_id uuid not null,
    transactions jsonb not null,
    invoice_image jsonb not null,
    status text not null default 'Processed',
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint transactions_pkey primary key (uuid),
    constraint transactions_are_1_to_100_lines check (private.are_order_lines(transactions)),
    constraint transactions_invoice_image_is_an_image check (private.is_image(invoice_image)),
    constraint transactions_status_is_known check (status in ('Processed', 'Accepted', 'Finished', 'Rejected'))
);
comment on table public.transactions is 'Orders: what was bought at which price, and the proof of payment.';
create index transactions_newest_first on public.transactions (created_at desc, uuid);
create index transactions_newest_of_a_person on public.transactions (user_id, created_at desc, uuid);
create index transactions_invoice_file on public.transactions ((invoice_image ->> 'filename'));
