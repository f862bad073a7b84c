-- What the gateway asks about maintenance mode.

-- name: message
-- The operator's text; no row while the shop is open.
select private.maintenance_message();

-- name: role
-- The caller's role now; null: none.
select public.my_role();
