-- name: my_role
-- The caller's role now; null: none.
select public.my_role();
