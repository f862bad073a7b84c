-- People are told: triggers write what happened into private.outbox, in the same transaction. The gateway's dispatcher makes
-- a message of it for each person and way, and sends those. A hosted project sends nothing.

-- One row, and nothing else: notifications make transactions commit one after the other. Where nobody sends, what is a week
-- old goes.
create or replace function private.note_news(
    kind text, place text, record uuid, person uuid, data jsonb default '{}', pause interval default '0'
) returns void
    language sql security definer set search_path = ''
    as $$
        insert into private.outbox (kind, place, record, user_id, data, not_before)
        values (kind, place, record, person, data, now() + pause);
        delete from private.outbox where id in (
            select id from private.outbox where created_at < now() - interval '7 days'
            order by created_at limit 100 for update skip locked)
    $$;

-- Takes back what was not told yet; gives how things stood when people were last told, if there was anything.
create or replace function private.withdraw_news(about uuid, kinds text[]) returns text
    language sql security definer set search_path = ''
    as $$
        with withdrawn as (
            delete from private.outbox where record = about and kind = any (kinds) returning id, data ->> 'was' as was
        )
        select was from withdrawn order by id limit 1
    $$;

-- A decision is told 15 seconds after it was made, and not at all when it is undone by then.
create or replace function private.tg_transactions__note_news() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    declare
        told text;
    begin
        if tg_op = 'INSERT' then
            perform private.note_news('order_received', tg_table_name, new.uuid, new.user_id);
            return null;
        end if;
        told := coalesce(
            private.withdraw_news(new.uuid, array['order_accepted', 'order_finished', 'order_rejected']), old.status);
        if new.status not in (told, 'Processed') then
            perform private.note_news('order_' || lower(new.status), tg_table_name, new.uuid, new.user_id,
                jsonb_build_object('was', told), interval '15 seconds');
        end if;
        return null;
    end
    $$;

-- Arguments: the kind, and after how many seconds it is told.
create or replace function private.tg__note_news() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform private.note_news(tg_argv[0], tg_table_name, new.uuid, new.user_id, '{}', tg_argv[1]::interval);
        return null;
    end
    $$;

-- Of a registration's fee; an order's status says what was decided about it. A decision that comes back with its record is
-- no news.
create or replace function private.tg_reviews__note_news() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    declare
        review public.reviews := case when tg_op = 'DELETE' then old else new end;
    begin
        if review.place = 'audition_registrations' then
            perform private.withdraw_news(review.record, array['fee_accepted', 'fee_rejected']);
            if tg_op <> 'DELETE' and review.decided_at > now() - interval '1 minute' then
                perform private.note_news('fee_' || review.decision, review.place, review.record, review.user_id, '{}',
                    interval '15 seconds');
            end if;
        end if;
        return null;
    end
    $$;

-- Which fields changed and by whom; no number of an account, which a mail would carry to wherever mails are read.
create or replace function private.tg_payment_methods__note_news() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    declare
        was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
        is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
        method jsonb := coalesce(is_now, was);
        changed text[] := array(
            select field from jsonb_object_keys(method) as field
            where was -> field is distinct from is_now -> field and field not in ('uuid', 'created_at', 'updated_at')
            order by field);
    begin
        if changed <> '{}' then
            perform private.note_news('payment_method_changed', tg_table_name, (method ->> 'uuid')::uuid, null,
                jsonb_build_object('action', lower(tg_op), 'page', method -> 'pathname',
                    'account', method -> 'payment_account', 'changed', changed,
                    'by', coalesce((select email from auth.users where id = auth.uid()), private.actor())));
        end if;
        return null;
    end
    $$;

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

-- Who wants no mails gets none that wait, either; administrators still hear that a payment method changed.
create or replace function private.tg_notification_choices__drop_mails() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        update private.messages set state = 'dropped'
        where user_id = new.user_id and way in ('mail', 'digest') and kind <> 'payment_method_changed'
            and state = 'waiting';
        return null;
    end
    $$;

-- For whoever has the link of a mail, signed in or not: ends the mails. False for a link that is none.
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

-- For the accounts service: the language in which a person signed up, until they choose one.
create or replace function private.remember_language(person uuid, spoken text) returns void
    language sql security definer set search_path = ''
    as $$
        insert into public.notification_choices (user_id, language) values (person, spoken) on conflict (user_id) do nothing
    $$;

