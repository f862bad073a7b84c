-- People are told what happened: a row for each happening, and of it a message for each person and way. And what a person
-- chose about mails.

-- No foreign keys and few columns: what fills it is part of other transactions, and an order must stay cheap.
create table private.outbox (
    id bigint generated always as identity,
    kind text not null,
    place text not null,
    record uuid not null,
    user_id uuid,
    data jsonb not null default '{}',
    created_at timestamptz not null default now(),
    not_before timestamptz not null default now(),
    constraint outbox_pkey primary key (id)
);
alter table private.outbox enable row level security;
comment on table private.outbox is 'What happened and was not told yet; written by triggers.';
comment on column private.outbox.user_id is 'Whom it is about; empty: administrators alone.';
comment on column private.outbox.not_before is 'Decisions wait some seconds, so that they can be undone.';
create index outbox_of_a_record on private.outbox (record);
create index outbox_oldest_first on private.outbox (created_at);

create table private.messages (
    id uuid default gen_random_uuid(),
    outbox_id bigint not null,
    user_id uuid not null,
    way text not null,
    subscription uuid,
    kind text not null,
    place text not null,
    record uuid not null,
    data jsonb not null,
    state text not null default 'waiting',
    attempts integer not null default 0,
    next_attempt timestamptz not null default now(),
    created_at timestamptz not null default now(),
    sent_at timestamptz,
    error text,
    constraint messages_pkey primary key (id),
    constraint messages_tell_a_person_once unique nulls not distinct (outbox_id, user_id, way, subscription),
    constraint messages_user_id_is_an_account foreign key (user_id) references auth.users (id) on delete cascade,
    constraint messages_way_is_known check (way in ('mail', 'push', 'digest')),
    constraint messages_state_is_known check (state in ('waiting', 'sending', 'sent', 'failed', 'dropped'))
);
alter table private.messages enable row level security;
comment on table private.messages is 'What a person is sent; kept for 30 days.';
comment on column private.messages.id is 'Also names the mail, so that one that had to be sent again is recognised.';
create index messages_next_first on private.messages (next_attempt) where state = 'waiting';
create index messages_of_a_person on private.messages (user_id, created_at);
-- An administrator's next mail about orders and registrations gathers what comes until it is sent.
create unique index messages_one_open_digest on private.messages (user_id)
    where way = 'digest' and state = 'waiting' and attempts = 0;

create table private.unsubscribe_tokens (
    user_id uuid,
    token uuid not null default gen_random_uuid(),
    constraint unsubscribe_tokens_pkey primary key (user_id),
    constraint unsubscribe_tokens_token_is_one_person unique (token),
    constraint unsubscribe_tokens_user_id_is_an_account
        foreign key (user_id) references auth.users (id) on delete cascade
);
alter table private.unsubscribe_tokens enable row level security;
comment on table private.unsubscribe_tokens is 'What the link in a mail carries by which its reader ends the mails.';

create table public.notification_choices (
    user_id uuid,
    mail boolean not null default true,
    language text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint notification_choices_pkey primary key (user_id),
    constraint notification_choices_user_id_is_an_account
        foreign key (user_id) references auth.users (id) on delete cascade,
    constraint notification_choices_language_is_known check (language in ('en', 'id'))
);
comment on table public.notification_choices is 'Whether a person wants mails about what happens, and in which language.';
