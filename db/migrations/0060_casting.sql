-- Castings: an event that people register for, what its jury and its administrators think of them, hours, passes and the door.

-- Places of an event: at most 10 of {name, address, map}; the map is an address of the web, or empty.
create function private.are_places(value jsonb) returns boolean
    language sql immutable parallel safe
    return coalesce(
        case when jsonb_typeof(value) = 'array' and jsonb_array_length(value) <= 10 then
            jsonb_array_length(value) = jsonb_array_length(jsonb_path_query_array(value, 'strict $[*] ? (
                @.name like_regex "\\S" && @.address.type() == "string"
                && @.map like_regex "^(https://[^\\s\"<>]+)?$")', silent => true))
            and octet_length(value::text) <= 20000
        end,
        false
    );

-- Days of an event: at most 30 of {kind, date, from, until, place}; until and place may be empty, hours are those of the shop.
create function private.are_event_days(value jsonb) returns boolean
    language sql immutable parallel safe
    return coalesce(
        case when jsonb_typeof(value) = 'array' and jsonb_array_length(value) <= 30 then
            jsonb_array_length(value) = jsonb_array_length(jsonb_path_query_array(value, 'strict $[*] ? (
                (@.kind == "training" || @.kind == "rehearsal" || @.kind == "audition" || @.kind == "show")
                && @.date like_regex "^20[0-9]{2}-[0-9]{2}-[0-9]{2}$" && exists (@.date.datetime("yyyy-mm-dd"))
                && @.from like_regex "^([01][0-9]|2[0-3]):[0-5][0-9]$"
                && @.until like_regex "^(([01][0-9]|2[0-3]):[0-5][0-9])?$" && (@.until == "" || @.until > @.from)
                && @.place.type() == "string")', silent => true))
            and octet_length(value::text) <= 20000
        end,
        false
    );

-- What is asked besides the card: some of these, each once.
create function private.are_questions(value jsonb) returns boolean
    language sql immutable parallel safe
    return coalesce(
        case when jsonb_typeof(value) = 'array' and jsonb_array_length(value) <= 6 then
            value <@ '["whatsapp", "height", "clothing_size", "shoe_size", "experience", "social_link"]'::jsonb
            and jsonb_array_length(value) = (select count(distinct asked) from jsonb_array_elements(value) as asked)
        end,
        false
    );

revoke all on function private.are_places(jsonb), private.are_event_days(jsonb), private.are_questions(jsonb) from public;

create table public.events (
    uuid uuid default gen_random_uuid(),
    name text not null,
    story text,
    image jsonb not null,
    pictures jsonb not null default '[]',
    places jsonb not null default '[]',
    days jsonb not null default '[]',
    opens_at timestamptz,
    closes_at timestamptz,
    fee bigint,
    sought smallint,
    asked jsonb not null default '[]',
    published boolean not null default false,
    forget_after_days smallint,
    translations jsonb not null default '{}',
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint events_pkey primary key (uuid),
    constraint events_name_1_to_200_characters check (name ~ '\S' and char_length(name) <= 200),
    constraint events_story_at_most_10000_characters check (char_length(story) <= 10000),
    constraint events_image_is_an_image check (private.is_image(image)),
    constraint events_pictures_are_at_most_9_images check (private.are_images(pictures)),
    constraint events_places_are_places check (private.are_places(places)),
    constraint events_days_are_days check (private.are_event_days(days)),
    constraint events_closes_at_after_it_opens check (closes_at is null or closes_at > opens_at is true),
    constraint events_fee_0_to_10000000 check (fee between 0 and 10000000),
    constraint events_sought_1_to_10000 check (sought between 1 and 10000),
    constraint events_asked_are_questions check (private.are_questions(asked)),
    constraint events_forget_after_days_1_to_3650 check (forget_after_days between 1 and 3650),
    constraint events_translations_are_texts check (private.are_translations(translations))
);
comment on table public.events is 'Castings and shows.';
comment on column public.events.places is '[{name, address, map}]';
comment on column public.events.days is '[{kind, date, from, until, place}]: kind is training, rehearsal, audition or show, place a name of places.';
comment on column public.events.opens_at is 'Registrations are taken from here on; null: none are.';
comment on column public.events.closes_at is 'And until here; null: until it is unpublished.';
comment on column public.events.fee is 'Null: that of the payment method.';
comment on column public.events.asked is 'What registrants are asked besides the card.';
comment on column public.events.forget_after_days is 'So long after they were declined, cards, notes and answers are deleted; null: never.';
create index events_published on public.events (published);
create index events_newest_first on public.events (created_at desc, uuid);

create table public.event_registrations (
    uuid uuid,
    event_uuid uuid not null,
    registration_uuid uuid,
    user_id uuid,
    number integer not null,
    answers jsonb not null default '{}',
    created_at timestamptz not null default now(),
    constraint event_registrations_pkey primary key (uuid),
    constraint event_registrations_event_uuid_is_an_event
        foreign key (event_uuid) references public.events (uuid) on delete restrict,
    constraint event_registrations_registration_uuid_is_a_registration
        foreign key (registration_uuid) references public.audition_registrations (uuid) on delete set null,
    constraint event_registrations_user_id_is_an_account
        foreign key (user_id) references auth.users (id) on delete set null,
    constraint event_registrations_of_their_registration check (registration_uuid = uuid),
    constraint event_registrations_one_number_each unique (event_uuid, number),
    constraint event_registrations_number_from_1 check (number >= 1),
    constraint event_registrations_answers_are_answers check (jsonb_typeof(answers) = 'object')
);
comment on table public.event_registrations is 'Which event a registration was sent for, under which number, and its answers.';
comment on column public.event_registrations.uuid is 'That of the registration, also after it was deleted.';
create unique index event_registrations_of_a_registration on public.event_registrations (registration_uuid);
create index event_registrations_of_a_person on public.event_registrations (user_id);

create table public.casting_scores (
    uuid uuid default gen_random_uuid(),
    registration_uuid uuid not null,
    round text not null default 'selection',
    user_id uuid not null,
    score smallint,
    note text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint casting_scores_pkey primary key (uuid),
    constraint casting_scores_one_each unique (registration_uuid, round, user_id),
    constraint casting_scores_registration_uuid_is_registered
        foreign key (registration_uuid) references public.event_registrations (uuid) on delete cascade,
    constraint casting_scores_user_id_is_an_account foreign key (user_id) references auth.users (id) on delete cascade,
    constraint casting_scores_round_is_known check (round in ('selection', 'result')),
    constraint casting_scores_score_0_to_5 check (score between 0 and 5),
    constraint casting_scores_note_1_to_2000_characters check (note ~ '\S' and char_length(note) <= 2000)
);
comment on table public.casting_scores is 'What each juror thinks of a registrant.';
comment on column public.casting_scores.round is 'selection: of the card; result: of the audition.';
comment on column public.casting_scores.user_id is 'The juror.';
create index casting_scores_of_a_juror on public.casting_scores (user_id);

create table public.slots (
    uuid uuid default gen_random_uuid(),
    event_uuid uuid not null,
    kind text not null,
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    capacity smallint not null,
    place text not null default '',
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint slots_pkey primary key (uuid),
    constraint slots_event_uuid_is_an_event foreign key (event_uuid) references public.events (uuid) on delete cascade,
    constraint slots_kind_is_known check (kind in ('training', 'rehearsal', 'audition')),
    constraint slots_end_after_they_start check (ends_at > starts_at and ends_at <= starts_at + interval '1 day'),
    constraint slots_capacity_1_to_1000 check (capacity between 1 and 1000),
    constraint slots_place_at_most_200_characters check (char_length(place) <= 200)
);
comment on table public.slots is 'Hours of trainings, rehearsals and auditions, for so many at a time.';
create index slots_of_an_event on public.slots (event_uuid, kind, starts_at);

create table public.casting_decisions (
    uuid uuid default gen_random_uuid(),
    registration_uuid uuid not null,
    round text not null default 'selection',
    decision text,
    tags jsonb not null default '[]',
    note text,
    training_slot uuid,
    rehearsal_slot uuid,
    audition_slot uuid,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint casting_decisions_pkey primary key (uuid),
    constraint casting_decisions_one_each unique (registration_uuid, round),
    constraint casting_decisions_registration_uuid_is_registered
        foreign key (registration_uuid) references public.event_registrations (uuid) on delete cascade,
    constraint casting_decisions_round_is_known check (round in ('selection', 'result')),
    constraint casting_decisions_decision_is_known check (decision in ('accept', 'decline', 'shortlist')),
    constraint casting_decisions_tags_are_words check (
        jsonb_typeof(tags) = 'array' and jsonb_array_length(tags) <= 20
        and not jsonb_path_exists(tags, 'strict $[*] ? (!(@ like_regex "^\\S(.{0,38}\\S)?$"))', silent => true)),
    constraint casting_decisions_note_1_to_2000_characters check (note ~ '\S' and char_length(note) <= 2000),
    constraint casting_decisions_training_slot_is_a_slot
        foreign key (training_slot) references public.slots (uuid) on delete set null,
    constraint casting_decisions_rehearsal_slot_is_a_slot
        foreign key (rehearsal_slot) references public.slots (uuid) on delete set null,
    constraint casting_decisions_audition_slot_is_a_slot
        foreign key (audition_slot) references public.slots (uuid) on delete set null
);
comment on table public.casting_decisions is 'Drafts of administrators. public.announce() makes announcements of them.';
create index casting_decisions_in_training_slot on public.casting_decisions (training_slot);
create index casting_decisions_in_rehearsal_slot on public.casting_decisions (rehearsal_slot);
create index casting_decisions_in_audition_slot on public.casting_decisions (audition_slot);

create table public.announcement_texts (
    uuid uuid default gen_random_uuid(),
    event_uuid uuid not null,
    round text not null,
    accepted boolean not null,
    en text,
    id text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint announcement_texts_pkey primary key (uuid),
    constraint announcement_texts_one_each unique (event_uuid, round, accepted),
    constraint announcement_texts_event_uuid_is_an_event
        foreign key (event_uuid) references public.events (uuid) on delete cascade,
    constraint announcement_texts_round_is_known check (round in ('selection', 'result')),
    constraint announcement_texts_en_1_to_5000_characters check (en ~ '\S' and char_length(en) <= 5000),
    constraint announcement_texts_id_1_to_5000_characters check (id ~ '\S' and char_length(id) <= 5000)
);
comment on table public.announcement_texts is 'What those accepted and those declined will read, with placeholders such as {name}.';

create table public.event_announcements (
    announcement_uuid uuid,
    registration_uuid uuid not null,
    event_uuid uuid not null,
    user_id uuid not null,
    round text not null,
    accepted boolean not null,
    appointments jsonb not null default '{}',
    texts jsonb not null default '{}',
    announced_at timestamptz not null default now(),
    wish text,
    wished_at timestamptz,
    constraint event_announcements_pkey primary key (announcement_uuid),
    constraint event_announcements_one_each unique (registration_uuid, round),
    constraint event_announcements_announcement_uuid_is_an_announcement
        foreign key (announcement_uuid) references public.audition_announcements (uuid) on delete cascade,
    constraint event_announcements_registration_uuid_is_registered
        foreign key (registration_uuid) references public.event_registrations (uuid) on delete cascade,
    constraint event_announcements_event_uuid_is_an_event
        foreign key (event_uuid) references public.events (uuid) on delete restrict,
    constraint event_announcements_user_id_is_an_account
        foreign key (user_id) references auth.users (id) on delete cascade,
    constraint event_announcements_round_is_known check (round in ('selection', 'result')),
    constraint event_announcements_wish_1_to_1000_characters check (wish ~ '\S' and char_length(wish) <= 1000),
    constraint event_announcements_wishes_say_when check ((wish is null) = (wished_at is null))
);
comment on table public.event_announcements is 'Of which registration an announcement is, with the texts and hours that were announced.';
comment on column public.event_announcements.appointments is 'By kind: {slot, starts_at, ends_at, place}.';
comment on column public.event_announcements.texts is '{en, id}: what its person reads.';
comment on column public.event_announcements.wish is 'Why its person asks for other hours; the next correction answers it.';
create index event_announcements_of_an_event on public.event_announcements (event_uuid, round);
create index event_announcements_of_a_person on public.event_announcements (user_id);

create table public.passes (
    registration_uuid uuid,
    event_uuid uuid not null,
    user_id uuid not null,
    number integer not null,
    token uuid not null default gen_random_uuid(),
    withdrawn boolean not null default false,
    created_at timestamptz not null default now(),
    constraint passes_pkey primary key (registration_uuid),
    constraint passes_one_token_each unique (token),
    constraint passes_registration_uuid_is_registered
        foreign key (registration_uuid) references public.event_registrations (uuid) on delete cascade,
    constraint passes_event_uuid_is_an_event foreign key (event_uuid) references public.events (uuid) on delete restrict,
    constraint passes_user_id_is_an_account foreign key (user_id) references auth.users (id) on delete cascade
);
comment on table public.passes is 'Of those accepted: what their QR code says.';
comment on column public.passes.token is '122 random bits and nothing else.';
comment on column public.passes.withdrawn is 'A correction declined its person.';
create index passes_of_an_event on public.passes (event_uuid);
create index passes_of_a_person on public.passes (user_id);

create table public.check_ins (
    nonce uuid,
    event_uuid uuid not null,
    registration_uuid uuid,
    user_id uuid,
    answer text not null,
    scanned_at timestamptz not null,
    stored_at timestamptz not null default now(),
    scanned_by uuid,
    constraint check_ins_pkey primary key (nonce),
    constraint check_ins_event_uuid_is_an_event foreign key (event_uuid) references public.events (uuid) on delete cascade,
    constraint check_ins_registration_uuid_is_registered
        foreign key (registration_uuid) references public.event_registrations (uuid) on delete cascade,
    constraint check_ins_user_id_is_an_account foreign key (user_id) references auth.users (id) on delete set null,
    constraint check_ins_answer_is_known check (answer in
        ('valid', 'other_day', 'other_event', 'declined', 'fee_unpaid', 'unknown'))
);
comment on table public.check_ins is 'Every scan at a door, once. Of valid ones the first of a day lets in.';
comment on column public.check_ins.user_id is 'Whose pass it was.';
comment on column public.check_ins.scanned_by is 'No foreign key: check-ins outlive accounts.';
create index check_ins_of_an_event on public.check_ins (event_uuid, scanned_at);
create index check_ins_of_a_registration on public.check_ins (registration_uuid, scanned_at, nonce);
create index check_ins_of_a_person on public.check_ins (user_id);

create table public.stage_calls (
    event_uuid uuid,
    registration_uuid uuid not null,
    called_at timestamptz not null default now(),
    constraint stage_calls_pkey primary key (event_uuid),
    constraint stage_calls_event_uuid_is_an_event foreign key (event_uuid) references public.events (uuid) on delete cascade,
    constraint stage_calls_registration_uuid_is_registered
        foreign key (registration_uuid) references public.event_registrations (uuid) on delete cascade
);
comment on table public.stage_calls is 'Who is on stage now.';