-- What is said of a record; null when it is gone, and then nobody is told.
create or replace function private.facts_of(news private.outbox) returns jsonb
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        return case news.place
            when 'transactions' then (
                select jsonb_build_object('amount', private.rupiah((
                        select coalesce(due.amount, sum((line ->> 'price')::numeric * (line ->> 'quantity_to_buy')::numeric))
                        from jsonb_array_elements(ordered.transactions) as line)), 'reason', review.reason)
                from public.transactions as ordered
                left join public.amounts_due as due on (due.place, due.record) = (news.place, ordered.uuid)
                left join public.reviews as review on (review.place, review.record) = (news.place, ordered.uuid)
                where ordered.uuid = news.record)
            when 'audition_registrations' then (
                select jsonb_build_object('amount', private.rupiah(due.amount), 'reason', review.reason)
                from public.audition_registrations as registered
                left join public.amounts_due as due on (due.place, due.record) = (news.place, registered.uuid)
                left join public.reviews as review on (review.place, review.record) = (news.place, registered.uuid)
                where registered.uuid = news.record)
            when 'audition_announcements' then (
                select '{}'::jsonb from public.audition_announcements where uuid = news.record)
            else news.data
        end;
    end
    $$;

-- Who is told of it and how: whom it is about, and administrators of what comes in.
create or replace function private.recipients_of(news private.outbox, sends_mail boolean)
    returns table (user_id uuid, way text, subscription uuid, kind text)
    language sql stable security definer set search_path = ''
    as $$
        with heard as (
            select news.user_id as person, 'mail' as way, news.kind as kind where news.user_id is not null
            union all
            select role.user_id, case news.kind when 'payment_method_changed' then 'mail' else 'digest' end,
                case news.kind when 'order_received' then 'order_to_review'
                    when 'registration_received' then 'registration_to_review' else news.kind end
            from private.user_roles as role
            where role.role = 'admin'
                and news.kind in ('order_received', 'registration_received', 'payment_method_changed')
        ), told as (
            select heard.*, account.email_confirmed_at
            from heard join auth.users as account on account.id = heard.person
            where account.deleted_at is null and (account.banned_until < now()) is not false
        )
        select told.person, told.way, null::uuid, told.kind
        from told left join public.notification_choices as chosen on chosen.user_id = told.person
        where sends_mail and told.email_confirmed_at is not null
            and (coalesce(chosen.mail, true) or told.kind = 'payment_method_changed')
        union all
        select told.person, 'push', device.uuid, told.kind
        from told join public.push_subscriptions as device on device.user_id = told.person
    $$;

-- Makes messages of what happened; the screens that are open are told, too. What waited for three days is no news.
create or replace function private.expand_news(sends_mail boolean) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        news private.outbox;
        facts jsonb;
    begin
        for news in
            delete from private.outbox where id in (
                select id from private.outbox where not_before <= now() order by id limit 200 for update skip locked)
            returning *
        loop
            if news.user_id is not null then
                perform pg_notify('tapis_screens', json_build_object('table', news.place, 'user_id', news.user_id)::text);
            end if;
            perform pg_notify('tapis_screens', json_build_object('table', news.place, 'admins', true)::text);
            facts := private.facts_of(news);
            continue when facts is null or news.created_at < now() - interval '3 days';
            insert into private.messages (outbox_id, user_id, way, subscription, kind, place, record, data)
            select news.id, told.user_id, told.way, told.subscription, told.kind, news.place, news.record, facts
            from private.recipients_of(news, sends_mail) as told where told.way <> 'digest';
            insert into private.messages (outbox_id, user_id, way, kind, place, record, data)
            select news.id, told.user_id, 'digest', 'digest', news.place, news.record, jsonb_build_object(
                'orders', (news.place = 'transactions')::int,
                'registrations', (news.place = 'audition_registrations')::int)
            from private.recipients_of(news, sends_mail) as told where told.way = 'digest'
            on conflict (user_id) where way = 'digest' and state = 'waiting' and attempts = 0
            do update set data = jsonb_build_object(
                'orders', (messages.data -> 'orders')::int + (excluded.data -> 'orders')::int,
                'registrations', (messages.data -> 'registrations')::int + (excluded.data -> 'registrations')::int);
        end loop;
    end
    $$;

