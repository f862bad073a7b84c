-- Notifications on devices (Web Push): which devices, and the shop's public key.

-- An endpoint is a browser's: it belongs to who signed in there last. Of a person's devices the ten newest count.
create or replace function private.tg_push_subscriptions__replace() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform pg_advisory_xact_lock(hashtextextended('push of ' || new.user_id, 0));
        delete from public.push_subscriptions where endpoint = new.endpoint;
        delete from public.push_subscriptions where uuid in (
            select uuid from public.push_subscriptions where user_id = new.user_id
            order by created_at desc, uuid offset 9);
        return new;
    end
    $$;

-- What browsers subscribe with; null where no gateway made a key, as on a hosted project: nothing is sent there.
create or replace function public.push_key() returns text
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        return (select public_key from private.push_keys where private.app_role() is not null);
    end
    $$;

-- For the gateway: the pair that signs, as a row or none.
create or replace function private.push_key_pair() returns table (public_key text, private_jwk jsonb)
    language sql stable security definer set search_path = ''
    as $$ select public_key, private_jwk from private.push_keys $$;

-- For the gateway: the push service says that this device takes no more messages.
create or replace function private.forget_push_subscription(gone text) returns void
    language sql security definer set search_path = ''
    as $$ delete from public.push_subscriptions where endpoint = gone $$;

revoke all on function private.tg_push_subscriptions__replace(), public.push_key(), private.push_key_pair(),
    private.forget_push_subscription(text) from public, anon, authenticated, service_role;
grant execute on function public.push_key() to authenticated;
grant execute on function private.push_key_pair(), private.forget_push_subscription(text) to supabase_auth_admin;
grant usage on schema private to supabase_auth_admin;
