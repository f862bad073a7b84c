-- name: add_key
-- The key pair of the shop; the first one stays.
insert into private.push_keys (public_key, private_jwk) values (%s, %s) on conflict do nothing;

-- name: remove_key
-- The key pair has leaked.
delete from private.push_keys;

-- name: forget_all_subscriptions
-- Devices whose messages no other pair can sign.
delete from public.push_subscriptions;

-- name: key_pair
-- The private half, or no row.
select private_jwk from private.push_key_pair();

-- name: forget_subscription
-- A device that takes no more messages.
select private.delete_push_subscription($1);
