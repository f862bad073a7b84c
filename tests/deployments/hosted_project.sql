-- A hosted project's ownership, as far as it is publicly known (supabase/postgres: its migrations, and what its tests
-- expect; supabase/storage and supabase/auth: their migrations). Run by the superuser on a database that has db/platform.
-- The owner is called postgres there; here that is the server's superuser, so it is project_owner.

-- 1 roles: the owner of a project may make roles and databases and sees all rows, but is no superuser ----------------

do $$
begin
    if not exists (select from pg_roles where rolname = 'supabase_admin') then
        create role supabase_admin nologin;
    end if;
    if not exists (select from pg_roles where rolname = 'project_owner') then
        create role project_owner login createrole createdb bypassrls;
    end if;
    execute format('alter database %I owner to project_owner', current_database());
    execute format('grant connect, temporary on database %I to public', current_database());
end
$$;
grant anon, authenticated, service_role to project_owner with admin true, inherit true, set true;
-- Becoming authenticator leads nowhere there; our own gateway becomes the services from there, so the way is shut.
grant authenticator to project_owner with admin true, inherit false, set false;
grant pg_monitor, pg_read_all_data, pg_signal_backend to project_owner with admin true;

-- 2 schema public: open by default, for the owner to close -----------------------------------------------------------

alter schema public owner to pg_database_owner;
grant usage on schema public to public, anon, authenticated, service_role;
grant all on schema public to project_owner;
alter default privileges for role project_owner in schema public
    grant all on tables to anon, authenticated, service_role;
alter default privileges for role project_owner in schema public
    grant all on functions to anon, authenticated, service_role;
alter default privileges for role project_owner in schema public
    grant all on sequences to anon, authenticated, service_role;
create function public.rls_auto_enable() returns event_trigger language plpgsql security definer
    set search_path = pg_catalog as $$ begin end $$;
grant execute on function public.rls_auto_enable() to public;

-- 3 schemas auth and storage: others' tables, in which the owner may read and write rows, and make nothing -----------

alter schema auth owner to supabase_admin;
alter schema storage owner to supabase_admin;
revoke all on schema auth, storage from project_owner, supabase_auth_admin, supabase_storage_admin;
grant usage, create on schema auth to supabase_auth_admin;
grant usage on schema auth to project_owner;
grant usage on schema storage to supabase_storage_admin;
grant usage on schema auth to supabase_storage_admin;  -- for our own file service, which stands for the project's
grant usage on schema storage to project_owner with grant option;
grant all on all tables in schema auth to project_owner;
grant all on all functions in schema auth to project_owner;
grant all on all functions in schema storage to project_owner;
grant all on storage.buckets, storage.objects to project_owner with grant option;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
grant all on type storage.buckettype to public;
alter table auth.users enable row level security;
alter table auth.identities enable row level security;
alter table auth.mfa_factors enable row level security;

-- What the accounts service adds to its tables; some of it without a default.
alter table auth.users
    add column email_change_token_new varchar(255),
    add column email_change_token_current varchar(255) default '',
    add column email_change_confirm_status smallint default 0,
    add column phone_change text default '',
    add column phone_change_token varchar(255) default '',
    add column phone_change_sent_at timestamptz,
    add column reauthentication_token varchar(255) default '',
    add column reauthentication_sent_at timestamptz;

-- 4 policies on storage.objects: the platform's extension lets the owner keep them without owning the table. Membership
-- of who owns it stands for that here, and a guard takes back everything else that membership brings. ----------------

grant supabase_storage_admin to project_owner with inherit true, set false;
create schema platform authorization supabase_admin;
create function platform.refuse_strangers() returns event_trigger language plpgsql as $$
declare
    made record;
begin
    if session_user <> 'project_owner' then
        return;
    end if;
    for made in
        select object_identity from pg_event_trigger_ddl_commands()
        where object_type not in ('policy', 'trigger')
            and (schema_name in ('auth', 'storage') or object_identity ~ '^(auth|storage)\.')
    loop
        raise insufficient_privilege using message = 'must be owner of ' || made.object_identity;
    end loop;
end
$$;
create function platform.refuse_to_drop() returns event_trigger language plpgsql as $$
declare
    gone record;
begin
    if session_user <> 'project_owner' then
        return;
    end if;
    for gone in
        select object_identity from pg_event_trigger_dropped_objects()
        where schema_name in ('auth', 'storage') and object_type not in ('policy', 'trigger') and original
    loop
        raise insufficient_privilege using message = 'must be owner of ' || gone.object_identity;
    end loop;
end
$$;
grant usage on schema platform to public;
create event trigger refuse_strangers on ddl_command_end execute function platform.refuse_strangers();
create event trigger refuse_to_drop on sql_drop execute function platform.refuse_to_drop();
