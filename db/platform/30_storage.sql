-- Pictures: buckets, and one row per stored object. The shape is Supabase Storage's, so that the same policies run on a
-- hosted project, which brings all of this itself. The policies on these two tables apply to every caller;
-- without a policy nobody but the service key sees or changes a row. Safe to run again.

create schema if not exists storage;

do $$
begin
  if to_regtype('storage.buckettype') is null then
    create type storage.buckettype as enum ('STANDARD');
  end if;
end
$$;

-- 1 buckets and objects ----------------------------------------------------------------------------------------------

create table if not exists storage.buckets (
  id text primary key,
  name text not null constraint bname unique,
  owner uuid,
  owner_id text,
  public boolean not null default false,
  avif_autodetection boolean not null default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  type storage.buckettype not null default 'STANDARD',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table storage.buckets is 'Where objects lie: who may read without asking, how large, of which types.';
comment on column storage.buckets.public is 'Its objects are served to anybody who knows their address.';
comment on column storage.buckets.file_size_limit is 'Largest upload in bytes; null: the limit of the server.';
comment on column storage.buckets.allowed_mime_types is 'Such as image/png or image/*; null: whatever the server takes.';

create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text constraint "objects_bucketId_fkey" references storage.buckets (id),
  name text not null,
  owner uuid,
  owner_id text,
  version text not null default gen_random_uuid()::text,
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now()
);
comment on table storage.objects is 'One stored file: its name, whose it is, and which bytes.';
comment on column storage.objects.owner_id is 'Subject of the token that uploaded it; null: the service key.';
comment on column storage.objects.version is 'Names the bytes in the store; fresh for every upload and never made from a name.';
comment on column storage.objects.metadata is 'eTag (SHA-256 of the bytes, quoted), size, mimetype, cacheControl, lastModified.';

create unique index if not exists bucketid_objname on storage.objects (bucket_id, name);
create index if not exists name_prefix_search on storage.objects (name text_pattern_ops);
create index if not exists objects_version_idx on storage.objects (version);

-- 2 what was removed -------------------------------------------------------------------------------------------------

create table if not exists storage.removed (
  version text primary key,
  object jsonb not null,
  removed_at timestamptz not null default now()
);
alter table storage.removed add column if not exists removed_by uuid;
alter table storage.removed add column if not exists is_expired boolean not null default false;
comment on table storage.removed is 'Rows taken out of storage.objects; their bytes stay until their time has passed (private.recoverable).';
comment on column storage.removed.is_expired is 'Its time has passed: it is not brought back any more, and its bytes are being deleted.';
comment on column storage.removed.removed_at is 'Of what is marked as expired: since when it is.';
comment on column storage.removed.object is 'The whole row, ready for jsonb_populate_record and back into storage.objects.';
comment on column storage.removed.removed_by is 'Who asked for it; empty: the shop itself, or its owner.';
create index if not exists removed_removed_at_idx on storage.removed (removed_at);

create table if not exists storage.unknown_files (
  version text primary key,
  found_at timestamptz not null default now()
);
comment on table storage.unknown_files is 'Files in the store that no row names: set aside, and deleted when they were for as long as what was removed.';

-- Any way a row may go, by the file service, by SQL or with its bucket, leaves its bytes recoverable.
create or replace function storage.remember_removed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into storage.removed (version, object, removed_by)
  values (old.version, to_jsonb(old) - 'path_tokens', auth.uid())
  on conflict (version) do update
    set object = excluded.object, removed_at = now(), removed_by = excluded.removed_by;
  return null;
end
$$;

create or replace trigger remember_removed after delete on storage.objects
  for each row execute function storage.remember_removed();

-- Who may read a bucket's objects is answered from memory until it changes.
create or replace function storage.notify_changed() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('tapis_changed', 'buckets');
  return null;
end
$$;

create or replace trigger notify_changed after update or delete on storage.buckets
  for each statement execute function storage.notify_changed();

