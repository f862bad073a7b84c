-- Messages: their recipients and channels, created from private.outbox (functions/outbox.sql), their payload, and the outcome of
-- their delivery. Called by the gateway's dispatcher.

create or replace function private.tg_notification_choices__keep_owner() returns trigger
    language plpgsql set search_path = ''
    as $$
    begin
        new.user_id := old.user_id;
        new.created_at := old.created_at;
        new.updated_at := now();
        return new;
    end
    $$;

-- Opting out also cancels queued mails; administrators still get the one about a payment method.
create or replace function private.tg_notification_choices__drop_mails() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        update private.messages set state = 'dropped'
        where user_id = new.user_id and way in ('mail', 'digest') and kind <> 'payment_method_changed'
            and state in ('waiting', 'failed');
        return null;
    end
    $$;

-- Unsubscribes the holder of a mail's link, signed in or not. False for an invalid link.
create or replace function public.unsubscribe(token uuid) returns boolean
    language plpgsql security definer set search_path = ''
    as $$
    begin
        insert into public.notification_choices (user_id, mail)
        select known.user_id, false from private.unsubscribe_tokens as known where known.token = unsubscribe.token
        on conflict (user_id) do update set mail = false;
        return found;
    end
    $$;

-- For the accounts service: stores the language of the sign-up, until the user chooses one.
create or replace function private.remember_language(person uuid, spoken text) returns void
    language sql security definer set search_path = ''
    as $$
        insert into public.notification_choices (user_id, language) values (person, spoken) on conflict (user_id) do nothing
    $$;

-- The goods of an order as text, the first 20 of them, and the number of the others.
create or replace function private.order_summary(lines jsonb) returns jsonb
    language sql immutable set search_path = ''
    as $$
        select jsonb_build_object(
            'goods', jsonb_agg(line ->> 'quantity_to_buy' || ' × ' || regexp_replace(
                concat_ws(', ', line ->> 'heading', line ->> 'size'), '\s+', ' ', 'g') order by nth) filter (where nth <= 20),
            'goods_left', greatest(count(*) - 20, 0))
        from jsonb_array_elements(lines) with ordinality as ordered (line, nth)
    $$;

-- The payload of a record's notification; null if the record was deleted: then no message is created. `was` is the status before
-- a decision, which counts again if the message is dropped.
create or replace function private.message_payload(event private.outbox) returns jsonb
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        return case event.place
            when 'transactions' then (
                select jsonb_build_object(
                    'amount', private.rupiah(paid.amount), 'reason', paid.reason,
                    'delivery', (ordered.delivery_way ->> 'name') || ': '
                        || private.rupiah((ordered.delivery_way ->> 'fee')::numeric)
                        || case when event.kind in ('order_received', 'order_accepted', 'order_sent')
                            then coalesce(E'\n' || (ordered.delivery_way ->> 'description'), '') else '' end,
                    'parcel', (
                        select concat_ws(', ', courier, tracking_number) from public.parcels where order_uuid = ordered.uuid)
                ) || case event.kind when 'order_lapsed' then jsonb_build_object(
                    'until_en', private.format_time(paid.decided_at + private.resubmission_period(), 'en'),
                    'until_id', private.format_time(paid.decided_at + private.resubmission_period(), 'id'))
                when 'order_sent' then jsonb_build_object('is_ready', ordered.delivery_way ->> 'kind' = 'pickup' and (
                    select tracking_number is null from public.parcels where order_uuid = ordered.uuid))
                else '{}' end || event.data || private.order_summary(ordered.transactions)
                from public.transactions as ordered join public.payments as paid on paid.order_uuid = ordered.uuid
                where ordered.uuid = event.record)
            when 'audition_registrations' then (
                select jsonb_build_object('amount', private.rupiah(amount), 'reason', reason)
                    || case when total = 0 then jsonb_build_object('is_free', true) else '{}' end
                from public.payments where registration_uuid = event.record)
            when 'audition_announcements' then (
                select event.data from public.audition_announcements where uuid = event.record)
            when 'products' then (
                select jsonb_object_agg('heading' || suffix, concat_ws(', ', named, nullif(event.data ->> 'size', '')))
                from public.products cross join lateral (
                    select '' as suffix, heading as named
                    union all
                    select '_' || key, value ->> 'heading' from jsonb_each(translations) where value ->> 'heading' > ''
                ) as headings
                where uuid = event.record and not hidden)
            else event.data
        end;
    end
    $$;

