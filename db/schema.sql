-- Generated from migrations/, functions/ and policies/ by `make schema`; reviewed, never edited.
-- The schemas public and private as they are, then our rules on tables of the platform.

CREATE SCHEMA private;

COMMENT ON SCHEMA private IS 'What no request may name: roles of people, predicates, order rules.';

CREATE SCHEMA public;

COMMENT ON SCHEMA public IS 'standard public schema';

CREATE FUNCTION private.account_digits(account text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$ select coalesce(nullif(regexp_replace(account, '[^0-9]', '', 'g'), ''), btrim(account)) $$;

CREATE FUNCTION private.actor() RETURNS text
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
        select case
            when current_setting('role') <> 'none' then current_setting('role')
            when current_setting('application_name') = 'tapis' then 'command line'
            else session_user
        end
    $$;

CREATE FUNCTION private.amounts_in_use(lowest bigint, highest bigint) RETURNS SETOF bigint
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
        select amount from private.amount_reservations where amount between lowest and highest
        union
        select due.amount from public.transactions as ordered
        join public.amounts_due as due on (due.place, due.record) = ('transactions', ordered.uuid)
        where ordered.status = 'Processed' and due.amount between lowest and highest
        union
        select due.amount from public.amounts_due as due
        left join public.reviews as reviewed on (reviewed.place, reviewed.record) = (due.place, due.record)
        where due.place = 'audition_registrations' and due.amount between lowest and highest and reviewed.place is null
        union
        select due.amount from public.reviews as reviewed
        join public.amounts_due as due on (due.place, due.record) = (reviewed.place, reviewed.record)
        where reviewed.decided_at > now() - interval '3 days' and due.amount between lowest and highest
        union
        select amount from private.deleted_records
        where deleted_at > now() - interval '3 days' and amount between lowest and highest
    $$;

CREATE FUNCTION private.app_role() RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
        select role from private.user_roles
        where user_id = (select auth.uid()) and (
            auth.jwt() ->> 'aal' = 'aal2'
            or not exists (
                select from auth.mfa_factors factor
                where factor.user_id = user_roles.user_id and factor.status = 'verified'
            )
        )
    $$;

CREATE FUNCTION private.are_complete_lines(lines jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $_$
        select private.are_order_lines(lines)
            and not jsonb_path_exists(lines, 'strict $.** ? (@ == null)', silent => true)
            and (select bool_and(
                pg_input_is_valid(line ->> 'uuid', 'uuid')
                and coalesce(jsonb_typeof(line -> 'size') = 'string', true)
                and coalesce(
                    jsonb_typeof(line -> 'inserted_at') = 'string'
                    and line ->> 'inserted_at' ~ '^\d{4}-\d\d-\d\d[T ][0-9:.]{5,15}(Z|[+-]\d\d:?\d\d)?$'
                    and pg_input_is_valid(line ->> 'inserted_at', 'timestamptz'),
                    true)
            ) from jsonb_array_elements(lines) as line)
    $_$;

CREATE FUNCTION private.are_counted(lines jsonb) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
        select exists (
            select from private.stock
            where product_uuid in (select wanted.product from private.pieces_of(lines) as wanted))
    $$;

CREATE FUNCTION private.is_image(value jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN COALESCE(((jsonb_typeof(value) = 'object'::text) AND (jsonb_typeof((value -> 'filename'::text)) = 'string'::text) AND (jsonb_typeof((value -> 'title'::text)) = 'string'::text) AND (jsonb_typeof((value -> 'url'::text)) = 'string'::text) AND ((value - ARRAY['filename'::text, 'title'::text, 'url'::text]) = '{}'::jsonb) AND ((char_length((value ->> 'filename'::text)) >= 1) AND (char_length((value ->> 'filename'::text)) <= 255)) AND ((value ->> 'filename'::text) !~ '[/\\[:cntrl:]]'::text) AND ((value ->> 'filename'::text) !~ '^\.+$'::text) AND (char_length((value ->> 'title'::text)) <= 255) AND (char_length((value ->> 'url'::text)) <= 2048) AND ((value ->> 'url'::text) ~* '^(https?:/)?/[^/[:cntrl:]"<>][^[:cntrl:]"<>]*$'::text)), false);

CREATE FUNCTION private.are_images(value jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN COALESCE(CASE WHEN ((jsonb_typeof(value) = 'array'::text) AND (jsonb_array_length(value) <= 9)) THEN (SELECT COALESCE(bool_and(private.is_image(one.value)), true) AS "coalesce" FROM jsonb_array_elements(are_images.value) one(value)) ELSE NULL::boolean END, false);

CREATE FUNCTION private.are_order_lines(value jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN COALESCE(CASE WHEN (jsonb_typeof(value) = 'array'::text) THEN (((jsonb_array_length(value) >= 1) AND (jsonb_array_length(value) <= 100)) AND (jsonb_array_length(value) = jsonb_array_length(jsonb_path_query_array(value, 'strict $[*]?(((((((((@.type() == "object" && @."uuid".type() == "string") && @."price".type() == "number") && @."price" >= 0) && @."price" <= 9007199254740991) && @."price".floor() == @."price") && @."quantity_to_buy".type() == "number") && @."quantity_to_buy" >= 1) && @."quantity_to_buy" <= 999) && @."quantity_to_buy".floor() == @."quantity_to_buy")'::jsonpath, silent => true)))) ELSE NULL::boolean END, false);

CREATE FUNCTION private.are_sizes(value jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN COALESCE(CASE WHEN ((jsonb_typeof(value) = 'array'::text) AND (jsonb_array_length(value) <= 30) AND (jsonb_array_length(value) = jsonb_array_length(jsonb_path_query_array(value, 'strict $[*]?((@.type() == "object" && @."size".type() == "string") && (@."stock" == null || ((@."stock".type() == "number" && @."stock" >= 0) && @."stock" <= 999999) && @."stock".floor() == @."stock"))'::jsonpath, silent => true)))) THEN (SELECT ((count(DISTINCT (one.value ->> 'size'::text)) = count(*)) AND COALESCE(bool_and((((one.value - ARRAY['size'::text, 'stock'::text]) = '{}'::jsonb) AND (char_length((one.value ->> 'size'::text)) <= 40) AND ((one.value ->> 'size'::text) !~ '^\s|\s$|[[:cntrl:]]'::text))), true) AND ((count(*) < 2) OR (count(*) FILTER (WHERE ((one.value ->> 'size'::text) = ''::text)) = 0))) FROM jsonb_array_elements(are_sizes.value) one(value)) ELSE NULL::boolean END, false);

CREATE FUNCTION private.are_translations(value jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN COALESCE(CASE WHEN ((jsonb_typeof(value) = 'object'::text) AND ((value - ARRAY['en'::text, 'id'::text]) = '{}'::jsonb) AND (NOT jsonb_path_exists(value, 'strict $.*?(@.type() != "object")'::jsonpath))) THEN (SELECT (COALESCE(bool_and(((jsonb_typeof(said.text) = 'string'::text) AND (said.field ~ '^[a-z_]{1,63}$'::text) AND (char_length((said.text #>> '{}'::text[])) <= CASE said.field WHEN 'description'::text THEN 10000 ELSE 200 END))), true) AND (count(*) <= 20)) FROM jsonb_each(are_translations.value) language(code, fields), LATERAL jsonb_each(language.fields) said(field, text)) ELSE NULL::boolean END, false);

CREATE FUNCTION private.backup_due_since(at timestamp with time zone) RETURNS timestamp with time zone
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
        select (date_trunc('day', at at time zone 'Asia/Jakarta' - interval '3 hours') + interval '3 hours')
            at time zone 'Asia/Jakarta'
    $$;

CREATE FUNCTION private.backup_state() RETURNS TABLE(made_at timestamp with time zone, failed_at timestamp with time zone, error text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
        with good as (select max(ended_at) as at from private.backups where name is not null)
        select good.at, failed.ended_at, failed.error
        from good left join lateral (
            select ended_at, backups.error from private.backups
            where name is null and ended_at > coalesce(good.at, '-infinity') order by ended_at desc limit 1
        ) as failed on true
    $$;

CREATE FUNCTION private.begin_review(place text, record uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        perform private.require_administrator('review payments');
        if place = 'transactions' then
            perform from public.transactions where uuid = record for no key update;
        else
            perform from public.audition_registrations
            where uuid = record and place = 'audition_registrations' for no key update;
        end if;
        if not found then
            raise exception using errcode = 'PT404', hint = 'record_gone',
                message = 'This order or registration is gone.';
        end if;
    end
    $$;

CREATE FUNCTION private.begin_sending(message uuid) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        update private.messages as due set state = 'sending', attempts = attempts + 1
        where due.id = message and private.is_due(due);
        return found;
    end
    $$;

CREATE FUNCTION private.buyer_email(person uuid) RETURNS text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        return case when private.app_role() = 'admin' then (select email from auth.users where id = person) end;
    end
    $$;

CREATE FUNCTION private.buyer_name(person uuid) RETURNS text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        return case when private.app_role() = 'admin' then private.name_of(person) end;
    end
    $$;

CREATE FUNCTION private.buyers() RETURNS TABLE(user_id uuid, name text, email text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        if private.app_role() = 'admin' then
            return query
                select account.id, private.name_of(account.id), account.email::text from auth.users as account;
        end if;
    end
    $$;

CREATE FUNCTION private.cancel_pending_events(about uuid, kinds text[]) RETURNS text
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
        with withdrawn as (
            delete from private.outbox where record = about and kind = any (kinds) returning id, data ->> 'was' as was
        )
        select was from withdrawn order by id limit 1
    $$;

CREATE FUNCTION private.claimed_by(person uuid) RETURNS SETOF text
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $_$
    begin
        return query execute (
            select string_agg(format('select %L || (%I ->> ''filename'') from public.%I where user_id = $1',
                folder || '/', column_name, place), ' union all ')
            from private.picture_columns() where audience <> 'everyone') using person;
    end
    $_$;

CREATE FUNCTION private.crc16(content bytea) RETURNS text
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    SET search_path TO ''
    AS $$
    declare
        sum integer := 65535;
    begin
        for place in 0 .. length(content) - 1 loop
            sum := sum # (get_byte(content, place) << 8);
            for bit in 1 .. 8 loop
                sum := ((sum << 1) # case when sum & 32768 <> 0 then 4129 else 0 end) & 65535;
            end loop;
        end loop;
        return lpad(upper(to_hex(sum)), 4, '0');
    end
    $$;

CREATE FUNCTION private.create_messages(sends_mail boolean) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        event private.outbox;
        facts jsonb;
    begin
        for event in
            delete from private.outbox where id in (
                select id from private.outbox where not_before <= now() order by id limit 200 for update skip locked)
            returning *
        loop
            if event.user_id is not null then
                perform pg_notify('tapis_screens', json_build_object('table', event.place, 'user_id', event.user_id)::text);
            end if;
            perform pg_notify('tapis_screens', json_build_object('table', event.place, 'admins', true)::text);
            facts := private.facts_of(event);
            continue when facts is null or event.created_at < now() - interval '3 days';
            insert into private.messages (outbox_id, user_id, way, subscription, kind, place, record, data)
            select event.id, recipient.user_id, recipient.way, recipient.subscription, recipient.kind,
                event.place, event.record, facts
            from private.recipients_of(event, sends_mail) as recipient where recipient.way <> 'digest';
            insert into private.messages (outbox_id, user_id, way, kind, place, record, data)
            select event.id, recipient.user_id, 'digest', 'digest', event.place, event.record, jsonb_build_object(
                'orders', (event.place = 'transactions')::int,
                'registrations', (event.place = 'audition_registrations')::int)
            from private.recipients_of(event, sends_mail) as recipient where recipient.way = 'digest'
            on conflict (user_id) where way = 'digest' and state = 'waiting' and attempts = 0
            do update set data = jsonb_build_object(
                'orders', (messages.data -> 'orders')::int + (excluded.data -> 'orders')::int,
                'registrations', (messages.data -> 'registrations')::int + (excluded.data -> 'registrations')::int);
        end loop;
    end
    $$;

CREATE FUNCTION private.data_of(person uuid) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
        select jsonb_build_object(
            'account', (
                select jsonb_build_object('id', id, 'email', email, 'phone', phone, 'created_at', created_at,
                    'email_confirmed_at', email_confirmed_at, 'last_sign_in_at', last_sign_in_at,
                    'user_metadata', raw_user_meta_data)
                from auth.users where id = person),
            'role', (select role from private.user_roles where user_id = person),
            'sign_ins', (
                select coalesce(jsonb_agg(jsonb_build_object('created_at', created_at, 'refreshed_at', refreshed_at,
                    'user_agent', user_agent, 'ip', ip) order by created_at), '[]')
                from auth.sessions where user_id = person),
            'second_factors', (
                select coalesce(jsonb_agg(jsonb_build_object('name', friendly_name, 'type', factor_type,
                    'created_at', created_at) order by created_at), '[]')
                from auth.mfa_factors where user_id = person),
            'delivery_details', (
                select to_jsonb(details) from public.delivery_details as details where user_id = person),
            'push_subscriptions', (
                select coalesce(jsonb_agg(jsonb_build_object('endpoint', endpoint, 'language', language,
                    'created_at', created_at) order by created_at), '[]')
                from public.push_subscriptions where user_id = person),
            'orders', (
                select coalesce(jsonb_agg(to_jsonb(ordered) || jsonb_build_object('delivery', (
                    select to_jsonb(delivered) - array['order_uuid', 'user_id']
                    from public.order_deliveries as delivered where delivered.order_uuid = ordered.uuid))
                    || private.payment_of('transactions', ordered.uuid)
                    order by created_at), '[]')
                from public.transactions as ordered where user_id = person),
            'audition_registrations', (
                select coalesce(jsonb_agg(to_jsonb(registered)
                    || private.payment_of('audition_registrations', registered.uuid) order by created_at), '[]')
                from public.audition_registrations as registered where user_id = person),
            'audition_announcements', (
                select coalesce(jsonb_agg(to_jsonb(announced) order by created_at), '[]')
                from public.audition_announcements as announced where user_id = person),
            'notification_choices', (
                select to_jsonb(chosen) - 'user_id' from public.notification_choices as chosen where user_id = person),
            'messages', (
                select coalesce(jsonb_agg(jsonb_build_object('created_at', created_at, 'sent_at', sent_at, 'way', way,
                    'kind', kind, 'record', record, 'data', data) order by created_at, id), '[]')
                from private.messages where user_id = person),
            'deleted_records', (
                select coalesce(jsonb_agg(to_jsonb(deleted) - 'deleted_by' #- '{review,reviewer}' order by deleted_at), '[]')
                from private.deleted_records as deleted where record ->> 'user_id' = person::text),
            'pictures', (
                select coalesce(jsonb_agg(jsonb_build_object('name', name, 'created_at', created_at,
                    'size', metadata -> 'size', 'type', metadata -> 'mimetype') order by created_at, name), '[]')
                from storage.objects where bucket_id = 'tapis' and owner_id = person::text),
            'changes', (
                select coalesce(jsonb_agg(jsonb_build_object('created_at', created_at, 'place', place,
                    'record_id', record_id, 'action', action) order by created_at), '[]')
                from public.audit_log
                where actor_id = person or coalesce(after, before) ->> 'user_id' = person::text))
    $$;

CREATE FUNCTION private.discard_pending_messages() RETURNS void
    LANGUAGE sql
    SET search_path TO ''
    AS $$
        delete from private.outbox;
        update private.messages set state = 'dropped', error = 'restored from a backup'
        where state in ('waiting', 'sending')
    $$;

CREATE FUNCTION private.display_name_of(person uuid) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$ select coalesce(private.name_of(person), (select email from auth.users where id = person)) $$;

CREATE FUNCTION private.due_messages(most integer, ways text[]) RETURNS TABLE(id uuid, user_id uuid, way text, subscription uuid, kind text, record uuid, data jsonb, email text, language text, token uuid, device jsonb)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        insert into private.unsubscribe_tokens (user_id)
        select due.user_id from private.messages as due
        where due.state = 'waiting' and due.next_attempt <= now() and due.way = any (ways)
        on conflict do nothing;
        return query
            with waiting as (
                select message, row_number() over (
                    partition by message.user_id, message.way order by message.next_attempt, message.id) as place
                from private.messages as message
                where message.state = 'waiting' and message.next_attempt <= now() and message.way = any (ways)
            ), due as (
                select (waiting.message).* from waiting
                where (waiting.place <= 2 or (waiting.message).way <> 'push') and private.is_due(waiting.message)
            )
            select due.id, due.user_id, due.way, due.subscription, due.kind, due.record, due.data, account.email::text,
                coalesce(subscribed.language, chosen.language, 'en'), known.token, to_jsonb(subscribed)
            from due
            join auth.users as account on account.id = due.user_id
            join private.unsubscribe_tokens as known on known.user_id = due.user_id
            left join public.notification_choices as chosen on chosen.user_id = due.user_id
            left join public.push_subscriptions as subscribed on subscribed.uuid = due.subscription
            order by due.next_attempt limit most;
    end
    $$;

CREATE FUNCTION private.end_devices_of(session uuid) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$ delete from public.push_subscriptions where session_id = session $$;

CREATE FUNCTION private.enqueue_event(kind text, place text, record uuid, person uuid, data jsonb DEFAULT '{}'::jsonb, pause interval DEFAULT '00:00:00'::interval) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
        insert into private.outbox (kind, place, record, user_id, data, not_before)
        values (kind, place, record, person, data, now() + pause);
        delete from private.outbox where id in (
            select id from private.outbox where created_at < now() - interval '7 days'
            order by created_at limit 100 for update skip locked)
    $$;

CREATE FUNCTION private.enter_stock(product uuid, sizes jsonb) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
        delete from private.stock where product_uuid = product and not exists (
            select from jsonb_array_elements(sizes) as one
            where one ->> 'size' = stock.size and one -> 'stock' <> 'null');
        insert into private.stock (product_uuid, size, entered)
        select product, one ->> 'size', (one ->> 'stock')::numeric::bigint + private.held_pieces(product, one ->> 'size')
        from jsonb_array_elements(sizes) as one
        where one -> 'stock' <> 'null' and least(private.pieces_left(product, one ->> 'size'), 999999)
            is distinct from (one ->> 'stock')::numeric::bigint
        on conflict (product_uuid, size) do update set entered = excluded.entered
    $$;

CREATE FUNCTION private.everyone_reads_admins_keep(content regclass) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
    declare
        columns text := (
            select string_agg(quote_ident(attname), ', ' order by attnum) from pg_catalog.pg_attribute
            where attrelid = content and attnum > 0 and not attisdropped);
        statement text;
    begin
        foreach statement in array array[
            -- 1 protection
            'alter table %1$s enable row level security',
            -- 2 policies
            -- Everyone reads everything, signed in or not.
            'create policy select_all on %1$s for select to anon, authenticated using (true)',
            -- Only an administrator adds, changes and removes.
            'create policy insert_as_admin on %1$s for insert to authenticated
                with check ((select private.app_role()) = ''admin'')',
            'create policy update_as_admin on %1$s for update to authenticated
                using ((select private.app_role()) = ''admin'')',
            'create policy delete_as_admin on %1$s for delete to authenticated
                using ((select private.app_role()) = ''admin'')',
            -- 3 rights
            'grant select on %1$s to anon, authenticated, service_role',
            'grant insert (%2$s), update (%2$s), delete on %1$s to authenticated, service_role',
            -- 4 not granted
            -- truncate: row level security doesn't judge it. Anything but reading for anon.
            -- uuid and created_at may be sent along with an edit, as an upsert does, and stay what they were.
            -- 5 on write
            'create trigger _010_keep_deleted before delete on %1$s
                for each row when (pg_trigger_depth() = 0) execute function private.tg__keep_deleted()',
            'create trigger _100_set_updated_at before update on %1$s for each row execute function private.tg__set_updated_at()',
            'create trigger _900_notify_content_changed after insert or update or delete or truncate on %1$s
                for each statement execute function private.tg__notify_content_changed()'
        ] loop
            execute format(statement, content, columns);
        end loop;
        if private.picture_arguments(content) is not null then
            perform private.keep_pictures(content);
        end if;
    end
    $_$;

CREATE FUNCTION private.expired_pictures() RETURNS SETOF text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        old text[] := array(
            select version from storage.removed
            where not is_expired and removed_at < private.running_ago(private.recoverable()));
    begin
        if old <> '{}' then
            return query select unnest(old) except select private.still_named(old);
        end if;
    end
    $$;

CREATE TABLE private.outbox (
    id bigint NOT NULL,
    kind text NOT NULL,
    place text NOT NULL,
    record uuid NOT NULL,
    user_id uuid,
    data jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    not_before timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE private.outbox IS 'What happened and was not told yet; written by triggers.';

COMMENT ON COLUMN private.outbox.user_id IS 'Whom it is about; empty: administrators alone.';

COMMENT ON COLUMN private.outbox.not_before IS 'Decisions wait some seconds, so that they can be undone.';

CREATE FUNCTION private.facts_of(event private.outbox) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        return case event.place
            when 'transactions' then (
                select jsonb_build_object(
                    'amount', private.rupiah(coalesce(due.amount, private.total_of(ordered.transactions))),
                    'reason', review.reason)
                from public.transactions as ordered
                left join public.amounts_due as due on (due.place, due.record) = (event.place, ordered.uuid)
                left join public.reviews as review on (review.place, review.record) = (event.place, ordered.uuid)
                where ordered.uuid = event.record)
            when 'audition_registrations' then (
                select jsonb_build_object('amount', private.rupiah(due.amount), 'reason', review.reason)
                from public.audition_registrations as registered
                left join public.amounts_due as due on (due.place, due.record) = (event.place, registered.uuid)
                left join public.reviews as review on (review.place, review.record) = (event.place, registered.uuid)
                where registered.uuid = event.record)
            when 'audition_announcements' then (
                select '{}'::jsonb from public.audition_announcements where uuid = event.record)
            else event.data
        end;
    end
    $$;

CREATE FUNCTION private.folder_of(object_name text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $_$ select regexp_replace(object_name, '/[^/]*$', '') $_$;

CREATE FUNCTION private.forget_deleted_records() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        too_old timestamptz := private.running_ago(private.recoverable());
    begin
        delete from private.deleted_records
        where deleted_at < too_old and (amount is null or deleted_at < too_old - interval '2 days');
        update private.deleted_records set record = '{}', delivery = null, deleted_by = null, review = null
        where deleted_at < too_old and record <> '{}';
        delete from private.stock where not exists (select from public.products where uuid = product_uuid)
            and not exists (
                select from private.deleted_records
                where (place, uuid) = ('products', product_uuid) and record <> '{}');
    end
    $$;

CREATE FUNCTION private.forget_push_subscription(gone text) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$ delete from public.push_subscriptions where endpoint = gone $$;

CREATE FUNCTION private.free_amount(total bigint, step integer) RETURNS bigint
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
        select coalesce((
            select total + step * deviation from generate_series(0, 999) as deviation
            where total + step * deviation between 1 and 9007199254740991 and total + step * deviation not in (
                select private.amounts_in_use(least(total, total + step * 999), greatest(total, total + step * 999)))
            order by deviation limit 1), total)
    $$;

CREATE TABLE private.user_roles (
    user_id uuid NOT NULL,
    role text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT user_roles_role_is_known CHECK ((role = ANY (ARRAY['talent'::text, 'leadership'::text, 'admin'::text])))
);

COMMENT ON TABLE private.user_roles IS 'Who may do what: the one place where a role counts.';

CREATE FUNCTION private.give_role(person uuid, new_role text) RETURNS void
    LANGUAGE sql
    SET search_path TO ''
    BEGIN ATOMIC
 DELETE FROM private.user_roles
   WHERE ((user_roles.user_id = give_role.person) AND (give_role.new_role = 'none'::text));
 INSERT INTO private.user_roles (user_id, role)  SELECT give_role.person AS person,
             give_role.new_role AS new_role
           WHERE (give_role.new_role <> 'none'::text) ON CONFLICT(user_id) DO UPDATE SET role = excluded.role, updated_at = now();
END;

CREATE FUNCTION private.has_doubtful_proof(place text, records uuid[]) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        return exists (
            select from public.review_queue as waiting
            cross join lateral public.review_warnings(waiting.place, waiting.uuid) as warning
            where waiting.place = has_doubtful_proof.place and waiting.uuid = any (records)
                and warning.kind in ('proof_gone', 'same_picture', 'similar_picture'));
    end
    $$;

CREATE FUNCTION private.has_ended(session uuid) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        return to_regclass('auth.ended_sessions') is not null
            and exists (select from auth.ended_sessions where session_id = session);
    end
    $$;

CREATE FUNCTION private.has_recent_proof() RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$ select (private.last_proof() > now() - interval '15 minutes') is true $$;

CREATE FUNCTION private.held_pieces(product uuid, wanted text) RETURNS bigint
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
        select coalesce(sum(quantity), 0)::bigint from private.stock_holds
        where (product_uuid, size) = (product, wanted)
    $$;

CREATE FUNCTION private.hold_restored(ordered jsonb) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
        select private.hold_stock((ordered ->> 'uuid')::uuid, '[]', ordered -> 'transactions')
        where ordered ->> 'status' = 'Processed'
    $$;

CREATE FUNCTION private.hold_stock(this_order uuid, was jsonb, is_now jsonb) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        if not private.are_counted(was || is_now)
            and not exists (select from private.stock_holds where order_uuid = this_order)
        then
            return; -- before plans are made for what follows, which take longer than the rest of an order
        end if;
        perform private.lock_stock(was || is_now);
        perform private.require_stock(was, is_now);
        merge into private.stock_holds as held
        using (
            select product, size, coalesce(now.pieces, 0) - coalesce(before.pieces, 0) as more
            from private.pieces_of(is_now) as now full join private.pieces_of(was) as before using (product, size)
        ) as moved
        on (held.order_uuid, held.product_uuid, held.size) = (this_order, moved.product, moved.size)
        when matched and held.quantity + moved.more <= 0 then delete
        when matched and (moved.more < 0 or private.pieces_left(moved.product, moved.size) is not null)
            then update set quantity = held.quantity + moved.more
        when not matched and moved.more > 0 and private.pieces_left(moved.product, moved.size) is not null
            then insert values (this_order, moved.product, moved.size, moved.more);
        perform private.show_stock(was || is_now);
    end
    $$;

CREATE FUNCTION private.is_audited_picture(bucket text, object_name text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
        select bucket = 'tapis'
            and (starts_with(object_name, private.picture_folder('payment_methods', 'qris_image') || '/') or private.is_settled_proof(object_name))
    $$;

CREATE FUNCTION private.is_claimed(object_name text) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $_$
    declare
        declared record;
        is_named boolean;
    begin
        for declared in select * from private.picture_columns() where folder = private.folder_of(object_name) loop
            execute format('select exists (select from public.%1$I where '
                    || case when declared.is_list then '%2$I @> jsonb_build_array(jsonb_build_object(''filename'', $1))'
                        else '%2$I ->> ''filename'' = $1' end || ')', declared.place, declared.column_name)
                into is_named using regexp_replace(object_name, '^.*/', '');
            if is_named then
                return true;
            end if;
        end loop;
        return false;
    end
    $_$;

CREATE TABLE private.messages (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    outbox_id bigint NOT NULL,
    user_id uuid NOT NULL,
    way text NOT NULL,
    subscription uuid,
    kind text NOT NULL,
    place text NOT NULL,
    record uuid NOT NULL,
    data jsonb NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt timestamp with time zone DEFAULT now() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    sent_at timestamp with time zone,
    error text,
    tried_since timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT messages_state_is_known CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'dropped'::text]))),
    CONSTRAINT messages_way_is_known CHECK ((way = ANY (ARRAY['mail'::text, 'push'::text, 'digest'::text])))
);

COMMENT ON TABLE private.messages IS 'What a person is sent; kept for 30 days.';

COMMENT ON COLUMN private.messages.id IS 'Also names the mail, so that one that had to be sent again is recognised.';

COMMENT ON COLUMN private.messages.tried_since IS 'Three days later it is given up.';

CREATE FUNCTION private.is_due(message private.messages) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
        select message.state = 'waiting' and message.next_attempt <= now() and not (message.way = 'digest' and exists (
            select from private.messages as earlier
            where earlier.user_id = message.user_id and earlier.way = 'digest'
                and earlier.sent_at > now() - interval '15 minutes'))
    $$;

CREATE FUNCTION private.is_evidence(object_name text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
        select case
            when private.folder_of(object_name) not in (
                select folder from private.picture_columns() where audience <> 'everyone') then true
            when private.folder_of(object_name) = private.picture_folder('transactions', 'invoice_image')
            then private.is_settled_proof(object_name) or exists (
                select from public.transactions
                where invoice_image ->> 'filename' = regexp_replace(object_name, '^.*/', '')
                    and (user_id is distinct from auth.uid() or status <> 'Processed'))
            else private.is_claimed(object_name)
        end
    $$;

CREATE FUNCTION private.is_name_of_a_picture(object_name text) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $_$ select object_name ~* '[^/.][^/]*\.(jpg|jpeg|png|webp|avif|gif)$' $_$;

CREATE FUNCTION private.is_named_by_another(file text, this_place text, this_record uuid) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $_$
    declare
        noted private.record_pictures;
        is_named boolean;
    begin
        for noted in
            select * from private.record_pictures
            where object_name = file and (place, record) <> (this_place, this_record)
        loop
            execute format('select exists (select from public.%I as held where uuid = $1
                and jsonb_path_query_array(held.%I, ''lax $[*].filename'') ? $2)', noted.place, noted.named_by)
                into is_named using noted.record, regexp_replace(file, '^.*/', '');
            if is_named then
                return true;
            end if;
        end loop;
        return false;
    end
    $_$;

CREATE FUNCTION private.picture_columns() RETURNS TABLE(place text, column_name text, is_list boolean, folder text, audience text)
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    BEGIN ATOMIC
 VALUES ('slides'::text,'image'::text,false,'slides'::text,'everyone'::text), ('about_us_section'::text,'image'::text,false,'about-us-section'::text,'everyone'::text), ('gallery'::text,'image'::text,false,'gallery'::text,'everyone'::text), ('products'::text,'image'::text,false,'products'::text,'everyone'::text), ('products'::text,'pictures'::text,true,'products'::text,'everyone'::text), ('payment_methods'::text,'qris_image'::text,false,'payment-methods'::text,'everyone'::text), ('audition_registrations'::text,'comcard_image'::text,false,'audition-registrations/comcards'::text,'owner and leaders'::text), ('audition_registrations'::text,'invoice_image'::text,false,'audition-registrations/invoices'::text,'owner'::text), ('transactions'::text,'invoice_image'::text,false,'transactions/invoices'::text,'owner'::text);
END;

CREATE FUNCTION private.is_personal(bucket text, object_name text) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    BEGIN ATOMIC
 SELECT ((bucket = 'tapis'::text) AND (split_part(object_name, '/'::text, 1) IN ( SELECT split_part(picture_columns.folder, '/'::text, 1) AS split_part
            FROM private.picture_columns() picture_columns(place, column_name, is_list, folder, audience)
           WHERE (picture_columns.audience <> 'everyone'::text))));
END;

CREATE FUNCTION private.is_read_by_leaders(object_name text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
        select private.folder_of(object_name) in (
                select folder from private.picture_columns() where audience = 'owner and leaders')
            and private.is_claimed(object_name)
    $$;

CREATE FUNCTION private.is_settled_proof(object_name text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
        select exists (
            select from private.record_pictures as noted
            where noted.object_name = is_settled_proof.object_name and noted.settled)
    $$;

CREATE FUNCTION private.is_uploaded_by_another(folder text, image jsonb) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
        select exists (
            select from storage.objects
            where bucket_id = 'tapis' and name = folder || '/' || (image ->> 'filename')
                and owner_id is distinct from auth.uid()::text)
    $$;

CREATE FUNCTION private.keep_pictures(content regclass, updates text DEFAULT 'update'::text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
    declare
        arguments text := private.picture_arguments(content);
    begin
        execute format('create trigger _050_write_addresses before insert or %s on %s
            for each row execute function private.tg__write_addresses(%s)', updates, content, arguments);
        execute format('create trigger _700_require_pictures after insert or %s on %s
            for each row when (row_security_active(%L)) execute function private.tg__require_pictures(%s)',
            updates, content, content::text, arguments);
        execute format('create trigger _850_note_pictures after insert or %s on %s
            for each row execute function private.tg__note_pictures(%s)', updates, content, arguments);
    end
    $$;

CREATE FUNCTION private.last_proof() RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
        select to_timestamp(max((proof ->> 'timestamp')::float8))
        from jsonb_array_elements(case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' end) proof
        where proof ->> 'method' in ('password', 'totp', 'mfa/recovery_code')
    $$;

CREATE FUNCTION private.lines_from_products(lines jsonb) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
        select jsonb_agg(jsonb_build_object(
            'uuid', product.uuid, 'heading', product.heading, 'price', product.price,
            'category', product.category, 'image', product.image, 'checked', true,
            'quantity_to_buy', (line ->> 'quantity_to_buy')::numeric::integer,
            'inserted_at', coalesce(line -> 'inserted_at', to_jsonb(now()))
        ) || case when line ->> 'size' <> '' then jsonb_build_object('size', line -> 'size') else '{}' end
        order by place)
        from jsonb_array_elements(lines) with ordinality as sent (line, place)
        join public.products as product on product.uuid = (line ->> 'uuid')::uuid
    $$;

CREATE FUNCTION private.lines_of_file(lines jsonb) RETURNS TABLE(booked_on date, amount bigint, description text, place_of_day integer, is_cut boolean)
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
        select booked_on, amount, short.words, coalesce(place_of_day,
                row_number() over (partition by booked_on, amount, short.words)::integer),
            char_length(given.description) > 500
        from jsonb_to_recordset(lines) as given (booked_on date, amount bigint, description text, place_of_day integer)
        cross join lateral (select left(coalesce(given.description, ''), 500)) as short (words)
    $$;

CREATE FUNCTION private.lock_stock(lines jsonb) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        listed uuid[] := array(select distinct wanted.product from private.pieces_of(lines) as wanted);
    begin
        perform from public.products where sizes <> '[]' and uuid = any (listed) order by uuid for no key update;
        perform from private.stock where product_uuid = any (listed) order by product_uuid, size for no key update;
    end
    $$;

CREATE FUNCTION private.maintenance_message() RETURNS SETOF text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$ select message from private.maintenance $$;

CREATE FUNCTION private.matches() RETURNS TABLE(line_uuid uuid, kind text, place text, records uuid[])
    LANGUAGE sql STABLE
    SET search_path TO ''
    SET enable_nestloop TO 'off'
    AS $$
        with
        lines as materialized (
            select line.uuid, line.amount, line.booked_on
            from public.statement_lines as line
            left join public.statement_ties as tie on tie.line_uuid = line.uuid
            where line.amount > 0 and tie.line_uuid is null
        ),
        days as materialized (select distinct amount, booked_on from lines),
        -- A claim may have paid a line of its days; so may what was accepted without one.
        payables as materialized (
            select payable.*, not is_tied and state <> 'rejected' as is_claim,
                coalesce(user_id <> any (holders), false) as is_reserved
            from private.payables() as payable left join (
                select amount, array_agg(user_id) as holders from private.amount_reservations
                where reserved_at > now() - interval '25 hours' group by amount
            ) as reserved using (amount)
        ),
        amount_day_pairs as materialized (
            select amount, day, booked_on
            from (select distinct amount, day from payables where is_claim) as sent join days using (amount)
            where booked_on - day between -1 and 3
        ),
        -- Days of equal amounts that claims of one day reach can't be told apart: they make a cluster.
        spans as (
            select amount, day, min(booked_on) as first, max(booked_on) as last
            from amount_day_pairs group by amount, day
        ),
        span_starts as (
            select *, first > max(last) over (partition by amount order by first, last, day
                rows between unbounded preceding and 1 preceding) as begins
            from spans
        ),
        clusters as materialized (
            select amount, day, count(*) filter (where begins) over (partition by amount order by first, last, day) as cluster
            from span_starts
        ),
        cluster_days as materialized (
            select distinct amount, cluster, booked_on from clusters join amount_day_pairs using (amount, day)
        ),
        cluster_lines as (
            select amount, cluster, uuid, booked_on,
                row_number() over (partition by amount, cluster order by booked_on, uuid) as number
            from cluster_days join lines using (amount, booked_on)
        ),
        cluster_claims as (
            select amount, cluster, place, record, day, is_reserved,
                row_number() over (partition by amount, cluster order by day, created_at, record) as number
            from clusters join payables using (amount, day) where is_claim
        ),
        pairs as materialized (
            select amount, cluster, place, record, uuid,
                count(uuid) over same - count(record) over same as more_lines,
                bool_and(booked_on between day - 1 and day + 3 and not is_reserved) over same as fits
            from cluster_lines full join cluster_claims using (amount, cluster, number)
            window same as (partition by amount, cluster)
        ),
        exact as materialized (
            select uuid, place, record from pairs where more_lines = 0 and fits
        ),
        open_lines as materialized (
            select lines.* from lines left join exact using (uuid) where exact.uuid is null
        ),
        open_days as materialized (select distinct amount, booked_on from open_lines),
        unclear as (
            select amount, booked_on, more_lines > 0 as has_more_lines
            from cluster_days join (
                select amount, cluster, max(more_lines) as more_lines from pairs group by amount, cluster
            ) as counted using (amount, cluster)
        ),
        paid as materialized (
            select *, row_number() over (partition by amount, day, state, has_line order by created_at, record) as number
            from (
                select payables.*, is_tied or uuid is not null as has_line from payables left join exact using (place, record)
            ) as payable
        ),
        buyers as (
            select array_agg(record order by nth) as records, array_agg(amount order by nth) as amounts,
                array_agg(day order by nth) as days
            from (
                select *, row_number() over (partition by user_id order by created_at desc, record) as nth
                from paid where place = 'transactions' and state = 'waiting' and not has_line
            ) as waiting
            where nth <= 10 group by user_id having count(*) > 1
        ),
        sums as (
            select distinct on (amount, day) *
            from (
                select amounts[a] + amounts[b] as amount, greatest(days[a], days[b]) as day, array[records[a], records[b]] as records
                from buyers cross join generate_series(1, 9) as a cross join generate_series(2, 10) as b
                where a < b and b <= cardinality(records)
            ) as two
            order by amount, day, records
        ),
        candidates as (
            select amount, booked_on, place, array[record] as records, abs(booked_on - day) as distance, case
                when has_line then case when away between -1 and 14 then 'paid_twice' end
                when state = 'rejected' then case when away >= -1 then 'late' end
                when away between -1 and 3 then case when has_more_lines then 'paid_twice' else 'near' end
                when state = 'accepted' then null
                when away <= 7 then 'near'
                else 'late'
            end as kind
            from open_days join paid using (amount) left join unclear using (amount, booked_on)
            cross join lateral (select booked_on - day) as passed (away)
            where number <= 3 and booked_on - day between -3 and 60
            union all
            select amount, booked_on, 'transactions', records, abs(booked_on - day), 'two_orders'
            from sums join open_days using (amount) where booked_on - day between -1 and 7
        ),
        ranked as (
            select *, row_number() over (partition by amount, booked_on order by rank, distance, records) as number,
                min(rank) over (partition by amount, booked_on) as best
            from (
                select *, array_position(array['near', 'two_orders', 'paid_twice', 'late'], kind) as rank
                from candidates where kind is not null
            ) as known
        )
        select uuid, 'exact', exact.place, array[exact.record] from exact
        union all
        select line.uuid, ranked.kind, ranked.place, ranked.records
        from open_lines as line join ranked using (amount, booked_on)
        where ranked.rank = ranked.best and ranked.number <= 3
    $$;

CREATE FUNCTION private.most_differing_bits() RETURNS integer
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$ select 6 $$;

CREATE FUNCTION private.name_of(person uuid) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
        select coalesce(
            (select details.name from public.delivery_details as details where details.user_id = person),
            (select delivered.name from public.order_deliveries as delivered
                join public.transactions as ordered on ordered.uuid = delivered.order_uuid
                where delivered.user_id = person and delivered.name is not null
                order by ordered.created_at desc limit 1),
            (select registered.name from public.audition_registrations as registered
                where registered.user_id = person
                order by registered.created_at desc, registered.uuid limit 1))
    $$;

CREATE FUNCTION private.named_pictures() RETURNS TABLE(place text, record uuid, named_by text, object_name text, filename text, url text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $_$
    declare
        declared record;
    begin
        for declared in
            select * from private.picture_columns()
            where exists (
                select from pg_catalog.pg_attribute
                where attrelid = to_regclass('public.' || quote_ident(picture_columns.place)) and attname = column_name
                    and not attisdropped)
            order by 1, 2
        loop
            return query execute format(
                $query$
                    select %1$L, held.uuid, %2$L, %3$L || '/' || (named.image ->> 'filename'), named.image ->> 'filename',
                        named.image ->> 'url'
                    from public.%1$I as held, jsonb_path_query(held.%2$I, 'lax $[*]') as named (image)
                $query$, declared.place, declared.column_name, declared.folder);
        end loop;
    end
    $_$;

CREATE FUNCTION private.note_amount(place text, record uuid, person uuid, total bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        if exists (
            select from public.amounts_due as due
            where (due.place, due.record) = (note_amount.place, note_amount.record)
        ) then
            return;
        end if;
        with reserved as (
            delete from private.amount_reservations as held
            where (held.user_id, held.pathname, held.total)
                = (person, private.payment_page_of(place), note_amount.total)
            returning held.amount, held.reserved_at
        )
        insert into public.amounts_due (place, record, user_id, total, amount)
        select note_amount.place, note_amount.record, person, note_amount.total, coalesce(
            (select amount from reserved where reserved_at > now() - interval '1 day'), note_amount.total);
    end
    $$;

CREATE FUNCTION private.note_pictures() RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
    declare
        well_sealed uuid[] := array(
            select o.uuid from public.transactions as o join private.order_seals as seal on seal.uuid = o.uuid
            where seal.sha256 = private.seal_of(o));
    begin
        insert into private.object_names (bucket_id, name, version, owner_id, sha256, perceptual_hash)
        select bucket_id, name, version, owner_id, private.sha256_of(metadata),
            private.perceptual_hash_of(bucket_id, name, metadata) from storage.objects
        on conflict do nothing;
        insert into private.record_pictures (place, record, named_by, object_name, version, sha256, settled)
        select named.place, named.record, named.named_by, object.name, object.version,
            private.sha256_of(object.metadata), coalesce(o.status <> 'Processed', false)
        from private.named_pictures() as named
        join storage.objects as object on object.bucket_id = 'tapis' and object.name = named.object_name
        left join public.transactions as o on named.place = 'transactions' and o.uuid = named.record
        on conflict do nothing;
        update private.order_seals as seal set sha256 = private.seal_of(o)
        from public.transactions as o where o.uuid = seal.uuid and o.uuid = any(well_sealed);
    end
    $$;

CREATE FUNCTION private.note_running(jumped boolean, recoverable_for interval) RETURNS timestamp with time zone
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        present timestamptz;
    begin
        lock table private.running_periods in share row exclusive mode;
        present := clock_timestamp();
        update private.shop set recoverable = recoverable_for where recoverable <> recoverable_for;
        update private.running_periods set seen_at = present
        where id = (select max(id) from private.running_periods)
            and not jumped and present between seen_at and seen_at + interval '1 hour';
        if not found then
            insert into private.running_periods (started_at, seen_at, follows_jump) values (present, present, jumped);
        end if;
        return present;
    end
    $$;

CREATE FUNCTION private.payables() RETURNS TABLE(place text, record uuid, user_id uuid, amount bigint, day date, created_at timestamp with time zone, state text, is_tied boolean)
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
        select due.place, due.record, due.user_id, due.amount, (due.created_at at time zone 'Asia/Jakarta')::date,
            due.created_at, case
                when due.place <> 'transactions'
                then coalesce(reviewed.decision, case when announced.user_id is null then 'waiting' else 'accepted' end)
                when ordered.status = 'Processed' then 'waiting'
                when ordered.status = 'Rejected' then 'rejected'
                else 'accepted'
            end,
            tied.record is not null
        from public.amounts_due as due
        left join public.transactions as ordered on due.place = 'transactions' and ordered.uuid = due.record
        left join public.reviews as reviewed on (reviewed.place, reviewed.record) = (due.place, due.record)
        left join (
            select user_id, max(created_at) as created_at from public.audition_announcements group by user_id
        ) as announced on due.place <> 'transactions' and announced.user_id = due.user_id
            and announced.created_at >= due.created_at
        left join (select distinct ties.place, ties.record from public.statement_ties as ties) as tied
            on (tied.place, tied.record) = (due.place, due.record)
        where due.amount > 0
    $$;

CREATE FUNCTION private.qris_fields(code text) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    SET search_path TO ''
    AS $_$
    declare
        fields jsonb := '[]';
        place integer := 1;
        size integer;
    begin
        while place <= char_length(code) loop
            if substr(code, place, 4) !~ '^[0-9]{4}$' or char_length(code) > 512 then
                return null;
            end if;
            size := substr(code, place + 2, 2)::integer;
            if place + 3 + size > char_length(code) then
                return null;
            end if;
            fields := fields || jsonb_build_object('id', substr(code, place, 2), 'value', substr(code, place + 4, size));
            place := place + 4 + size;
        end loop;
        return fields;
    end
    $_$;

CREATE FUNCTION private.qris_fault(code text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (WITH fields(list) AS (SELECT private.qris_fields(qris_fault.code) AS qris_fields), field AS (SELECT (one.value ->> 'id'::text) AS id, (one.value ->> 'value'::text) AS value FROM fields fields_1, LATERAL jsonb_array_elements(fields_1.list) one(value)) SELECT CASE WHEN (qris_fault.code IS NULL) THEN NULL::text WHEN ((fields.list IS NULL) OR (fields.list = '[]'::jsonb) OR ((fields.list -> 0) <> '{"id": "00", "value": "01"}'::jsonb) OR (((fields.list -> '-1'::integer) ->> 'id'::text) <> '63'::text) OR ("right"(qris_fault.code, 8) !~ '^6304[0-9A-Fa-f]{4}$'::text) OR (EXISTS (SELECT FROM field GROUP BY field.id HAVING (count(*) > 1))) OR (EXISTS (SELECT FROM field WHERE ((((field.id >= '26'::text) AND (field.id <= '51'::text)) OR (field.id = ANY (ARRAY['62'::text, '64'::text])) OR ((field.id >= '80'::text) AND (field.id <= '99'::text))) AND (private.qris_fields(field.value) IS NULL)))) OR (NOT (EXISTS (SELECT FROM field WHERE ((field.id >= '26'::text) AND (field.id <= '45'::text))))) OR (NOT (EXISTS (SELECT FROM field WHERE ((field.id = '51'::text) AND (private.qris_fields(field.value) @> '[{"id": "00", "value": "ID.CO.QRIS.WWW"}]'::jsonb)))))) THEN 'qris_structure'::text WHEN (private.crc16(convert_to("left"(qris_fault.code, '-4'::integer), 'UTF8'::name)) <> upper("right"(qris_fault.code, 4))) THEN 'qris_crc'::text WHEN (NOT (EXISTS (SELECT FROM field WHERE ((field.id = '53'::text) AND (field.value = '360'::text))))) THEN 'qris_currency'::text WHEN (NOT (EXISTS (SELECT FROM field WHERE ((field.id = '58'::text) AND (field.value = 'ID'::text))))) THEN 'qris_country'::text WHEN (EXISTS (SELECT FROM field WHERE ((field.id = '01'::text) AND (field.value <> '11'::text)))) THEN 'qris_dynamic'::text WHEN (EXISTS (SELECT FROM field WHERE (field.id = '54'::text))) THEN 'qris_amount'::text ELSE NULL::text END AS "case" FROM fields);

CREATE TABLE public.payment_methods (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    pathname text NOT NULL,
    payment_account text NOT NULL,
    account_number text NOT NULL,
    qris_image jsonb NOT NULL,
    full_name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    fee bigint,
    deadline timestamp with time zone,
    qris text,
    ceiling bigint DEFAULT 10000000 NOT NULL,
    exact_amounts boolean DEFAULT false NOT NULL,
    CONSTRAINT payment_methods_account_number_1_to_200_characters CHECK (((account_number ~ '\S'::text) AND (char_length(account_number) <= 200))),
    CONSTRAINT payment_methods_ceiling_1_to_9007199254740991 CHECK (((ceiling >= 1) AND (ceiling <= '9007199254740991'::bigint))),
    CONSTRAINT payment_methods_fee_0_to_9007199254740991 CHECK (((fee >= 0) AND (fee <= '9007199254740991'::bigint))),
    CONSTRAINT payment_methods_full_name_1_to_200_characters CHECK (((full_name ~ '\S'::text) AND (char_length(full_name) <= 200))),
    CONSTRAINT payment_methods_pathname_1_to_200_characters CHECK (((pathname ~ '\S'::text) AND (char_length(pathname) <= 200))),
    CONSTRAINT payment_methods_payment_account_1_to_200_characters CHECK (((payment_account ~ '\S'::text) AND (char_length(payment_account) <= 200))),
    CONSTRAINT payment_methods_qris_image_is_an_image CHECK (private.is_image(qris_image)),
    CONSTRAINT payment_methods_qris_is_static CHECK ((private.qris_fault(qris) IS NULL))
);

COMMENT ON TABLE public.payment_methods IS 'Where to pay, by the page that asks. Several may share a page; the newest is shown.';

COMMENT ON COLUMN public.payment_methods.fee IS 'What the audition of this page costs.';

COMMENT ON COLUMN public.payment_methods.deadline IS 'Until when this page takes registrations.';

COMMENT ON COLUMN public.payment_methods.qris IS 'The text in the static QRIS code of qris_image.';

COMMENT ON COLUMN public.payment_methods.ceiling IS 'The most that one QRIS payment may carry, in rupiah.';

COMMENT ON COLUMN public.payment_methods.exact_amounts IS 'Whether amounts differ by a few rupiah, so that payments can be told apart.';

CREATE FUNCTION private.payment_method_of(page text) RETURNS public.payment_methods
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
        select shown from public.payment_methods as shown
        where shown.pathname = page order by shown.created_at desc, shown.uuid limit 1
    $$;

CREATE FUNCTION private.payment_of(place text, record uuid) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
        select jsonb_build_object('amount_due', (
                select due.amount from public.amounts_due as due
                where (due.place, due.record) = (payment_of.place, payment_of.record)),
            'review', (
                select jsonb_build_object('decision', decision, 'reason', reason, 'decided_at', decided_at)
                from public.reviews as reviewed
                where (reviewed.place, reviewed.record) = (payment_of.place, payment_of.record)))
    $$;

CREATE FUNCTION private.payment_page_of(place text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
        select case place when 'transactions' then '/shopping-cart' else '/profile/audition-registrations' end
    $$;

CREATE FUNCTION private.perceptual_hash_of(bucket text, object_name text, metadata jsonb) RETURNS bit
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $_$
        select ('x' || substring(metadata ->> 'perceptualHash' from '^[0-9a-f]{64}$'))::bit(256)
        where private.is_personal(bucket, object_name)
    $_$;

CREATE FUNCTION private.picture_arguments(content regclass) RETURNS text
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
        select string_agg(format('%L, %L', column_name, folder), ', ')
        from private.picture_columns() where to_regclass('public.' || quote_ident(place)) = content
    $$;

CREATE FUNCTION private.picture_column_faults() RETURNS SETOF text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
        select format('the column public.%s.%s, which is declared to hold pictures, is missing', place, column_name)
        from private.picture_columns()
        where not exists (
            select from pg_catalog.pg_attribute
            where attrelid = to_regclass('public.' || quote_ident(place)) and attname = column_name
                and atttypid = 'jsonb'::regtype and not attisdropped)
        union
        select format('the column %s.%s holds pictures and is not declared in private.picture_columns()',
            con.conrelid::regclass, attname)
        from pg_catalog.pg_constraint as con
        join pg_catalog.pg_class as c on c.oid = con.conrelid
        join pg_catalog.pg_attribute on attrelid = con.conrelid and attnum = any(con.conkey) and atttypid = 'jsonb'::regtype
        where con.contype = 'c' and pg_get_constraintdef(con.oid) ~ '\y(is_image|are_images)\('
            and (c.relnamespace <> 'public'::regnamespace
                or (c.relname, attname) not in (select place, column_name from private.picture_columns()))
        order by 1
    $$;

CREATE FUNCTION private.picture_folder(place text, column_name text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    BEGIN ATOMIC
 SELECT declared.folder
    FROM private.picture_columns() declared(place, column_name, is_list, folder, audience)
   WHERE ((declared.place = picture_folder.place) AND (declared.column_name = picture_folder.column_name));
END;

CREATE FUNCTION private.picture_time(proof text) RETURNS timestamp with time zone
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
        select least(created_at, case when pg_input_is_valid(user_metadata ->> 'lastModified', 'timestamptz')
            then (user_metadata ->> 'lastModified')::timestamptz end)
        from storage.objects where bucket_id = 'tapis' and name = proof
    $$;

CREATE FUNCTION private.pictures_of_deleted() RETURNS TABLE(object_name text, filename text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $_$
        select declared.folder || '/' || (named.image ->> 'filename'), named.image ->> 'filename'
        from private.deleted_records as deleted
        join private.picture_columns() as declared using (place),
            jsonb_path_query(deleted.record -> declared.column_name, 'lax $[*]') as named (image)
    $_$;

CREATE FUNCTION private.pieces_left(product uuid, wanted text) RETURNS bigint
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
        select entered - private.held_pieces(product_uuid, size) from private.stock
        where (product_uuid, size) = (product, wanted)
    $$;

CREATE FUNCTION private.pieces_of(lines jsonb) RETURNS TABLE(product uuid, size text, pieces bigint)
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
        select (line ->> 'uuid')::uuid, coalesce(line ->> 'size', ''), sum((line -> 'quantity_to_buy')::numeric)::bigint
        from jsonb_array_elements(lines) as line where pg_input_is_valid(line ->> 'uuid', 'uuid') group by 1, 2
    $$;

CREATE FUNCTION private.push_key_pair() RETURNS TABLE(public_key text, private_jwk jsonb)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$ select public_key, private_jwk from private.push_keys $$;

CREATE FUNCTION private.reads_one_picture() RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
        select coalesce(current_setting('storage.operation', true), '') in (
            'storage.object.get_authenticated', 'storage.object.info_authenticated',
            'object.get_authenticated_info', 'object.head_authenticated_info',
            'storage.render.image_authenticated', 'storage.object.sign', 'storage.object.sign_many')
    $$;

CREATE FUNCTION private.recipients_of(event private.outbox, sends_mail boolean) RETURNS TABLE(user_id uuid, way text, subscription uuid, kind text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
        with addressed as materialized (
            select event.user_id as person, 'mail' as way, event.kind as kind where event.user_id is not null
            union all
            select role.user_id, case event.kind when 'payment_method_changed' then 'mail' else 'digest' end,
                case event.kind when 'order_received' then 'order_to_review'
                    when 'registration_received' then 'registration_to_review' else event.kind end
            from private.user_roles as role
            where role.role = 'admin'
                and event.kind in ('order_received', 'registration_received', 'payment_method_changed')
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

CREATE FUNCTION private.record_backup(why text, began timestamp with time zone, filename text, size_bytes bigint, failure text) RETURNS void
    LANGUAGE sql
    SET search_path TO ''
    AS $$
        delete from private.backups where ended_at < now() - interval '90 days'
            and id <> coalesce((select max(id) from private.backups where name is not null), 0);
        insert into private.backups (reason, began_at, name, bytes, error) values (why, began, filename, size_bytes, failure);
    $$;

CREATE FUNCTION private.records_with_picture(this_place text, this_record uuid, proof text) RETURNS TABLE(place text, record uuid, distance integer, is_gone boolean)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
        select noted.place, noted.record, alike.distance,
            not exists (select from public.transactions where uuid = noted.record)
            and not exists (select from public.audition_registrations where uuid = noted.record)
        from private.object_names as mine
        join lateral (
            select used.name, used.owner_id, case when used.sha256 = mine.sha256 then -1
                else bit_count(used.perceptual_hash # mine.perceptual_hash)::integer end as distance
            from private.object_names as used where used.bucket_id = mine.bucket_id
        ) as alike on alike.distance <= private.most_differing_bits()
        join private.record_pictures as noted on noted.object_name = alike.name and noted.named_by = 'invoice_image'
        where mine.bucket_id = 'tapis' and mine.name = proof and (noted.place, noted.record) <> (this_place, this_record)
            and (alike.distance < 0 or alike.owner_id = mine.owner_id or exists (
                select from public.amounts_due as paid join public.amounts_due as this on this.amount = paid.amount
                where (paid.place, paid.record) = (noted.place, noted.record)
                    and (this.place, this.record) = (this_place, this_record)))
        order by alike.distance, noted.noted_at limit 20
    $$;

CREATE FUNCTION private.recover_messages() RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
        update private.messages set state = 'waiting', next_attempt = now() where state = 'sending';
        delete from private.messages where state not in ('waiting', 'sending') and created_at < now() - interval '30 days'
    $$;

CREATE FUNCTION private.recoverable() RETURNS interval
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$ select recoverable from private.shop $$;

CREATE FUNCTION private.refuse_second_review(this_place text, this_record uuid) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        told jsonb := (
            select jsonb_build_object('decision', decision, 'reason', reason, 'at', decided_at,
                'by', private.reviewer_email(this_place, this_record))
            from public.reviews where (place, record) = (this_place, this_record));
    begin
        raise exception using errcode = 'PT409', hint = 'already_reviewed',
            detail = coalesce(told, '{"decision": null, "reason": null, "at": null, "by": null}')::text,
            message = format('This was %s already%s.', coalesce(told ->> 'decision', 'answered'),
                ' by ' || (told ->> 'by'));
    end
    $$;

CREATE FUNCTION private.refuse_stale_lines(lines jsonb) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    SET plan_cache_mode TO 'force_generic_plan'
    AS $_$
    declare
        stale jsonb;
        sentences text;
    begin
        select jsonb_agg(jsonb_build_object('uuid', line -> 'uuid')),
            string_agg(format('"%s" is no longer sold.', left(line ->> 'heading', 200)), ' ')
        into stale, sentences
        from jsonb_array_elements(lines) as line
        where not exists (select from public.products where uuid = (line ->> 'uuid')::uuid);
        if stale is not null then
            raise exception using errcode = 'PT409', hint = 'product_gone', message = sentences, detail = stale::text;
        end if;

        select jsonb_agg(jsonb_build_object('uuid', product.uuid, 'heading', product.heading,
                'old_price', line -> 'price', 'new_price', product.price)),
            string_agg(format('The price of "%s" has changed from %s to %s.', product.heading,
                private.rupiah((line ->> 'price')::numeric), private.rupiah(product.price)), ' ')
        into stale, sentences
        from jsonb_array_elements(lines) as line
        join public.products as product on product.uuid = (line ->> 'uuid')::uuid
        where ((line ->> 'price')::numeric = product.price) is not true;
        if stale is not null then
            raise exception using errcode = 'PT409', hint = 'price_moved', message = sentences, detail = stale::text;
        end if;

        select jsonb_agg(distinct jsonb_build_object('uuid', product.uuid, 'heading', product.heading)),
            string_agg(distinct format('Choose a size of "%s".', product.heading), ' ')
        into stale, sentences
        from jsonb_array_elements(lines) as line
        join public.products as product on product.uuid = (line ->> 'uuid')::uuid
        where coalesce(line ->> 'size', '') = '' and jsonb_path_exists(product.sizes, '$[*] ? (@.size != "")');
        if stale is not null then
            raise exception using errcode = 'PT409', hint = 'size_missing', message = sentences, detail = stale::text;
        end if;

        select jsonb_agg(jsonb_build_object('uuid', product.uuid, 'heading', product.heading, 'size', line -> 'size')),
            string_agg(format('"%s" is no longer sold in size %s.', product.heading, line ->> 'size'), ' ')
        into stale, sentences
        from jsonb_array_elements(lines) as line
        join public.products as product on product.uuid = (line ->> 'uuid')::uuid
        where line ->> 'size' <> '' and not product.sizes @> jsonb_build_array(jsonb_build_object('size', line -> 'size'));
        if stale is not null then
            raise exception using errcode = 'PT409', hint = 'size_gone', message = sentences, detail = stale::text;
        end if;
    end
    $_$;

CREATE FUNCTION private.remember_language(person uuid, spoken text) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
        insert into public.notification_choices (user_id, language) values (person, spoken) on conflict (user_id) do nothing
    $$;

CREATE FUNCTION private.removal_of(person uuid) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
        select jsonb_build_object(
            'registrations', (select count(*) from public.audition_registrations where user_id = person),
            'announcements', (select count(*) from public.audition_announcements where user_id = person),
            'pictures', (
                select count(*) from storage.objects where bucket_id = 'tapis' and owner_id = person::text
                    and private.is_personal(bucket_id, name) and not exists (
                        select from private.record_pictures as noted
                        where noted.place = 'transactions' and noted.object_name = objects.name)),
            'orders', (select count(*) from public.transactions where user_id = person),
            'open_orders', (
                select count(*) from public.transactions
                where user_id = person and status in ('Processed', 'Accepted')))
    $$;

CREATE FUNCTION private.remove_account(person uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        perform pg_advisory_xact_lock(hashtextextended('orders of ' || person, 0));
        delete from auth.users where id = person;
        delete from private.record_pictures as noted using private.object_names as used
        where noted.place = 'audition_registrations' and used.bucket_id = 'tapis' and used.name = noted.object_name
            and used.owner_id = person::text;
        perform set_config('storage.allow_delete_query', 'true', true); -- a hosted project asks for it
        delete from storage.objects
        where bucket_id = 'tapis' and owner_id = person::text and private.is_personal(bucket_id, name)
            and not private.is_claimed(name) and not private.is_settled_proof(name);
        perform set_config('storage.allow_delete_query', '', true);
        -- Nobody brings these back: the next sweep deletes their bytes. What an order named stays as long as the order can come back.
        if to_regclass('storage.removed') is not null then
            update storage.removed set is_expired = true
            where object ->> 'owner_id' = person::text
                and private.is_personal(object ->> 'bucket_id', object ->> 'name')
                and not exists (
                    select from private.record_pictures as noted where noted.object_name = removed.object ->> 'name');
        end if;
    end
    $$;

CREATE FUNCTION private.removed_of(person uuid, OUT files bigint, OUT bytes bigint) RETURNS record
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        select count(*), 0 into files, bytes
        from private.object_names as used
        where used.owner_id = person::text and used.first_used_at > now() - interval '2 days'
            and used.bucket_id = 'tapis' and not exists (
                select from storage.objects as object
                where object.bucket_id = used.bucket_id and object.name = used.name)
            and not exists (select from private.record_pictures where object_name = used.name);
        if to_regclass('storage.removed') is not null then
            select coalesce(sum((removed.object -> 'metadata' ->> 'size')::bigint), 0) into bytes
            from private.object_names as used join storage.removed on removed.version = used.version
            where used.owner_id = person::text and used.first_used_at > now() - interval '2 days'
                and used.bucket_id = 'tapis';
        end if;
    end
    $$;

CREATE FUNCTION private.require_administrator(action text) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        if private.app_role() is distinct from 'admin' then
            raise insufficient_privilege using message = 'permission denied to ' || action;
        end if;
    end
    $$;

CREATE FUNCTION private.require_declared_pictures() RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        faults text := (select string_agg(fault, '; ') from private.picture_column_faults() as fault);
    begin
        if faults is not null then
            raise object_not_in_prerequisite_state using hint = 'pictures_undeclared', message = faults;
        end if;
    end
    $$;

CREATE FUNCTION private.require_own_invoice(caller uuid, filename text) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        if not exists (
            select from storage.objects
            where bucket_id = 'tapis' and owner_id = caller::text
                and name = private.picture_folder('transactions', 'invoice_image') || '/' || filename
        ) then
            raise exception using errcode = '23514', hint = 'invoice_missing',
                message = 'The proof of payment is not among the files that you uploaded.';
        end if;
    end
    $$;

CREATE FUNCTION private.require_recent_sign_in() RETURNS void
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
    begin
        if private.app_role() = 'admin' and not private.has_recent_proof() then
            raise exception using errcode = 'PT403', hint = 'recent_sign_in',
                message = 'Please enter your password again to change where people pay.';
        end if;
    end
    $$;

CREATE FUNCTION private.require_stock(was jsonb, is_now jsonb) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $_$
    declare
        short jsonb;
        sentences text;
    begin
        select jsonb_agg(jsonb_build_object('uuid', wanted.product, 'heading', named.heading, 'size', wanted.size,
                'left', there.pieces) order by named.heading, wanted.size),
            string_agg(format(case there.pieces when 0 then '%2$s is sold out.' when 1 then 'Only 1 of %2$s is left.'
                else 'Only %1$s of %2$s are left.' end, there.pieces, format('"%s"', named.heading)
                || case when wanted.size <> '' then ' in size ' || wanted.size else '' end), ' '
                order by named.heading, wanted.size)
        into short, sentences
        from private.pieces_of(is_now) as wanted
        left join private.pieces_of(was) as had on had.product = wanted.product and had.size = wanted.size
        cross join lateral (select private.pieces_left(wanted.product, wanted.size)) as there (pieces)
        left join public.products as product on product.uuid = wanted.product
        left join private.deleted_records as deleted
            on product.uuid is null and (deleted.place, deleted.uuid) = ('products', wanted.product)
        cross join lateral (select coalesce(product.heading, deleted.record ->> 'heading')) as named (heading)
        where there.pieces < wanted.pieces - coalesce(had.pieces, 0);
        if short is not null then
            raise exception using errcode = 'PT409', hint = 'out_of_stock', message = sentences, detail = short::text;
        end if;
    end
    $_$;

CREATE TABLE private.deleted_records (
    place text NOT NULL,
    uuid uuid NOT NULL,
    record jsonb NOT NULL,
    delivery jsonb,
    deleted_by uuid,
    deleted_at timestamp with time zone DEFAULT now() NOT NULL,
    amount bigint,
    review jsonb
);

COMMENT ON TABLE private.deleted_records IS 'Records that were deleted during the last day; of those of the two days before, what was to be paid.';

COMMENT ON COLUMN private.deleted_records.delivery IS 'The row of public.order_deliveries of a deleted order.';

COMMENT ON COLUMN private.deleted_records.amount IS 'What was to be paid, of public.amounts_due.';

COMMENT ON COLUMN private.deleted_records.review IS 'The row of public.reviews of a deleted record.';

CREATE FUNCTION private.restore_amount(kept private.deleted_records) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        total bigint := coalesce(private.total_of(kept.record -> 'transactions'), kept.amount);
    begin
        perform pg_advisory_xact_lock(hashtextextended('exact amounts', 0));
        if kept.review is null and kept.amount <> total
            and kept.amount in (select private.amounts_in_use(kept.amount, kept.amount))
        then
            kept.amount := private.free_amount(total, sign(kept.amount - total)::integer);
        end if;
        insert into public.amounts_due (place, record, user_id, total, amount, created_at)
        select kept.place, kept.uuid, (kept.record ->> 'user_id')::uuid, total, kept.amount,
            (kept.record ->> 'created_at')::timestamptz
        where kept.amount is not null
        on conflict (place, record) do nothing;
    end
    $$;

CREATE FUNCTION private.restore_pictures(kept private.deleted_records) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $_$
    declare
        picture text;
        is_whole boolean := true;
    begin
        for picture in
            select noted.object_name from private.record_pictures as noted
            where noted.place = kept.place and noted.record = kept.uuid
                and jsonb_path_query_array(kept.record -> noted.named_by, 'lax $[*].filename')
                    ? regexp_replace(noted.object_name, '^.*/', '')
                and not exists (
                    select from storage.objects as object
                    where object.bucket_id = 'tapis' and object.name = noted.object_name)
        loop
            is_whole := is_whole and to_regclass('storage.removed') is not null
                and public.restore_removed_picture(picture);
        end loop;
        return is_whole;
    end
    $_$;

CREATE FUNCTION private.restore_removed(removed_version text) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        back storage.objects;
    begin
        delete from storage.removed
        where version = removed_version and not is_expired
            and (removed_at >= private.running_ago(private.recoverable())
                or version in (select private.still_named(array[removed_version])))
            and not exists (
                select from storage.objects as object
                where object.bucket_id = removed.object ->> 'bucket_id' and object.name = removed.object ->> 'name')
        returning (jsonb_populate_record(null::storage.objects, object)).* into back;
        if not found then
            return null;
        end if;
        insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata,
            created_at, updated_at)
        values (back.id, back.bucket_id, back.name, back.owner, back.owner_id, back.version, back.metadata,
            back.user_metadata, back.created_at, back.updated_at);
        return back.name;
    end
    $$;

CREATE FUNCTION private.restore_review(kept private.deleted_records) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        insert into public.reviews
        select (jsonb_populate_record(null::public.reviews, kept.review)).* where kept.review is not null
        on conflict (place, record) do update set reason = excluded.reason, decided_at = excluded.decided_at;
        update private.reviewers set user_id = (kept.review ->> 'reviewer')::uuid
        where (place, record) = (kept.place, kept.uuid) and kept.review ->> 'reviewer' is not null;
    end
    $$;

CREATE FUNCTION private.review_of(this_place text, this_record uuid) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
        select to_jsonb(reviewed) || jsonb_build_object('reviewer', reviewer.user_id)
        from public.reviews as reviewed left join private.reviewers as reviewer using (place, record)
        where (place, record) = (this_place, this_record)
    $$;

CREATE FUNCTION private.reviewer_email(this_place text, this_record uuid) RETURNS text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        return case when private.app_role() = 'admin' then (
            select coalesce(account.email::text, reviewer.user_id::text)
            from private.reviewers as reviewer left join auth.users as account on account.id = reviewer.user_id
            where (reviewer.place, reviewer.record) = (this_place, this_record)) end;
    end
    $$;

CREATE FUNCTION private.running_ago(age interval) RETURNS timestamp with time zone
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        period private.running_periods;
        remaining interval := age;
        later timestamptz := 'infinity';
    begin
        if age <= interval '0' or to_regclass('storage.removed') is null then
            return now() - age;
        end if;
        for period in select * from private.running_periods order by id desc loop
            if period.seen_at - period.started_at >= remaining then
                return least(period.seen_at - remaining, later);
            end if;
            remaining := remaining - (period.seen_at - period.started_at);
            later := least(later, period.started_at);
        end loop;
        return '-infinity';
    end
    $$;

CREATE FUNCTION private.rupiah(amount numeric) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$ select 'Rp. ' || replace(to_char(amount, 'FM9,999,999,999,999,990'), ',', '.') $$;

CREATE TABLE private.record_pictures (
    place text NOT NULL,
    record uuid NOT NULL,
    named_by text NOT NULL,
    object_name text NOT NULL,
    version text NOT NULL,
    sha256 text,
    settled boolean DEFAULT false NOT NULL,
    noted_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT record_pictures_sha256_is_hexadecimal CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);

COMMENT ON TABLE private.record_pictures IS 'Every picture that a record named, as it was when it was named first.';

COMMENT ON COLUMN private.record_pictures.named_by IS 'The column of the record.';

COMMENT ON COLUMN private.record_pictures.sha256 IS 'Of the bytes; null where the platform keeps none.';

COMMENT ON COLUMN private.record_pictures.settled IS 'The proof of an order that was once more than Processed.';

CREATE TABLE public.transactions (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    transactions jsonb NOT NULL,
    invoice_image jsonb NOT NULL,
    status text DEFAULT 'Processed'::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT transactions_are_1_to_100_lines CHECK (private.are_order_lines(transactions)),
    CONSTRAINT transactions_invoice_image_is_an_image CHECK (private.is_image(invoice_image)),
    CONSTRAINT transactions_status_is_known CHECK ((status = ANY (ARRAY['Processed'::text, 'Accepted'::text, 'Finished'::text, 'Rejected'::text])))
);

COMMENT ON TABLE public.transactions IS 'Orders: what was bought at which price, and the proof of payment.';

CREATE FUNCTION private.seal_of(sealed public.transactions) RETURNS bytea
    LANGUAGE sql STABLE
    RETURN sha256(convert_to((jsonb_build_array((sealed).uuid, (sealed).user_id, (sealed).transactions, (sealed).invoice_image, (sealed).status, EXTRACT(epoch FROM (sealed).created_at), EXTRACT(epoch FROM (sealed).updated_at), (SELECT proof.sha256 FROM private.record_pictures proof WHERE ((proof.place = 'transactions'::text) AND (proof.record = (seal_of.sealed).uuid) AND (proof.object_name = ((private.picture_folder('transactions'::text, 'invoice_image'::text) || '/'::text) || ((seal_of.sealed).invoice_image ->> 'filename'::text)))))))::text, 'UTF8'::name));

CREATE FUNCTION private.served_another_order(filename text, this_order uuid) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
        select exists (
                select from public.transactions where invoice_image ->> 'filename' = filename and uuid <> this_order)
            or exists (
                select from private.record_pictures
                where place = 'transactions' and object_name = private.picture_folder('transactions', 'invoice_image') || '/' || filename
                    and record <> this_order)
    $$;

CREATE FUNCTION private.settle_message(message uuid, outcome text, said text DEFAULT NULL::text, retry_after interval DEFAULT NULL::interval) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
        update private.messages set error = said,
            state = case when outcome <> 'retry' then outcome
                when tried_since < now() - interval '3 days' then 'failed' else 'waiting' end,
            next_attempt = now() + greatest(retry_after,
                least(interval '1 minute' * 4 ^ least(attempts - 1, 6), interval '4 hours')),
            sent_at = case outcome when 'sent' then now() end
        where id = message
    $$;

CREATE FUNCTION private.sha256_of(metadata jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $_$ select substring(metadata ->> 'eTag' from '^"([0-9a-f]{64})"$') $_$;

CREATE FUNCTION private.shop_id() RETURNS uuid
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$ select id from private.shop $$;

CREATE FUNCTION private.show_stock(lines jsonb) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
        update public.products as product set sizes = shown.sizes
        from (
            select uuid, private.with_pieces_left(uuid, sizes) as sizes from public.products
            where uuid in (select wanted.product from private.pieces_of(lines) as wanted)
        ) as shown
        where shown.uuid = product.uuid and shown.sizes <> product.sizes
    $$;

CREATE FUNCTION private.still_named(versions text[]) RETURNS SETOF text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        perform private.require_declared_pictures();
        return query
            with named as materialized (
                select named.object_name, named.filename from private.named_pictures() as named
                union
                select object_name, filename from private.pictures_of_deleted()
            ),
            gone as (
                select removed.version, removed.object ->> 'bucket_id' as bucket_id, removed.object ->> 'name' as name
                from storage.removed where removed.version = any(versions)
            )
            select gone.version from gone
            where not exists (
                    select from storage.objects as object
                    where (object.bucket_id, object.name) = (gone.bucket_id, gone.name))
                and case when gone.bucket_id = 'tapis' then
                    exists (select from named where named.object_name = gone.name)
                    or private.is_settled_proof(gone.name)
                    or not private.is_personal(gone.bucket_id, gone.name)
                        and exists (select from named where named.filename = regexp_replace(gone.name, '^.*/', ''))
                    else false end;
    end
    $$;

CREATE FUNCTION private.tg__begin_sort_time() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
    begin
        new.sort_time := coalesce(new.sort_time, new.created_at);
        return new;
    end
    $$;

CREATE FUNCTION private.tg__enqueue_event() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        perform private.enqueue_event(tg_argv[0], tg_table_name, new.uuid, new.user_id, '{}', tg_argv[1]::interval);
        return null;
    end
    $$;

CREATE FUNCTION private.tg__forget_payment() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        delete from public.amounts_due where (place, record) = (tg_table_name, old.uuid);
        delete from public.reviews where (place, record) = (tg_table_name, old.uuid);
        return null;
    end
    $$;

CREATE FUNCTION private.tg__keep_deleted() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        perform private.forget_deleted_records();
        insert into private.deleted_records (place, uuid, record, delivery, deleted_by, amount, review)
        values (tg_table_name, old.uuid, to_jsonb(old), (
            select to_jsonb(delivered) from public.order_deliveries as delivered
            where tg_table_name = 'transactions' and delivered.order_uuid = old.uuid), auth.uid(), (
            select due.amount from public.amounts_due as due where (due.place, due.record) = (tg_table_name, old.uuid)),
            private.review_of(tg_table_name, old.uuid))
        on conflict (place, uuid) do update set record = excluded.record, delivery = excluded.delivery,
            deleted_by = excluded.deleted_by, deleted_at = now(), amount = excluded.amount, review = excluded.review;
        return old;
    end
    $$;

CREATE FUNCTION private.tg__note_pictures() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $_$
    begin
        for place in 0 .. tg_nargs - 2 by 2 loop
            insert into private.record_pictures (place, record, named_by, object_name, version, sha256)
            select tg_table_name, new.uuid, tg_argv[place], object.name, coalesce(object.version, object.id::text),
                private.sha256_of(object.metadata)
            from jsonb_path_query(to_jsonb(new) -> tg_argv[place], 'lax $[*].filename') as filename
            join storage.objects as object on object.bucket_id = 'tapis'
                and object.name = tg_argv[place + 1] || '/' || (filename #>> '{}')
            on conflict do nothing;
        end loop;
        return null;
    end
    $_$;

CREATE FUNCTION private.tg__notify_content_changed() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
    begin
        perform pg_catalog.pg_notify('tapis_changed', tg_table_name);
        perform pg_catalog.pg_notify('tapis_screens', json_build_object('table', tg_table_name, 'everybody', true)::text);
        return null;
    end
    $$;

CREATE FUNCTION private.tg__require_pictures() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $_$
    declare
        was jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
        filename text;
    begin
        for place in 0 .. tg_nargs - 2 by 2 loop
            for filename in
                select jsonb_path_query(to_jsonb(new) -> tg_argv[place], 'lax $[*].filename') #>> '{}'
                except select jsonb_path_query(was -> tg_argv[place], 'lax $[*].filename') #>> '{}'
            loop
                perform from storage.objects
                where bucket_id = 'tapis' and name = tg_argv[place + 1] || '/' || filename for no key update;
                if not found then
                    raise exception using errcode = '23514', hint = 'picture_missing',
                        message = format('The picture "%s" is not among the uploaded files.', filename);
                elsif tg_table_name <> 'transactions'
                    and private.is_named_by_another(tg_argv[place + 1] || '/' || filename, tg_table_name, new.uuid)
                then
                    raise exception using errcode = '23505', hint = 'picture_used',
                        message =
                            format('The picture "%s" belongs to another record already; upload it again.', filename);
                end if;
            end loop;
        end loop;
        return null;
    end
    $_$;

CREATE FUNCTION private.tg__require_recent_sign_in() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        perform private.require_recent_sign_in();
        return coalesce(new, old);
    end
    $$;

CREATE FUNCTION private.tg__set_timestamps() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
    begin
        new.created_at := now();
        new.updated_at := now();
        return new;
    end
    $$;

CREATE FUNCTION private.tg__set_updated_at() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
    begin
        new.uuid := old.uuid;
        new.created_at := old.created_at;
        new.updated_at := now();
        return new;
    end
    $$;

CREATE FUNCTION private.tg__write_addresses() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        for place in 0 .. tg_nargs - 2 by 2 loop
            new := jsonb_populate_record(new, jsonb_build_object(tg_argv[place],
                private.with_address(to_jsonb(new) -> tg_argv[place], tg_argv[place + 1])));
        end loop;
        return new;
    end
    $$;

CREATE FUNCTION private.tg__write_audit_entry() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
        is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
        id text := coalesce(is_now, was) ->> tg_argv[0];
    begin
        if was - 'updated_at' = is_now - 'updated_at'
            or tg_op = 'INSERT' and pg_trigger_depth() > 1 and is_now ->> 'role' = 'talent'
        then
            return null;
        end if;
        insert into public.audit_log (actor, actor_id, place, record_id, action, before, after)
        values (private.actor(), auth.uid(), tg_table_name, case when pg_input_is_valid(id, 'uuid') then id else md5(id) end::uuid,
            lower(tg_op), was, is_now);
        return null;
    end
    $$;

CREATE FUNCTION private.tg_audit_log__append_only() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
    begin
        raise insufficient_privilege using message = 'the audit log is only added to';
    end
    $$;

CREATE FUNCTION private.tg_audition_registrations__note_amount() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        fee bigint := (private.payment_method_of(private.payment_page_of(tg_table_name))).fee;
    begin
        if fee is not null then
            perform private.note_amount(tg_table_name, new.uuid, new.user_id, fee);
        end if;
        return null;
    end
    $$;

CREATE FUNCTION private.tg_audition_registrations__until_the_deadline() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        deadline timestamptz := (private.payment_method_of(private.payment_page_of(tg_table_name))).deadline;
    begin
        if deadline < now() then
            raise exception using errcode = 'PT409', hint = 'registration_closed', detail = to_json(deadline)::text,
                message = 'The audition takes no more registrations.';
        end if;
        return new;
    end
    $$;

CREATE FUNCTION private.tg_delivery_details__normalise() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        given text := nullif(btrim(new.whatsapp, E' \t\r\n'), '');
    begin
        new.name := nullif(btrim(new.name, E' \t\r\n'), '');
        new.address := nullif(btrim(new.address, E' \t\r\n'), '');
        new.note := nullif(btrim(new.note, E' \t\r\n'), '');
        new.whatsapp := private.whatsapp_number(given);
        if given is not null and new.whatsapp is null then
            raise exception using errcode = '23514', hint = 'whatsapp',
                constraint = 'delivery_details_whatsapp_is_a_number', message = format(
                '"%s" is not a WhatsApp number. Write it like 0812 3456 7890 or +62 812 3456 7890.', left(given, 40));
        end if;
        if tg_op = 'UPDATE' then
            new.user_id := old.user_id;
            new.created_at := old.created_at;
            new.updated_at := now();
        end if;
        return new;
    end
    $$;

CREATE FUNCTION private.tg_maintenance__notify() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        notify tapis_maintenance;
        return null;
    end
    $$;

CREATE FUNCTION private.tg_notification_choices__drop_mails() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        update private.messages set state = 'dropped'
        where user_id = new.user_id and way in ('mail', 'digest') and kind <> 'payment_method_changed'
            and state in ('waiting', 'failed');
        return null;
    end
    $$;

CREATE FUNCTION private.tg_notification_choices__keep_owner() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
    begin
        new.user_id := old.user_id;
        new.created_at := old.created_at;
        new.updated_at := now();
        return new;
    end
    $$;

CREATE FUNCTION private.tg_objects__keep_where_people_pay() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        if exists (
            select from public.payment_methods
            where qris_image ->> 'filename' = regexp_replace(old.name, '^.*/', ''))
        then
            perform private.require_recent_sign_in();
        end if;
        return old;
    end
    $$;

CREATE FUNCTION private.tg_objects__quota() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        most_files bigint := coalesce(nullif(current_setting('tapis.quota_files', true), ''), '20');
        most_bytes bigint := coalesce(nullif(current_setting('tapis.quota_bytes', true), ''), '100000000');
        held record;
        removed record;
    begin
        if private.app_role() is distinct from 'talent' then
            return null;
        end if;
        perform pg_advisory_xact_lock(hashtextextended('files of ' || auth.uid(), 0));
        select * into held from private.unclaimed_of(auth.uid());
        if held.files > most_files or held.bytes > most_bytes then
            raise exception using errcode = 'PT429', hint = 'quota', message = format('At most %s pictures and %s MB '
                'may be uploaded before an order or registration is sent with them. Send it, or try again tomorrow.',
                most_files, most_bytes / 1000000);
        end if;
        select * into removed from private.removed_of(auth.uid());
        if removed.files > 10 * most_files or removed.bytes > 3 * most_bytes then
            raise exception using errcode = 'PT429', hint = 'quota',
                message = 'Too many pictures were uploaded and removed again. Try again tomorrow.';
        end if;
        return null;
    end
    $$;

CREATE FUNCTION private.tg_objects__use_name_once() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        given_version text := coalesce(new.version, new.id::text);  -- a hosted project may know none
    begin
        insert into private.object_names (bucket_id, name, version, owner_id, sha256, perceptual_hash)
        values (new.bucket_id, new.name, given_version, new.owner_id, private.sha256_of(new.metadata),
            private.perceptual_hash_of(new.bucket_id, new.name, new.metadata))
        on conflict do nothing;
        if found and (new.bucket_id <> 'tapis' or private.is_name_of_a_picture(new.name)) then
            return null;
        elsif found then
            raise exception using errcode = '23514', hint = 'name_extension', message =
                format('The name "%s" does not end in .jpg, .jpeg, .png, .webp, .avif or .gif.', new.name);
        elsif not exists (
            select from private.object_names as used
            where used.bucket_id = new.bucket_id and used.name = new.name and used.version = given_version
                and used.sha256 is not distinct from private.sha256_of(new.metadata)
        ) then
            raise exception using errcode = '23505', hint = 'name_used',
                message = format('The name "%s" was used before; another picture needs another name.', new.name);
        end if;
        return null;
    end
    $$;

CREATE FUNCTION private.tg_order_deliveries__forget() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        delete from public.order_deliveries as delivered using public.transactions as ordered
        where delivered.order_uuid = new.order_uuid and ordered.uuid = new.order_uuid
            and ordered.status not in ('Processed', 'Accepted');
        return null;
    end
    $$;

CREATE FUNCTION private.tg_payment_methods__enqueue_event() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
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
            perform private.enqueue_event('payment_method_changed', tg_table_name, (method ->> 'uuid')::uuid, null,
                jsonb_build_object('action', lower(tg_op), 'page', method -> 'pathname',
                    'account', method -> 'payment_account', 'changed', changed,
                    'by', coalesce((select email from auth.users where id = auth.uid()), private.actor())));
        end if;
        return null;
    end
    $$;

CREATE FUNCTION private.tg_payment_methods__require_static_qris() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        fault text;
    begin
        new.qris := nullif(btrim(new.qris, E' \t\r\n'), '');
        fault := private.qris_fault(new.qris);
        if fault is not null then
            raise exception using errcode = '23514', hint = fault, constraint = 'payment_methods_qris_is_static',
                message = case fault
                    when 'qris_structure' then 'This is not the content of a QRIS code.'
                    when 'qris_crc' then 'The checksum of this QRIS code is wrong: a part of it was changed or lost.'
                    when 'qris_currency' then 'This QRIS code is not in rupiah.'
                    when 'qris_country' then 'This QRIS code is not from Indonesia.'
                    when 'qris_dynamic' then 'This QRIS code was made for one payment. Use the shop''s static code.'
                    when 'qris_amount' then 'This QRIS code has an amount already. Use the shop''s static code.'
                end;
        end if;
        return new;
    end
    $$;

CREATE FUNCTION private.tg_products__count_from_shown() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        counted jsonb;
        moved text;
    begin
        select jsonb_agg(one - 'was' || case when is_left_alone and there is not null
                then jsonb_build_object('stock', there) else '{}' end order by place),
            string_agg(format('The stock%s has changed from %s to %s meanwhile.',
                ' of size ' || nullif(one -> 'was' ->> 'size', ''), one -> 'was' -> 'stock', there), ' ' order by place)
                filter (where not is_left_alone and there <> one -> 'was' -> 'stock')
        into counted, moved
        from jsonb_array_elements(new.sizes) with ordinality as sent (one, place)
        left join lateral (
            select stored -> 'stock' from jsonb_array_elements(old.sizes) as stored
            where stored -> 'size' = one -> 'was' -> 'size'
        ) as found (there) on true
        cross join lateral (select one -> 'stock' = one -> 'was' -> 'stock') as typed (is_left_alone);
        if moved is not null then
            raise exception using errcode = 'PT409', hint = 'stock_moved',
                message = moved || ' Open the product again, and enter the stock anew.';
        end if;
        new.sizes := counted;
        return new;
    end
    $$;

CREATE FUNCTION private.tg_products__enter_stock() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        perform private.enter_stock(new.uuid, new.sizes);
        return null;
    end
    $$;

CREATE FUNCTION private.tg_push_subscriptions__replace() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        new.session_id := (auth.jwt() ->> 'session_id')::uuid;
        if new.session_id is not null then
            perform from auth.sessions where id = new.session_id and user_id = auth.uid() for key share;
            if not found or private.has_ended(new.session_id) then
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

CREATE FUNCTION private.tg_reviews__enqueue_event() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        review public.reviews := case when tg_op = 'DELETE' then old else new end;
    begin
        if review.place = 'audition_registrations' then
            perform private.cancel_pending_events(review.record, array['fee_accepted', 'fee_rejected']);
            if tg_op <> 'DELETE' and review.decided_at > now() - interval '1 minute' then
                perform private.enqueue_event('fee_' || review.decision, review.place, review.record, review.user_id, '{}',
                    interval '15 seconds');
            end if;
        end if;
        return null;
    end
    $$;

CREATE FUNCTION private.tg_reviews__note_reviewer() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        delete from private.reviewers where (place, record) = (new.place, new.record);
        insert into private.reviewers (place, record, user_id)
        select new.place, new.record, auth.uid() where auth.uid() is not null;
        return null;
    end
    $$;

CREATE FUNCTION private.tg_transactions__copy_delivery() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        insert into public.order_deliveries (order_uuid, user_id, name, whatsapp, address, note)
        select new.uuid, user_id, name, whatsapp, address, note
        from public.delivery_details where user_id = new.user_id;
        return null;
    end
    $$;

CREATE FUNCTION private.tg_transactions__enqueue_event() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        announced text;
    begin
        if tg_op = 'INSERT' then
            perform private.enqueue_event('order_received', tg_table_name, new.uuid, new.user_id);
            return null;
        end if;
        announced := coalesce(
            private.cancel_pending_events(new.uuid, array['order_accepted', 'order_finished', 'order_rejected']), old.status);
        if new.status not in (announced, 'Processed') then
            perform private.enqueue_event('order_' || lower(new.status), tg_table_name, new.uuid, new.user_id,
                jsonb_build_object('was', announced), interval '15 seconds');
        end if;
        return null;
    end
    $$;

CREATE FUNCTION private.tg_transactions__follow_total() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        update public.amounts_due as due
        set total = cost.total, amount = greatest(due.amount + cost.total - due.total, 0)
        from (select private.total_of(new.transactions)) as cost (total)
        where (due.place, due.record) = ('transactions', new.uuid);
        return null;
    end
    $$;

CREATE FUNCTION private.tg_transactions__forget_delivery() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        delete from public.order_deliveries where order_uuid = new.uuid and user_id is null;
        return null;
    end
    $$;

CREATE FUNCTION private.tg_transactions__hold_stock() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        if tg_op = 'DELETE' and old.status in ('Accepted', 'Finished') then
            return null;
        end if;
        perform private.hold_stock(coalesce(new.uuid, old.uuid),
            case when tg_op <> 'INSERT' and old.status <> 'Rejected' then old.transactions else '[]' end,
            case when tg_op <> 'DELETE' and new.status <> 'Rejected' then new.transactions else '[]' end);
        return null;
    end
    $$;

CREATE FUNCTION private.tg_transactions__keep_owner() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
    begin
        new.user_id := old.user_id;
        return new;
    end
    $$;

CREATE FUNCTION private.tg_transactions__note_amount() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        perform private.note_amount(tg_table_name, new.uuid, new.user_id, private.total_of(new.transactions));
        return null;
    end
    $$;

CREATE FUNCTION private.tg_transactions__note_review() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        if new.status = 'Processed' then
            delete from public.reviews where (place, record) = ('transactions', new.uuid);
            return null;
        end if;
        insert into public.reviews as reviewed (place, record, user_id, decision)
        values ('transactions', new.uuid, new.user_id, case new.status when 'Rejected' then 'rejected' else 'accepted' end)
        on conflict (place, record) do update set decision = excluded.decision, reason = null, decided_at = now()
        where reviewed.decision <> excluded.decision;
        return null;
    end
    $$;

CREATE FUNCTION private.tg_transactions__one_proof_each() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        if private.served_another_order(new.invoice_image ->> 'filename', new.uuid) then
            raise exception using errcode = '23505', hint = 'invoice_used',
                message = 'This proof of payment belongs to another order already.';
        end if;
        return new;
    end
    $$;

CREATE FUNCTION private.tg_transactions__only_talents_order() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
    begin
        raise exception using errcode = '42501',
            message = 'new row violates row-level security policy for table "transactions"';
    end
    $$;

CREATE FUNCTION private.tg_transactions__seal() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        if tg_op = 'UPDATE' and (not private.writes_through_the_shop()
            or old.status <> new.status and old.invoice_image = new.invoice_image and exists (
                select from private.order_seals where uuid = old.uuid and sha256 <> private.seal_of(old)))
        then
            return null;
        end if;
        if tg_op in ('UPDATE', 'DELETE') then
            delete from private.order_seals where uuid = old.uuid;
        end if;
        if tg_op in ('INSERT', 'UPDATE') then
            insert into private.order_seals (uuid, sha256) values (new.uuid, private.seal_of(new))
            on conflict (uuid) do update set sha256 = excluded.sha256, sealed_at = now();
        end if;
        return null;
    end
    $$;

CREATE FUNCTION private.tg_transactions__settle_proof() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        update private.record_pictures set settled = true
        where place = 'transactions' and record = new.uuid and not settled;
        return null;
    end
    $$;

CREATE FUNCTION private.tg_transactions__validate() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        caller uuid := auth.uid();
        owner uuid;
        lines jsonb;
    begin
        perform pg_advisory_xact_lock(hashtextextended('orders of ' || caller, 0));
        select user_id into owner from public.transactions where uuid = new.uuid;
        if owner = caller then
            return null;
        elsif owner is not null or exists (
            select from private.record_pictures where place = 'transactions' and record = new.uuid)
        then
            raise exception using errcode = '23505', hint = 'taken', message = 'This order number is taken.';
        end if;
        if (select count(*) >= 20 from public.transactions where user_id = caller and created_at = now()) then
            raise exception using errcode = '23514', hint = 'too_many_orders',
                message = 'At most 20 orders can be sent at once.';
        end if;
        if private.are_complete_lines(new.transactions) is not true then
            raise exception using errcode = '23514', hint = 'lines',
                constraint = 'transactions_are_1_to_100_lines', message = 'An order needs 1 to 100 lines, each '
                'with a product, its price and a whole quantity from 1 to 999.';
        end if;
        if private.are_counted(new.transactions) then
            perform private.require_stock('[]', new.transactions); -- before the lock: who is too late need not wait for it
            perform private.lock_stock(new.transactions);
        end if;
        lines := private.lines_from_products(new.transactions); -- before they are judged: a later price is refused
        perform private.refuse_stale_lines(new.transactions);
        perform private.require_own_invoice(caller, new.invoice_image ->> 'filename');
        new.user_id := caller;
        new.transactions := lines;
        new.status := 'Processed';
        new.created_at := now();
        new.updated_at := now();
        return new;
    end
    $$;

CREATE FUNCTION private.tg_transactions__write_line_addresses() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        if not private.are_order_lines(new.transactions)
            or tg_op = 'UPDATE' and new.transactions = old.transactions
        then
            return new;
        elsif exists (
            select from jsonb_array_elements(new.transactions) as line
            where jsonb_typeof(line -> 'image') <> 'null'
                and not private.is_image(private.with_address(line -> 'image', 'products')))
        then
            raise exception using errcode = '23514', hint = 'lines', message = 'A line has a picture that is none.';
        end if;
        new.transactions := (
            select jsonb_agg(case when jsonb_typeof(line -> 'image') = 'object' then jsonb_set(line, '{image}',
                private.with_address(line -> 'image', 'products')) else line end order by place)
            from jsonb_array_elements(new.transactions) with ordinality as sent (line, place));
        return new;
    end
    $$;

CREATE FUNCTION private.tg_user_roles__mirror() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        update auth.users set raw_app_meta_data = raw_app_meta_data
        where id = coalesce(new.user_id, old.user_id)
            and (raw_app_meta_data ->> 'role' is distinct from new.role
                or raw_user_meta_data ->> 'role' is distinct from new.role);
        return null;
    end
    $$;

CREATE FUNCTION private.tg_users__begin_as_talent() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        insert into private.user_roles (user_id, role) values (new.id, 'talent') on conflict (user_id) do nothing;
        return null;
    end
    $$;

CREATE FUNCTION private.tg_users__forget_deleted_records() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        delete from private.deleted_records
        where place <> 'transactions' and record ->> 'user_id' = old.id::text;
        update private.deleted_records set delivery = null where record ->> 'user_id' = old.id::text;
        return null;
    end
    $$;

CREATE FUNCTION private.tg_users__mirror_role() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        truth text := 'talent';
    begin
        if tg_op = 'UPDATE' then
            truth := (select role from private.user_roles where user_id = new.id);
        end if;
        new.raw_app_meta_data := private.with_role(new.raw_app_meta_data, truth);
        new.raw_user_meta_data := private.with_role(new.raw_user_meta_data, truth);
        return new;
    end
    $$;

CREATE FUNCTION private.total_of(lines jsonb) RETURNS bigint
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
        select least(sum((line -> 'price')::numeric * (line -> 'quantity_to_buy')::numeric), 9007199254740991)::bigint
        from jsonb_array_elements(lines) as line
    $$;

CREATE FUNCTION private.unclaimed_of(person uuid, OUT files bigint, OUT bytes bigint) RETURNS record
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
        select count(*), coalesce(sum((object.metadata ->> 'size')::bigint), 0)
        from private.object_names as used
        join storage.objects as object on object.bucket_id = used.bucket_id and object.name = used.name
        where used.owner_id = person::text and used.first_used_at > now() - interval '2 days'
            and used.bucket_id = 'tapis'
            and not exists (select from private.claimed_by(person) as claimed where claimed = used.name)
    $$;

CREATE FUNCTION private.unclaimed_pictures(age interval) RETURNS SETOF uuid
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        perform private.require_declared_pictures();
        return query
            with named as materialized (select distinct named.object_name, named.filename from private.named_pictures() as named)
            select object.id from storage.objects as object
            where object.bucket_id = 'tapis' and object.created_at < private.running_ago(age)
                and not exists (select from named where named.object_name = object.name)
                and not exists (
                    select from private.record_pictures as noted where noted.object_name = object.name and noted.settled)
                and (private.is_personal(object.bucket_id, object.name)
                    or not exists (select from named where named.filename = regexp_replace(object.name, '^.*/', '')));
    end
    $$;

CREATE FUNCTION private.unsure_lines(this_account text, lines jsonb) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    SET enable_nestloop TO 'off'
    AS $$
        with given as materialized (select * from private.lines_of_file(lines) where amount > 0),
        earlier as materialized (
            select booked_on, amount, description, place_of_day from public.statement_lines
            where account = this_account and amount > 0 and imported_at < now()
                and booked_on in (select booked_on from given)
        ),
        partial_days as (
            select distinct booked_on from (
                select booked_on, amount, description, place_of_day from earlier
                except select booked_on, amount, description, place_of_day from given
            ) as missing
        ),
        known as materialized (
            select * from given join earlier using (booked_on, amount, description, place_of_day)
        ),
        sums as materialized (select distinct booked_on, amount from known),
        waiting as (
            select sums.booked_on, amount, count(*) from sums join private.payables() as payable using (amount)
            where payable.state = 'waiting' and not payable.is_tied and sums.booked_on - payable.day between -1 and 7
            group by sums.booked_on, amount
        ),
        untied as (
            select sums.booked_on, amount, count(*) from sums join public.statement_lines as line using (amount)
            left join public.statement_ties as tie on tie.line_uuid = line.uuid
            where tie.line_uuid is null and abs(line.booked_on - sums.booked_on) <= 7
            group by sums.booked_on, amount
        ),
        last_places as (
            select booked_on, amount, description, max(place_of_day) as place from earlier group by 1, 2, 3
        ),
        unsure as (
            select known.*, last_places.place + row_number() over (
                partition by booked_on, amount, description order by known.place_of_day) as further
            from known join last_places using (booked_on, amount, description)
            left join waiting using (booked_on, amount) left join untied using (booked_on, amount)
            where booked_on in (select partial_days.booked_on from partial_days)
                or waiting.count > coalesce(untied.count, 0)
        )
        select coalesce(jsonb_agg(jsonb_build_object('booked_on', booked_on, 'amount', amount, 'description', description,
            'place_of_day', further) order by booked_on, amount, description, further), '[]') from unsure
    $$;

CREATE FUNCTION private.url_encoded(part text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO ''
    AS $_$
        select case when part ~ '^[A-Za-z0-9._~-]*$' then part else (
            select string_agg(
                case when byte < 128 and chr(byte) ~ '[A-Za-z0-9._~-]' then chr(byte)
                    else '%' || lpad(upper(to_hex(byte)), 2, '0') end, '' order by place)
            from generate_series(0, octet_length(convert_to(part, 'UTF8')) - 1) as place,
                get_byte(convert_to(part, 'UTF8'), place) as byte
        ) end
    $_$;

CREATE FUNCTION private.wait_after_jump() RETURNS interval
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
        select interval '1 day' - ran
        from (
            select sum(seen_at - started_at) as ran from private.running_periods
            where id >= (select max(id) from private.running_periods where follows_jump)) as since_jump
        where ran < interval '1 day'
    $$;

CREATE FUNCTION private.whatsapp_number(given text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $_$
        select substring(regexp_replace(regexp_replace(regexp_replace(given, '[\s().-]', '', 'g'),
            '^(\+|00)', ''), '^(62)?0', '62') from '^[1-9]\d{7,14}$')
    $_$;

CREATE FUNCTION private.with_address(image jsonb, folder text) RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
        select case when jsonb_typeof(image) = 'array' then coalesce((
                select jsonb_agg(private.with_address(one, folder) order by place)
                from jsonb_array_elements(image) with ordinality as listed (one, place)), '[]')
            when jsonb_typeof(image -> 'filename') = 'string' and jsonb_typeof(image -> 'url') = 'string'
            then image || jsonb_build_object('url', concat(
                '/storage/v1/object/public/tapis/', folder, '/', private.url_encoded(image ->> 'filename')))
            else image end
    $$;

CREATE FUNCTION private.with_pieces_left(product uuid, sizes jsonb) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
        select coalesce(jsonb_agg(case when there.pieces is null then one
            else jsonb_set(one, '{stock}', to_jsonb(least(there.pieces, 999999))) end order by place), '[]')
        from jsonb_array_elements(sizes) with ordinality as listed (one, place)
        cross join lateral (select private.pieces_left(product, one ->> 'size')) as there (pieces)
    $$;

CREATE FUNCTION private.with_role(metadata jsonb, role text) RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
        select case when jsonb_typeof(metadata) = 'object' then metadata else '{}' end - 'role'
            || case when role is null then '{}' else jsonb_build_object('role', role) end
    $$;

CREATE FUNCTION private.with_stock_of_today(product jsonb) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        perform from private.stock where product_uuid = (product ->> 'uuid')::uuid order by size for update;
        return jsonb_set(product, '{sizes}',
            private.with_pieces_left((product ->> 'uuid')::uuid, product -> 'sizes'));
    end
    $$;

CREATE FUNCTION private.writes_through_the_shop() RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
        select current_setting('role') <> 'none' or current_setting('application_name') = 'tapis'
            or session_user = 'supabase_auth_admin' -- the accounts service of a hosted project
    $$;

CREATE FUNCTION public.accept_matches(lines uuid[]) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        matched record;
        accepted uuid[] := '{}';
    begin
        perform private.require_administrator('match statements');
        perform pg_advisory_xact_lock(hashtextextended('exact matches', 0));
        for matched in
            select found.line_uuid, found.place, found.records from private.matches() as found
            where found.kind = 'exact' and found.line_uuid = any (lines)
            order by found.line_uuid
        loop
            continue when private.has_doubtful_proof(matched.place, matched.records);
            begin
                perform public.tie_line(matched.line_uuid, matched.place, matched.records, accepting => true);
                accepted := accepted || matched.line_uuid;
            exception when sqlstate 'PT404' or sqlstate 'PT409' then
                null; -- somebody else was faster
            end;
        end loop;
        return jsonb_build_object('accepted', accepted,
            'skipped', array(select unnest(lines) except select unnest(accepted)));
    end
    $$;

CREATE FUNCTION public.backup_state() RETURNS TABLE(made_at timestamp with time zone, failed_at timestamp with time zone)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        perform private.require_administrator('read when the last backup was made');
        return query select state.made_at, state.failed_at from private.backup_state() as state;
    end
    $$;

CREATE FUNCTION public.delete_my_account() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        caller text := private.app_role();
    begin
        if caller is null then
            raise insufficient_privilege using message = 'permission denied to delete the account';
        elsif caller = 'admin' then
            raise exception using errcode = 'PT403', hint = 'administrator',
                message = 'The account of an administrator is removed on the server, with `tapis users remove`.';
        elsif not private.has_recent_proof() then
            raise exception using errcode = 'PT403', hint = 'recent_sign_in',
                message = 'Please enter your password again to delete your account.';
        end if;
        perform private.remove_account(auth.uid());
    end
    $$;

CREATE FUNCTION public.deleted_records() RETURNS TABLE(place text, uuid uuid, record jsonb, deleted_at timestamp with time zone, deleted_by text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        perform private.require_administrator('see deleted records');
        return query
            select kept.place, kept.uuid, kept.record, kept.deleted_at, coalesce(account.email::text, kept.deleted_by::text)
            from private.deleted_records as kept left join auth.users as account on account.id = kept.deleted_by
            where kept.deleted_at >= private.running_ago(private.recoverable()) and kept.record <> '{}'
            order by kept.deleted_at desc, kept.uuid;
    end
    $$;

CREATE FUNCTION public.failed_mails() RETURNS TABLE(mails bigint, since timestamp with time zone, reason text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        perform private.require_administrator('see mails that failed');
        return query
            select count(*), min(created_at), (array_agg(error order by next_attempt desc))[1]
            from private.messages
            where state = 'failed' and way in ('mail', 'digest') and next_attempt > now() - interval '7 days'
            having count(*) > 0;
    end
    $$;

CREATE FUNCTION public.import_statement(account text, lines jsonb) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        digits text := private.account_digits(account);
        added integer;
        total numeric;
    begin
        perform private.require_administrator('import statements');
        if jsonb_array_length(lines) > 10000 then
            raise exception using errcode = '23514', hint = 'too_many_lines',
                message = 'At most 10,000 lines of a statement can be read at once.';
        end if;
        with kept as (
            insert into public.statement_lines (account, booked_on, amount, description, place_of_day, imported_by)
            select digits, booked_on, amount, description, place_of_day, auth.uid()
            from private.lines_of_file(lines)
            on conflict on constraint statement_lines_are_kept_once do nothing
            returning amount
        )
        select count(*), sum(amount) into added, total from kept;
        if added > 0 then
            insert into public.audit_log (actor, actor_id, place, record_id, action, after)
            values (private.actor(), auth.uid(), 'statement_lines', md5(digits)::uuid, 'insert',
                jsonb_build_object('account', digits, 'lines', added, 'sum', total, 'imported_at', now()));
        end if;
        return jsonb_build_object('new', added, 'known', jsonb_array_length(lines) - added, 'at', now(),
            'cut', (select count(*) from private.lines_of_file(lines) where is_cut),
            'unsure', private.unsure_lines(digits, lines));
    end
    $$;

CREATE FUNCTION public.my_data() RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        if private.app_role() is null then
            raise insufficient_privilege using message = 'permission denied to read personal data';
        end if;
        return private.data_of(auth.uid());
    end
    $$;

CREATE FUNCTION public.my_removal() RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        if private.app_role() is null then
            raise insufficient_privilege using message = 'permission denied to read personal data';
        end if;
        return private.removal_of(auth.uid());
    end
    $$;

CREATE FUNCTION public.my_role() RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$ select private.app_role() $$;

CREATE FUNCTION public.open_payments(typed text, came bigint) RETURNS TABLE(place text, uuid uuid, name text, amount bigint, created_at timestamp with time zone, found bigint)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $_$
    declare
        words text := ltrim(lower(btrim(typed)), '#');
        digits text := regexp_replace(words, '^rp\.?|[\s.,]', '', 'g');
    begin
        perform private.require_administrator('match statements');
        return query
            select waiting.place, waiting.uuid, called.name, waiting.amount, waiting.created_at, count(*) over ()
            from public.review_queue as waiting
            cross join lateral (select coalesce(waiting.name, waiting.email, '')) as called (name)
            where waiting.amount > 0 and (
                starts_with(waiting.uuid::text, words) or position(words in lower(called.name)) > 0
                or digits ~ '^[0-9]+$' and starts_with(waiting.amount::text, digits))
            order by abs(waiting.amount - came), waiting.created_at desc, waiting.uuid
            limit 20;
    end
    $_$;

CREATE FUNCTION public.push_key() RETURNS text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        return (select public_key from private.push_keys where private.app_role() is not null);
    end
    $$;

CREATE FUNCTION public.remember_format(fingerprint text, format jsonb, account text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        perform private.require_administrator('import statements');
        insert into public.statement_formats as known (fingerprint, format, account)
        values (remember_format.fingerprint, remember_format.format, private.account_digits(remember_format.account))
        on conflict on constraint statement_formats_pkey do update
            set format = excluded.format, account = excluded.account, updated_at = now();
    end
    $$;

CREATE FUNCTION public.reserve_amount(pathname text, total bigint) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        method public.payment_methods := private.payment_method_of(pathname);
        reserved private.amount_reservations;
    begin
        if private.app_role() is distinct from 'talent' then
            raise insufficient_privilege using message = 'permission denied to reserve an amount';
        elsif (total between 0 and 9007199254740991) is not true then
            raise exception using errcode = '23514', hint = 'total', message = 'The total is not an amount in rupiah.';
        elsif method.exact_amounts is not true or total = 0 then
            return jsonb_build_object('total', total, 'amount', total, 'until', null);
        end if;
        perform pg_advisory_xact_lock(hashtextextended('exact amounts', 0));
        delete from private.amount_reservations as held
        where reserved_at < now() - interval '25 hours' -- nobody's last moment is another's first
            or held.user_id = auth.uid() and held.pathname = reserve_amount.pathname
                and held.total <> reserve_amount.total;
        insert into private.amount_reservations as held (user_id, pathname, total, amount)
        values (auth.uid(), pathname, total, private.free_amount(total, case when method.qris is null then 1 else -1 end))
        on conflict on constraint amount_reservations_pkey do update set reserved_at = now()
        returning held.* into reserved;
        return jsonb_build_object('total', total, 'amount', reserved.amount,
            'until', reserved.reserved_at + interval '1 day');
    end
    $$;

CREATE FUNCTION public.restore_record(place text, uuid uuid) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $_$
    declare
        kept private.deleted_records;
        columns text;
    begin
        perform private.require_administrator('restore records');
        perform private.forget_deleted_records();
        delete from private.deleted_records as deleted
        where deleted.place = restore_record.place and deleted.uuid = restore_record.uuid and deleted.record <> '{}'
        returning * into kept;
        if not found then
            raise exception using errcode = 'PT404', hint = 'record_gone',
                message = 'This record was deleted too long ago, or is back already.';
        end if;
        perform private.restore_amount(kept);
        if kept.place = 'products' then
            kept.record := private.with_stock_of_today(kept.record);
        end if;
        columns := (select string_agg(quote_ident(key), ', ') from jsonb_object_keys(kept.record) as key);
        execute format('insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)',
            kept.place, columns) using kept.record;
        if kept.place = 'transactions' then
            delete from public.order_deliveries where order_uuid = kept.uuid;
            insert into public.order_deliveries
            select (jsonb_populate_record(null::public.order_deliveries, kept.delivery)).* where kept.delivery is not null;
            perform private.hold_restored(kept.record);
        end if;
        perform private.restore_review(kept);
        return private.restore_pictures(kept);
    end
    $_$;

CREATE FUNCTION public.restore_removed_picture(name text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        newest text;
        caller text := private.app_role();
    begin
        if caller in ('admin', 'talent') is not true then
            raise insufficient_privilege using message = 'permission denied to restore pictures';
        elsif to_regclass('storage.removed') is null then
            raise exception using hint = 'no_undelete',
                message = 'Removed pictures are not kept here. Upload the picture again under a new name.';
        end if;
        select version into newest from storage.removed
        where object ->> 'bucket_id' = 'tapis' and object ->> 'name' = restore_removed_picture.name
            and (caller = 'admin' or object ->> 'owner_id' = auth.uid()::text and removed_by = auth.uid())
        order by removed_at desc limit 1;
        return private.restore_removed(newest) is not null or exists (
            select from storage.objects as object
            where object.bucket_id = 'tapis' and object.name = restore_removed_picture.name
                and (caller = 'admin' or object.owner_id = auth.uid()::text));
    end
    $$;

CREATE FUNCTION public.review(place text, record uuid, decision text, reason text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        said text := nullif(btrim(reason, E' \t\r\n'), '');
        person uuid;
    begin
        perform private.begin_review(place, record);
        if (decision in ('accepted', 'rejected')) is not true then
            raise exception using errcode = '23514', hint = 'decision', message = 'Accept the payment, or reject it.';
        elsif decision = 'rejected' and said is null then
            raise exception using errcode = '23514', hint = 'reason_missing',
                message = 'Say why the payment is rejected; the buyer reads it.';
        end if;
        select waiting.user_id into person from public.review_queue as waiting
        where waiting.place = review.place and waiting.uuid = review.record;
        if not found then
            perform private.refuse_second_review(place, record);
        end if;
        insert into public.reviews (place, record, user_id, decision, reason)
        values (place, record, person, decision, case decision when 'rejected' then said end);
        if place = 'transactions' then
            update public.transactions set status = initcap(decision) where uuid = record;
        end if;
    end
    $$;

CREATE FUNCTION public.review_warnings(place text, record uuid) RETURNS TABLE(kind text, other_place text, other_record uuid, detail jsonb)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        sent_at timestamptz;
        proof text;
        to_pay bigint := (
            select due.amount from public.amounts_due as due
            where (due.place, due.record) = (review_warnings.place, review_warnings.record));
    begin
        perform private.require_administrator('review payments');
        if place = 'transactions' then
            select created_at, private.picture_folder(place, 'invoice_image') || '/' || (invoice_image ->> 'filename')
            into sent_at, proof from public.transactions where uuid = record;
        else
            select created_at, private.picture_folder(place, 'invoice_image') || '/' || (invoice_image ->> 'filename')
            into sent_at, proof from public.audition_registrations where uuid = record;
        end if;
        return query
            select 'proof_gone', null, null::uuid, '{}'::jsonb
            where proof is not null and not exists (
                select from storage.objects as object where object.bucket_id = 'tapis' and object.name = proof);
        return query
            select case when alike.distance < 0 then 'same_picture' else 'similar_picture' end, alike.place, alike.record,
                jsonb_build_object('gone', alike.is_gone)
                    || case when alike.distance < 0 then '{}' else jsonb_build_object('distance', alike.distance) end
            from private.records_with_picture(place, record, proof) as alike;
        return query
            select 'same_total', waiting.place, waiting.uuid, '{}'::jsonb from public.review_queue as waiting
            where waiting.amount = to_pay
                and (waiting.place, waiting.uuid) <> (review_warnings.place, review_warnings.record)
            order by waiting.created_at, waiting.uuid limit 20;
        return query
            select 'older_than_order', null, null::uuid, jsonb_build_object('picture_time', picture.taken_at)
            from (select private.picture_time(proof)) as picture (taken_at)
            where picture.taken_at < sent_at - interval '1 day';
        return query
            select 'over_ceiling', null, null::uuid, jsonb_build_object('ceiling', method.ceiling, 'amount', to_pay)
            from private.payment_method_of(private.payment_page_of(place)) as method where to_pay > method.ceiling;
    end
    $$;

CREATE FUNCTION public.send_failed_mails() RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        sent bigint;
    begin
        perform private.require_administrator('send mails again');
        update private.messages set state = 'waiting', attempts = 1, next_attempt = now(), tried_since = now()
        where state = 'failed' and way in ('mail', 'digest');
        get diagnostics sent = row_count;
        return sent;
    end
    $$;

CREATE FUNCTION public.statement_matches() RETURNS TABLE(line_uuid uuid, account text, booked_on date, amount bigint, description text, kind text, place text, records uuid[], name text, due bigint, day date, state text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    SET enable_nestloop TO 'off'
    AS $$
    begin
        perform private.require_administrator('see statements');
        return query
            with matches as materialized (select * from private.matches()),
            found as materialized (
                select * from matches
                union all
                select tie.line_uuid, 'tied', tie.place, array_agg(tie.record order by tie.record)
                from public.statement_ties as tie
                where tie.line_uuid in (select newest.line_uuid from public.statement_ties as newest
                    order by newest.tied_at desc, newest.line_uuid limit 100)
                group by tie.line_uuid, tie.place
                union all
                (select line.uuid, null, null, null from public.statement_lines as line
                where line.amount > 0 and line.uuid not in (select matches.line_uuid from matches)
                    and not exists (select from public.statement_ties as tie where tie.line_uuid = line.uuid)
                order by line.booked_on desc, line.uuid limit 1000)
            ),
            paid as materialized (
                select wanted.records, min(one.user_id::text)::uuid as user_id, sum(one.amount)::bigint as due,
                    max(one.day) as day, max(one.state) as state
                from (select distinct found.records from found) as wanted
                cross join unnest(wanted.records) as member (record)
                join private.payables() as one using (record)
                group by wanted.records
            ),
            buyers as materialized (
                select each.user_id, private.display_name_of(each.user_id) as name
                from (select distinct paid.user_id from paid) as each
            )
            select line.uuid, line.account, line.booked_on, line.amount, line.description, found.kind, found.place,
                found.records, buyers.name, paid.due, paid.day,
                case when found.kind = 'tied' and exists (
                    select from unnest(found.records) as one
                    where (found.place, one) not in (select due.place, due.record from public.amounts_due as due)
                ) then 'deleted' else paid.state end
            from found join public.statement_lines as line on line.uuid = found.line_uuid
            left join paid using (records) left join buyers using (user_id)
            order by line.booked_on desc, line.uuid, found.records;
    end
    $$;

CREATE FUNCTION public.tie_line(line uuid, place text, records uuid[], accepting boolean DEFAULT false) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        came bigint;
        found_records integer;
        buyers integer;
        due numeric;
    begin
        perform private.require_administrator('match statements');
        select amount into came from public.statement_lines where uuid = line and amount > 0 for update;
        if came is null then
            raise exception using errcode = 'PT404', hint = 'line_gone', message = 'This line of the statement is gone.';
        elsif exists (select from public.statement_ties where line_uuid = line) then
            raise exception using errcode = 'PT409', hint = 'line_tied',
                message = 'This line is matched to a payment already. Unmatch it first.';
        end if;
        select count(*), count(distinct one.user_id), sum(one.amount) into found_records, buyers, due
        from public.amounts_due as one where one.place = tie_line.place and one.record = any (records);
        if found_records = 0 or found_records < cardinality(records) then
            raise exception using errcode = 'PT404', hint = 'record_gone',
                message = 'The order or registration is gone, or nothing is to be paid for it.';
        elsif found_records > 1 and (buyers > 1 or due <> came) then
            raise exception using errcode = '23514', hint = 'amounts_differ',
                message = 'Several orders can share a line only if one buyer sent them and they add up to it.';
        end if;
        insert into public.statement_ties (line_uuid, place, record, tied_by)
        select line, tie_line.place, one, auth.uid() from unnest(records) as one;
        if accepting then
            perform public.review(one.place, one.record, 'accepted')
            from private.payables() as one
            where one.place = tie_line.place and one.record = any (records) and one.state = 'waiting';
            perform private.refuse_second_review(one.place, one.record)
            from private.payables() as one
            where one.place = tie_line.place and one.record = any (records) and one.state = 'rejected';
        end if;
    end
    $$;

CREATE FUNCTION public.undo_import(at timestamp with time zone) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    declare
        removed integer;
    begin
        perform private.require_administrator('import statements');
        delete from public.statement_lines as line
        where line.imported_at = undo_import.at
            and not exists (select from public.statement_ties where line_uuid = line.uuid);
        get diagnostics removed = row_count;
        return removed;
    end
    $$;

CREATE FUNCTION public.undo_review(place text, record uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        perform private.begin_review(place, record);
        delete from public.reviews as reviewed
        where (reviewed.place, reviewed.record) = (undo_review.place, undo_review.record)
            and reviewed.decided_at > now() - interval '1 minute'
            and exists (
                select from private.reviewers as reviewer
                where (reviewer.place, reviewer.record, reviewer.user_id) = (reviewed.place, reviewed.record, auth.uid()))
            and not exists (select from public.transactions where uuid = undo_review.record and status = 'Finished');
        if not found then
            raise exception using errcode = 'PT409', hint = 'undo_too_late',
                message = 'This decision can''t be undone any more.';
        end if;
        update public.transactions set status = 'Processed' where uuid = record and place = 'transactions';
    end
    $$;

CREATE FUNCTION public.unsubscribe(token uuid) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        insert into public.notification_choices (user_id, mail)
        select known.user_id, false from private.unsubscribe_tokens as known where known.token = unsubscribe.token
        on conflict (user_id) do update set mail = false;
        return found;
    end
    $$;

CREATE FUNCTION public.untie_line(line uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
    begin
        perform private.require_administrator('match statements');
        delete from public.statement_ties where line_uuid = line;
    end
    $$;

CREATE TABLE private.amount_reservations (
    user_id uuid NOT NULL,
    pathname text NOT NULL,
    total bigint NOT NULL,
    amount bigint NOT NULL,
    reserved_at timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE private.amount_reservations IS 'Amounts that people were asked to pay on a page, before they sent its form.';

CREATE TABLE private.backups (
    id bigint NOT NULL,
    reason text NOT NULL,
    began_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone DEFAULT now() NOT NULL,
    name text,
    bytes bigint,
    error text,
    CONSTRAINT backups_reason_is_known CHECK ((reason = ANY (ARRAY['schedule'::text, 'upgrade'::text, 'command'::text]))),
    CONSTRAINT backups_succeeded_or_failed CHECK ((((name IS NOT NULL) AND (bytes > 0) AND (error IS NULL)) OR ((name IS NULL) AND (bytes IS NULL) AND (error IS NOT NULL))))
);

COMMENT ON TABLE private.backups IS 'Attempts to make a backup, written when they ended; kept for 90 days.';

COMMENT ON COLUMN private.backups.name IS 'File of a backup that was verified; empty: the attempt failed.';

COMMENT ON COLUMN private.backups.error IS 'Why an attempt failed, in one sentence.';

ALTER TABLE private.backups ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME private.backups_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE private.made_rules (
    kind text NOT NULL,
    name text NOT NULL
);

COMMENT ON TABLE private.made_rules IS 'Policies, triggers and rights that the last run of tapis migrate made; what else there is, the owner added.';

CREATE TABLE private.maintenance (
    is_on boolean DEFAULT true NOT NULL,
    message text DEFAULT ''::text NOT NULL,
    began_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT maintenance_is_one_row CHECK (is_on),
    CONSTRAINT maintenance_message_fits_a_page CHECK ((char_length(message) <= 1000))
);

COMMENT ON TABLE private.maintenance IS 'One row while visitors read that the shop is under maintenance.';

COMMENT ON COLUMN private.maintenance.message IS 'What they read beside that; may be empty.';

CREATE TABLE private.migrations (
    name text NOT NULL,
    sha256 text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE private.migrations IS 'Which files of db/migrations have happened to this database; the newest is 0030_accounts_by_digits.sql';

CREATE TABLE private.object_names (
    bucket_id text NOT NULL,
    name text NOT NULL,
    version text NOT NULL,
    owner_id text,
    sha256 text,
    first_used_at timestamp with time zone DEFAULT now() NOT NULL,
    perceptual_hash bit(256),
    CONSTRAINT object_names_sha256_is_hexadecimal CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);

COMMENT ON TABLE private.object_names IS 'Every name that an object ever had, and which bytes it stands for.';

COMMENT ON COLUMN private.object_names.version IS 'The version of the object that the name was first given to.';

COMMENT ON COLUMN private.object_names.sha256 IS 'Of the bytes; null where the platform keeps none.';

COMMENT ON COLUMN private.object_names.perceptual_hash IS 'Of a card or a proof of payment: pictures that look alike differ in few bits. Null where the platform makes none.';

CREATE TABLE private.order_seals (
    uuid uuid NOT NULL,
    sha256 bytea NOT NULL,
    sealed_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT order_seals_sha256_is_32_bytes CHECK ((length(sha256) = 32))
);

COMMENT ON TABLE private.order_seals IS 'What every order was when the shop last wrote it.';

ALTER TABLE private.outbox ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME private.outbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE private.push_keys (
    one boolean DEFAULT true NOT NULL,
    public_key text NOT NULL,
    private_jwk jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT push_keys_one_pair CHECK (one)
);

COMMENT ON TABLE private.push_keys IS 'The key pair that signs messages to push services (VAPID); made by the gateway.';

COMMENT ON COLUMN private.push_keys.public_key IS 'Uncompressed point, base64url: what browsers subscribe with.';

CREATE TABLE private.reviewers (
    place text NOT NULL,
    record uuid NOT NULL,
    user_id uuid NOT NULL
);

COMMENT ON TABLE private.reviewers IS 'The account that decided a review.';

CREATE TABLE private.running_periods (
    id bigint NOT NULL,
    started_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    follows_jump boolean DEFAULT false NOT NULL,
    CONSTRAINT running_periods_have_a_length CHECK ((seen_at >= started_at))
);

COMMENT ON TABLE private.running_periods IS 'From when to when the shop was seen running, in the order in which it was seen.';

COMMENT ON COLUMN private.running_periods.follows_jump IS 'The clock had jumped against this machine''s own count of seconds.';

ALTER TABLE private.running_periods ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME private.running_periods_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE private.shop (
    one boolean DEFAULT true NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    recoverable interval DEFAULT '30 days'::interval NOT NULL,
    CONSTRAINT shop_is_one CHECK (one),
    CONSTRAINT shop_recoverable_is_a_day_or_more CHECK ((recoverable >= '1 day'::interval))
);

COMMENT ON TABLE private.shop IS 'One row: which shop this is, and how long it keeps what was removed.';

COMMENT ON COLUMN private.shop.id IS 'The store of the pictures has it, too (file identity).';

COMMENT ON COLUMN private.shop.recoverable IS 'As TAPIS_RECOVERABLE_DAYS said when the shop was last open.';

CREATE TABLE private.stock (
    product_uuid uuid NOT NULL,
    size text NOT NULL,
    entered bigint NOT NULL,
    CONSTRAINT stock_entered_at_least_0 CHECK ((entered >= 0))
);

COMMENT ON TABLE private.stock IS 'Pieces of a size that were entered, with those that orders held by then; a size that is not counted has no row.';

CREATE TABLE private.stock_holds (
    order_uuid uuid NOT NULL,
    product_uuid uuid NOT NULL,
    size text NOT NULL,
    quantity integer NOT NULL,
    CONSTRAINT stock_holds_quantity_above_0 CHECK ((quantity > 0))
);

COMMENT ON TABLE private.stock_holds IS 'The pieces of counted sizes that an order holds.';

CREATE TABLE private.unsubscribe_tokens (
    user_id uuid NOT NULL,
    token uuid DEFAULT gen_random_uuid() NOT NULL
);

COMMENT ON TABLE private.unsubscribe_tokens IS 'What the link in a mail carries by which its reader ends the mails.';

CREATE TABLE public.about_us (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    heading text NOT NULL,
    sub_heading text,
    description text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    translations jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT about_us_description_1_to_10000_characters CHECK (((description ~ '\S'::text) AND (char_length(description) <= 10000))),
    CONSTRAINT about_us_heading_1_to_200_characters CHECK (((heading ~ '\S'::text) AND (char_length(heading) <= 200))),
    CONSTRAINT about_us_sub_heading_at_most_200_characters CHECK ((char_length(sub_heading) <= 200)),
    CONSTRAINT about_us_translations_are_texts CHECK (private.are_translations(translations))
);

COMMENT ON TABLE public.about_us IS 'The About Us page.';

CREATE TABLE public.about_us_section (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    image jsonb NOT NULL,
    heading text,
    sub_heading text,
    description text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    translations jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT about_us_section_description_1_to_10000_characters CHECK (((description ~ '\S'::text) AND (char_length(description) <= 10000))),
    CONSTRAINT about_us_section_heading_at_most_200_characters CHECK ((char_length(heading) <= 200)),
    CONSTRAINT about_us_section_image_is_an_image CHECK (private.is_image(image)),
    CONSTRAINT about_us_section_sub_heading_at_most_200_characters CHECK ((char_length(sub_heading) <= 200)),
    CONSTRAINT about_us_section_translations_are_texts CHECK (private.are_translations(translations))
);

COMMENT ON TABLE public.about_us_section IS 'The about-us part of the home page.';

CREATE TABLE public.amounts_due (
    place text NOT NULL,
    record uuid NOT NULL,
    user_id uuid NOT NULL,
    total bigint NOT NULL,
    amount bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT amounts_due_amount_not_negative CHECK ((amount >= 0)),
    CONSTRAINT amounts_due_place_is_paid_for CHECK ((place = ANY (ARRAY['transactions'::text, 'audition_registrations'::text]))),
    CONSTRAINT amounts_due_total_not_negative CHECK ((total >= 0))
);

COMMENT ON TABLE public.amounts_due IS 'What is to be paid for an order or a registration.';

COMMENT ON COLUMN public.amounts_due.total IS 'What it costs.';

COMMENT ON COLUMN public.amounts_due.amount IS 'What its buyer was asked to pay: the total, or a few rupiah beside it.';

CREATE TABLE public.audit_log (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    actor text NOT NULL,
    actor_id uuid,
    place text NOT NULL,
    record_id uuid NOT NULL,
    action text NOT NULL,
    before jsonb,
    after jsonb,
    CONSTRAINT audit_log_action_fits_before_and_after CHECK (
CASE action
    WHEN 'insert'::text THEN ((before IS NULL) AND (after IS NOT NULL))
    WHEN 'update'::text THEN ((before IS NOT NULL) AND (after IS NOT NULL))
    WHEN 'delete'::text THEN ((before IS NOT NULL) AND (after IS NULL))
    ELSE false
END),
    CONSTRAINT audit_log_place_is_watched CHECK ((place = ANY (ARRAY['payment_methods'::text, 'user_roles'::text, 'transactions'::text, 'objects'::text, 'reviews'::text, 'statement_lines'::text, 'statement_formats'::text, 'statement_ties'::text, 'products'::text])))
);

COMMENT ON TABLE public.audit_log IS 'What was done to payment accounts, their pictures, orders, reviews, statements, prices and roles; only added to, read by administrators.';

COMMENT ON COLUMN public.audit_log.actor IS 'The database role that acted, or command line.';

COMMENT ON COLUMN public.audit_log.actor_id IS 'The account of the person who acted, if a person did.';

COMMENT ON COLUMN public.audit_log.record_id IS 'The payment method, the file, the order, what was reviewed or paid, or the account whose role it is; of an import the MD5 of the account number, of a bank''s format that of its fingerprint.';

CREATE TABLE public.audition_announcements (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    audition_status boolean NOT NULL,
    training_time timestamp with time zone,
    rehearsal_time timestamp with time zone,
    audition_time timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE public.audition_announcements IS 'What an audition came to, told to one person.';

CREATE TABLE public.audition_registrations (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    place_and_date_of_birth text NOT NULL,
    address text NOT NULL,
    age integer NOT NULL,
    body_weight integer NOT NULL,
    height integer NOT NULL,
    comcard_image jsonb NOT NULL,
    invoice_image jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT audition_registrations_address_1_to_1000_characters CHECK (((address ~ '\S'::text) AND (char_length(address) <= 1000))),
    CONSTRAINT audition_registrations_age_1_to_32767 CHECK (((age >= 1) AND (age <= 32767))),
    CONSTRAINT audition_registrations_body_weight_1_to_32767 CHECK (((body_weight >= 1) AND (body_weight <= 32767))),
    CONSTRAINT audition_registrations_comcard_image_is_an_image CHECK (private.is_image(comcard_image)),
    CONSTRAINT audition_registrations_height_1_to_32767 CHECK (((height >= 1) AND (height <= 32767))),
    CONSTRAINT audition_registrations_invoice_image_is_an_image CHECK (private.is_image(invoice_image)),
    CONSTRAINT audition_registrations_name_1_to_200_characters CHECK (((name ~ '\S'::text) AND (char_length(name) <= 200))),
    CONSTRAINT audition_registrations_place_and_date_of_birth_1_to_200 CHECK (((place_and_date_of_birth ~ '\S'::text) AND (char_length(place_and_date_of_birth) <= 200)))
);

COMMENT ON TABLE public.audition_registrations IS 'Talents who want to audition.';

CREATE VIEW public.audition_announcements_with_registrant WITH (security_invoker='true') AS
 SELECT uuid,
    user_id,
    audition_status,
    training_time,
    rehearsal_time,
    audition_time,
    created_at,
    updated_at,
    ( SELECT jsonb_build_object('name', registered.name, 'comcard_image', registered.comcard_image) AS jsonb_build_object
           FROM public.audition_registrations registered
          WHERE (registered.user_id = announced.user_id)
          ORDER BY registered.created_at DESC, registered.uuid
         LIMIT 1) AS registrant
   FROM public.audition_announcements announced;

COMMENT ON VIEW public.audition_announcements_with_registrant IS 'Announcements, each with the name and the comcard of its person.';

CREATE VIEW public.best_products WITH (security_invoker='true') AS
 SELECT (line.value ->> 'uuid'::text) AS uuid,
    (array_agg((line.value ->> 'heading'::text) ORDER BY transactions.created_at DESC))[1] AS heading,
    sum(((line.value -> 'quantity_to_buy'::text))::numeric) AS pieces,
    sum((((line.value -> 'price'::text))::numeric * ((line.value -> 'quantity_to_buy'::text))::numeric)) AS revenue
   FROM public.transactions,
    LATERAL jsonb_array_elements(transactions.transactions) line(value)
  WHERE ((transactions.status <> 'Rejected'::text) AND (( SELECT private.app_role() AS app_role) = 'admin'::text))
  GROUP BY (line.value ->> 'uuid'::text);

COMMENT ON VIEW public.best_products IS 'Pieces and revenue of each product in orders that were not rejected.';

CREATE TABLE public.reviews (
    place text NOT NULL,
    record uuid NOT NULL,
    user_id uuid NOT NULL,
    decision text NOT NULL,
    reason text,
    decided_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT reviews_decision_is_known CHECK ((decision = ANY (ARRAY['accepted'::text, 'rejected'::text]))),
    CONSTRAINT reviews_place_is_paid_for CHECK ((place = ANY (ARRAY['transactions'::text, 'audition_registrations'::text]))),
    CONSTRAINT reviews_reason_1_to_500_characters CHECK (((reason ~ '\S'::text) AND (char_length(reason) <= 500)))
);

COMMENT ON TABLE public.reviews IS 'Whether the payment of an order or a registration was accepted.';

COMMENT ON COLUMN public.reviews.reason IS 'Why it was rejected, for its buyer.';

CREATE VIEW public.decided_reviews WITH (security_invoker='true') AS
 SELECT place,
    record,
    decision,
    reason,
    decided_at,
    private.reviewer_email(place, record) AS by
   FROM public.reviews
  WHERE (( SELECT private.app_role() AS app_role) = 'admin'::text);

COMMENT ON VIEW public.decided_reviews IS 'Decisions about payments, and who made them.';

CREATE TABLE public.delivery_details (
    user_id uuid NOT NULL,
    name text,
    whatsapp text,
    address text,
    note text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT delivery_details_address_at_most_1000_characters CHECK ((char_length(address) <= 1000)),
    CONSTRAINT delivery_details_name_at_most_200_characters CHECK ((char_length(name) <= 200)),
    CONSTRAINT delivery_details_note_at_most_1000_characters CHECK ((char_length(note) <= 1000)),
    CONSTRAINT delivery_details_say_something CHECK ((num_nonnulls(name, whatsapp, address, note) > 0)),
    CONSTRAINT delivery_details_whatsapp_is_a_number CHECK ((whatsapp ~ '^[1-9]\d{7,14}$'::text))
);

COMMENT ON TABLE public.delivery_details IS 'Where a person''s next order goes.';

COMMENT ON COLUMN public.delivery_details.whatsapp IS 'Digits alone, with the code of the country: 628….';

CREATE TABLE public.gallery (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    image jsonb NOT NULL,
    heading text NOT NULL,
    sub_heading text NOT NULL,
    description text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    translations jsonb DEFAULT '{}'::jsonb NOT NULL,
    sort_time timestamp with time zone NOT NULL,
    CONSTRAINT gallery_description_at_most_10000_characters CHECK ((char_length(description) <= 10000)),
    CONSTRAINT gallery_heading_1_to_200_characters CHECK (((heading ~ '\S'::text) AND (char_length(heading) <= 200))),
    CONSTRAINT gallery_image_is_an_image CHECK (private.is_image(image)),
    CONSTRAINT gallery_sub_heading_1_to_200_characters CHECK (((sub_heading ~ '\S'::text) AND (char_length(sub_heading) <= 200))),
    CONSTRAINT gallery_translations_are_texts CHECK (private.are_translations(translations))
);

COMMENT ON TABLE public.gallery IS 'Pictures of shows and people.';

COMMENT ON COLUMN public.gallery.sort_time IS 'Its place: the latest is shown first. Begins as created_at.';

CREATE TABLE public.notification_choices (
    user_id uuid NOT NULL,
    mail boolean DEFAULT true NOT NULL,
    language text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT notification_choices_language_is_known CHECK ((language = ANY (ARRAY['en'::text, 'id'::text])))
);

COMMENT ON TABLE public.notification_choices IS 'Whether a person wants mails about what happens, and in which language.';

CREATE VIEW public.order_buyers WITH (security_invoker='true') AS
 SELECT user_id,
    name,
    email
   FROM private.buyers() buyers(user_id, name, email);

COMMENT ON VIEW public.order_buyers IS 'Accounts by name and address, for administrators.';

CREATE TABLE public.order_deliveries (
    order_uuid uuid NOT NULL,
    user_id uuid,
    name text,
    whatsapp text,
    address text,
    note text
);

COMMENT ON TABLE public.order_deliveries IS 'Where an order goes, as its buyer said when it was sent.';

COMMENT ON COLUMN public.order_deliveries.user_id IS 'Null once the buyer has no account: then the row stays until the order is finished or rejected.';

CREATE VIEW public.orders_by_day WITH (security_invoker='true') AS
 SELECT ((created_at AT TIME ZONE 'Asia/Jakarta'::text))::date AS day,
    count(*) AS orders,
    sum(( SELECT sum((((line.value -> 'price'::text))::numeric * ((line.value -> 'quantity_to_buy'::text))::numeric)) AS sum
           FROM jsonb_array_elements(transactions.transactions) line(value))) AS revenue
   FROM public.transactions
  WHERE ((status <> 'Rejected'::text) AND (( SELECT private.app_role() AS app_role) = 'admin'::text))
  GROUP BY (((created_at AT TIME ZONE 'Asia/Jakarta'::text))::date);

COMMENT ON VIEW public.orders_by_day IS 'Orders that were not rejected and their revenue, by day.';

CREATE TABLE public.products (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    image jsonb NOT NULL,
    heading text NOT NULL,
    sub_heading text NOT NULL,
    category text NOT NULL,
    description text,
    price bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    sizes jsonb DEFAULT '[]'::jsonb NOT NULL,
    pictures jsonb DEFAULT '[]'::jsonb NOT NULL,
    translations jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT products_category_1_to_200_characters CHECK (((category ~ '\S'::text) AND (char_length(category) <= 200))),
    CONSTRAINT products_description_at_most_10000_characters CHECK ((char_length(description) <= 10000)),
    CONSTRAINT products_heading_1_to_200_characters CHECK (((heading ~ '\S'::text) AND (char_length(heading) <= 200))),
    CONSTRAINT products_image_is_an_image CHECK (private.is_image(image)),
    CONSTRAINT products_pictures_are_at_most_9_images CHECK (private.are_images(pictures)),
    CONSTRAINT products_price_at_most_9007199254740991 CHECK ((price <= '9007199254740991'::bigint)),
    CONSTRAINT products_price_not_negative CHECK ((price >= 0)),
    CONSTRAINT products_sizes_are_sizes CHECK (private.are_sizes(sizes)),
    CONSTRAINT products_sub_heading_1_to_200_characters CHECK (((sub_heading ~ '\S'::text) AND (char_length(sub_heading) <= 200))),
    CONSTRAINT products_translations_are_texts CHECK (private.are_translations(translations))
);

COMMENT ON TABLE public.products IS 'What the shop sells.';

COMMENT ON COLUMN public.products.sizes IS 'What is left of each size; empty: neither sizes nor stock.';

COMMENT ON COLUMN public.products.pictures IS 'Further pictures, after image.';

CREATE VIEW public.product_categories WITH (security_invoker='true') AS
 SELECT category,
    count(*) AS products
   FROM public.products
  GROUP BY category;

COMMENT ON VIEW public.product_categories IS 'The categories of products, and how many products each has.';

CREATE TABLE public.push_subscriptions (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    endpoint text NOT NULL,
    p256dh text NOT NULL,
    auth text NOT NULL,
    language text DEFAULT 'en'::text NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    session_id uuid,
    CONSTRAINT push_subscriptions_auth_is_16_bytes CHECK ((auth ~ '^[A-Za-z0-9_-]{22}$'::text)),
    CONSTRAINT push_subscriptions_endpoint_is_https CHECK (((endpoint ~ '^https://[^/?#@\\[:cntrl:][:space:]]+/[^[:cntrl:][:space:]]*$'::text) AND (char_length(endpoint) <= 2048))),
    CONSTRAINT push_subscriptions_language_is_known CHECK ((language = ANY (ARRAY['en'::text, 'id'::text]))),
    CONSTRAINT push_subscriptions_p256dh_is_a_key CHECK ((p256dh ~ '^[A-Za-z0-9_-]{87}$'::text))
);

COMMENT ON TABLE public.push_subscriptions IS 'Devices on which a person is told what is new.';

COMMENT ON COLUMN public.push_subscriptions.endpoint IS 'Where the browser''s push service takes messages for it.';

COMMENT ON COLUMN public.push_subscriptions.p256dh IS 'The browser''s public key, base64url; messages are encrypted for it.';

COMMENT ON COLUMN public.push_subscriptions.session_id IS 'The session that subscribed it, with which it ends; empty: made with the service key.';

CREATE VIEW public.registrations_by_day WITH (security_invoker='true') AS
 SELECT ((created_at AT TIME ZONE 'Asia/Jakarta'::text))::date AS day,
    count(*) AS registrations
   FROM public.audition_registrations
  WHERE (( SELECT private.app_role() AS app_role) = 'admin'::text)
  GROUP BY (((created_at AT TIME ZONE 'Asia/Jakarta'::text))::date);

COMMENT ON VIEW public.registrations_by_day IS 'Registrations for auditions, by day.';

CREATE VIEW public.review_queue WITH (security_invoker='true') AS
 SELECT 'transactions'::text AS place,
    ordered.uuid,
    ordered.user_id,
    COALESCE(delivered.name, private.buyer_name(ordered.user_id)) AS name,
    private.buyer_email(ordered.user_id) AS email,
    delivered.whatsapp,
    COALESCE(due.total, private.total_of(ordered.transactions)) AS total,
    COALESCE(due.amount, private.total_of(ordered.transactions)) AS amount,
    ordered.invoice_image,
    ordered.created_at,
    ordered.updated_at
   FROM ((public.transactions ordered
     LEFT JOIN public.order_deliveries delivered ON ((delivered.order_uuid = ordered.uuid)))
     LEFT JOIN public.amounts_due due ON (((due.place = 'transactions'::text) AND (due.record = ordered.uuid))))
  WHERE ((ordered.status = 'Processed'::text) AND (( SELECT private.app_role() AS app_role) = 'admin'::text))
UNION ALL
 SELECT 'audition_registrations'::text AS place,
    registered.uuid,
    registered.user_id,
    registered.name,
    private.buyer_email(registered.user_id) AS email,
    ( SELECT newest.whatsapp
           FROM (public.order_deliveries newest
             JOIN public.transactions o ON ((o.uuid = newest.order_uuid)))
          WHERE ((newest.user_id = registered.user_id) AND (newest.whatsapp IS NOT NULL))
          ORDER BY o.created_at DESC
         LIMIT 1) AS whatsapp,
    due.total,
    due.amount,
    registered.invoice_image,
    registered.created_at,
    registered.updated_at
   FROM (public.audition_registrations registered
     LEFT JOIN public.amounts_due due ON (((due.place = 'audition_registrations'::text) AND (due.record = registered.uuid))))
  WHERE ((( SELECT private.app_role() AS app_role) = 'admin'::text) AND (NOT (EXISTS ( SELECT
           FROM public.reviews reviewed
          WHERE ((reviewed.place = 'audition_registrations'::text) AND (reviewed.record = registered.uuid))))) AND (NOT (EXISTS ( SELECT
           FROM public.audition_announcements announced
          WHERE ((announced.user_id = registered.user_id) AND (announced.created_at >= registered.created_at))))));

COMMENT ON VIEW public.review_queue IS 'Orders and registrations whose payment waits for a decision.';

CREATE TABLE public.slides (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    title text NOT NULL,
    image jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    translations jsonb DEFAULT '{}'::jsonb NOT NULL,
    sort_time timestamp with time zone NOT NULL,
    focus_x smallint DEFAULT 50 NOT NULL,
    focus_y smallint DEFAULT 50 NOT NULL,
    link text,
    CONSTRAINT slides_focus_x_0_to_100 CHECK (((focus_x >= 0) AND (focus_x <= 100))),
    CONSTRAINT slides_focus_y_0_to_100 CHECK (((focus_y >= 0) AND (focus_y <= 100))),
    CONSTRAINT slides_image_is_an_image CHECK (private.is_image(image)),
    CONSTRAINT slides_link_is_a_path_or_https CHECK (((link ~ '^(/([^/\\]|$)|https://[^/])[^[:cntrl:][:space:]"<>\\]*$'::text) AND (char_length(link) <= 2048))),
    CONSTRAINT slides_title_1_to_200_characters CHECK (((title ~ '\S'::text) AND (char_length(title) <= 200))),
    CONSTRAINT slides_translations_are_texts CHECK (private.are_translations(translations))
);

COMMENT ON TABLE public.slides IS 'The pictures of the home page''s carousel.';

COMMENT ON COLUMN public.slides.sort_time IS 'Its place: the latest is shown first. Begins as created_at.';

COMMENT ON COLUMN public.slides.focus_x IS 'The point that stays in sight when the picture is cut, in percent from the left.';

CREATE TABLE public.statement_formats (
    fingerprint text NOT NULL,
    format jsonb NOT NULL,
    account text NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT statement_formats_account_1_to_64_characters CHECK (((account ~ '\S'::text) AND (char_length(account) <= 64))),
    CONSTRAINT statement_formats_fingerprint_1_to_500_characters CHECK (((fingerprint ~ '\S'::text) AND (char_length(fingerprint) <= 500))),
    CONSTRAINT statement_formats_format_is_small CHECK (((jsonb_typeof(format) = 'object'::text) AND (length((format)::text) <= 2000)))
);

COMMENT ON TABLE public.statement_formats IS 'How a bank''s files are read, once an administrator has confirmed it.';

COMMENT ON COLUMN public.statement_formats.fingerprint IS 'The headings of its table, by which a file of the same bank is known again.';

CREATE TABLE public.statement_lines (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    account text NOT NULL,
    booked_on date NOT NULL,
    amount bigint NOT NULL,
    description text NOT NULL,
    place_of_day integer NOT NULL,
    imported_at timestamp with time zone DEFAULT now() NOT NULL,
    imported_by uuid,
    CONSTRAINT statement_lines_account_1_to_64_characters CHECK (((account ~ '\S'::text) AND (char_length(account) <= 64))),
    CONSTRAINT statement_lines_amount_up_to_9007199254740991 CHECK (((amount <> 0) AND ((amount >= '-9007199254740991'::bigint) AND (amount <= '9007199254740991'::bigint)))),
    CONSTRAINT statement_lines_description_at_most_500_characters CHECK ((char_length(description) <= 500))
);

COMMENT ON TABLE public.statement_lines IS 'Lines of the bank''s statements, each kept once however often a file brings it.';

COMMENT ON COLUMN public.statement_lines.amount IS 'In rupiah: above zero what came in, below zero what went out.';

COMMENT ON COLUMN public.statement_lines.place_of_day IS 'Which of several equal lines of a day it is.';

CREATE TABLE public.statement_ties (
    line_uuid uuid NOT NULL,
    place text NOT NULL,
    record uuid NOT NULL,
    tied_by uuid,
    tied_at timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE public.statement_ties IS 'Which order or registration a line of a statement paid; several orders of one buyer add up to it. A tie outlives its record, or one transfer could pay twice: public.untie_line alone frees the line.';

CREATE VIEW public.unanswered_registrations WITH (security_invoker='true') AS
 SELECT uuid,
    user_id,
    created_at
   FROM public.audition_registrations registered
  WHERE ((( SELECT private.app_role() AS app_role) = 'admin'::text) AND (NOT (EXISTS ( SELECT
           FROM public.audition_announcements announced
          WHERE ((announced.user_id = registered.user_id) AND (announced.created_at >= registered.created_at))))));

COMMENT ON VIEW public.unanswered_registrations IS 'Registrations that no announcement has followed.';

ALTER TABLE ONLY private.amount_reservations
    ADD CONSTRAINT amount_reservations_pkey PRIMARY KEY (user_id, pathname);

ALTER TABLE ONLY private.backups
    ADD CONSTRAINT backups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY private.deleted_records
    ADD CONSTRAINT deleted_records_pkey PRIMARY KEY (place, uuid);

ALTER TABLE ONLY private.made_rules
    ADD CONSTRAINT made_rules_pkey PRIMARY KEY (kind, name);

ALTER TABLE ONLY private.maintenance
    ADD CONSTRAINT maintenance_pkey PRIMARY KEY (is_on);

ALTER TABLE ONLY private.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (id);

ALTER TABLE ONLY private.messages
    ADD CONSTRAINT messages_tell_a_person_once UNIQUE NULLS NOT DISTINCT (outbox_id, user_id, way, subscription);

ALTER TABLE ONLY private.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (name);

ALTER TABLE ONLY private.object_names
    ADD CONSTRAINT object_names_pkey PRIMARY KEY (bucket_id, name);

ALTER TABLE ONLY private.order_seals
    ADD CONSTRAINT order_seals_pkey PRIMARY KEY (uuid);

ALTER TABLE ONLY private.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);

ALTER TABLE ONLY private.push_keys
    ADD CONSTRAINT push_keys_pkey PRIMARY KEY (one);

ALTER TABLE ONLY private.record_pictures
    ADD CONSTRAINT record_pictures_pkey PRIMARY KEY (place, record, named_by, object_name);

ALTER TABLE ONLY private.reviewers
    ADD CONSTRAINT reviewers_pkey PRIMARY KEY (place, record);

ALTER TABLE ONLY private.running_periods
    ADD CONSTRAINT running_periods_pkey PRIMARY KEY (id);

ALTER TABLE ONLY private.shop
    ADD CONSTRAINT shop_pkey PRIMARY KEY (one);

ALTER TABLE ONLY private.stock_holds
    ADD CONSTRAINT stock_holds_pkey PRIMARY KEY (order_uuid, product_uuid, size);

ALTER TABLE ONLY private.stock
    ADD CONSTRAINT stock_pkey PRIMARY KEY (product_uuid, size);

ALTER TABLE ONLY private.unsubscribe_tokens
    ADD CONSTRAINT unsubscribe_tokens_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY private.unsubscribe_tokens
    ADD CONSTRAINT unsubscribe_tokens_token_is_one_person UNIQUE (token);

ALTER TABLE ONLY private.user_roles
    ADD CONSTRAINT user_roles_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.about_us
    ADD CONSTRAINT about_us_pkey PRIMARY KEY (uuid);

ALTER TABLE ONLY public.about_us_section
    ADD CONSTRAINT about_us_section_pkey PRIMARY KEY (uuid);

ALTER TABLE ONLY public.amounts_due
    ADD CONSTRAINT amounts_due_pkey PRIMARY KEY (place, record);

ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (uuid);

ALTER TABLE ONLY public.audition_announcements
    ADD CONSTRAINT audition_announcements_pkey PRIMARY KEY (uuid);

ALTER TABLE ONLY public.audition_registrations
    ADD CONSTRAINT audition_registrations_pkey PRIMARY KEY (uuid);

ALTER TABLE ONLY public.delivery_details
    ADD CONSTRAINT delivery_details_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.gallery
    ADD CONSTRAINT gallery_pkey PRIMARY KEY (uuid);

ALTER TABLE ONLY public.notification_choices
    ADD CONSTRAINT notification_choices_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.order_deliveries
    ADD CONSTRAINT order_deliveries_pkey PRIMARY KEY (order_uuid);

ALTER TABLE ONLY public.payment_methods
    ADD CONSTRAINT payment_methods_pkey PRIMARY KEY (uuid);

ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_pkey PRIMARY KEY (uuid);

ALTER TABLE ONLY public.push_subscriptions
    ADD CONSTRAINT push_subscriptions_one_of_an_endpoint UNIQUE (endpoint);

ALTER TABLE ONLY public.push_subscriptions
    ADD CONSTRAINT push_subscriptions_pkey PRIMARY KEY (uuid);

ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_pkey PRIMARY KEY (place, record);

ALTER TABLE ONLY public.slides
    ADD CONSTRAINT slides_pkey PRIMARY KEY (uuid);

ALTER TABLE ONLY public.statement_formats
    ADD CONSTRAINT statement_formats_pkey PRIMARY KEY (fingerprint);

ALTER TABLE ONLY public.statement_lines
    ADD CONSTRAINT statement_lines_are_kept_once UNIQUE (account, booked_on, amount, description, place_of_day);

ALTER TABLE ONLY public.statement_lines
    ADD CONSTRAINT statement_lines_pkey PRIMARY KEY (uuid);

ALTER TABLE ONLY public.statement_ties
    ADD CONSTRAINT statement_ties_pkey PRIMARY KEY (line_uuid, place, record);

ALTER TABLE ONLY public.transactions
    ADD CONSTRAINT transactions_pkey PRIMARY KEY (uuid);

CREATE INDEX deleted_records_oldest_first ON private.deleted_records USING btree (deleted_at);

CREATE INDEX messages_next_first ON private.messages USING btree (next_attempt) WHERE (state = 'waiting'::text);

CREATE INDEX messages_of_a_person ON private.messages USING btree (user_id, created_at);

CREATE UNIQUE INDEX messages_one_open_digest ON private.messages USING btree (user_id) WHERE ((way = 'digest'::text) AND (state = 'waiting'::text) AND (attempts = 0));

CREATE INDEX object_names_of_an_owner ON private.object_names USING btree (owner_id, first_used_at DESC);

CREATE INDEX outbox_of_a_record ON private.outbox USING btree (record);

CREATE INDEX outbox_oldest_first ON private.outbox USING btree (created_at);

CREATE UNIQUE INDEX record_pictures_a_proof_serves_one_order ON private.record_pictures USING btree (object_name) WHERE (place = 'transactions'::text);

CREATE INDEX record_pictures_of_an_object ON private.record_pictures USING btree (object_name);

CREATE INDEX stock_holds_of_a_size ON private.stock_holds USING btree (product_uuid, size) INCLUDE (quantity);

CREATE INDEX about_us_newest_first ON public.about_us USING btree (created_at DESC, uuid);

CREATE INDEX about_us_section_newest_first ON public.about_us_section USING btree (created_at DESC, uuid);

CREATE INDEX amounts_due_by_amount ON public.amounts_due USING btree (amount);

CREATE INDEX amounts_due_of_a_person ON public.amounts_due USING btree (user_id);

CREATE INDEX audit_log_newest_first ON public.audit_log USING btree (created_at DESC, uuid);

CREATE INDEX audition_announcements_newest_first ON public.audition_announcements USING btree (created_at DESC, uuid);

CREATE INDEX audition_announcements_newest_of_a_person ON public.audition_announcements USING btree (user_id, created_at DESC, uuid);

CREATE INDEX audition_registrations_comcard_file ON public.audition_registrations USING btree (((comcard_image ->> 'filename'::text)));

CREATE INDEX audition_registrations_invoice_file ON public.audition_registrations USING btree (((invoice_image ->> 'filename'::text)));

CREATE INDEX audition_registrations_newest_first ON public.audition_registrations USING btree (created_at DESC, uuid);

CREATE INDEX audition_registrations_newest_of_a_person ON public.audition_registrations USING btree (user_id, created_at DESC, uuid);

CREATE INDEX gallery_in_order ON public.gallery USING btree (sort_time DESC, uuid);

CREATE INDEX gallery_newest_first ON public.gallery USING btree (created_at DESC, uuid);

CREATE INDEX order_deliveries_of_a_person ON public.order_deliveries USING btree (user_id);

CREATE INDEX payment_methods_newest_first ON public.payment_methods USING btree (created_at DESC, uuid);

CREATE INDEX payment_methods_newest_of_a_page ON public.payment_methods USING btree (pathname, created_at DESC, uuid);

CREATE INDEX products_cheapest_first ON public.products USING btree (price, uuid);

CREATE INDEX products_dearest_first ON public.products USING btree (price DESC, uuid);

CREATE INDEX products_newest_first ON public.products USING btree (created_at DESC, uuid);

CREATE INDEX products_newest_of_a_category ON public.products USING btree (category, created_at DESC, uuid);

CREATE INDEX push_subscriptions_of_a_person ON public.push_subscriptions USING btree (user_id, created_at);

CREATE INDEX push_subscriptions_of_a_session ON public.push_subscriptions USING btree (session_id);

CREATE INDEX reviews_newest_first ON public.reviews USING btree (decided_at DESC);

CREATE INDEX reviews_of_a_person ON public.reviews USING btree (user_id);

CREATE INDEX slides_in_order ON public.slides USING btree (sort_time DESC, uuid);

CREATE INDEX slides_newest_first ON public.slides USING btree (created_at DESC, uuid);

CREATE INDEX statement_lines_incoming ON public.statement_lines USING btree (amount, booked_on) WHERE (amount > 0);

CREATE INDEX statement_lines_of_an_import ON public.statement_lines USING btree (imported_at);

CREATE INDEX statement_ties_newest_first ON public.statement_ties USING btree (tied_at DESC);

CREATE INDEX statement_ties_of_a_record ON public.statement_ties USING btree (place, record);

CREATE INDEX transactions_invoice_file ON public.transactions USING btree (((invoice_image ->> 'filename'::text)));

CREATE INDEX transactions_newest_first ON public.transactions USING btree (created_at DESC, uuid);

CREATE INDEX transactions_newest_of_a_person ON public.transactions USING btree (user_id, created_at DESC, uuid);

CREATE INDEX transactions_waiting ON public.transactions USING btree (created_at, uuid) WHERE (status = 'Processed'::text);

CREATE TRIGGER _100_mirror AFTER INSERT OR DELETE OR UPDATE ON private.user_roles FOR EACH ROW EXECUTE FUNCTION private.tg_user_roles__mirror();

CREATE TRIGGER _800_write_audit_entry AFTER INSERT OR DELETE OR UPDATE ON private.user_roles FOR EACH ROW EXECUTE FUNCTION private.tg__write_audit_entry('user_id');

CREATE TRIGGER _900_notify AFTER INSERT OR DELETE OR UPDATE ON private.maintenance FOR EACH STATEMENT EXECUTE FUNCTION private.tg_maintenance__notify();

CREATE TRIGGER _000_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION private.tg_audit_log__append_only();

CREATE TRIGGER _000_only_talents_order BEFORE INSERT ON public.transactions FOR EACH STATEMENT WHEN ((row_security_active('public.transactions'::text) AND (private.app_role() IS DISTINCT FROM 'talent'::text))) EXECUTE FUNCTION private.tg_transactions__only_talents_order();

CREATE TRIGGER _010_keep_deleted BEFORE DELETE ON public.about_us FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.tg__keep_deleted();

CREATE TRIGGER _010_keep_deleted BEFORE DELETE ON public.about_us_section FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.tg__keep_deleted();

CREATE TRIGGER _010_keep_deleted BEFORE DELETE ON public.audition_announcements FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.tg__keep_deleted();

CREATE TRIGGER _010_keep_deleted BEFORE DELETE ON public.audition_registrations FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.tg__keep_deleted();

CREATE TRIGGER _010_keep_deleted BEFORE DELETE ON public.gallery FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.tg__keep_deleted();

CREATE TRIGGER _010_keep_deleted BEFORE DELETE ON public.payment_methods FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.tg__keep_deleted();

CREATE TRIGGER _010_keep_deleted BEFORE DELETE ON public.products FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.tg__keep_deleted();

CREATE TRIGGER _010_keep_deleted BEFORE DELETE ON public.slides FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.tg__keep_deleted();

CREATE TRIGGER _010_keep_deleted BEFORE DELETE ON public.transactions FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.tg__keep_deleted();

CREATE TRIGGER _040_require_recent_sign_in BEFORE INSERT OR DELETE OR UPDATE ON public.payment_methods FOR EACH ROW EXECUTE FUNCTION private.tg__require_recent_sign_in();

CREATE TRIGGER _040_until_the_deadline BEFORE INSERT ON public.audition_registrations FOR EACH ROW WHEN ((private.app_role() = 'talent'::text)) EXECUTE FUNCTION private.tg_audition_registrations__until_the_deadline();

CREATE TRIGGER _050_set_timestamps BEFORE INSERT ON public.delivery_details FOR EACH ROW WHEN ((private.app_role() = 'talent'::text)) EXECUTE FUNCTION private.tg__set_timestamps();

CREATE TRIGGER _050_set_timestamps BEFORE INSERT ON public.notification_choices FOR EACH ROW WHEN ((private.app_role() IS NOT NULL)) EXECUTE FUNCTION private.tg__set_timestamps();

CREATE TRIGGER _050_write_addresses BEFORE INSERT OR UPDATE ON public.about_us_section FOR EACH ROW EXECUTE FUNCTION private.tg__write_addresses('image', 'about-us-section');

CREATE TRIGGER _050_write_addresses BEFORE INSERT OR UPDATE ON public.audition_registrations FOR EACH ROW EXECUTE FUNCTION private.tg__write_addresses('comcard_image', 'audition-registrations/comcards', 'invoice_image', 'audition-registrations/invoices');

CREATE TRIGGER _050_write_addresses BEFORE INSERT OR UPDATE ON public.gallery FOR EACH ROW EXECUTE FUNCTION private.tg__write_addresses('image', 'gallery');

CREATE TRIGGER _050_write_addresses BEFORE INSERT OR UPDATE ON public.payment_methods FOR EACH ROW EXECUTE FUNCTION private.tg__write_addresses('qris_image', 'payment-methods');

CREATE TRIGGER _050_write_addresses BEFORE INSERT OR UPDATE ON public.products FOR EACH ROW EXECUTE FUNCTION private.tg__write_addresses('image', 'products', 'pictures', 'products');

CREATE TRIGGER _050_write_addresses BEFORE INSERT OR UPDATE ON public.slides FOR EACH ROW EXECUTE FUNCTION private.tg__write_addresses('image', 'slides');

CREATE TRIGGER _050_write_addresses BEFORE INSERT OR UPDATE OF invoice_image ON public.transactions FOR EACH ROW EXECUTE FUNCTION private.tg__write_addresses('invoice_image', 'transactions/invoices');

CREATE TRIGGER _060_count_from_shown BEFORE UPDATE OF sizes ON public.products FOR EACH ROW WHEN (jsonb_path_exists(new.sizes, 'strict $[*]?(exists (@."was"))'::jsonpath, '{}'::jsonb, true)) EXECUTE FUNCTION private.tg_products__count_from_shown();

CREATE TRIGGER _060_require_static_qris BEFORE INSERT OR UPDATE OF qris ON public.payment_methods FOR EACH ROW EXECUTE FUNCTION private.tg_payment_methods__require_static_qris();

CREATE TRIGGER _060_write_line_addresses BEFORE INSERT OR UPDATE OF transactions ON public.transactions FOR EACH ROW WHEN (((CURRENT_USER = 'service_role'::name) OR (private.app_role() = 'admin'::text))) EXECUTE FUNCTION private.tg_transactions__write_line_addresses();

CREATE TRIGGER _100_forget AFTER UPDATE OF user_id ON public.order_deliveries FOR EACH ROW WHEN ((new.user_id IS NULL)) EXECUTE FUNCTION private.tg_order_deliveries__forget();

CREATE TRIGGER _100_keep_owner BEFORE UPDATE ON public.notification_choices FOR EACH ROW EXECUTE FUNCTION private.tg_notification_choices__keep_owner();

CREATE TRIGGER _100_keep_owner BEFORE UPDATE ON public.transactions FOR EACH ROW EXECUTE FUNCTION private.tg_transactions__keep_owner();

CREATE TRIGGER _100_normalise BEFORE INSERT OR UPDATE ON public.delivery_details FOR EACH ROW EXECUTE FUNCTION private.tg_delivery_details__normalise();

CREATE TRIGGER _100_note_reviewer AFTER INSERT OR UPDATE OF decision ON public.reviews FOR EACH ROW EXECUTE FUNCTION private.tg_reviews__note_reviewer();

CREATE TRIGGER _100_replace BEFORE INSERT ON public.push_subscriptions FOR EACH ROW EXECUTE FUNCTION private.tg_push_subscriptions__replace();

CREATE TRIGGER _100_set_timestamps BEFORE INSERT ON public.audition_registrations FOR EACH ROW WHEN ((private.app_role() = 'talent'::text)) EXECUTE FUNCTION private.tg__set_timestamps();

CREATE TRIGGER _100_set_updated_at BEFORE UPDATE ON public.about_us FOR EACH ROW EXECUTE FUNCTION private.tg__set_updated_at();

CREATE TRIGGER _100_set_updated_at BEFORE UPDATE ON public.about_us_section FOR EACH ROW EXECUTE FUNCTION private.tg__set_updated_at();

CREATE TRIGGER _100_set_updated_at BEFORE UPDATE ON public.audition_announcements FOR EACH ROW EXECUTE FUNCTION private.tg__set_updated_at();

CREATE TRIGGER _100_set_updated_at BEFORE UPDATE ON public.audition_registrations FOR EACH ROW EXECUTE FUNCTION private.tg__set_updated_at();

CREATE TRIGGER _100_set_updated_at BEFORE UPDATE ON public.gallery FOR EACH ROW EXECUTE FUNCTION private.tg__set_updated_at();

CREATE TRIGGER _100_set_updated_at BEFORE UPDATE ON public.payment_methods FOR EACH ROW EXECUTE FUNCTION private.tg__set_updated_at();

CREATE TRIGGER _100_set_updated_at BEFORE UPDATE ON public.products FOR EACH ROW EXECUTE FUNCTION private.tg__set_updated_at();

CREATE TRIGGER _100_set_updated_at BEFORE UPDATE ON public.slides FOR EACH ROW EXECUTE FUNCTION private.tg__set_updated_at();

CREATE TRIGGER _100_validate BEFORE INSERT ON public.transactions FOR EACH ROW WHEN (row_security_active('public.transactions'::text)) EXECUTE FUNCTION private.tg_transactions__validate();

CREATE TRIGGER _110_begin_sort_time BEFORE INSERT ON public.gallery FOR EACH ROW EXECUTE FUNCTION private.tg__begin_sort_time();

CREATE TRIGGER _110_begin_sort_time BEFORE INSERT ON public.slides FOR EACH ROW EXECUTE FUNCTION private.tg__begin_sort_time();

CREATE TRIGGER _150_one_proof_each BEFORE INSERT OR UPDATE OF invoice_image ON public.transactions FOR EACH ROW WHEN (row_security_active('public.transactions'::text)) EXECUTE FUNCTION private.tg_transactions__one_proof_each();

CREATE TRIGGER _200_set_updated_at BEFORE UPDATE ON public.transactions FOR EACH ROW EXECUTE FUNCTION private.tg__set_updated_at();

CREATE TRIGGER _700_require_pictures AFTER INSERT OR UPDATE ON public.about_us_section FOR EACH ROW WHEN (row_security_active('public.about_us_section'::text)) EXECUTE FUNCTION private.tg__require_pictures('image', 'about-us-section');

CREATE TRIGGER _700_require_pictures AFTER INSERT OR UPDATE ON public.audition_registrations FOR EACH ROW WHEN (row_security_active('public.audition_registrations'::text)) EXECUTE FUNCTION private.tg__require_pictures('comcard_image', 'audition-registrations/comcards', 'invoice_image', 'audition-registrations/invoices');

CREATE TRIGGER _700_require_pictures AFTER INSERT OR UPDATE ON public.gallery FOR EACH ROW WHEN (row_security_active('public.gallery'::text)) EXECUTE FUNCTION private.tg__require_pictures('image', 'gallery');

CREATE TRIGGER _700_require_pictures AFTER INSERT OR UPDATE ON public.payment_methods FOR EACH ROW WHEN (row_security_active('public.payment_methods'::text)) EXECUTE FUNCTION private.tg__require_pictures('qris_image', 'payment-methods');

CREATE TRIGGER _700_require_pictures AFTER INSERT OR UPDATE ON public.products FOR EACH ROW WHEN (row_security_active('public.products'::text)) EXECUTE FUNCTION private.tg__require_pictures('image', 'products', 'pictures', 'products');

CREATE TRIGGER _700_require_pictures AFTER INSERT OR UPDATE ON public.slides FOR EACH ROW WHEN (row_security_active('public.slides'::text)) EXECUTE FUNCTION private.tg__require_pictures('image', 'slides');

CREATE TRIGGER _700_require_pictures AFTER INSERT OR UPDATE OF invoice_image ON public.transactions FOR EACH ROW WHEN (row_security_active('public.transactions'::text)) EXECUTE FUNCTION private.tg__require_pictures('invoice_image', 'transactions/invoices');

CREATE TRIGGER _800_write_audit_entry AFTER INSERT OR DELETE OR UPDATE ON public.payment_methods FOR EACH ROW EXECUTE FUNCTION private.tg__write_audit_entry('uuid');

CREATE TRIGGER _800_write_audit_entry AFTER UPDATE ON public.products FOR EACH ROW WHEN ((new.price <> old.price)) EXECUTE FUNCTION private.tg__write_audit_entry('uuid');

CREATE TRIGGER _800_write_audit_entry AFTER INSERT OR DELETE OR UPDATE ON public.reviews FOR EACH ROW EXECUTE FUNCTION private.tg__write_audit_entry('record');

CREATE TRIGGER _800_write_audit_entry AFTER INSERT OR DELETE OR UPDATE ON public.statement_formats FOR EACH ROW EXECUTE FUNCTION private.tg__write_audit_entry('fingerprint');

CREATE TRIGGER _800_write_audit_entry AFTER DELETE ON public.statement_lines FOR EACH ROW EXECUTE FUNCTION private.tg__write_audit_entry('uuid');

CREATE TRIGGER _800_write_audit_entry AFTER INSERT OR DELETE ON public.statement_ties FOR EACH ROW EXECUTE FUNCTION private.tg__write_audit_entry('record');

CREATE TRIGGER _800_write_audit_entry AFTER DELETE OR UPDATE ON public.transactions FOR EACH ROW EXECUTE FUNCTION private.tg__write_audit_entry('uuid');

CREATE TRIGGER _810_write_audit_entry_of_deletion AFTER DELETE ON public.products FOR EACH ROW EXECUTE FUNCTION private.tg__write_audit_entry('uuid');

CREATE TRIGGER _810_write_audit_entry_of_others AFTER INSERT ON public.transactions FOR EACH ROW WHEN (((CURRENT_USER = 'service_role'::name) OR (private.app_role() = 'admin'::text))) EXECUTE FUNCTION private.tg__write_audit_entry('uuid');

CREATE TRIGGER _850_note_pictures AFTER INSERT OR UPDATE ON public.about_us_section FOR EACH ROW EXECUTE FUNCTION private.tg__note_pictures('image', 'about-us-section');

CREATE TRIGGER _850_note_pictures AFTER INSERT OR UPDATE ON public.audition_registrations FOR EACH ROW EXECUTE FUNCTION private.tg__note_pictures('comcard_image', 'audition-registrations/comcards', 'invoice_image', 'audition-registrations/invoices');

CREATE TRIGGER _850_note_pictures AFTER INSERT OR UPDATE ON public.gallery FOR EACH ROW EXECUTE FUNCTION private.tg__note_pictures('image', 'gallery');

CREATE TRIGGER _850_note_pictures AFTER INSERT OR UPDATE ON public.payment_methods FOR EACH ROW EXECUTE FUNCTION private.tg__note_pictures('qris_image', 'payment-methods');

CREATE TRIGGER _850_note_pictures AFTER INSERT OR UPDATE ON public.products FOR EACH ROW EXECUTE FUNCTION private.tg__note_pictures('image', 'products', 'pictures', 'products');

CREATE TRIGGER _850_note_pictures AFTER INSERT OR UPDATE ON public.slides FOR EACH ROW EXECUTE FUNCTION private.tg__note_pictures('image', 'slides');

CREATE TRIGGER _850_note_pictures AFTER INSERT OR UPDATE OF invoice_image ON public.transactions FOR EACH ROW EXECUTE FUNCTION private.tg__note_pictures('invoice_image', 'transactions/invoices');

CREATE TRIGGER _860_settle_proof AFTER INSERT OR UPDATE ON public.transactions FOR EACH ROW WHEN ((new.status <> 'Processed'::text)) EXECUTE FUNCTION private.tg_transactions__settle_proof();

CREATE TRIGGER _870_copy_delivery AFTER INSERT ON public.transactions FOR EACH ROW EXECUTE FUNCTION private.tg_transactions__copy_delivery();

CREATE TRIGGER _875_forget_delivery AFTER UPDATE OF status ON public.transactions FOR EACH ROW WHEN ((new.status <> ALL (ARRAY['Processed'::text, 'Accepted'::text]))) EXECUTE FUNCTION private.tg_transactions__forget_delivery();

CREATE TRIGGER _880_enter_stock AFTER INSERT OR UPDATE OF sizes ON public.products FOR EACH ROW EXECUTE FUNCTION private.tg_products__enter_stock();

CREATE TRIGGER _880_hold_stock AFTER INSERT ON public.transactions FOR EACH ROW WHEN (row_security_active('public.transactions'::text)) EXECUTE FUNCTION private.tg_transactions__hold_stock();

CREATE TRIGGER _885_hold_stock AFTER DELETE OR UPDATE OF status, transactions ON public.transactions FOR EACH ROW EXECUTE FUNCTION private.tg_transactions__hold_stock();

CREATE TRIGGER _890_note_amount AFTER INSERT ON public.audition_registrations FOR EACH ROW EXECUTE FUNCTION private.tg_audition_registrations__note_amount();

CREATE TRIGGER _890_note_amount AFTER INSERT ON public.transactions FOR EACH ROW EXECUTE FUNCTION private.tg_transactions__note_amount();

CREATE TRIGGER _891_follow_total AFTER UPDATE OF transactions ON public.transactions FOR EACH ROW WHEN ((new.transactions IS DISTINCT FROM old.transactions)) EXECUTE FUNCTION private.tg_transactions__follow_total();

CREATE TRIGGER _892_note_review_of_others AFTER INSERT ON public.transactions FOR EACH ROW WHEN ((new.status <> 'Processed'::text)) EXECUTE FUNCTION private.tg_transactions__note_review();

CREATE TRIGGER _893_note_review AFTER UPDATE OF status ON public.transactions FOR EACH ROW WHEN ((new.status <> old.status)) EXECUTE FUNCTION private.tg_transactions__note_review();

CREATE TRIGGER _895_forget_payment AFTER DELETE ON public.audition_registrations FOR EACH ROW EXECUTE FUNCTION private.tg__forget_payment();

CREATE TRIGGER _895_forget_payment AFTER DELETE ON public.transactions FOR EACH ROW EXECUTE FUNCTION private.tg__forget_payment();

CREATE TRIGGER _900_drop_mails AFTER INSERT OR UPDATE ON public.notification_choices FOR EACH ROW WHEN ((NOT new.mail)) EXECUTE FUNCTION private.tg_notification_choices__drop_mails();

CREATE TRIGGER _900_notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.about_us FOR EACH STATEMENT EXECUTE FUNCTION private.tg__notify_content_changed();

CREATE TRIGGER _900_notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.about_us_section FOR EACH STATEMENT EXECUTE FUNCTION private.tg__notify_content_changed();

CREATE TRIGGER _900_notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.gallery FOR EACH STATEMENT EXECUTE FUNCTION private.tg__notify_content_changed();

CREATE TRIGGER _900_notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.payment_methods FOR EACH STATEMENT EXECUTE FUNCTION private.tg__notify_content_changed();

CREATE TRIGGER _900_notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.products FOR EACH STATEMENT EXECUTE FUNCTION private.tg__notify_content_changed();

CREATE TRIGGER _900_notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.slides FOR EACH STATEMENT EXECUTE FUNCTION private.tg__notify_content_changed();

CREATE TRIGGER _900_seal AFTER INSERT OR DELETE OR UPDATE ON public.transactions FOR EACH ROW EXECUTE FUNCTION private.tg_transactions__seal();

CREATE TRIGGER _910_enqueue_event AFTER INSERT ON public.audition_announcements FOR EACH ROW WHEN (row_security_active('public.audition_announcements'::text)) EXECUTE FUNCTION private.tg__enqueue_event('announcement_made', '15 seconds');

CREATE TRIGGER _910_enqueue_event AFTER INSERT ON public.audition_registrations FOR EACH ROW WHEN (row_security_active('public.audition_registrations'::text)) EXECUTE FUNCTION private.tg__enqueue_event('registration_received', '0 seconds');

CREATE TRIGGER _910_enqueue_event AFTER INSERT OR DELETE OR UPDATE ON public.payment_methods FOR EACH ROW EXECUTE FUNCTION private.tg_payment_methods__enqueue_event();

CREATE TRIGGER _910_enqueue_event AFTER INSERT OR DELETE OR UPDATE ON public.reviews FOR EACH ROW EXECUTE FUNCTION private.tg_reviews__enqueue_event();

CREATE TRIGGER _910_enqueue_event AFTER INSERT ON public.transactions FOR EACH ROW WHEN (row_security_active('public.transactions'::text)) EXECUTE FUNCTION private.tg_transactions__enqueue_event();

CREATE TRIGGER _915_note_decision AFTER UPDATE OF status ON public.transactions FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION private.tg_transactions__enqueue_event();

ALTER TABLE ONLY private.amount_reservations
    ADD CONSTRAINT amount_reservations_user_id_is_an_account FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY private.messages
    ADD CONSTRAINT messages_user_id_is_an_account FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY private.reviewers
    ADD CONSTRAINT reviewers_have_reviewed FOREIGN KEY (place, record) REFERENCES public.reviews(place, record) ON DELETE CASCADE;

ALTER TABLE ONLY private.unsubscribe_tokens
    ADD CONSTRAINT unsubscribe_tokens_user_id_is_an_account FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY private.user_roles
    ADD CONSTRAINT user_roles_user_id_is_an_account FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.audition_announcements
    ADD CONSTRAINT audition_announcements_user_id_is_an_account FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.audition_registrations
    ADD CONSTRAINT audition_registrations_user_id_is_an_account FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.delivery_details
    ADD CONSTRAINT delivery_details_user_id_is_an_account FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.notification_choices
    ADD CONSTRAINT notification_choices_user_id_is_an_account FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.order_deliveries
    ADD CONSTRAINT order_deliveries_order_uuid_is_an_order FOREIGN KEY (order_uuid) REFERENCES public.transactions(uuid) ON DELETE CASCADE;

ALTER TABLE ONLY public.order_deliveries
    ADD CONSTRAINT order_deliveries_user_id_is_an_account FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.push_subscriptions
    ADD CONSTRAINT push_subscriptions_user_id_is_an_account FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.statement_ties
    ADD CONSTRAINT statement_ties_line_uuid_is_a_line FOREIGN KEY (line_uuid) REFERENCES public.statement_lines(uuid) ON DELETE RESTRICT;

ALTER TABLE private.amount_reservations ENABLE ROW LEVEL SECURITY;

ALTER TABLE private.backups ENABLE ROW LEVEL SECURITY;

ALTER TABLE private.deleted_records ENABLE ROW LEVEL SECURITY;

ALTER TABLE private.made_rules ENABLE ROW LEVEL SECURITY;

ALTER TABLE private.maintenance ENABLE ROW LEVEL SECURITY;

ALTER TABLE private.messages ENABLE ROW LEVEL SECURITY;

ALTER TABLE private.migrations ENABLE ROW LEVEL SECURITY;

ALTER TABLE private.object_names ENABLE ROW LEVEL SECURITY;

ALTER TABLE private.order_seals ENABLE ROW LEVEL SECURITY;

ALTER TABLE private.outbox ENABLE ROW LEVEL SECURITY;

ALTER TABLE private.push_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE private.record_pictures ENABLE ROW LEVEL SECURITY;

ALTER TABLE private.reviewers ENABLE ROW LEVEL SECURITY;

ALTER TABLE private.running_periods ENABLE ROW LEVEL SECURITY;

ALTER TABLE private.shop ENABLE ROW LEVEL SECURITY;

ALTER TABLE private.stock ENABLE ROW LEVEL SECURITY;

ALTER TABLE private.stock_holds ENABLE ROW LEVEL SECURITY;

ALTER TABLE private.unsubscribe_tokens ENABLE ROW LEVEL SECURITY;

ALTER TABLE private.user_roles ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.about_us ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.about_us_section ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.amounts_due ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.audit_log ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.audition_announcements ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.audition_registrations ENABLE ROW LEVEL SECURITY;

CREATE POLICY delete_as_admin ON public.about_us FOR DELETE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY delete_as_admin ON public.about_us_section FOR DELETE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY delete_as_admin ON public.audition_announcements FOR DELETE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY delete_as_admin ON public.audition_registrations FOR DELETE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY delete_as_admin ON public.gallery FOR DELETE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY delete_as_admin ON public.payment_methods FOR DELETE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY delete_as_admin ON public.products FOR DELETE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY delete_as_admin ON public.slides FOR DELETE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY delete_as_admin ON public.transactions FOR DELETE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY delete_own ON public.delivery_details FOR DELETE TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));

CREATE POLICY delete_own ON public.push_subscriptions FOR DELETE TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) IS NOT NULL)));

CREATE POLICY delete_own ON public.transactions FOR DELETE TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));

ALTER TABLE public.delivery_details ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.gallery ENABLE ROW LEVEL SECURITY;

CREATE POLICY insert_as_admin ON public.about_us FOR INSERT TO authenticated WITH CHECK ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY insert_as_admin ON public.about_us_section FOR INSERT TO authenticated WITH CHECK ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY insert_as_admin ON public.audition_announcements FOR INSERT TO authenticated WITH CHECK ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY insert_as_admin ON public.audition_registrations FOR INSERT TO authenticated WITH CHECK ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY insert_as_admin ON public.gallery FOR INSERT TO authenticated WITH CHECK ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY insert_as_admin ON public.payment_methods FOR INSERT TO authenticated WITH CHECK ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY insert_as_admin ON public.products FOR INSERT TO authenticated WITH CHECK ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY insert_as_admin ON public.slides FOR INSERT TO authenticated WITH CHECK ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY insert_own ON public.audition_registrations FOR INSERT TO authenticated WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text) AND (NOT private.is_uploaded_by_another(private.picture_folder('audition_registrations'::text, 'comcard_image'::text), comcard_image)) AND (NOT private.is_uploaded_by_another(private.picture_folder('audition_registrations'::text, 'invoice_image'::text), invoice_image))));

CREATE POLICY insert_own ON public.delivery_details FOR INSERT TO authenticated WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));

CREATE POLICY insert_own ON public.notification_choices FOR INSERT TO authenticated WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) IS NOT NULL)));

CREATE POLICY insert_own ON public.push_subscriptions FOR INSERT TO authenticated WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) IS NOT NULL)));

CREATE POLICY insert_own ON public.transactions FOR INSERT TO authenticated WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND (status = 'Processed'::text) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));

ALTER TABLE public.notification_choices ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.order_deliveries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.payment_methods ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.products ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.push_subscriptions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.reviews ENABLE ROW LEVEL SECURITY;

CREATE POLICY select_all ON public.about_us FOR SELECT TO anon, authenticated USING (true);

CREATE POLICY select_all ON public.about_us_section FOR SELECT TO anon, authenticated USING (true);

CREATE POLICY select_all ON public.gallery FOR SELECT TO anon, authenticated USING (true);

CREATE POLICY select_all ON public.payment_methods FOR SELECT TO anon, authenticated USING (true);

CREATE POLICY select_all ON public.products FOR SELECT TO anon, authenticated USING (true);

CREATE POLICY select_all ON public.slides FOR SELECT TO anon, authenticated USING (true);

CREATE POLICY select_all_as_admin ON public.transactions FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY select_all_as_leader ON public.audition_announcements FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = ANY (ARRAY['leadership'::text, 'admin'::text])));

CREATE POLICY select_all_as_leader ON public.audition_registrations FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = ANY (ARRAY['leadership'::text, 'admin'::text])));

CREATE POLICY select_as_admin ON public.amounts_due FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY select_as_admin ON public.audit_log FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY select_as_admin ON public.order_deliveries FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY select_as_admin ON public.reviews FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY select_as_admin ON public.statement_formats FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY select_as_admin ON public.statement_lines FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY select_as_admin ON public.statement_ties FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY select_own ON public.amounts_due FOR SELECT TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));

CREATE POLICY select_own ON public.audition_announcements FOR SELECT TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));

CREATE POLICY select_own ON public.audition_registrations FOR SELECT TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));

CREATE POLICY select_own ON public.delivery_details FOR SELECT TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));

CREATE POLICY select_own ON public.notification_choices FOR SELECT TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) IS NOT NULL)));

CREATE POLICY select_own ON public.order_deliveries FOR SELECT TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));

CREATE POLICY select_own ON public.push_subscriptions FOR SELECT TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) IS NOT NULL)));

CREATE POLICY select_own ON public.reviews FOR SELECT TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));

CREATE POLICY select_own ON public.transactions FOR SELECT TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));

ALTER TABLE public.slides ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.statement_formats ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.statement_lines ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.statement_ties ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.transactions ENABLE ROW LEVEL SECURITY;

CREATE POLICY update_as_admin ON public.about_us FOR UPDATE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY update_as_admin ON public.about_us_section FOR UPDATE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY update_as_admin ON public.audition_announcements FOR UPDATE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY update_as_admin ON public.audition_registrations FOR UPDATE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY update_as_admin ON public.gallery FOR UPDATE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY update_as_admin ON public.payment_methods FOR UPDATE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY update_as_admin ON public.products FOR UPDATE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY update_as_admin ON public.slides FOR UPDATE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY update_as_admin ON public.transactions FOR UPDATE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY update_own ON public.delivery_details FOR UPDATE TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));

CREATE POLICY update_own ON public.notification_choices FOR UPDATE TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) IS NOT NULL)));

