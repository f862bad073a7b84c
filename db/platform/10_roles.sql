-- Who may enter: one login role, and the roles it takes on for the length of one transaction.
-- A hosted project has all of this already, so platform/ is not run there. Safe to run again.
do $$
declare
    wanted record;
begin
    for wanted in
        select * from (values
            ('anon',                   'nologin noinherit'),            -- a visitor
            ('authenticated',          'nologin noinherit'),            -- anyone signed in; what they may do is a row
            ('service_role',           'nologin noinherit bypassrls'),  -- the server's own owner, by the service key
            ('supabase_auth_admin',    'nologin noinherit'),            -- owns schema auth
            ('supabase_storage_admin', 'nologin noinherit'),            -- owns schema storage
            ('authenticator',          'login noinherit')               -- the gateway; can do nothing by itself
        ) as role (name, attributes)
    loop
        if not exists (select from pg_catalog.pg_roles where rolname = wanted.name) then
            execute format('create role %I %s', wanted.name, wanted.attributes);
        end if;
    end loop;
end
$$;

-- An owner who is no superuser makes the two schemas, and cares for them, as a member of the roles they belong to.
do $$
begin
    if not (select rolsuper from pg_catalog.pg_roles where rolname = current_user) then
        grant supabase_auth_admin, supabase_storage_admin to current_user with inherit true, set true;
        -- To look with their eyes, as `tapis doctor` does.
        grant anon, authenticated, service_role to current_user with inherit false, set true;
    end if;
end
$$;

-- The gateway may become these, and inherits nothing from them while it is itself.
grant anon, authenticated, service_role, supabase_auth_admin, supabase_storage_admin
    to authenticator with inherit false, set true, admin false;

alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';

-- Nothing is open by default: what PostgreSQL grants to everybody is taken back here, and every function
-- made later says itself who may call it.
alter default privileges revoke execute on functions from public;
revoke all on schema public from public;
grant usage on schema public to anon, authenticated, service_role;

do $$
begin
    execute format('revoke all on database %I from public', current_database());
    execute format('grant connect on database %I to authenticator', current_database());
end
$$;
