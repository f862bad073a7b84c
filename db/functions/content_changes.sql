-- Notifies every process that caches public rows, and open screens, that a table has changed; sent with the commit.
-- Only for tables with public reads and few writes: commits with a notification are serialized. So are those of orders for the
-- last counted pieces.

create or replace function private.tg__notify_content_changed() returns trigger
    language plpgsql set search_path = ''
    as $$
    begin
        if current_setting('tapis.unchanged_for_visitors', true) = 'true' then -- functions/stock.sql
            return null;
        end if;
        perform pg_catalog.set_config('tapis.content_changed', 'true', true); -- for the gateway that called a function
        perform pg_catalog.pg_notify('tapis_changed', tg_table_name);
        perform pg_catalog.pg_notify('tapis_screens', json_build_object('table', tg_table_name, 'everybody', true)::text);
        return null;
    end
    $$;
