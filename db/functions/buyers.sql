-- The display names of people, for administrators only.

-- Everybody with an account: by the name of the next delivery, else of the last one, else of the newest registration.
-- Without rights and settings of its own, so that PostgreSQL plans it as a part of the query that reads it: one person is
-- looked up, and all are searched at once.
create or replace function private.people() returns table (user_id uuid, name text, email text)
    language sql stable
    as $$
        select account.id, coalesce(
            (select details.name from public.delivery_details as details where details.user_id = account.id),
            (select delivered.name from public.transactions as ordered
                join public.order_deliveries as delivered on delivered.order_uuid = ordered.uuid
                where ordered.user_id = account.id and delivered.user_id = account.id and delivered.name is not null
                order by ordered.created_at desc limit 1),
            (select registered.name from public.audition_registrations as registered
                where registered.user_id = account.id
                order by registered.created_at desc, registered.uuid limit 1)), account.email::text
        from auth.users as account
    $$;

create or replace function private.person_name(person uuid) returns text
    language sql stable security definer set search_path = ''
    as $$ select name from private.people() where user_id = person $$;

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

-- Only those who are asked for are looked up: a page of orders is of few people among many.
create or replace function public.find_buyers(user_ids uuid[]) returns table (user_id uuid, name text, email text)
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        perform private.require_administrator('read the names of people');
        return query
            select person.user_id, person.name, person.email from private.people() as person
            where person.user_id = any (user_ids);
    end
    $$;
comment on function public.find_buyers(uuid[]) is 'These accounts by name and address, for administrators.';

-- Those whose name or address contains the words, in upper or lower case.
create or replace function public.search_buyers(words text) returns table (user_id uuid, name text, email text)
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        perform private.require_administrator('search people by name');
        return query
            select person.user_id, person.name, person.email from private.people() as person
            where position(lower(words) in lower(person.name)) > 0 or position(lower(words) in lower(person.email)) > 0
            order by person.name, person.email
            limit 100;
    end
    $$;
comment on function public.search_buyers(text) is 'Accounts whose name or address contains the words, for administrators.';

-- The view public.review_queue calls these as the reader.
grant execute on function private.buyer_name(uuid), private.buyer_email(uuid) to authenticated;
grant execute on function public.find_buyers(uuid[]), public.search_buyers(text) to authenticated;
