-- name: begin_session
-- A new session that was proved by method $3. Of a person's sessions without a second factor the hundred newest last.
with session as (
  insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
  values ($1, $2, now(), now(), 'aal1', $4, $5) returning id
), oldest as (
  delete from auth.sessions where id in (
    select id from auth.sessions where user_id = $2 and aal = 'aal1'
    order by coalesce(refreshed_at, created_at) desc nulls last offset 99)
), account as (
  update auth.users set last_sign_in_at = now(), updated_at = now() where id = $2
), identity as (
  update auth.identities set last_sign_in_at = now(), updated_at = now()
  where user_id = $2 and provider = 'email'
)
insert into auth.mfa_amr_claims (session_id, authentication_method) select id, $3 from session;

-- name: add_refresh_token
-- The next refresh token of a session, of which the thousand newest last.
with oldest as (
  delete from auth.refresh_tokens where session_id = $3 and id <= (
    select id from auth.refresh_tokens where session_id = $3 order by id desc offset 999 limit 1)
)
insert into auth.refresh_tokens (token, parent, session_id, user_id, salt) values ($1, $2, $3, $4, $5);

-- name: lock_session_of_token
-- The session of a refresh token, locked: one exchange per session at a time.
select s.id, s.user_id from auth.sessions s
where s.id = (select session_id from auth.refresh_tokens where token = $1) for update;

-- name: find_session
-- What the access tokens of a session say about it: how it was proved, a row for each proof, the newest first. Whether it has
-- not ended.
select s.aal, not exists (select from auth.ended_sessions e where e.session_id = s.id), c.authentication_method, c.updated_at
from auth.sessions s left join auth.mfa_amr_claims c on c.session_id = s.id
where s.id = $1 order by c.updated_at desc;

-- name: presented_token
-- A refresh token: was it exchanged, is it in the grace of $2 seconds, and what is the newest of its session.
select t.revoked, t.updated_at > now() - make_interval(secs => $2) as in_grace, newest.parent, newest.salt
from auth.refresh_tokens t
left join lateral (
  select parent, salt from auth.refresh_tokens n
  where n.session_id = t.session_id and not n.revoked order by n.id desc limit 1
) newest on true
where t.token = $1;

-- name: revoke_token
-- Mark a refresh token as exchanged.
update auth.refresh_tokens set revoked = true, updated_at = now() where token = $1;

-- name: void_refresh_tokens
-- Void every refresh token of a session, without grace: one of before the second factor is no key to what it opens.
update auth.refresh_tokens set revoked = true, updated_at = '-infinity' where session_id = $1;

-- name: touch_session
-- Note that a session was refreshed.
update auth.sessions set refreshed_at = now(), updated_at = now() where id = $1;

-- name: revoke_family
-- End a session for good: past any grace, so that not even its newest token can be exchanged again.
with ended as (insert into auth.ended_sessions (session_id) values ($1) on conflict do nothing)
update auth.refresh_tokens set revoked = true, updated_at = '-infinity' where session_id = $1;

-- name: lock_caller
-- An account and its session, which stay as they are until the transaction ends. Whatever locks both locks the account
-- first.
with account as (select id from auth.users where id = $1 for no key update)
select s.id from auth.sessions s join account on account.id = s.user_id where s.id = $2 for key share of s;

-- name: end_sessions
-- End a person's sessions by scope: local, others, global, or those below aal2 but this one. Whoever has not proved
-- the second factor in this session ends none in which it was proved.
delete from auth.sessions
where user_id = $1
  and (aal = 'aal1' or id = $2 or not exists (select from auth.sessions s where s.id = $2 and s.aal = 'aal1'))
  and case $3
    when 'local' then id = $2
    when 'others' then id is distinct from $2
    when 'below aal2' then id is distinct from $2 and aal = 'aal1'
    else true
  end
returning id::text;

-- name: end_devices_without_session
-- Devices of a person that no session of theirs keeps.
select private.end_devices_without_session($1);

-- name: add_proof
-- Note that a session was proved by method $2 just now.
insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, $2)
on conflict (session_id, authentication_method) do update set updated_at = now();

-- name: upgrade_to_aal2
-- A second factor was verified in a session.
update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1;

-- name: downgrade_to_aal1
-- A person has no second factor any more: none of their sessions was proved by one.
with lowered as (
  update auth.sessions set aal = 'aal1', factor_id = null where user_id = $1 and aal <> 'aal1' returning id
)
delete from auth.mfa_amr_claims c using lowered
where c.session_id = lowered.id and c.authentication_method in ('totp', 'mfa/recovery_code');
