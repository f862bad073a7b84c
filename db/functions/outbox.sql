-- The outbox: triggers write events to private.outbox, in the same transaction. The gateway's dispatcher creates messages from
-- them (functions/messages.sql); a hosted project has no dispatcher, and sends nothing.

-- Only inserts a row: NOTIFY would serialize commits. Without a dispatcher, events older than a week are
-- deleted; a restored shop keeps them until it may tell them.
create or replace function private.enqueue_event(
    kind text, place text, record uuid, person uuid, data jsonb default '{}', pause interval default '0'
) returns void
    language sql security definer set search_path = '' set enable_seqscan = off
    as $$
        insert into private.outbox (kind, place, record, user_id, data, not_before)
        values (kind, place, record, person, data, now() + pause);
        -- An array, which is looked up by the key: joined, all that waits would be read for every order.
        delete from private.outbox where id = any (array(
            select id from private.outbox where created_at < now() - interval '7 days'
                and not exists (select from private.shop where one and silent_since is not null) -- by its key
            order by created_at limit 100 for update skip locked))
    $$;

-- Drops a person's unsent messages about a record that are no longer true; returns the status before the first of which the person
-- heard nothing on any way, if it is known. Messages are looked up by their person, which is indexed. Null: all kinds.
create or replace function private.drop_unsent_messages(place text, about uuid, person uuid, kinds text[] default null) returns text
    language sql security definer set search_path = ''
    as $$
        with dropped as (
            update private.messages as told set state = 'dropped'
            where told.user_id = person and (told.place, told.record) = (drop_unsent_messages.place, about)
                and (kinds is null or told.kind = any (kinds)) and told.state in ('waiting', 'failed')
            returning told.outbox_id, told.data ->> 'was' as was
        )
        select was from dropped
        where was is not null and not exists (
            select from private.messages as heard
            where heard.user_id = person and heard.outbox_id = dropped.outbox_id and heard.state in ('sending', 'sent'))
        order by outbox_id limit 1
    $$;

-- Of what was deleted, nothing more is told.
create or replace function private.tg__drop_messages() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform private.drop_unsent_messages(tg_table_name, old.uuid, old.user_id);
        return null;
    end
    $$;

-- Deletes events without a message and drops unsent messages; returns the last announced status, if there were any. In this order,
-- as an event that becomes a message at this moment is waited for.
create or replace function private.cancel_pending_events(place text, about uuid, person uuid, kinds text[]) returns text
    language plpgsql security definer set search_path = ''
    as $$
    declare
        withdrawn text;
    begin
        with deleted as (
            delete from private.outbox where record = about and kind = any (kinds) returning id, data ->> 'was' as was
        )
        select was into withdrawn from deleted where was is not null order by id limit 1;
        return coalesce(private.drop_unsent_messages(place, about, person, kinds), withdrawn);
    end
    $$;

-- A decision is announced after 15 seconds, unless it is undone by then, or was the buyer's own.
create or replace function private.tg_transactions__enqueue_event() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    declare
        announced text;
        paid public.payments;
    begin
        if tg_op = 'INSERT' then
            perform private.enqueue_event('order_received', tg_table_name, new.uuid, new.user_id);
            return null;
        end if;
        announced := coalesce(
            private.cancel_pending_events(tg_table_name, new.uuid, new.user_id, array['order_accepted', 'order_finished',
                'order_rejected', 'order_lapses', 'order_lapsed', 'order_cancelled']), old.status);
        select * into paid from public.payments where order_uuid = new.uuid;
        if new.status not in (announced, 'Processed') and paid.cancelled_by is distinct from 'buyer' then
            perform private.enqueue_event(case when paid.lapsed then 'order_lapsed'
                    when paid.cancelled_by = 'shop' then 'order_cancelled' else 'order_' || lower(new.status) end,
                tg_table_name, new.uuid, new.user_id,
                jsonb_build_object('was', announced), interval '15 seconds');
        end if;
        return null;
    end
    $$;

-- Arguments: the kind, and the delay in seconds.
create or replace function private.tg__enqueue_event() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform private.enqueue_event(tg_argv[0], tg_table_name, new.uuid, new.user_id, '{}', tg_argv[1]::interval);
        return null;
    end
    $$;

-- Enqueues decisions about registration fees; for orders the status does. A decision that is restored with its record is not
-- announced again.
create or replace function private.tg_payments__enqueue_event() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform private.cancel_pending_events(new.place, new.record, new.user_id, array['fee_accepted', 'fee_rejected']);
        if new.decided_at > now() - interval '1 minute' and new.deleted_at is null then
            perform private.enqueue_event('fee_' || new.state, new.place, new.record, new.user_id, '{}', interval '15 seconds');
        end if;
        return null;
    end
    $$;

-- A field's value; null if it is empty or disabled.
create or replace function private.null_if_empty(value jsonb) returns jsonb
    language sql immutable set search_path = ''
    as $$ select case when value not in ('null', '""', 'false') then value end $$;

-- The changed fields and the editor, without account numbers, which should not be in mails.
create or replace function private.tg_payment_methods__enqueue_event() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    declare
        was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
        is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
        method jsonb := coalesce(is_now, was);
        changed text[] := array(
            select field from jsonb_object_keys(method) as field
            where private.null_if_empty(was -> field) is distinct from private.null_if_empty(is_now -> field)
                and field not in ('uuid', 'created_at', 'updated_at')
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