GRANT USAGE ON SCHEMA private TO supabase_auth_admin;
GRANT USAGE ON SCHEMA private TO supabase_storage_admin;

REVOKE USAGE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO anon;
GRANT USAGE ON SCHEMA public TO authenticated;
GRANT USAGE ON SCHEMA public TO service_role;

REVOKE ALL ON FUNCTION private.account_digits(account text) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.actor() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.amounts_in_use(lowest bigint, highest bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.app_role() FROM PUBLIC;
GRANT ALL ON FUNCTION private.app_role() TO authenticated;
GRANT ALL ON FUNCTION private.app_role() TO service_role;

REVOKE ALL ON FUNCTION private.are_complete_lines(lines jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.are_counted(lines jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.is_image(value jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.is_image(value jsonb) TO authenticated;
GRANT ALL ON FUNCTION private.is_image(value jsonb) TO service_role;

REVOKE ALL ON FUNCTION private.are_images(value jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.are_images(value jsonb) TO authenticated;
GRANT ALL ON FUNCTION private.are_images(value jsonb) TO service_role;

REVOKE ALL ON FUNCTION private.are_order_lines(value jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.are_order_lines(value jsonb) TO authenticated;
GRANT ALL ON FUNCTION private.are_order_lines(value jsonb) TO service_role;

REVOKE ALL ON FUNCTION private.are_sizes(value jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.are_sizes(value jsonb) TO authenticated;
GRANT ALL ON FUNCTION private.are_sizes(value jsonb) TO service_role;

REVOKE ALL ON FUNCTION private.are_translations(value jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.are_translations(value jsonb) TO authenticated;
GRANT ALL ON FUNCTION private.are_translations(value jsonb) TO service_role;

REVOKE ALL ON FUNCTION private.backup_due_since(at timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.backup_state() FROM PUBLIC;
GRANT ALL ON FUNCTION private.backup_state() TO supabase_auth_admin;

REVOKE ALL ON FUNCTION private.begin_review(place text, record uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.begin_sending(message uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION private.begin_sending(message uuid) TO supabase_auth_admin;

REVOKE ALL ON FUNCTION private.buyer_email(person uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION private.buyer_email(person uuid) TO authenticated;

REVOKE ALL ON FUNCTION private.buyer_name(person uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION private.buyer_name(person uuid) TO authenticated;

REVOKE ALL ON FUNCTION private.buyers() FROM PUBLIC;
GRANT ALL ON FUNCTION private.buyers() TO authenticated;

REVOKE ALL ON FUNCTION private.cancel_pending_events(about uuid, kinds text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.claimed_by(person uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.crc16(content bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION private.crc16(content bytea) TO authenticated;
GRANT ALL ON FUNCTION private.crc16(content bytea) TO service_role;

REVOKE ALL ON FUNCTION private.create_messages(sends_mail boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION private.create_messages(sends_mail boolean) TO supabase_auth_admin;

REVOKE ALL ON FUNCTION private.data_of(person uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.discard_pending_messages() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.display_name_of(person uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.due_messages(most integer, ways text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION private.due_messages(most integer, ways text[]) TO supabase_auth_admin;

REVOKE ALL ON FUNCTION private.end_devices_of(session uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION private.end_devices_of(session uuid) TO supabase_auth_admin;

REVOKE ALL ON FUNCTION private.enqueue_event(kind text, place text, record uuid, person uuid, data jsonb, pause interval) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.enter_stock(product uuid, sizes jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.everyone_reads_admins_keep(content regclass) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.expired_pictures() FROM PUBLIC;
GRANT ALL ON FUNCTION private.expired_pictures() TO supabase_storage_admin;

REVOKE ALL ON FUNCTION private.facts_of(event private.outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.folder_of(object_name text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.folder_of(object_name text) TO authenticated;
GRANT ALL ON FUNCTION private.folder_of(object_name text) TO supabase_storage_admin;

REVOKE ALL ON FUNCTION private.forget_deleted_records() FROM PUBLIC;
GRANT ALL ON FUNCTION private.forget_deleted_records() TO supabase_storage_admin;

REVOKE ALL ON FUNCTION private.forget_push_subscription(gone text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.forget_push_subscription(gone text) TO supabase_auth_admin;

REVOKE ALL ON FUNCTION private.free_amount(total bigint, step integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.give_role(person uuid, new_role text) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.has_doubtful_proof(place text, records uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.has_ended(session uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.has_recent_proof() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.held_pieces(product uuid, wanted text) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.hold_restored(ordered jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.hold_stock(this_order uuid, was jsonb, is_now jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.is_audited_picture(bucket text, object_name text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.is_audited_picture(bucket text, object_name text) TO authenticated;
GRANT ALL ON FUNCTION private.is_audited_picture(bucket text, object_name text) TO service_role;
GRANT ALL ON FUNCTION private.is_audited_picture(bucket text, object_name text) TO supabase_storage_admin;

REVOKE ALL ON FUNCTION private.is_claimed(object_name text) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.is_due(message private.messages) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.is_evidence(object_name text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.is_evidence(object_name text) TO authenticated;

REVOKE ALL ON FUNCTION private.is_name_of_a_picture(object_name text) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.is_named_by_another(file text, this_place text, this_record uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.picture_columns() FROM PUBLIC;
GRANT ALL ON FUNCTION private.picture_columns() TO anon;
GRANT ALL ON FUNCTION private.picture_columns() TO authenticated;
GRANT ALL ON FUNCTION private.picture_columns() TO service_role;
GRANT ALL ON FUNCTION private.picture_columns() TO supabase_storage_admin;

REVOKE ALL ON FUNCTION private.is_personal(bucket text, object_name text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.is_personal(bucket text, object_name text) TO anon;
GRANT ALL ON FUNCTION private.is_personal(bucket text, object_name text) TO authenticated;
GRANT ALL ON FUNCTION private.is_personal(bucket text, object_name text) TO service_role;
GRANT ALL ON FUNCTION private.is_personal(bucket text, object_name text) TO supabase_storage_admin;

REVOKE ALL ON FUNCTION private.is_read_by_leaders(object_name text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.is_read_by_leaders(object_name text) TO authenticated;

REVOKE ALL ON FUNCTION private.is_settled_proof(object_name text) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.is_uploaded_by_another(folder text, image jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.is_uploaded_by_another(folder text, image jsonb) TO authenticated;

REVOKE ALL ON FUNCTION private.keep_pictures(content regclass, updates text) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.last_proof() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.lines_from_products(lines jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.lines_of_file(lines jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.lock_stock(lines jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.maintenance_message() FROM PUBLIC;
GRANT ALL ON FUNCTION private.maintenance_message() TO supabase_auth_admin;

REVOKE ALL ON FUNCTION private.matches() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.most_differing_bits() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.name_of(person uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.named_pictures() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.note_amount(place text, record uuid, person uuid, total bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.note_pictures() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.note_running(jumped boolean, recoverable_for interval) FROM PUBLIC;
GRANT ALL ON FUNCTION private.note_running(jumped boolean, recoverable_for interval) TO supabase_storage_admin;

REVOKE ALL ON FUNCTION private.payables() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.qris_fields(code text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.qris_fields(code text) TO authenticated;
GRANT ALL ON FUNCTION private.qris_fields(code text) TO service_role;

REVOKE ALL ON FUNCTION private.qris_fault(code text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.qris_fault(code text) TO authenticated;
GRANT ALL ON FUNCTION private.qris_fault(code text) TO service_role;

GRANT SELECT ON TABLE public.payment_methods TO anon;
GRANT SELECT,DELETE ON TABLE public.payment_methods TO authenticated;
GRANT SELECT,DELETE ON TABLE public.payment_methods TO service_role;

GRANT INSERT(uuid),UPDATE(uuid) ON TABLE public.payment_methods TO authenticated;
GRANT INSERT(uuid),UPDATE(uuid) ON TABLE public.payment_methods TO service_role;

GRANT INSERT(pathname),UPDATE(pathname) ON TABLE public.payment_methods TO authenticated;
GRANT INSERT(pathname),UPDATE(pathname) ON TABLE public.payment_methods TO service_role;

GRANT INSERT(payment_account),UPDATE(payment_account) ON TABLE public.payment_methods TO authenticated;
GRANT INSERT(payment_account),UPDATE(payment_account) ON TABLE public.payment_methods TO service_role;

GRANT INSERT(account_number),UPDATE(account_number) ON TABLE public.payment_methods TO authenticated;
GRANT INSERT(account_number),UPDATE(account_number) ON TABLE public.payment_methods TO service_role;

GRANT INSERT(qris_image),UPDATE(qris_image) ON TABLE public.payment_methods TO authenticated;
GRANT INSERT(qris_image),UPDATE(qris_image) ON TABLE public.payment_methods TO service_role;

GRANT INSERT(full_name),UPDATE(full_name) ON TABLE public.payment_methods TO authenticated;
GRANT INSERT(full_name),UPDATE(full_name) ON TABLE public.payment_methods TO service_role;

GRANT INSERT(created_at),UPDATE(created_at) ON TABLE public.payment_methods TO authenticated;
GRANT INSERT(created_at),UPDATE(created_at) ON TABLE public.payment_methods TO service_role;

GRANT INSERT(updated_at),UPDATE(updated_at) ON TABLE public.payment_methods TO authenticated;
GRANT INSERT(updated_at),UPDATE(updated_at) ON TABLE public.payment_methods TO service_role;

GRANT INSERT(fee),UPDATE(fee) ON TABLE public.payment_methods TO authenticated;
GRANT INSERT(fee),UPDATE(fee) ON TABLE public.payment_methods TO service_role;

GRANT INSERT(deadline),UPDATE(deadline) ON TABLE public.payment_methods TO authenticated;
GRANT INSERT(deadline),UPDATE(deadline) ON TABLE public.payment_methods TO service_role;

GRANT INSERT(qris),UPDATE(qris) ON TABLE public.payment_methods TO authenticated;
GRANT INSERT(qris),UPDATE(qris) ON TABLE public.payment_methods TO service_role;

GRANT INSERT(ceiling),UPDATE(ceiling) ON TABLE public.payment_methods TO authenticated;
GRANT INSERT(ceiling),UPDATE(ceiling) ON TABLE public.payment_methods TO service_role;

GRANT INSERT(exact_amounts),UPDATE(exact_amounts) ON TABLE public.payment_methods TO authenticated;
GRANT INSERT(exact_amounts),UPDATE(exact_amounts) ON TABLE public.payment_methods TO service_role;

REVOKE ALL ON FUNCTION private.payment_method_of(page text) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.payment_of(place text, record uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.payment_page_of(place text) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.perceptual_hash_of(bucket text, object_name text, metadata jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.picture_arguments(content regclass) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.picture_column_faults() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.picture_folder(place text, column_name text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.picture_folder(place text, column_name text) TO anon;
GRANT ALL ON FUNCTION private.picture_folder(place text, column_name text) TO authenticated;
GRANT ALL ON FUNCTION private.picture_folder(place text, column_name text) TO service_role;
GRANT ALL ON FUNCTION private.picture_folder(place text, column_name text) TO supabase_storage_admin;

REVOKE ALL ON FUNCTION private.picture_time(proof text) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.pictures_of_deleted() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.pieces_left(product uuid, wanted text) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.pieces_of(lines jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.push_key_pair() FROM PUBLIC;
GRANT ALL ON FUNCTION private.push_key_pair() TO supabase_auth_admin;

REVOKE ALL ON FUNCTION private.reads_one_picture() FROM PUBLIC;
GRANT ALL ON FUNCTION private.reads_one_picture() TO anon;
GRANT ALL ON FUNCTION private.reads_one_picture() TO authenticated;

REVOKE ALL ON FUNCTION private.recipients_of(event private.outbox, sends_mail boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.record_backup(why text, began timestamp with time zone, filename text, size_bytes bigint, failure text) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.records_with_picture(this_place text, this_record uuid, proof text) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.recover_messages() FROM PUBLIC;
GRANT ALL ON FUNCTION private.recover_messages() TO supabase_auth_admin;

REVOKE ALL ON FUNCTION private.recoverable() FROM PUBLIC;
GRANT ALL ON FUNCTION private.recoverable() TO supabase_storage_admin;

REVOKE ALL ON FUNCTION private.refuse_second_review(this_place text, this_record uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.refuse_stale_lines(lines jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.remember_language(person uuid, spoken text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.remember_language(person uuid, spoken text) TO supabase_auth_admin;

REVOKE ALL ON FUNCTION private.removal_of(person uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.remove_account(person uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.removed_of(person uuid, OUT files bigint, OUT bytes bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.require_administrator(action text) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.require_declared_pictures() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.require_own_invoice(caller uuid, filename text) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.require_recent_sign_in() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.require_stock(was jsonb, is_now jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.restore_amount(kept private.deleted_records) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.restore_pictures(kept private.deleted_records) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.restore_removed(removed_version text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.restore_removed(removed_version text) TO supabase_storage_admin;

REVOKE ALL ON FUNCTION private.restore_review(kept private.deleted_records) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.review_of(this_place text, this_record uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.reviewer_email(this_place text, this_record uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION private.reviewer_email(this_place text, this_record uuid) TO authenticated;

REVOKE ALL ON FUNCTION private.running_ago(age interval) FROM PUBLIC;
GRANT ALL ON FUNCTION private.running_ago(age interval) TO supabase_storage_admin;

REVOKE ALL ON FUNCTION private.rupiah(amount numeric) FROM PUBLIC;

GRANT SELECT,DELETE ON TABLE public.transactions TO authenticated;
GRANT SELECT,DELETE ON TABLE public.transactions TO service_role;

GRANT INSERT(uuid),UPDATE(uuid) ON TABLE public.transactions TO authenticated;
GRANT INSERT(uuid),UPDATE(uuid) ON TABLE public.transactions TO service_role;

GRANT INSERT(user_id),UPDATE(user_id) ON TABLE public.transactions TO authenticated;
GRANT INSERT(user_id),UPDATE(user_id) ON TABLE public.transactions TO service_role;

GRANT INSERT(transactions),UPDATE(transactions) ON TABLE public.transactions TO authenticated;
GRANT INSERT(transactions),UPDATE(transactions) ON TABLE public.transactions TO service_role;

GRANT INSERT(invoice_image),UPDATE(invoice_image) ON TABLE public.transactions TO authenticated;
GRANT INSERT(invoice_image),UPDATE(invoice_image) ON TABLE public.transactions TO service_role;

GRANT INSERT(status),UPDATE(status) ON TABLE public.transactions TO authenticated;
GRANT INSERT(status),UPDATE(status) ON TABLE public.transactions TO service_role;

GRANT INSERT(created_at),UPDATE(created_at) ON TABLE public.transactions TO authenticated;
GRANT INSERT(created_at),UPDATE(created_at) ON TABLE public.transactions TO service_role;

GRANT INSERT(updated_at),UPDATE(updated_at) ON TABLE public.transactions TO authenticated;
GRANT INSERT(updated_at),UPDATE(updated_at) ON TABLE public.transactions TO service_role;

REVOKE ALL ON FUNCTION private.seal_of(sealed public.transactions) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.served_another_order(filename text, this_order uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.settle_message(message uuid, outcome text, said text, retry_after interval) FROM PUBLIC;
GRANT ALL ON FUNCTION private.settle_message(message uuid, outcome text, said text, retry_after interval) TO supabase_auth_admin;

REVOKE ALL ON FUNCTION private.sha256_of(metadata jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.shop_id() FROM PUBLIC;
GRANT ALL ON FUNCTION private.shop_id() TO supabase_storage_admin;

REVOKE ALL ON FUNCTION private.show_stock(lines jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.still_named(versions text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION private.still_named(versions text[]) TO supabase_storage_admin;

REVOKE ALL ON FUNCTION private.tg__begin_sort_time() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg__enqueue_event() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg__forget_payment() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg__keep_deleted() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg__note_pictures() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg__notify_content_changed() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg__require_pictures() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg__require_recent_sign_in() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg__set_timestamps() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg__set_updated_at() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg__write_addresses() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg__write_audit_entry() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_audit_log__append_only() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_audition_registrations__note_amount() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_audition_registrations__until_the_deadline() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_delivery_details__normalise() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_maintenance__notify() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_notification_choices__drop_mails() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_notification_choices__keep_owner() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_objects__keep_where_people_pay() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_objects__quota() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_objects__use_name_once() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_order_deliveries__forget() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_payment_methods__enqueue_event() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_payment_methods__require_static_qris() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_products__count_from_shown() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_products__enter_stock() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_push_subscriptions__replace() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_reviews__enqueue_event() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_reviews__note_reviewer() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_transactions__copy_delivery() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_transactions__enqueue_event() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_transactions__follow_total() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_transactions__forget_delivery() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_transactions__hold_stock() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_transactions__keep_owner() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_transactions__note_amount() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_transactions__note_review() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_transactions__one_proof_each() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_transactions__only_talents_order() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_transactions__seal() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_transactions__settle_proof() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_transactions__validate() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_transactions__write_line_addresses() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_user_roles__mirror() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_users__begin_as_talent() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_users__forget_deleted_records() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.tg_users__mirror_role() FROM PUBLIC;

REVOKE ALL ON FUNCTION private.total_of(lines jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.total_of(lines jsonb) TO authenticated;

REVOKE ALL ON FUNCTION private.unclaimed_of(person uuid, OUT files bigint, OUT bytes bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.unclaimed_pictures(age interval) FROM PUBLIC;
GRANT ALL ON FUNCTION private.unclaimed_pictures(age interval) TO supabase_storage_admin;

REVOKE ALL ON FUNCTION private.unsure_lines(this_account text, lines jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.url_encoded(part text) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.wait_after_jump() FROM PUBLIC;
GRANT ALL ON FUNCTION private.wait_after_jump() TO supabase_storage_admin;

REVOKE ALL ON FUNCTION private.whatsapp_number(given text) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.with_address(image jsonb, folder text) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.with_pieces_left(product uuid, sizes jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.with_role(metadata jsonb, role text) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.with_stock_of_today(product jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION private.writes_through_the_shop() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.accept_matches(lines uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.accept_matches(lines uuid[]) TO authenticated;

REVOKE ALL ON FUNCTION public.backup_state() FROM PUBLIC;
GRANT ALL ON FUNCTION public.backup_state() TO authenticated;

REVOKE ALL ON FUNCTION public.delete_my_account() FROM PUBLIC;
GRANT ALL ON FUNCTION public.delete_my_account() TO authenticated;

REVOKE ALL ON FUNCTION public.deleted_records() FROM PUBLIC;
GRANT ALL ON FUNCTION public.deleted_records() TO authenticated;

REVOKE ALL ON FUNCTION public.failed_mails() FROM PUBLIC;
GRANT ALL ON FUNCTION public.failed_mails() TO authenticated;

REVOKE ALL ON FUNCTION public.import_statement(account text, lines jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.import_statement(account text, lines jsonb) TO authenticated;

REVOKE ALL ON FUNCTION public.my_data() FROM PUBLIC;
GRANT ALL ON FUNCTION public.my_data() TO authenticated;

REVOKE ALL ON FUNCTION public.my_removal() FROM PUBLIC;
GRANT ALL ON FUNCTION public.my_removal() TO authenticated;

REVOKE ALL ON FUNCTION public.my_role() FROM PUBLIC;
GRANT ALL ON FUNCTION public.my_role() TO authenticated;

REVOKE ALL ON FUNCTION public.open_payments(typed text, came bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.open_payments(typed text, came bigint) TO authenticated;

REVOKE ALL ON FUNCTION public.push_key() FROM PUBLIC;
GRANT ALL ON FUNCTION public.push_key() TO authenticated;

REVOKE ALL ON FUNCTION public.remember_format(fingerprint text, format jsonb, account text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.remember_format(fingerprint text, format jsonb, account text) TO authenticated;

REVOKE ALL ON FUNCTION public.reserve_amount(pathname text, total bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.reserve_amount(pathname text, total bigint) TO authenticated;

REVOKE ALL ON FUNCTION public.restore_record(place text, uuid uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.restore_record(place text, uuid uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.restore_removed_picture(name text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.restore_removed_picture(name text) TO authenticated;

REVOKE ALL ON FUNCTION public.review(place text, record uuid, decision text, reason text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.review(place text, record uuid, decision text, reason text) TO authenticated;

REVOKE ALL ON FUNCTION public.review_warnings(place text, record uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.review_warnings(place text, record uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.send_failed_mails() FROM PUBLIC;
GRANT ALL ON FUNCTION public.send_failed_mails() TO authenticated;

REVOKE ALL ON FUNCTION public.statement_matches() FROM PUBLIC;
GRANT ALL ON FUNCTION public.statement_matches() TO authenticated;

REVOKE ALL ON FUNCTION public.tie_line(line uuid, place text, records uuid[], accepting boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.tie_line(line uuid, place text, records uuid[], accepting boolean) TO authenticated;

REVOKE ALL ON FUNCTION public.undo_import(at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.undo_import(at timestamp with time zone) TO authenticated;

REVOKE ALL ON FUNCTION public.undo_review(place text, record uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.undo_review(place text, record uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.unsubscribe(token uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.unsubscribe(token uuid) TO anon;
GRANT ALL ON FUNCTION public.unsubscribe(token uuid) TO authenticated;

REVOKE ALL ON FUNCTION public.untie_line(line uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.untie_line(line uuid) TO authenticated;

GRANT SELECT ON TABLE public.about_us TO anon;
GRANT SELECT,DELETE ON TABLE public.about_us TO authenticated;
GRANT SELECT,DELETE ON TABLE public.about_us TO service_role;

GRANT INSERT(uuid),UPDATE(uuid) ON TABLE public.about_us TO authenticated;
GRANT INSERT(uuid),UPDATE(uuid) ON TABLE public.about_us TO service_role;

GRANT INSERT(heading),UPDATE(heading) ON TABLE public.about_us TO authenticated;
GRANT INSERT(heading),UPDATE(heading) ON TABLE public.about_us TO service_role;

GRANT INSERT(sub_heading),UPDATE(sub_heading) ON TABLE public.about_us TO authenticated;
GRANT INSERT(sub_heading),UPDATE(sub_heading) ON TABLE public.about_us TO service_role;

GRANT INSERT(description),UPDATE(description) ON TABLE public.about_us TO authenticated;
GRANT INSERT(description),UPDATE(description) ON TABLE public.about_us TO service_role;

GRANT INSERT(created_at),UPDATE(created_at) ON TABLE public.about_us TO authenticated;
GRANT INSERT(created_at),UPDATE(created_at) ON TABLE public.about_us TO service_role;

GRANT INSERT(updated_at),UPDATE(updated_at) ON TABLE public.about_us TO authenticated;
GRANT INSERT(updated_at),UPDATE(updated_at) ON TABLE public.about_us TO service_role;

GRANT INSERT(translations),UPDATE(translations) ON TABLE public.about_us TO authenticated;
GRANT INSERT(translations),UPDATE(translations) ON TABLE public.about_us TO service_role;

GRANT SELECT ON TABLE public.about_us_section TO anon;
GRANT SELECT,DELETE ON TABLE public.about_us_section TO authenticated;
GRANT SELECT,DELETE ON TABLE public.about_us_section TO service_role;

GRANT INSERT(uuid),UPDATE(uuid) ON TABLE public.about_us_section TO authenticated;
GRANT INSERT(uuid),UPDATE(uuid) ON TABLE public.about_us_section TO service_role;

GRANT INSERT(image),UPDATE(image) ON TABLE public.about_us_section TO authenticated;
GRANT INSERT(image),UPDATE(image) ON TABLE public.about_us_section TO service_role;

GRANT INSERT(heading),UPDATE(heading) ON TABLE public.about_us_section TO authenticated;
GRANT INSERT(heading),UPDATE(heading) ON TABLE public.about_us_section TO service_role;

GRANT INSERT(sub_heading),UPDATE(sub_heading) ON TABLE public.about_us_section TO authenticated;
GRANT INSERT(sub_heading),UPDATE(sub_heading) ON TABLE public.about_us_section TO service_role;

GRANT INSERT(description),UPDATE(description) ON TABLE public.about_us_section TO authenticated;
GRANT INSERT(description),UPDATE(description) ON TABLE public.about_us_section TO service_role;

GRANT INSERT(created_at),UPDATE(created_at) ON TABLE public.about_us_section TO authenticated;
GRANT INSERT(created_at),UPDATE(created_at) ON TABLE public.about_us_section TO service_role;

GRANT INSERT(updated_at),UPDATE(updated_at) ON TABLE public.about_us_section TO authenticated;
GRANT INSERT(updated_at),UPDATE(updated_at) ON TABLE public.about_us_section TO service_role;

GRANT INSERT(translations),UPDATE(translations) ON TABLE public.about_us_section TO authenticated;
GRANT INSERT(translations),UPDATE(translations) ON TABLE public.about_us_section TO service_role;

GRANT SELECT ON TABLE public.amounts_due TO authenticated;
GRANT SELECT ON TABLE public.amounts_due TO service_role;

GRANT SELECT ON TABLE public.audit_log TO authenticated;
GRANT SELECT ON TABLE public.audit_log TO service_role;

GRANT SELECT,DELETE ON TABLE public.audition_announcements TO authenticated;
GRANT SELECT,DELETE ON TABLE public.audition_announcements TO service_role;

GRANT INSERT(uuid),UPDATE(uuid) ON TABLE public.audition_announcements TO authenticated;
GRANT INSERT(uuid),UPDATE(uuid) ON TABLE public.audition_announcements TO service_role;

GRANT INSERT(user_id),UPDATE(user_id) ON TABLE public.audition_announcements TO authenticated;
GRANT INSERT(user_id),UPDATE(user_id) ON TABLE public.audition_announcements TO service_role;

GRANT INSERT(audition_status),UPDATE(audition_status) ON TABLE public.audition_announcements TO authenticated;
GRANT INSERT(audition_status),UPDATE(audition_status) ON TABLE public.audition_announcements TO service_role;

GRANT INSERT(training_time),UPDATE(training_time) ON TABLE public.audition_announcements TO authenticated;
GRANT INSERT(training_time),UPDATE(training_time) ON TABLE public.audition_announcements TO service_role;

GRANT INSERT(rehearsal_time),UPDATE(rehearsal_time) ON TABLE public.audition_announcements TO authenticated;
GRANT INSERT(rehearsal_time),UPDATE(rehearsal_time) ON TABLE public.audition_announcements TO service_role;

GRANT INSERT(audition_time),UPDATE(audition_time) ON TABLE public.audition_announcements TO authenticated;
GRANT INSERT(audition_time),UPDATE(audition_time) ON TABLE public.audition_announcements TO service_role;

GRANT INSERT(created_at),UPDATE(created_at) ON TABLE public.audition_announcements TO authenticated;
GRANT INSERT(created_at),UPDATE(created_at) ON TABLE public.audition_announcements TO service_role;

GRANT INSERT(updated_at),UPDATE(updated_at) ON TABLE public.audition_announcements TO authenticated;
GRANT INSERT(updated_at),UPDATE(updated_at) ON TABLE public.audition_announcements TO service_role;

GRANT SELECT,DELETE ON TABLE public.audition_registrations TO authenticated;
GRANT SELECT,DELETE ON TABLE public.audition_registrations TO service_role;

GRANT INSERT(uuid),UPDATE(uuid) ON TABLE public.audition_registrations TO authenticated;
GRANT INSERT(uuid),UPDATE(uuid) ON TABLE public.audition_registrations TO service_role;

GRANT INSERT(user_id),UPDATE(user_id) ON TABLE public.audition_registrations TO authenticated;
GRANT INSERT(user_id),UPDATE(user_id) ON TABLE public.audition_registrations TO service_role;

GRANT INSERT(name),UPDATE(name) ON TABLE public.audition_registrations TO authenticated;
GRANT INSERT(name),UPDATE(name) ON TABLE public.audition_registrations TO service_role;

GRANT INSERT(place_and_date_of_birth),UPDATE(place_and_date_of_birth) ON TABLE public.audition_registrations TO authenticated;
GRANT INSERT(place_and_date_of_birth),UPDATE(place_and_date_of_birth) ON TABLE public.audition_registrations TO service_role;

GRANT INSERT(address),UPDATE(address) ON TABLE public.audition_registrations TO authenticated;
GRANT INSERT(address),UPDATE(address) ON TABLE public.audition_registrations TO service_role;

GRANT INSERT(age),UPDATE(age) ON TABLE public.audition_registrations TO authenticated;
GRANT INSERT(age),UPDATE(age) ON TABLE public.audition_registrations TO service_role;

GRANT INSERT(body_weight),UPDATE(body_weight) ON TABLE public.audition_registrations TO authenticated;
GRANT INSERT(body_weight),UPDATE(body_weight) ON TABLE public.audition_registrations TO service_role;

GRANT INSERT(height),UPDATE(height) ON TABLE public.audition_registrations TO authenticated;
GRANT INSERT(height),UPDATE(height) ON TABLE public.audition_registrations TO service_role;

GRANT INSERT(comcard_image),UPDATE(comcard_image) ON TABLE public.audition_registrations TO authenticated;
GRANT INSERT(comcard_image),UPDATE(comcard_image) ON TABLE public.audition_registrations TO service_role;

GRANT INSERT(invoice_image),UPDATE(invoice_image) ON TABLE public.audition_registrations TO authenticated;
GRANT INSERT(invoice_image),UPDATE(invoice_image) ON TABLE public.audition_registrations TO service_role;

GRANT INSERT(created_at),UPDATE(created_at) ON TABLE public.audition_registrations TO authenticated;
GRANT INSERT(created_at),UPDATE(created_at) ON TABLE public.audition_registrations TO service_role;

GRANT INSERT(updated_at),UPDATE(updated_at) ON TABLE public.audition_registrations TO authenticated;
GRANT INSERT(updated_at),UPDATE(updated_at) ON TABLE public.audition_registrations TO service_role;

GRANT SELECT ON TABLE public.audition_announcements_with_registrant TO authenticated;
GRANT SELECT ON TABLE public.audition_announcements_with_registrant TO service_role;

GRANT SELECT ON TABLE public.best_products TO authenticated;

GRANT SELECT ON TABLE public.reviews TO authenticated;
GRANT SELECT ON TABLE public.reviews TO service_role;

GRANT SELECT ON TABLE public.decided_reviews TO authenticated;

GRANT SELECT,DELETE ON TABLE public.delivery_details TO authenticated;
GRANT SELECT,DELETE ON TABLE public.delivery_details TO service_role;

GRANT INSERT(user_id),UPDATE(user_id) ON TABLE public.delivery_details TO authenticated;
GRANT INSERT(user_id),UPDATE(user_id) ON TABLE public.delivery_details TO service_role;

GRANT INSERT(name),UPDATE(name) ON TABLE public.delivery_details TO authenticated;
GRANT INSERT(name),UPDATE(name) ON TABLE public.delivery_details TO service_role;

GRANT INSERT(whatsapp),UPDATE(whatsapp) ON TABLE public.delivery_details TO authenticated;
GRANT INSERT(whatsapp),UPDATE(whatsapp) ON TABLE public.delivery_details TO service_role;

GRANT INSERT(address),UPDATE(address) ON TABLE public.delivery_details TO authenticated;
GRANT INSERT(address),UPDATE(address) ON TABLE public.delivery_details TO service_role;

GRANT INSERT(note),UPDATE(note) ON TABLE public.delivery_details TO authenticated;
GRANT INSERT(note),UPDATE(note) ON TABLE public.delivery_details TO service_role;

GRANT INSERT(created_at),UPDATE(created_at) ON TABLE public.delivery_details TO authenticated;
GRANT INSERT(created_at),UPDATE(created_at) ON TABLE public.delivery_details TO service_role;

GRANT INSERT(updated_at),UPDATE(updated_at) ON TABLE public.delivery_details TO authenticated;
GRANT INSERT(updated_at),UPDATE(updated_at) ON TABLE public.delivery_details TO service_role;

GRANT SELECT ON TABLE public.gallery TO anon;
GRANT SELECT,DELETE ON TABLE public.gallery TO authenticated;
GRANT SELECT,DELETE ON TABLE public.gallery TO service_role;

GRANT INSERT(uuid),UPDATE(uuid) ON TABLE public.gallery TO authenticated;
GRANT INSERT(uuid),UPDATE(uuid) ON TABLE public.gallery TO service_role;

GRANT INSERT(image),UPDATE(image) ON TABLE public.gallery TO authenticated;
GRANT INSERT(image),UPDATE(image) ON TABLE public.gallery TO service_role;

GRANT INSERT(heading),UPDATE(heading) ON TABLE public.gallery TO authenticated;
GRANT INSERT(heading),UPDATE(heading) ON TABLE public.gallery TO service_role;

GRANT INSERT(sub_heading),UPDATE(sub_heading) ON TABLE public.gallery TO authenticated;
GRANT INSERT(sub_heading),UPDATE(sub_heading) ON TABLE public.gallery TO service_role;

GRANT INSERT(description),UPDATE(description) ON TABLE public.gallery TO authenticated;
GRANT INSERT(description),UPDATE(description) ON TABLE public.gallery TO service_role;

GRANT INSERT(created_at),UPDATE(created_at) ON TABLE public.gallery TO authenticated;
GRANT INSERT(created_at),UPDATE(created_at) ON TABLE public.gallery TO service_role;

GRANT INSERT(updated_at),UPDATE(updated_at) ON TABLE public.gallery TO authenticated;
GRANT INSERT(updated_at),UPDATE(updated_at) ON TABLE public.gallery TO service_role;

GRANT INSERT(translations),UPDATE(translations) ON TABLE public.gallery TO authenticated;
GRANT INSERT(translations),UPDATE(translations) ON TABLE public.gallery TO service_role;

GRANT INSERT(sort_time),UPDATE(sort_time) ON TABLE public.gallery TO authenticated;
GRANT INSERT(sort_time),UPDATE(sort_time) ON TABLE public.gallery TO service_role;

GRANT SELECT ON TABLE public.notification_choices TO authenticated;
GRANT SELECT ON TABLE public.notification_choices TO service_role;

GRANT INSERT(user_id),UPDATE(user_id) ON TABLE public.notification_choices TO authenticated;
GRANT INSERT(user_id),UPDATE(user_id) ON TABLE public.notification_choices TO service_role;

GRANT INSERT(mail),UPDATE(mail) ON TABLE public.notification_choices TO authenticated;
GRANT INSERT(mail),UPDATE(mail) ON TABLE public.notification_choices TO service_role;

GRANT INSERT(language),UPDATE(language) ON TABLE public.notification_choices TO authenticated;
GRANT INSERT(language),UPDATE(language) ON TABLE public.notification_choices TO service_role;

GRANT INSERT(created_at),UPDATE(created_at) ON TABLE public.notification_choices TO authenticated;
GRANT INSERT(created_at),UPDATE(created_at) ON TABLE public.notification_choices TO service_role;

GRANT INSERT(updated_at),UPDATE(updated_at) ON TABLE public.notification_choices TO authenticated;
GRANT INSERT(updated_at),UPDATE(updated_at) ON TABLE public.notification_choices TO service_role;

GRANT SELECT ON TABLE public.order_buyers TO authenticated;

GRANT SELECT ON TABLE public.order_deliveries TO authenticated;
GRANT SELECT ON TABLE public.order_deliveries TO service_role;

GRANT SELECT ON TABLE public.orders_by_day TO authenticated;

GRANT SELECT ON TABLE public.products TO anon;
GRANT SELECT,DELETE ON TABLE public.products TO authenticated;
GRANT SELECT,DELETE ON TABLE public.products TO service_role;

GRANT INSERT(uuid),UPDATE(uuid) ON TABLE public.products TO authenticated;
GRANT INSERT(uuid),UPDATE(uuid) ON TABLE public.products TO service_role;

GRANT INSERT(image),UPDATE(image) ON TABLE public.products TO authenticated;
GRANT INSERT(image),UPDATE(image) ON TABLE public.products TO service_role;

GRANT INSERT(heading),UPDATE(heading) ON TABLE public.products TO authenticated;
GRANT INSERT(heading),UPDATE(heading) ON TABLE public.products TO service_role;

GRANT INSERT(sub_heading),UPDATE(sub_heading) ON TABLE public.products TO authenticated;
GRANT INSERT(sub_heading),UPDATE(sub_heading) ON TABLE public.products TO service_role;

GRANT INSERT(category),UPDATE(category) ON TABLE public.products TO authenticated;
GRANT INSERT(category),UPDATE(category) ON TABLE public.products TO service_role;

GRANT INSERT(description),UPDATE(description) ON TABLE public.products TO authenticated;
GRANT INSERT(description),UPDATE(description) ON TABLE public.products TO service_role;

GRANT INSERT(price),UPDATE(price) ON TABLE public.products TO authenticated;
GRANT INSERT(price),UPDATE(price) ON TABLE public.products TO service_role;

GRANT INSERT(created_at),UPDATE(created_at) ON TABLE public.products TO authenticated;
GRANT INSERT(created_at),UPDATE(created_at) ON TABLE public.products TO service_role;

GRANT INSERT(updated_at),UPDATE(updated_at) ON TABLE public.products TO authenticated;
GRANT INSERT(updated_at),UPDATE(updated_at) ON TABLE public.products TO service_role;

GRANT INSERT(sizes),UPDATE(sizes) ON TABLE public.products TO authenticated;
GRANT INSERT(sizes),UPDATE(sizes) ON TABLE public.products TO service_role;

GRANT INSERT(pictures),UPDATE(pictures) ON TABLE public.products TO authenticated;
GRANT INSERT(pictures),UPDATE(pictures) ON TABLE public.products TO service_role;

GRANT INSERT(translations),UPDATE(translations) ON TABLE public.products TO authenticated;
GRANT INSERT(translations),UPDATE(translations) ON TABLE public.products TO service_role;

GRANT SELECT ON TABLE public.product_categories TO anon;
GRANT SELECT ON TABLE public.product_categories TO authenticated;
GRANT SELECT ON TABLE public.product_categories TO service_role;

GRANT SELECT,DELETE ON TABLE public.push_subscriptions TO authenticated;
GRANT SELECT,DELETE ON TABLE public.push_subscriptions TO service_role;

GRANT INSERT(uuid) ON TABLE public.push_subscriptions TO authenticated;
GRANT INSERT(uuid) ON TABLE public.push_subscriptions TO service_role;

GRANT INSERT(user_id) ON TABLE public.push_subscriptions TO authenticated;
GRANT INSERT(user_id) ON TABLE public.push_subscriptions TO service_role;

GRANT INSERT(endpoint) ON TABLE public.push_subscriptions TO authenticated;
GRANT INSERT(endpoint) ON TABLE public.push_subscriptions TO service_role;

GRANT INSERT(p256dh) ON TABLE public.push_subscriptions TO authenticated;
GRANT INSERT(p256dh) ON TABLE public.push_subscriptions TO service_role;

GRANT INSERT(auth) ON TABLE public.push_subscriptions TO authenticated;
GRANT INSERT(auth) ON TABLE public.push_subscriptions TO service_role;

GRANT INSERT(language) ON TABLE public.push_subscriptions TO authenticated;
GRANT INSERT(language) ON TABLE public.push_subscriptions TO service_role;

GRANT SELECT ON TABLE public.registrations_by_day TO authenticated;

GRANT SELECT ON TABLE public.review_queue TO authenticated;

GRANT SELECT ON TABLE public.slides TO anon;
GRANT SELECT,DELETE ON TABLE public.slides TO authenticated;
GRANT SELECT,DELETE ON TABLE public.slides TO service_role;

GRANT INSERT(uuid),UPDATE(uuid) ON TABLE public.slides TO authenticated;
GRANT INSERT(uuid),UPDATE(uuid) ON TABLE public.slides TO service_role;

GRANT INSERT(title),UPDATE(title) ON TABLE public.slides TO authenticated;
GRANT INSERT(title),UPDATE(title) ON TABLE public.slides TO service_role;

GRANT INSERT(image),UPDATE(image) ON TABLE public.slides TO authenticated;
GRANT INSERT(image),UPDATE(image) ON TABLE public.slides TO service_role;

GRANT INSERT(created_at),UPDATE(created_at) ON TABLE public.slides TO authenticated;
GRANT INSERT(created_at),UPDATE(created_at) ON TABLE public.slides TO service_role;

GRANT INSERT(updated_at),UPDATE(updated_at) ON TABLE public.slides TO authenticated;
GRANT INSERT(updated_at),UPDATE(updated_at) ON TABLE public.slides TO service_role;

GRANT INSERT(translations),UPDATE(translations) ON TABLE public.slides TO authenticated;
GRANT INSERT(translations),UPDATE(translations) ON TABLE public.slides TO service_role;

GRANT INSERT(sort_time),UPDATE(sort_time) ON TABLE public.slides TO authenticated;
GRANT INSERT(sort_time),UPDATE(sort_time) ON TABLE public.slides TO service_role;

GRANT INSERT(focus_x),UPDATE(focus_x) ON TABLE public.slides TO authenticated;
GRANT INSERT(focus_x),UPDATE(focus_x) ON TABLE public.slides TO service_role;

GRANT INSERT(focus_y),UPDATE(focus_y) ON TABLE public.slides TO authenticated;
GRANT INSERT(focus_y),UPDATE(focus_y) ON TABLE public.slides TO service_role;

GRANT INSERT(link),UPDATE(link) ON TABLE public.slides TO authenticated;
GRANT INSERT(link),UPDATE(link) ON TABLE public.slides TO service_role;

GRANT SELECT ON TABLE public.statement_formats TO authenticated;
GRANT SELECT ON TABLE public.statement_formats TO service_role;

GRANT SELECT ON TABLE public.statement_lines TO authenticated;
GRANT SELECT ON TABLE public.statement_lines TO service_role;

GRANT SELECT ON TABLE public.statement_ties TO authenticated;
GRANT SELECT ON TABLE public.statement_ties TO service_role;

GRANT SELECT ON TABLE public.unanswered_registrations TO authenticated;

CREATE POLICY tapis_delete_as_admin ON storage.objects FOR DELETE TO authenticated
    USING ((bucket_id = 'tapis'::text) AND (( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY tapis_delete_own ON storage.objects FOR DELETE TO authenticated
    USING ((bucket_id = 'tapis'::text) AND (owner_id = (( SELECT auth.uid() AS uid))::text) AND (( SELECT private.app_role() AS app_role) = 'talent'::text) AND (NOT private.is_evidence(name)));

CREATE POLICY tapis_insert_as_admin ON storage.objects FOR INSERT TO authenticated
    WITH CHECK ((bucket_id = 'tapis'::text) AND (owner_id = (( SELECT auth.uid() AS uid))::text) AND (( SELECT private.app_role() AS app_role) = 'admin'::text) AND (private.folder_of(name) IN ( SELECT picture_columns.folder
   FROM private.picture_columns() picture_columns(place, column_name, is_list, folder, audience))));

CREATE POLICY tapis_insert_own ON storage.objects FOR INSERT TO authenticated
    WITH CHECK ((bucket_id = 'tapis'::text) AND (owner_id = (( SELECT auth.uid() AS uid))::text) AND (( SELECT private.app_role() AS app_role) = 'talent'::text) AND (private.folder_of(name) IN ( SELECT picture_columns.folder
   FROM private.picture_columns() picture_columns(place, column_name, is_list, folder, audience)
  WHERE (picture_columns.audience <> 'everyone'::text))));

CREATE POLICY tapis_read_cards_as_leader ON storage.objects FOR SELECT TO authenticated
    USING ((bucket_id = 'tapis'::text) AND ( SELECT private.reads_one_picture() AS reads_one_picture) AND (( SELECT private.app_role() AS app_role) = 'leadership'::text) AND private.is_read_by_leaders(name));

CREATE POLICY tapis_read_public_folders ON storage.objects FOR SELECT TO anon, authenticated
    USING ((bucket_id = 'tapis'::text) AND ( SELECT private.reads_one_picture() AS reads_one_picture) AND (NOT private.is_personal(bucket_id, name)));

CREATE POLICY tapis_select_all_as_admin ON storage.objects FOR SELECT TO authenticated
    USING ((bucket_id = 'tapis'::text) AND (( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY tapis_select_own ON storage.objects FOR SELECT TO authenticated
    USING ((bucket_id = 'tapis'::text) AND (owner_id = (( SELECT auth.uid() AS uid))::text) AND (( SELECT private.app_role() AS app_role) = 'talent'::text));

CREATE TRIGGER tapis_050_require_recent_sign_in BEFORE DELETE ON storage.objects FOR EACH ROW WHEN (((old.bucket_id = 'tapis'::text) AND starts_with(old.name, (private.picture_folder('payment_methods'::text, 'qris_image'::text) || '/'::text)))) EXECUTE FUNCTION private.tg_objects__keep_where_people_pay();

CREATE TRIGGER tapis_100_mirror_role BEFORE INSERT OR UPDATE OF raw_app_meta_data, raw_user_meta_data ON auth.users FOR EACH ROW EXECUTE FUNCTION private.tg_users__mirror_role();

CREATE TRIGGER tapis_100_use_name_once AFTER INSERT OR UPDATE OF bucket_id, name, version ON storage.objects FOR EACH ROW EXECUTE FUNCTION private.tg_objects__use_name_once();

CREATE TRIGGER tapis_200_begin_as_talent AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION private.tg_users__begin_as_talent();

CREATE TRIGGER tapis_200_quota AFTER INSERT ON storage.objects FOR EACH ROW WHEN ((new.bucket_id = 'tapis'::text)) EXECUTE FUNCTION private.tg_objects__quota();

CREATE TRIGGER tapis_300_forget_deleted_records AFTER DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION private.tg_users__forget_deleted_records();

CREATE TRIGGER tapis_700_notify_content_changed AFTER DELETE OR UPDATE ON storage.objects FOR EACH ROW WHEN ((NOT private.is_personal(old.bucket_id, old.name))) EXECUTE FUNCTION private.tg__notify_content_changed();

CREATE TRIGGER tapis_800_record_upload AFTER INSERT ON storage.objects FOR EACH ROW WHEN (private.is_audited_picture(new.bucket_id, new.name)) EXECUTE FUNCTION private.tg__write_audit_entry('id');

CREATE TRIGGER tapis_810_record_rename AFTER UPDATE OF bucket_id, name, version ON storage.objects FOR EACH ROW WHEN ((private.is_audited_picture(old.bucket_id, old.name) OR private.is_audited_picture(new.bucket_id, new.name))) EXECUTE FUNCTION private.tg__write_audit_entry('id');

CREATE TRIGGER tapis_820_record_removal AFTER DELETE ON storage.objects FOR EACH ROW WHEN (private.is_audited_picture(old.bucket_id, old.name)) EXECUTE FUNCTION private.tg__write_audit_entry('id');