-- The events of which administrators get messages, and the kind of message.
create or replace function private.administrator_message_kinds() returns table (of_event text, kind text)
    language sql immutable parallel safe
    begin atomic
        values
            ('order_received', 'order_to_review'),
            ('registration_received', 'registration_to_review'),
            ('payment_method_changed', 'payment_method_changed'),
            ('order_deleted', 'order_deleted'),
            ('order_cancelled_by_buyer', 'order_cancelled_by_buyer');
    end;

-- Former administrators get no queued messages for administrators.
create or replace function private.tg_user_roles__drop_messages() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        update private.messages set state = 'dropped'
        where user_id = old.user_id and state in ('waiting', 'failed')
            and (kind = 'digest' or kind in (select told.kind from private.administrator_message_kinds() as told));
        return null;
    end
    $$;

-- The recipients and channels of an event: the person concerned, and administrators for incoming records.
create or replace function private.event_recipients(event private.outbox, sends_mail boolean)
    returns table (user_id uuid, way text, subscription uuid, kind text)
    language sql stable security definer set search_path = ''
    as $$
        with addressed as materialized (
            select event.user_id as person, 'mail' as way, event.kind as kind where event.user_id is not null
            union all
            select role.user_id, case when told.kind <> event.kind then 'digest' else 'mail' end, told.kind
            from private.user_roles as role join private.administrator_message_kinds() as told on told.of_event = event.kind
            where role.role = 'admin'
        ), recipients as (
            select addressed.*, account.email_confirmed_at
            from addressed join auth.users as account on account.id = addressed.person
            where account.deleted_at is null and (account.banned_until < now()) is not false
        )
        select recipients.person, recipients.way, null::uuid, recipients.kind
        from recipients left join public.notification_choices as chosen on chosen.user_id = recipients.person
        where sends_mail and recipients.email_confirmed_at is not null
            and (coalesce(chosen.mail, true) or recipients.kind = 'payment_method_changed')
        union all
        select recipients.person, 'push', device.uuid, recipients.kind
        from recipients join public.push_subscriptions as device on device.user_id = recipients.person
    $$;

-- Creates messages from events and refreshes open screens, one event per person before anyone's second. An event older than
-- three days is dropped. A silent shop keeps them, and its open screens are as new as when they were loaded.
create or replace function private.create_messages(sends_mail boolean) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        event private.outbox;
        facts jsonb;
    begin
        if private.is_silent() then
            return;
        end if;
        for event in
            -- An array, which is looked up by the key: joined, a plan made while little waited reads all of it for each event.
            delete from private.outbox where id = any (array(
                select id from private.outbox where id = any (array(
                    select due.id from (
                        select id, row_number() over (partition by user_id order by id) as turn
                        from private.outbox where not_before <= now()
                    ) as due order by due.turn, due.id limit 200))
                for update skip locked))
            returning *
        loop
            if event.user_id is not null then
                perform pg_notify('tapis_screens', json_build_object('table', event.place, 'user_id', event.user_id)::text);
            end if;
            perform pg_notify('tapis_screens', json_build_object('table', event.place, 'admins', true)::text);
            facts := private.message_payload(event);
            continue when facts is null or event.created_at < now() - interval '3 days';
            insert into private.messages (outbox_id, user_id, way, subscription, kind, place, record, data)
            select event.id, recipient.user_id, recipient.way, recipient.subscription, recipient.kind,
                event.place, event.record, facts
            from private.event_recipients(event, sends_mail) as recipient where recipient.way <> 'digest';
            insert into private.messages (outbox_id, user_id, way, kind, place, record, data)
            select event.id, recipient.user_id, 'digest', 'digest', event.place, event.record, jsonb_build_object(
                'orders', (event.place = 'transactions')::int,
                'registrations', (event.place = 'audition_registrations')::int)
            from private.event_recipients(event, sends_mail) as recipient where recipient.way = 'digest'
            on conflict (user_id) where way = 'digest' and state = 'waiting' and attempts = 0
            do update set data = jsonb_build_object(
                'orders', (messages.data -> 'orders')::int + (excluded.data -> 'orders')::int,
                'registrations', (messages.data -> 'registrations')::int + (excluded.data -> 'registrations')::int);
        end loop;
    end
    $$;

-- Whether a message may be sent now; an administrator gets one mail about incoming records per quarter of an hour.
create or replace function private.is_message_due(message private.messages) returns boolean
    language sql stable security definer set search_path = ''
    as $$
        select message.state = 'waiting' and message.next_attempt <= now() and not (message.way = 'digest' and exists (
            select from private.messages as earlier
            where earlier.user_id = message.user_id and earlier.way = 'digest'
                and earlier.sent_at between now() - interval '15 minutes' and now()))
    $$;

