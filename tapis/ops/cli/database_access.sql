-- name: can_set_roles
-- The login, and whether it may act as each role of visitors.
select session_user, coalesce(bool_and(pg_has_role(session_user, oid, 'set')), false) from pg_roles
where rolname in ('anon', 'authenticated', 'service_role', 'supabase_auth_admin', 'supabase_storage_admin');

-- name: owns_shop
-- Whether there is a shop, and whether this login may read what only its owner may.
select count(*) > 0, coalesce(bool_and(has_schema_privilege(oid, 'usage')), false)
from pg_namespace where nspname = 'private';

-- name: has_api_keys
-- Whether keys of ours can be in this database; a hosted project has none.
select to_regclass('auth.api_keys') is not null;
