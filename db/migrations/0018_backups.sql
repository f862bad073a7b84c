-- Which backups were made, and which attempts failed. The backups themselves are files elsewhere.

create table private.backups (
    id bigint generated always as identity,
    reason text not null,
    began_at timestamptz not null,
    ended_at timestamptz not null default now(),
    name text,
    bytes bigint,
    error text,
    constraint backups_pkey primary key (id),
    constraint backups_reason_is_known check (reason in ('schedule', 'upgrade', 'command')),
    constraint backups_succeeded_or_failed check (
        (name is not null and bytes > 0 and error is null) or (name is null and bytes is null and error is not null))
);
alter table private.backups enable row level security;
comment on table private.backups is 'Attempts to make a backup, written when they ended; kept for 90 days.';
comment on column private.backups.name is 'File of a backup that was verified; empty: the attempt failed.';
comment on column private.backups.error is 'Why an attempt failed, in one sentence.';
