-- Maintenance mode: gateways are notified when it begins, ends or its message changes, and read it.

create or replace function private.tg_maintenance__notify() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        notify tapis_maintenance;
        return null;
    end
    $$;

-- For the gateway: the message for visitors; no row while the shop is open.
create or replace function private.maintenance_message() returns setof text
    language sql stable security definer set search_path = ''
    as $$ select message from private.maintenance $$;

create or replace trigger _900_notify after insert or update or delete on private.maintenance
    for each statement execute function private.tg_maintenance__notify();

grant execute on function private.maintenance_message() to supabase_auth_admin;
