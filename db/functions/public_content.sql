-- The rule of the tables of the public pages: everyone reads all rows, or the published ones, and administrators write
-- them.

-- Applies the rule to a table, and binds its declared pictures to its records. Called by the table's file in policies/.
-- `published`: a condition on the row's columns alone, so that the table's lists are the same for all and can be cached.
create or replace function private.public_read_admin_write(content regclass, published text default 'true') returns void
    language plpgsql set search_path = ''
    as $$
    declare
        columns text := (
            select string_agg(quote_ident(attname), ', ' order by attnum) from pg_catalog.pg_attribute
            where attrelid = content and attnum > 0 and not attisdropped);
        statement text;
    begin
        foreach statement in array array[
            -- 1 protection
            'alter table %1$s enable row level security',
            -- 2 policies
            -- Everyone reads what is published, signed in or not.
            'create policy %4$s on %1$s for select to anon, authenticated using (%3$s)',
            -- An administrator reads the rest as well.
            case when published <> 'true' then
                'create policy select_all_as_admin on %1$s for select to authenticated
                    using ((select private.app_role()) = ''admin'')' end,
            -- Only an administrator adds, changes and removes.
            'create policy insert_as_admin on %1$s for insert to authenticated
                with check ((select private.app_role()) = ''admin'')',
            'create policy update_as_admin on %1$s for update to authenticated
                using ((select private.app_role()) = ''admin'')',
            'create policy delete_as_admin on %1$s for delete to authenticated
                using ((select private.app_role()) = ''admin'')',
            -- 3 rights
            'grant select on %1$s to anon, authenticated, service_role',
            'grant insert (%2$s), update (%2$s), delete on %1$s to authenticated, service_role',
            -- 4 not granted
            -- truncate: row level security doesn't judge it. Anything but reading for anon.
            -- uuid and created_at may be sent along with an edit, as an upsert does, and stay what they were.
            -- 5 on write
            'create trigger _010_keep_deleted before delete on %1$s
                for each row when (pg_trigger_depth() = 0) execute function private.tg__keep_deleted()',
            'create trigger _100_cap_timestamps before insert on %1$s
                for each row when (new.created_at > now() and private.app_role() = ''admin'')
                execute function private.tg__set_timestamps()',
            'create trigger _100_set_updated_at before update on %1$s for each row execute function private.tg__set_updated_at()',
            'create trigger _900_notify_content_changed after insert or update or delete or truncate on %1$s
                for each statement execute function private.tg__notify_content_changed()'
        ] loop
            continue when statement is null;
            execute format(statement, content, columns, published,
                case published when 'true' then 'select_all' else 'select_published' end);
        end loop;
        perform private.enforce_quota(content);
        if private.picture_trigger_arguments(content) is not null then
            perform private.add_picture_triggers(content);
        end if;
    end
    $$;