-- The next messages to send on these channels, with the data to render them: one per person before anyone's second, and at
-- most two of a person's devices, so that slow ones don't delay others. A silent shop sends none.
create or replace function private.due_messages(most integer, ways text[])
    returns table (id uuid, user_id uuid, way text, subscription uuid, kind text, record uuid, data jsonb,
        email text, language text, token uuid, device jsonb)
    language plpgsql security definer set search_path = ''
    as $$
    declare
        chosen uuid[] := array(
            select waiting.id from (
                select message.id, message.way, message.next_attempt, row_number() over (
                    partition by message.user_id, message.way order by message.next_attempt, message.id) as turn
                from private.messages as message
                where message.state = 'waiting' and message.next_attempt <= now() and message.way = any (ways)
                    and (message.way <> 'digest' or private.is_message_due(message)) -- of others it says no more than this
            ) as waiting
            where waiting.turn <= 2 or waiting.way <> 'push' order by waiting.turn, waiting.next_attempt limit most);
    begin
        if private.is_silent() then
            return;
        end if;
        insert into private.unsubscribe_tokens (user_id)
        select due.user_id from private.messages as due where due.id = any (chosen)
        on conflict do nothing;
        return query
            select due.id, due.user_id, due.way, due.subscription, due.kind, due.record, due.data, account.email::text,
                coalesce(subscribed.language, choice.language, shop.default_language, 'en'), known.token, to_jsonb(subscribed)
            from private.messages as due
            join auth.users as account on account.id = due.user_id
            join private.unsubscribe_tokens as known on known.user_id = due.user_id
            left join public.notification_choices as choice on choice.user_id = due.user_id
            left join public.push_subscriptions as subscribed on subscribed.uuid = due.subscription
            left join public.shop_settings as shop on true
            where due.id = any (chosen) order by array_position(chosen, due.id);
    end
    $$;

-- Committed before a mail's content is sent to the mail server. False if it is no longer to be sent.
create or replace function private.claim_message(message uuid) returns boolean
    language plpgsql security definer set search_path = ''
    as $$
    begin
        update private.messages as due set state = 'sending', attempts = attempts + 1
        where due.id = message and private.is_message_due(due);
        return found;
    end
    $$;

-- Records the outcome: sent, dropped, failed, or retry: after 1, 4, 16 … minutes, at most 4 hours apart, for three days; not
-- before the time requested by a push service.
create or replace function private.record_delivery(
    message uuid, outcome text, said text default null, retry_after interval default null
) returns void
    language sql security definer set search_path = ''
    as $$
        update private.messages set error = said,
            state = case when outcome <> 'retry' then outcome
                when tried_since < now() - interval '3 days' then 'failed' else 'waiting' end,
            next_attempt = now() + greatest(retry_after,
                least(interval '1 minute' * 4 ^ least(attempts - 1, 6), interval '4 hours')),
            sent_at = case outcome when 'sent' then now() end
        where id = message
    $$;

-- On acquiring the lock and hourly: requeues messages that a crashed process left in `sending`, under the same Message-ID
-- (at-least-once delivery), gives up what waited for three days, and deletes old ones. Nothing waits for a day but what a clock
-- that ran ahead has dated: it is due.
create or replace function private.recover_messages() returns void
    language sql security definer set search_path = ''
    as $$
        update private.outbox set not_before = now() where not_before > now() + interval '1 day';
        update private.messages set state = 'waiting', next_attempt = now()
        where state = 'sending' or state = 'waiting' and next_attempt > now() + interval '1 day';
        -- As while there was no mail server, or nothing ran.
        update private.messages set state = 'failed', error = coalesce(error, 'waited for three days'), next_attempt = now()
        where state = 'waiting' and tried_since < now() - interval '3 days';
        delete from private.messages where state not in ('waiting', 'sending') and created_at < now() - interval '30 days'
    $$;

-- For a restored backup: its pending messages may have been sent since, and the shop that was backed up may still be open.
create or replace function private.discard_pending_messages() returns void
    language sql set search_path = ''
    as $$
        update private.shop set silent_since = now();
        delete from private.outbox;
        update public.payments set lapse_announced_at = null where lapse_announced_at is not null;
        update private.messages set state = 'dropped', error = 'restored from a backup'
        where state in ('waiting', 'sending')
    $$;

grant execute on function public.unsubscribe(uuid) to anon, authenticated;
-- The dispatcher acts as the service that sends all mails.
grant usage on schema private to supabase_auth_admin;
grant execute on function private.remember_language(uuid, text), private.create_messages(boolean),
    private.due_messages(integer, text[]), private.claim_message(uuid), private.record_delivery(uuid, text, text, interval),
    private.recover_messages() to supabase_auth_admin;
