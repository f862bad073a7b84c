-- Parcels: what was packed and sent of an order, by whom and under which number; and what administrators note about an order.

alter table public.delivery_ways
    add column tracking_page text,
    add constraint delivery_ways_tracking_page_is_an_address
        check (tracking_page ~ '^https://[^\s"<>]+$' and char_length(tracking_page) <= 500);
comment on column public.delivery_ways.tracking_page is
    'Where its courier shows where a parcel is; {number} in it becomes the tracking number.';

create table public.parcels (
    order_uuid uuid,
    user_id uuid not null,
    packed_at timestamptz,
    courier text,
    tracking_number text,
    tracking_page text,
    sent_at timestamptz,
    constraint parcels_pkey primary key (order_uuid),
    constraint parcels_courier_1_to_200_characters check (courier ~ '\S' and char_length(courier) <= 200),
    constraint parcels_tracking_number_1_to_100_characters
        check (tracking_number ~ '^[[:graph:]]([[:graph:] ]*[[:graph:]])?$' and char_length(tracking_number) <= 100),
    constraint parcels_are_sent_by_a_courier check (sent_at is null or courier is not null)
);
comment on table public.parcels is 'What was packed and sent of orders. An order that is finished has arrived.';
comment on column public.parcels.order_uuid is 'No foreign key: an order that was deleted and comes back finds its parcel.';
comment on column public.parcels.user_id is 'Its buyer. No foreign key: parcels outlive accounts.';
comment on column public.parcels.tracking_page is 'That of the way of delivery with the courier''s name, as it was when this was sent.';
create index parcels_of_a_person on public.parcels (user_id);

create table public.order_notes (
    order_uuid uuid,
    note text not null,
    updated_at timestamptz not null default now(),
    constraint order_notes_pkey primary key (order_uuid),
    constraint order_notes_are_of_an_order foreign key (order_uuid) references public.transactions (uuid) on delete cascade,
    constraint order_notes_note_1_to_2000_characters check (note ~ '\S' and char_length(note) <= 2000)
);
comment on table public.order_notes is 'What administrators note about an order; its buyer never reads it.';

alter table public.audit_log drop constraint audit_log_place_is_watched;
alter table public.audit_log add constraint audit_log_place_is_watched check (place in
    ('payment_methods', 'user_roles', 'transactions', 'objects', 'payments', 'refunds', 'reconciliations', 'statement_lines',
    'statement_formats', 'products', 'parcels', 'reviews', 'statement_ties'));
