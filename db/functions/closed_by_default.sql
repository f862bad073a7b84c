-- Deny by default: revokes the privileges that a hosted project grants on every new table of schema public, so that rights
-- exist only where a file of policies/ grants them.
alter default privileges in schema public revoke all on tables from public, anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from public, anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
revoke all on schema private from public, anon, authenticated, service_role;
