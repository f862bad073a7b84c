-- name: give_role
-- Give an account another role, or none.
select private.give_role($1, $2);

-- name: is_last_administrator
-- Whether an account is the only administrator.
select coalesce(bool_and(user_id = $1), false) from private.user_roles where role = 'admin';

-- name: expire_password
-- The password that was generated for an account stops working after so many days, unless it is replaced.
update auth.users set raw_app_meta_data = coalesce(raw_app_meta_data, '{}')
  || jsonb_build_object('initial_password_until', now() + make_interval(days => $2))
where id = $1;

-- name: confirm_address
-- The owner knows whose an address is that no mail has confirmed; links of a sign-up, with other passwords, are void then.
update auth.users set email_confirmed_at = now() where id = $1 and email_confirmed_at is null;

-- name: list_users
-- Every account: address (an imported one may have none), role, second factor, made when, last sign-in.
select coalesce(u.email, u.id::text), coalesce(r.role, 'none') as role,
  exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') as has_second_factor,
  u.created_at, u.last_sign_in_at
from auth.users u left join private.user_roles r on r.user_id = u.id
where u.deleted_at is null order by u.created_at, u.email;

-- name: service_key
-- The service key, from which the security log derives the key of its hashes.
select token from auth.api_keys where role = 'service_role';

-- name: data_of
-- Everything that the shop knows of a person, as text.
select jsonb_pretty(private.data_of($1));

-- name: removal_of
-- What goes with an account, and what stays: numbers.
select private.removal_of($1);

-- name: remove_account
-- Deletes an account with all that hangs on it, but orders.
select private.remove_account($1);
