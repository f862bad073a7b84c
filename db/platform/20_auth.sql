-- Accounts: people, how they sign in, their sessions and second factors, and the keys that sign tokens. The shape is
-- GoTrue's, so that the same queries and triggers run on a hosted project, which has all of this already.
-- Only the accounts service (supabase_auth_admin) reads or writes here; others may only call the functions of section 6.

create schema if not exists auth;

-- 1 people -----------------------------------------------------------------------------------------------------------

create table if not exists auth.users (
  id uuid primary key,
  instance_id uuid,
  aud text,
  role text,
  email text,
  encrypted_password text,
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token text not null default '',
  confirmation_sent_at timestamptz,
  recovery_token text not null default '',
  recovery_sent_at timestamptz,
  email_change text not null default '',
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb,
  raw_user_meta_data jsonb,
  is_super_admin boolean,
  created_at timestamptz,
  updated_at timestamptz,
  phone text unique,
  phone_confirmed_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  banned_until timestamptz,
  is_sso_user boolean not null default false,
  deleted_at timestamptz,
  is_anonymous boolean not null default false
);
comment on table auth.users is 'People with an account.';
comment on column auth.users.encrypted_password is 'argon2id, or bcrypt until the next sign-in.';
comment on column auth.users.confirmation_token is 'Unused: see auth.sign_up_links.';
comment on column auth.users.recovery_token is 'SHA-256 of the token in the mail, hexadecimal; empty: none open.';

-- One person per address, in any letter case; accounts without an address are not compared.
create unique index if not exists users_email_partial_key on auth.users (lower(email)) where not is_sso_user;
create index if not exists users_created_at_idx on auth.users (created_at desc, id desc);
create unique index if not exists users_confirmation_token_idx on auth.users (confirmation_token)
  where confirmation_token <> '';
create unique index if not exists users_recovery_token_idx on auth.users (recovery_token) where recovery_token <> '';

create table if not exists auth.identities (
  id uuid primary key default gen_random_uuid(),
  provider_id text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz,
  updated_at timestamptz,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  constraint identities_provider_id_provider_unique unique (provider_id, provider)
);
comment on table auth.identities is 'How a person proves who they are; here always by email.';
create index if not exists identities_user_id_idx on auth.identities (user_id);

create table if not exists auth.sign_up_links (
  token_hash text primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  password_hash text,
  sent_at timestamptz not null default now()
);
comment on table auth.sign_up_links is
  'Links that confirm an address, each with the password that its sign-up proposed.';
comment on column auth.sign_up_links.token_hash is 'SHA-256 of the token in the mail, hexadecimal.';
comment on column auth.sign_up_links.password_hash is 'Empty when the mail was only sent again.';
create index if not exists sign_up_links_user_id_idx on auth.sign_up_links (user_id);

-- 2 sessions ---------------------------------------------------------------------------------------------------------

create table if not exists auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz,
  updated_at timestamptz,
  refreshed_at timestamptz,
  user_agent text,
  ip inet
);
alter table auth.sessions add column if not exists aal text check (aal in ('aal1', 'aal2', 'aal3')) default 'aal1';
alter table auth.sessions add column if not exists factor_id uuid;
comment on table auth.sessions is 'One sign-in on one device.';
comment on column auth.sessions.aal is 'aal2 once a second factor was verified in this session.';
create index if not exists sessions_user_id_idx on auth.sessions (user_id);

create table if not exists auth.mfa_amr_claims (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references auth.sessions (id) on delete cascade,
  authentication_method text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
);
comment on table auth.mfa_amr_claims is 'How and when a session was proved: the claim amr of its access tokens.';

-- Sessions of before this table existed: they knew one method.
do $$
begin
  if exists (
    select from pg_catalog.pg_attribute
    where attrelid = 'auth.sessions'::regclass and attname = 'method' and not attisdropped
  ) then
    insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
      select id, method, coalesce(created_at, now()), coalesce(created_at, now()) from auth.sessions;
    alter table auth.sessions drop column method;
  end if;
end
$$;

