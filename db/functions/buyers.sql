-- The display names of people, for administrators only.

-- The name of the next delivery, else of the last one, else of the newest registration.
create or replace function private.person_name(person uuid) returns text
    language sql stable security definer set search_path = ''
    as $$
        select coalesce(
            (select details.name from public.delivery_details as details where details.user_id = person),
            (select delivered.name from public.transactions as ordered
                join public.order_deliveries as delivered on delivered.order_uuid = ordered.uuid
                where ordered.user_id = person and delivered.user_id = person and delivered.name is not null
                order by ordered.created_at desc limit 1),
            (select registered.name from public.audition_registrations as registered
                where registered.user_id = person
                order by registered.created_at desc, registered.uuid limit 1))
    $$;

create or replace function private.buyer_name(person uuid) returns text
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        return case when private.app_role() = 'admin' then private.person_name(person) end;
    end
    $$;

create or replace function private.buyer_email(person uuid) returns text
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        return case when private.app_role() = 'admin' then (select email from auth.users where id = person) end;
    end
    $$;

-- Everybody with an account; nobody for a caller who is no administrator.
create or replace function private.buyers() returns table (user_id uuid, email text)
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        if private.app_role() = 'admin' then
            return query select account.id, account.email::text from auth.users as account;
        end if;
    end
    $$;

revoke all on function private.person_name(uuid), private.buyer_name(uuid), private.buyer_email(uuid), private.buyers()
    from public, anon, authenticated, service_role;
-- The views public.order_buyers and public.review_queue call these as the reader.
grant execute on function private.buyer_name(uuid), private.buyer_email(uuid), private.buyers() to authenticated;
