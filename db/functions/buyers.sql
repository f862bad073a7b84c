-- What administrators call people.

-- Everybody with an account; nobody for a caller who is no administrator. The name of the next delivery, else of the last
-- one, else of the newest registration.
create or replace function private.buyers() returns table (user_id uuid, name text, email text)
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        if private.app_role() = 'admin' then
            return query
                select account.id, coalesce(
                    (select details.name from public.delivery_details as details where details.user_id = account.id),
                    (select delivered.name from public.order_deliveries as delivered
                        join public.transactions as ordered on ordered.uuid = delivered.order_uuid
                        where delivered.user_id = account.id and delivered.name is not null
                        order by ordered.created_at desc limit 1),
                    (select registered.name from public.audition_registrations as registered
                        where registered.user_id = account.id
                        order by registered.created_at desc, registered.uuid limit 1)
                ), account.email::text
                from auth.users as account;
        end if;
    end
    $$;

revoke all on function private.buyers() from public, anon, authenticated, service_role;
-- The view public.order_buyers calls it as whoever reads.
grant execute on function private.buyers() to authenticated;