create table if not exists auth.refresh_tokens (
  id bigint generated always as identity primary key,
  token text not null unique,
  parent text,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  revoked boolean not null default false,
  salt bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table auth.refresh_tokens is 'The chain of refresh tokens of each session.';
comment on column auth.refresh_tokens.token is 'SHA-256 of the token, hexadecimal; the token itself is nowhere.';
comment on column auth.refresh_tokens.parent is 'The column token of the one that was exchanged for this one.';
comment on column auth.refresh_tokens.salt is 'Makes this token from its parent, which only the client holds; so it can be given out again.';
create index if not exists refresh_tokens_session_id_idx on auth.refresh_tokens (session_id, id desc);

create table if not exists auth.ended_sessions (
  session_id uuid primary key,
  ended_at timestamptz not null default now()
);
comment on table auth.ended_sessions is
  'Sessions whose access tokens are refused although they have not run out; none lives longer than two hours.';
create index if not exists ended_sessions_ended_at_idx on auth.ended_sessions (ended_at);

create or replace function auth.remember_ended_session() returns trigger
language plpgsql set search_path = ''
as $$
begin
  insert into auth.ended_sessions (session_id) values (old.id) on conflict do nothing;
  delete from auth.ended_sessions where ended_at < now() - interval '3 hours';
  return null;
end
$$;
create or replace trigger remember_ended_session after delete on auth.sessions
  for each row execute function auth.remember_ended_session();

-- Every worker of every server reads the ended sessions again on this notification (tapis/gateway/tokens/keyring.py).
drop function if exists auth.tell_ended_session() cascade; -- its name in older versions
create or replace function auth.notify_ended_session() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('tapis_keys', '');
  return null;
end
$$;
create or replace trigger notify_ended_session after insert on auth.ended_sessions
  for each statement execute function auth.notify_ended_session();

-- The shop's rows that last as long as a session; a database that is being made has none yet.
create or replace function auth.end_devices_of_session() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if to_regprocedure('private.end_devices_of(uuid)') is not null then
    perform private.end_devices_of(new.session_id);
  end if;
  return null;
end
$$;
create or replace trigger end_devices_of_session after insert on auth.ended_sessions
  for each row execute function auth.end_devices_of_session();

-- 3 second factors ---------------------------------------------------------------------------------------------------

create table if not exists auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type text not null check (factor_type in ('totp', 'recovery_code')),
  status text not null check (status in ('unverified', 'verified')),
  secret text,
  last_time_step bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table auth.mfa_factors is 'What a person proves who they are with beside the password.';
comment on column auth.mfa_factors.secret is 'The key of RFC 6238, Base32; empty for recovery codes.';
comment on column auth.mfa_factors.last_time_step is 'The time step of the newest code that was accepted: no code is accepted twice.';
create index if not exists mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create unique index if not exists mfa_factors_user_friendly_name_unique
  on auth.mfa_factors (friendly_name, user_id) where trim(friendly_name) <> '';
create unique index if not exists mfa_factors_one_set_of_recovery_codes
  on auth.mfa_factors (user_id) where factor_type = 'recovery_code';

create table if not exists auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz
);
comment on table auth.mfa_challenges is 'Requests for a code; each can be answered once, for five minutes.';
create index if not exists mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);

create table if not exists auth.mfa_recovery_codes (
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (factor_id, code_hash)
);
comment on table auth.mfa_recovery_codes is 'What signs in once when the second factor is lost.';
comment on column auth.mfa_recovery_codes.code_hash is 'SHA-256 of 120 random bits, hexadecimal; the code itself is not stored.';

-- 4 keys -------------------------------------------------------------------------------------------------------------

create table if not exists auth.signing_keys (
  kid text primary key,
  purpose text not null check (purpose in ('session', 'api')),
  private_jwk jsonb not null,
  created_at timestamptz not null default now(),
  signs_from timestamptz not null default now(),
  accepted_until timestamptz
);
comment on table auth.signing_keys is 'Keys that sign tokens; the private half never leaves this table and the gateway.';
comment on column auth.signing_keys.signs_from is 'Later than created_at, so that every worker knows a key before one signs with it.';
comment on column auth.signing_keys.accepted_until is 'When its tokens stop being accepted; empty: in use.';

create table if not exists auth.api_keys (
  role text primary key check (role in ('anon', 'service_role')),
  kid text not null references auth.signing_keys (kid) on delete cascade,
  token text not null
);
comment on table auth.api_keys is 'The public key that every front end carries, and the service key.';

-- 5 failed attempts --------------------------------------------------------------------------------------------------

create unlogged table if not exists auth.attempts (
  what text not null,
  who text not null,
  times timestamptz[] not null,
  last timestamptz not null,
  primary key (what, who)
);
comment on table auth.attempts is 'Failed sign-ins, sign-ups and mails of the last day, counted by all workers together.';
comment on column auth.attempts.who is 'SHA-256 of address and account: nothing to read here.';
create index if not exists attempts_last_idx on auth.attempts (last);

-- 6 the caller: the claims of the request, '' after one on a pooled connection -----------------------------------------

create or replace function auth.jwt() returns jsonb
language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;

create or replace function auth.uid() returns uuid
language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;

create or replace function auth.role() returns text
language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )
$$;

create or replace function auth.email() returns text
language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )
$$;

-- 7 rights: the service owns everything here; no other role may touch a table ------------------------------------------

alter schema auth owner to supabase_auth_admin;
alter table auth.users owner to supabase_auth_admin;
alter table auth.identities owner to supabase_auth_admin;
alter table auth.sign_up_links owner to supabase_auth_admin;
alter table auth.mfa_amr_claims owner to supabase_auth_admin;
alter table auth.mfa_factors owner to supabase_auth_admin;
alter table auth.mfa_challenges owner to supabase_auth_admin;
alter table auth.mfa_recovery_codes owner to supabase_auth_admin;
alter table auth.sessions owner to supabase_auth_admin;
alter table auth.refresh_tokens owner to supabase_auth_admin;
alter table auth.ended_sessions owner to supabase_auth_admin;
alter table auth.signing_keys owner to supabase_auth_admin;
alter table auth.api_keys owner to supabase_auth_admin;
alter table auth.attempts owner to supabase_auth_admin;
alter function auth.remember_ended_session() owner to supabase_auth_admin;
alter function auth.notify_ended_session() owner to supabase_auth_admin;
alter function auth.jwt() owner to supabase_auth_admin;
alter function auth.uid() owner to supabase_auth_admin;
alter function auth.role() owner to supabase_auth_admin;
alter function auth.email() owner to supabase_auth_admin;

revoke all on all functions in schema auth from public;
grant usage on schema auth to anon, authenticated, service_role, supabase_storage_admin;
grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email()
  to anon, authenticated, service_role, supabase_storage_admin;
