-- name: may_create_databases
-- Whether this role may make a scratch database.
select rolcreatedb or rolsuper from pg_roles where rolname = current_user;

-- name: scratch_name
-- What the scratch database of this shop is called; another shop may be on the same server.
select 'tapis_doctor_' || oid from pg_database where datname = current_database();
