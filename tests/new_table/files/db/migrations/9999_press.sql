-- What newspapers and magazines write about the house.
create table public.press (
    uuid uuid default gen_random_uuid(),
    image jsonb not null,
    heading text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint press_pkey primary key (uuid),
    constraint press_image_is_an_image check (private.is_image(image)),
    constraint press_heading_1_to_200_characters check (heading ~ '\S' and char_length(heading) <= 200)
);
comment on table public.press is 'What newspapers and magazines write about the house.';
create index press_newest_first on public.press (created_at desc, uuid);
