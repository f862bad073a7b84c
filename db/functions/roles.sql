-- Roles of people: private.user_roles is authoritative; the key `role` in an account's two metadata columns is a copy for the
-- front end that nobody can write: any other value is overwritten.

-- A new account is a talent, regardless of its sign-up data and of who created it.
create or replace function private.tg_users__begin_as_talent() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        insert into private.user_roles (user_id, role) values (new.id, 'talent') on conflict (user_id) do nothing;
        return null;
    end
    $$;

-- Metadata with the copy set to a role, or without the key if there is none.
create or replace function private.with_role(metadata jsonb, role text) returns jsonb
    language sql immutable set search_path = ''
    as $$
        select case when jsonb_typeof(metadata) = 'object' then metadata else '{}' end - 'role'
            || case when role is null then '{}' else jsonb_build_object('role', role) end
    $$;

-- Every write to an account's metadata restores the copy.
create or replace function private.tg_users__mirror_role() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    declare
        truth text := 'talent';
    begin
        if tg_op = 'UPDATE' then
            truth := (select role from private.user_roles where user_id = new.id);
        end if;
        new.raw_app_meta_data := private.with_role(new.raw_app_meta_data, truth);
        new.raw_user_meta_data := private.with_role(new.raw_user_meta_data, truth);
        return new;
    end
    $$;

-- A changed role is copied at once. The written value doesn't matter: the trigger above sets the right one.
create or replace function private.tg_user_roles__mirror() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        update auth.users set raw_app_meta_data = raw_app_meta_data
        where id = coalesce(new.user_id, old.user_id)
            and (raw_app_meta_data ->> 'role' is distinct from new.role
                or raw_user_meta_data ->> 'role' is distinct from new.role);
        return null;
    end
    $$;

-- For the command line, as the database owner: sets a person's role, or removes it with 'none'.
create or replace function private.give_role(person uuid, new_role text) returns void
    language sql set search_path = ''
    begin atomic
        delete from private.user_roles where user_id = person and new_role = 'none';
        insert into private.user_roles (user_id, role) select person, new_role where new_role <> 'none'
            on conflict (user_id) do update set role = excluded.role, updated_at = now();
    end;

-- Raises insufficient_privilege unless the caller is an administrator; `action` follows "permission denied to".
create or replace function private.require_administrator(action text) returns void
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        if private.app_role() is distinct from 'admin' then
            raise insufficient_privilege using message = 'permission denied to ' || action;
        end if;
    end
    $$;
