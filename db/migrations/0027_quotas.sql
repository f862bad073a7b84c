-- How much a person has sent, counted beside the rows, so that what was deleted again counts, too; and pictures by their
-- bytes, so that a copy of a proof is found.

create index record_pictures_by_sha256 on private.record_pictures (sha256);

create table private.quota_use (
    user_id uuid,
    place text,
    day date not null,
    of_day integer not null,
    request timestamptz not null,
    of_request integer not null,
    constraint quota_use_pkey primary key (user_id, place),
    constraint quota_use_user_id_is_an_account foreign key (user_id) references auth.users (id) on delete cascade
);
alter table private.quota_use enable row level security;
comment on table private.quota_use is 'How many rows of a table a person sent on a day and in their last request.';