-- 3 functions for policies -----------------------------------------------------------------------------------------------

create or replace function storage.foldername(name text) returns text[]
language sql immutable parallel safe set search_path = ''
return (string_to_array(name, '/'))[1:cardinality(string_to_array(name, '/')) - 1];
comment on function storage.foldername(text) is 'a/b/c.png → {a,b}';

create or replace function storage.filename(name text) returns text
language sql immutable parallel safe set search_path = ''
return split_part(name, '/', -1);
comment on function storage.filename(text) is 'a/b/c.png → c.png';

create or replace function storage.extension(name text) returns text
language sql immutable parallel safe set search_path = ''
return split_part(split_part(name, '/', -1), '.', -1);
comment on function storage.extension(text) is 'a/b/c.png → png';

-- As JavaScript writes times, and so Supabase Storage.
create or replace function storage.in_milliseconds(moment timestamptz) returns text
language sql stable parallel safe set search_path = ''
return case when isfinite(moment) then to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end;

-- What clients of Supabase Storage know of a file; the rest is for this shop's own checks, such as the prints by which it
-- recognises a proof of payment that was sent before.
create or replace function storage.documented_metadata(metadata jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
return (
  select jsonb_object_agg(key, value) from jsonb_each(metadata)
  where key in ('eTag', 'size', 'mimetype', 'cacheControl', 'lastModified', 'contentLength', 'httpStatusCode')
);

-- 4 reading one picture ----------------------------------------------------------------------------------------------

-- The row of one object, if the policies let the caller read it. Says, as a hosted project's file service does, that
-- one object is read and nothing is listed: policies may allow the one and not the other. It says so by set_config, as
-- only a superuser may give a function such a setting; a statement that fails takes it back with its transaction.
create or replace function storage.find_readable_object(bucket text, object_name text) returns setof storage.objects
language plpgsql stable rows 1 set search_path = ''
as $$
declare
  outside constant text := coalesce(current_setting('storage.operation', true), '');
begin
  perform set_config('storage.operation', 'storage.object.get_authenticated', true);
  return query select * from storage.objects where bucket_id = bucket and name = object_name;
  perform set_config('storage.operation', outside, true);
end
$$;

-- 5 rights -----------------------------------------------------------------------------------------------------------

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
alter table storage.removed enable row level security;
alter table storage.unknown_files enable row level security;

alter schema storage owner to supabase_storage_admin;
alter type storage.buckettype owner to supabase_storage_admin;
alter table storage.buckets owner to supabase_storage_admin;
alter table storage.objects owner to supabase_storage_admin;
alter table storage.removed owner to supabase_storage_admin;
alter table storage.unknown_files owner to supabase_storage_admin;
alter function storage.notify_changed() owner to supabase_storage_admin;
alter function storage.remember_removed() owner to supabase_storage_admin;
alter function storage.foldername(text) owner to supabase_storage_admin;
alter function storage.filename(text) owner to supabase_storage_admin;
alter function storage.extension(text) owner to supabase_storage_admin;
alter function storage.in_milliseconds(timestamptz) owner to supabase_storage_admin;
alter function storage.documented_metadata(jsonb) owner to supabase_storage_admin;
alter function storage.find_readable_object(text, text) owner to supabase_storage_admin;

revoke all on schema storage from public;
revoke all on all tables in schema storage from public;
revoke all on all functions in schema storage from public;
revoke usage on type storage.buckettype from public;

grant usage on schema storage to anon, authenticated, service_role;
grant usage on type storage.buckettype to anon, authenticated, service_role;
grant select, insert, update, delete on storage.buckets, storage.objects to anon, authenticated, service_role;
grant execute on function storage.foldername(text), storage.filename(text), storage.extension(text),
  storage.in_milliseconds(timestamptz), storage.documented_metadata(jsonb), storage.find_readable_object(text, text)
  to anon, authenticated, service_role;
-- storage.removed and storage.unknown_files are not granted: only the file service and the server's owner look into them.
