-- name: may_create_databases
-- Whether this role may make a scratch database.
select rolcreatedb or rolsuper from pg_roles where rolname = current_user;
