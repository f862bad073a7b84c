-- name: find_accounts
-- Accounts with their identities and second factors, newest first.
select
  u.id, coalesce(u.aud, 'authenticated') as aud, coalesce(u.role, 'authenticated') as role,
  coalesce(u.email, '') as email, u.encrypted_password,
  u.email_confirmed_at, u.invited_at, u.confirmation_sent_at, u.recovery_sent_at, u.last_sign_in_at,
  coalesce(u.raw_app_meta_data, '{}') as app_metadata, coalesce(u.raw_user_meta_data, '{}') as user_metadata,
  coalesce(u.phone, '') as phone, u.phone_confirmed_at, u.confirmed_at,
  u.banned_until, (u.banned_until > now()) is true as banned, u.is_anonymous,
  u.created_at, u.updated_at,
  (
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'identity_data', i.identity_data,
      'provider', i.provider, 'email', i.email,
      'last_sign_in_at', to_char(i.last_sign_in_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      'created_at', to_char(i.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      'updated_at', to_char(i.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
    )) order by i.created_at), '[]')
    from auth.identities i where i.user_id = u.id
  ) as identities,
  (
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'status', f.status,
      'created_at', to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      'updated_at', to_char(f.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
    )) order by f.created_at), '[]')
    from auth.mfa_factors f where f.user_id = u.id
  ) as factors
from auth.users u
where u.id = any($1::uuid[]) and u.deleted_at is null
order by u.created_at desc, u.id desc;

-- name: find_by_email
-- The account of an address in any spelling that PostgreSQL takes for the same, that spelling, and whether
-- the account has a session from network $2. Always one row.
select u.id, lower(given.email) as spelling,
  exists (
    select from auth.sessions s where s.user_id = u.id
      and s.ip <<= case when pg_input_is_valid($2, 'inet') then $2::inet end
  ) as seen_here
from (values ($1::text)) given (email)
left join auth.users u on lower(u.email) = lower(given.email) and not u.is_sso_user and u.deleted_at is null;

-- name: page_of_accounts
-- The uuids of one page of all accounts, newest first.
select id from auth.users where deleted_at is null order by created_at desc, id desc limit $1 offset $2;

-- name: count_accounts
-- How many accounts there are.
select count(*) from auth.users where deleted_at is null;

-- name: add_account
-- A new account; without $4 its address waits for confirmation.
insert into auth.users (
  id, instance_id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
  raw_user_meta_data, is_super_admin, created_at, updated_at
) values (
  $1, '00000000-0000-0000-0000-000000000000', 'authenticated', 'authenticated', $2, $3,
  case when $4 then now() end, $5, $6, false, now(), now()
);

-- name: add_identity
-- The email identity of a new account.
insert into auth.identities (
  provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
) values ($1::uuid::text, $1, $2, 'email', now(), now(), now());

-- name: remember_language
-- In which language an account is written to, until it chooses one.
select private.remember_language($1, $2);

-- name: confirm_email
-- Mark the address of an account as its owner's. That tells nothing about whose a password is: where sign-ups proposed
-- several, none is valid, and the owner chooses one. Every open sign-up link becomes void.
with confirmed as (
  update auth.users u set email_confirmed_at = coalesce(email_confirmed_at, now()), confirmation_token = '',
    raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}', updated_at = now(),
    encrypted_password = case when email_confirmed_at is not null or not exists (
      select from auth.sign_up_links l where l.user_id = u.id and l.password_hash <> u.encrypted_password
    ) then encrypted_password end
  where id = $1 returning id
), links as (
  delete from auth.sign_up_links l using confirmed where l.user_id = confirmed.id
)
update auth.identities i set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
from confirmed where i.user_id = confirmed.id and i.provider = 'email';

-- name: merge_metadata
-- Replace single keys of both metadata columns; a null removes its key.
update auth.users set updated_at = now(),
  raw_user_meta_data = (
    select coalesce(jsonb_object_agg(key, value), '{}')
    from jsonb_each(coalesce(raw_user_meta_data, '{}') || $2) where value <> 'null'
  ),
  raw_app_meta_data = (
    select coalesce(jsonb_object_agg(key, value), '{}')
    from jsonb_each(coalesce(raw_app_meta_data, '{}') || $3) where value <> 'null'
  )
where id = $1;

-- name: set_password
-- Store a new password hash; an open recovery link becomes void, and a generated password's date goes with it.
update auth.users set encrypted_password = $2, recovery_token = '', updated_at = now(),
  raw_app_meta_data = raw_app_meta_data - 'initial_password_until'
where id = $1;

-- name: lock_unchanged
-- An account that is not banned and whose password hash is still $2; neither changes before the transaction ends.
select id from auth.users
where id = $1 and encrypted_password = $2 and (banned_until > now()) is not true for no key update;

-- name: upgrade_password_hash
-- Replace a hash by a better one of the same password, unless the password has changed.
update auth.users set encrypted_password = $2 where id = $1 and encrypted_password = $3;

-- name: set_email
-- Store a new address; every link that was sent to the old one becomes void.
with links as (delete from auth.sign_up_links where user_id = $1),
account as (
  update auth.users set email = $2, recovery_token = '', confirmation_token = '', updated_at = now()
  where id = $1 returning id
)
update auth.identities i
set identity_data = identity_data || jsonb_build_object('email', $2::text), updated_at = now()
from account where i.user_id = account.id and i.provider = 'email';

-- name: set_ban
-- Ban an account until a moment; null lifts the ban. Every link that was sent becomes void.
with links as (delete from auth.sign_up_links where user_id = $1)
update auth.users set banned_until = $2, recovery_token = '', confirmation_token = '', updated_at = now()
where id = $1;

-- name: remove_account
-- Delete an account with everything that refers to it.
delete from auth.users where id = $1;