-- Whether a message may be sent now; an administrator gets one mail about what came in in a quarter of an hour.
create or replace function private.is_due(message private.messages) returns boolean
    language sql stable security definer set search_path = ''
    as $$
        select message.state = 'waiting' and message.next_attempt <= now() and not (message.way = 'digest' and exists (
            select from private.messages as earlier
            where earlier.user_id = message.user_id and earlier.way = 'digest'
                and earlier.sent_at > now() - interval '15 minutes'))
    $$;

-- The messages to be sent next in these ways, with what it takes to write them.
create or replace function private.due_messages(most integer, ways text[])
    returns table (id uuid, user_id uuid, way text, subscription uuid, kind text, record uuid, data jsonb,
        email text, language text, token uuid, device jsonb)
    language plpgsql security definer set search_path = ''
    as $$
    begin
        insert into private.unsubscribe_tokens (user_id)
        select due.user_id from private.messages as due where due.way = any (ways) and private.is_due(due)
        order by due.next_attempt limit most
        on conflict do nothing;
        return query
            select due.id, due.user_id, due.way, due.subscription, due.kind, due.record, due.data, account.email::text,
                coalesce(subscribed.language, chosen.language, 'en'), known.token, to_jsonb(subscribed)
            from private.messages as due
            join auth.users as account on account.id = due.user_id
            join private.unsubscribe_tokens as known on known.user_id = due.user_id
            left join public.notification_choices as chosen on chosen.user_id = due.user_id
            left join public.push_subscriptions as subscribed on subscribed.uuid = due.subscription
            where due.way = any (ways) and private.is_due(due) order by due.next_attempt limit most;
    end
    $$;

-- Committed before a mail's content goes to the mail server. False when it is not to be sent any more.
create or replace function private.begin_sending(message uuid) returns boolean
    language plpgsql security definer set search_path = ''
    as $$
    begin
        update private.messages as due set state = 'sending', attempts = attempts + 1
        where due.id = message and private.is_due(due);
        return found;
    end
    $$;

-- How it went: sent, dropped, or retry: after 1, 4, 16 … minutes, at most 4 hours apart, for three days.
create or replace function private.settle_message(message uuid, outcome text, said text default null) returns void
    language sql security definer set search_path = ''
    as $$
        update private.messages set error = said,
            state = case when outcome <> 'retry' then outcome
                when created_at < now() - interval '3 days' then 'failed' else 'waiting' end,
            next_attempt = now() + least(interval '1 minute' * 4 ^ least(attempts - 1, 6), interval '4 hours'),
            sent_at = case outcome when 'sent' then now() end
        where id = message
    $$;

-- Whoever begins to dispatch finds what a process that died was sending: it is sent again, under the same Message-ID.
create or replace function private.recover_messages() returns void
    language sql security definer set search_path = ''
    as $$
        update private.messages set state = 'waiting', next_attempt = now() where state = 'sending';
        delete from private.messages where state not in ('waiting', 'sending') and created_at < now() - interval '30 days'
    $$;

-- For a shop that comes from a backup: what waited there may have been told since.
create or replace function private.forget_news() returns void
    language sql set search_path = ''
    as $$
        delete from private.outbox;
        update private.messages set state = 'dropped', error = 'restored from a backup'
        where state in ('waiting', 'sending')
    $$;

revoke all on function private.note_news(text, text, uuid, uuid, jsonb, interval), private.withdraw_news(uuid, text[]),
    private.tg_transactions__note_news(), private.tg__note_news(), private.tg_reviews__note_news(), private.tg_payment_methods__note_news(),
    private.tg_notification_choices__keep_owner(), private.tg_notification_choices__drop_mails(),
    public.unsubscribe(uuid), private.remember_language(uuid, text), private.facts_of(private.outbox),
    private.recipients_of(private.outbox, boolean), private.expand_news(boolean), private.is_due(private.messages),
    private.due_messages(integer, text[]), private.begin_sending(uuid), private.settle_message(uuid, text, text),
    private.recover_messages(), private.forget_news()
    from public, anon, authenticated, service_role;
grant execute on function public.unsubscribe(uuid) to anon, authenticated;
-- The dispatcher acts as the service that sends all mails.
grant usage on schema private to supabase_auth_admin;
grant execute on function private.remember_language(uuid, text), private.expand_news(boolean),
    private.due_messages(integer, text[]), private.begin_sending(uuid), private.settle_message(uuid, text, text),
    private.recover_messages() to supabase_auth_admin;
