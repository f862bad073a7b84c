-- Notifications on devices (Web Push): which devices, and the shop's public key.

-- An endpoint is a browser's: it belongs to who signed in there last, and to the session in which they subscribed. One
-- that is ending at this moment is waited for. Of a person's devices the ten newest count.
--
-- Refusals: SQLSTATE, hint
--   PT403  session_ended    the session of the request has ended
create or replace function private.tg_push_subscriptions__replace() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        new.session_id := (auth.jwt() ->> 'session_id')::uuid;
        if new.session_id is not null then
            perform from auth.sessions where id = new.session_id and user_id = auth.uid() for key share;
            if not found or private.is_session_ended(new.session_id) then
                raise exception using errcode = 'PT403', hint = 'session_ended',
                    message = 'This session has ended. Please sign in again.';
            end if;
        end if;
        perform pg_advisory_xact_lock(hashtextextended('push of ' || new.user_id, 0));
        delete from public.push_subscriptions where endpoint = new.endpoint;
        delete from public.push_subscriptions where uuid in (
            select uuid from public.push_subscriptions where user_id = new.user_id
            order by created_at desc, uuid offset 9);
        return new;
    end
    $$;

-- Whether a session ended although its row is kept, as when a refresh token came back; a hosted project keeps none.
create or replace function private.is_session_ended(session uuid) returns boolean
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        return to_regclass('auth.ended_sessions') is not null
            and exists (select from auth.ended_sessions where session_id = session);
    end
    $$;

-- The key that browsers subscribe with; null if no gateway created one, as on a hosted project: nothing is sent there.
create or replace function public.push_key() returns text
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        return (select public_key from private.push_keys where private.app_role() is not null);
    end
    $$;

-- For the gateway: the signing key pair, as one row or none.
create or replace function private.push_key_pair() returns table (public_key text, private_jwk jsonb)
    language sql stable security definer set search_path = ''
    as $$ select public_key, private_jwk from private.push_keys $$;

-- For the accounts service: devices of an ended session get no more notifications.
create or replace function private.end_devices_of(session uuid) returns void
    language sql security definer set search_path = ''
    as $$ delete from public.push_subscriptions where session_id = session $$;

-- For whoever has ended a person's sessions: devices of none that is there. An import brings devices, and no sessions.
create or replace function private.end_devices_without_session(person uuid) returns void
    language sql security definer set search_path = ''
    as $$
        delete from public.push_subscriptions
        where user_id = person and not exists (select from auth.sessions where id = session_id)
    $$;

-- For the gateway: the push service reported that the subscription no longer exists.
create or replace function private.delete_push_subscription(gone text) returns void
    language sql security definer set search_path = ''
    as $$ delete from public.push_subscriptions where endpoint = gone $$;

grant execute on function public.push_key() to authenticated;
grant execute on function private.push_key_pair(), private.end_devices_of(uuid), private.end_devices_without_session(uuid),
    private.delete_push_subscription(text) to supabase_auth_admin;
grant usage on schema private to supabase_auth_admin;
