-- Tells whoever keeps public records in memory that a table has changed; the word goes out with the commit.
-- Only for tables that everyone reads and few write: notifications make their transactions take turns.

create or replace function private.tg__tell_changed() returns trigger
    language plpgsql set search_path = ''
    as $$
    begin
        perform pg_catalog.pg_notify('tapis_changed', tg_table_name);
        return null;
    end
    $$;

revoke all on function private.tg__tell_changed() from public, anon, authenticated, service_role;
