-- name: find_factor
-- A factor of an account.
select id, factor_type, friendly_name, status, secret from auth.mfa_factors where id = $1 and user_id = $2;

-- name: add_totp_factor
-- A new factor that counts once its first code was given; an enrolment that was left unfinished goes.
-- It goes first, so that its name is free.
with unfinished as (delete from auth.mfa_factors where user_id = $2 and status = 'unverified' returning id)
insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
select $1, $2, nullif($3, ''), 'totp', 'unverified', $4 from (select count(*) from unfinished) as gone;

-- name: add_challenge
-- A request for a code; returns its id and when it expires (unix time). Those that expired go, and all but nine others.
with superseded as (
  delete from auth.mfa_challenges
  where factor_id = $1 and (created_at < now() - interval '5 minutes' or id not in (
    select id from auth.mfa_challenges where factor_id = $1 order by created_at desc limit 9))
)
insert into auth.mfa_challenges (factor_id) values ($1)
returning id, floor(extract(epoch from created_at + interval '5 minutes'))::bigint;

-- name: is_open_challenge
-- Whether a challenge of a factor may still be answered.
select exists (
  select from auth.mfa_challenges
  where id = $1 and factor_id = $2 and verified_at is null and created_at > now() - interval '5 minutes'
);

-- name: accept_code
-- The code of time step $2 is right: the factor counts from now on. No row when that step, or a later one, was used.
update auth.mfa_factors set status = 'verified', last_time_step = $2, updated_at = now()
where id = $1 and coalesce(last_time_step, -1) < $2 returning id;

-- name: close_challenge
-- A challenge was answered.
update auth.mfa_challenges set verified_at = now() where id = $1;

-- name: remove_factor
-- Remove a factor; recovery codes go with the last factor that they stand in for.
with removed as (delete from auth.mfa_factors where id = $1 and user_id = $2 returning id)
delete from auth.mfa_factors f using removed
where f.user_id = $2 and f.factor_type = 'recovery_code' and not exists (
  select from auth.mfa_factors other
  where other.user_id = $2 and other.factor_type = 'totp' and other.status = 'verified' and other.id <> removed.id
);

-- name: remove_all_factors
-- Remove every factor of an account.
delete from auth.mfa_factors where user_id = $1;
