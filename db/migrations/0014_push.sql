-- Notifications on devices: the subscriptions of browsers (Web Push), and the keys that messages to them are signed with.

create table public.push_subscriptions (
    uuid uuid default gen_random_uuid(),
    user_id uuid not null,
    endpoint text not null,
    p256dh text not null,
    auth text not null,
    language text not null default 'en',
    created_at timestamptz not null default clock_timestamp(),
    constraint push_subscriptions_pkey primary key (uuid),
    constraint push_subscriptions_one_of_an_endpoint unique (endpoint),
    constraint push_subscriptions_user_id_is_an_account
        foreign key (user_id) references auth.users (id) on delete cascade,
    constraint push_subscriptions_endpoint_is_https
        check (endpoint ~ '^https://[^/?#@\\[:cntrl:][:space:]]+/[^[:cntrl:][:space:]]*$'
            and char_length(endpoint) <= 2048),
    constraint push_subscriptions_p256dh_is_a_key check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
    constraint push_subscriptions_auth_is_16_bytes check (auth ~ '^[A-Za-z0-9_-]{22}$'),
    constraint push_subscriptions_language_is_known check (language in ('en', 'id'))
);
comment on table public.push_subscriptions is 'Devices on which a person is told what is new.';
comment on column public.push_subscriptions.endpoint is 'Where the browser''s push service takes messages for it.';
comment on column public.push_subscriptions.p256dh is 'The browser''s public key, base64url; messages are encrypted for it.';
create index push_subscriptions_of_a_person on public.push_subscriptions (user_id, created_at);

create table private.push_keys (
    one boolean default true,
    public_key text not null,
    private_jwk jsonb not null,
    created_at timestamptz not null default now(),
    constraint push_keys_pkey primary key (one),
    constraint push_keys_one_pair check (one)
);
alter table private.push_keys enable row level security;
comment on table private.push_keys is 'The key pair that signs messages to push services (VAPID); made by the gateway.';
comment on column private.push_keys.public_key is 'Uncompressed point, base64url: what browsers subscribe with.';
