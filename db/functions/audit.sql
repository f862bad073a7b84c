-- The audit log: triggers write an entry for every change of a watched table, whoever makes it.

-- The actor: a database role, or `command line` for connections with that name from `tapis`. The gateway always sets a role.
create or replace function private.actor() returns text
    language sql stable set search_path = ''
    as $$
        select case
            when current_setting('role') <> 'none' then current_setting('role')
            when current_setting('application_name') = 'tapis' then 'command line'
            else session_user
        end
    $$;

-- Arguments: the column with the record's id, of another text its MD5; and one that isn't logged. A change of nothing but updated_at is not logged,
-- nor is the role that every new account gets.
create or replace function private.tg__write_audit_entry() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    declare
        was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - coalesce(tg_argv[1], '') end;
        is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - coalesce(tg_argv[1], '') end;
        id text := coalesce(is_now, was) ->> tg_argv[0];
    begin
        if was - 'updated_at' = is_now - 'updated_at'
            or tg_op = 'INSERT' and pg_trigger_depth() > 1 and is_now ->> 'role' = 'talent'
        then
            return null;
        end if;
        insert into public.audit_log (actor, actor_id, place, record_id, action, before, after)
        values (private.actor(), auth.uid(), tg_table_name, case when pg_input_is_valid(id, 'uuid') then id else md5(id) end::uuid,
            lower(tg_op), was, is_now);
        return null;
    end
    $$;

-- For every role, including the database owner.
create or replace function private.tg_audit_log__append_only() returns trigger
    language plpgsql set search_path = ''
    as $$
    begin
        raise insufficient_privilege using message = 'the audit log is only added to';
    end
    $$;
