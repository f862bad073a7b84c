-- name: in_use
-- One row: the keys in use, newest first; the two API keys by role; the sessions that ended lately.
select
  (select jsonb_agg(
      jsonb_build_array(kid, purpose, private_jwk, extract(epoch from signs_from)) order by signs_from desc)
    from auth.signing_keys where accepted_until is null or accepted_until > now()),
  (select jsonb_object_agg(role, token) from auth.api_keys),
  (select jsonb_agg(session_id) from auth.ended_sessions where ended_at > now() - interval '3 hours');

-- name: lock_keys
-- One change of the keys at a time; reading goes on.
lock table auth.signing_keys in share row exclusive mode;

-- name: purposes
-- What there are keys for.
select purpose from auth.signing_keys;

-- name: add_key
-- A key that signs after a notice, in seconds.
insert into auth.signing_keys (kid, purpose, private_jwk, signs_from)
values (%s, %s, %s, now() + make_interval(secs => %s)) returning signs_from;

-- name: set_api_key
-- The API key of a role, in place of the one before.
insert into auth.api_keys (role, kid, token) values (%s, %s, %s)
on conflict (role) do update set kid = excluded.kid, token = excluded.token;

-- name: remove_expired_keys
-- Keys whose tokens are not accepted any more.
delete from auth.signing_keys where accepted_until < now();

-- name: expire_keys
-- Accept the tokens of all keys for a purpose for so many seconds more, at most.
update auth.signing_keys set accepted_until = least(accepted_until, now() + make_interval(secs => %s))
where purpose = %s;

-- name: end_all_sessions
-- Everybody signs in again.
delete from auth.sessions;
