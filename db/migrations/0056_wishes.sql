-- Wishes: products that a person keeps for later, and of which they are told once when they are back in stock.

create table public.wishes (
    uuid uuid not null default gen_random_uuid(),
    user_id uuid not null,
    product_uuid uuid not null,
    awaited_size text,
    created_at timestamptz not null default clock_timestamp(),
    constraint wishes_pkey primary key (uuid),
    constraint wishes_one_of_a_product unique (user_id, product_uuid),
    constraint wishes_user_id_is_an_account foreign key (user_id) references auth.users (id) on delete cascade,
    constraint wishes_awaited_size_at_most_40_characters check (char_length(awaited_size) <= 40)
);
comment on table public.wishes is 'Products that a person keeps for later.';
comment on column public.wishes.product_uuid is 'No reference: a product that was deleted may be restored.';
comment on column public.wishes.awaited_size is
    'The person is told once when it is back in stock; '''': the product in any size; empty: they are told nothing.';
create index wishes_that_wait on public.wishes (product_uuid) where awaited_size is not null;
