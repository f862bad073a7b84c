-- Shipping: a paid order is packed, sent with a courier and tracking number, and finished on arrival.
--
-- Refusals: SQLSTATE (HTTP status), hint, details
--   42501 (403)                the caller is no administrator; for an arrival, nor its buyer
--   23514 (400)  parcels       not 1 to 100 parcels, each of another order, with a courier
--   PT404 (404)  record_gone   there is no such order
--   PT409 (409)  not_accepted  [{uuid}]   only what is paid and not finished is sent
--   PT409 (409)  parcel_moved  [{uuid}]   somebody else has changed its number or sending since; from undo_sending without [{uuid}]
--   PT409 (409)  not_sent      it is not on its way

-- For administrators: packs orders and returns them; unpaid and already packed ones are skipped.
create or replace function public.pack_orders(order_uuids uuid[]) returns setof uuid
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform private.require_administrator('pack orders');
        return query
            insert into public.parcels as parcel (order_uuid, user_id, packed_at)
            select uuid, user_id, now() from public.transactions
            where uuid = any (order_uuids) and status = 'Accepted' order by uuid
            on conflict (order_uuid) do update set packed_at = now()
            where parcel.packed_at is null and parcel.sent_at is null
            returning parcel.order_uuid;
    end
    $$;

create or replace function private.require_parcels(parcels jsonb) returns void
    language plpgsql immutable set search_path = ''
    as $$
    begin
        if (jsonb_typeof(parcels) = 'array' and jsonb_array_length(parcels) between 1 and 100) is not true
            or exists (
                select from jsonb_array_elements(parcels) as parcel
                where pg_input_is_valid(parcel ->> 'order_uuid', 'uuid') is not true
                    or coalesce(btrim(parcel ->> 'courier'), '') = '')
            or (select count(distinct parcel ->> 'order_uuid') from jsonb_array_elements(parcels) as parcel)
                <> jsonb_array_length(parcels)
        then
            raise exception using errcode = '23514', hint = 'parcels',
                message = 'Send 1 to 100 parcels, each of another order and with its courier.';
        end if;
    end
    $$;

-- For administrators: sends all of them or none; idempotent. `was` is the previous tracking number, to detect concurrent
-- corrections.
create or replace function public.send_orders(parcels jsonb) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        refused jsonb;
    begin
        perform private.require_administrator('send orders');
        perform private.require_parcels(parcels);
        perform from public.transactions where uuid in (
            select (entry ->> 'order_uuid')::uuid from jsonb_array_elements(parcels) as entry) order by uuid for no key update;
        select jsonb_agg(jsonb_build_object('uuid', entry -> 'order_uuid')) into refused
        from jsonb_array_elements(parcels) as entry
        where not exists (
            select from public.transactions where uuid = (entry ->> 'order_uuid')::uuid and status = 'Accepted');
        if refused is not null then
            raise exception using errcode = 'PT409', hint = 'not_accepted', detail = refused::text,
                message = 'Only orders that are accepted and not finished can be sent.';
        end if;
        select jsonb_agg(jsonb_build_object('uuid', entry -> 'order_uuid')) into refused
        from jsonb_array_elements(parcels) as entry
        left join public.parcels as parcel on parcel.order_uuid = (entry ->> 'order_uuid')::uuid
        where (parcel.sent_at is null and entry ? 'was') -- its sending was taken back
            or (parcel.sent_at is not null
                and (parcel.courier, parcel.tracking_number)
                    is distinct from (btrim(entry ->> 'courier'), nullif(btrim(entry ->> 'tracking_number'), ''))
                and not (entry ? 'was' and entry ->> 'was' is not distinct from parcel.tracking_number));
        if refused is not null then
            raise exception using errcode = 'PT409', hint = 'parcel_moved', detail = refused::text,
                message = 'Somebody else has changed the sending of some of these. Look at their numbers first.';
        end if;
        insert into public.parcels as parcel (order_uuid, user_id, courier, tracking_number, tracking_page, sent_at)
        select ordered.uuid, ordered.user_id, btrim(entry ->> 'courier'), nullif(btrim(entry ->> 'tracking_number'), ''), (
            select way.tracking_page from public.delivery_ways as way
            where way.name = btrim(entry ->> 'courier') order by way.created_at desc limit 1), now()
        from jsonb_array_elements(parcels) as entry
        join public.transactions as ordered on ordered.uuid = (entry ->> 'order_uuid')::uuid
        order by ordered.uuid
        on conflict (order_uuid) do update
        set courier = excluded.courier, tracking_number = excluded.tracking_number, tracking_page = excluded.tracking_page,
            sent_at = coalesce(parcel.sent_at, excluded.sent_at);
    end
    $$;

-- For administrators: what was sent by mistake waits to be sent again; a buyer who was not told yet never is. `was` is the
-- tracking number, to detect concurrent corrections.
create or replace function public.undo_sending(order_uuid uuid, was text) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        buyer uuid;
    begin
        perform private.require_administrator('send orders');
        perform private.lock_paid_record('transactions', order_uuid);
        if exists (
            select from public.parcels as parcel
            where parcel.order_uuid = undo_sending.order_uuid and sent_at is not null and tracking_number is distinct from was)
        then
            raise exception using errcode = 'PT409', hint = 'parcel_moved',
                message = 'Somebody else has changed the tracking number. Look at it first.';
        end if;
        update public.parcels as parcel set courier = null, tracking_number = null, tracking_page = null, sent_at = null
        where parcel.order_uuid = undo_sending.order_uuid and sent_at is not null
            and exists (select from public.transactions where uuid = parcel.order_uuid and status = 'Accepted')
        returning user_id into buyer;
        if buyer is null then
            raise exception using errcode = 'PT409', hint = 'not_sent', message = 'This order is not on its way.';
        end if;
        delete from public.parcels as parcel where parcel.order_uuid = undo_sending.order_uuid and packed_at is null;
        perform private.cancel_pending_events('transactions', order_uuid, buyer, array['order_sent']);
    end
    $$;

-- For its buyer and for administrators: records the arrival of a sent order; idempotent.
create or replace function public.mark_arrived(order_uuid uuid) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        stored text := (
            select status from public.transactions
            where uuid = mark_arrived.order_uuid and (private.app_role() = 'admin' or user_id = auth.uid()) for no key update);
    begin
        if coalesce(private.app_role(), '') not in ('talent', 'admin') then
            raise insufficient_privilege using message = 'permission denied to finish orders';
        elsif stored is null then
            raise exception using errcode = 'PT404', hint = 'record_gone', message = 'This order was not found; it may have been deleted.';
        elsif stored not in ('Accepted', 'Finished') or not exists (
            select from public.parcels as parcel where parcel.order_uuid = mark_arrived.order_uuid and sent_at is not null)
        then
            raise exception using errcode = 'PT409', hint = 'not_sent', message = 'This order is not on its way.';
        end if;
        update public.transactions set status = 'Finished' where uuid = mark_arrived.order_uuid and status = 'Accepted';
    end
    $$;

-- Notifies the buyer 15 seconds after it was sent, and again of a changed number.
create or replace function private.tg_parcels__enqueue_event() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        if tg_op = 'INSERT' or old.sent_at is null
            or (new.courier, new.tracking_number) is distinct from (old.courier, old.tracking_number)
        then
            perform private.cancel_pending_events('transactions', new.order_uuid, new.user_id, array['order_sent']);
            perform private.enqueue_event('order_sent', 'transactions', new.order_uuid, new.user_id, '{}', interval '15 seconds');
        end if;
        return null;
    end
    $$;

-- The history of an order, the oldest first, for its buyer and for administrators: ordered, proof, waiting (again),
-- accepted, rejected, lapsed, cancelled, packed, sent, finished, refunded; with their notes.
create or replace function public.order_timeline(order_uuid uuid) returns table (at timestamptz, event text, said text)
    language plpgsql stable security definer set search_path = ''
    as $$
    declare
        ordered public.transactions;
    begin
        select * into ordered from public.transactions as one
        where one.uuid = order_timeline.order_uuid
            and (private.app_role() = 'admin' or private.app_role() = 'talent' and one.user_id = auth.uid());
        return query
            select ordered.created_at, 'ordered', null::text where ordered.uuid is not null
            union all
            select proof.sent_at, 'proof', null from public.proofs_of('transactions', ordered.uuid) as proof
            where proof.sent_at > ordered.created_at + interval '1 second'
            union all
            select entry.created_at, case when entry.after ->> 'lapsed' = 'true' then 'lapsed'
                when entry.after ->> 'cancelled_by' is not null then 'cancelled'
                else coalesce(entry.after ->> 'state', entry.after ->> 'decision') end, case entry.after ->> 'cancelled_by'
                    when 'buyer' then (select paid.reason from public.payments as paid
                        where paid.order_uuid = ordered.uuid and paid.cancelled_by = 'buyer')
                    else entry.after ->> 'reason' end
            from public.audit_log as entry
            where entry.record_id = ordered.uuid and entry.place in ('payments', 'reviews')
                and coalesce(entry.after ->> 'state', entry.after ->> 'decision') in ('accepted', 'rejected', 'waiting')
                and coalesce(entry.before ->> 'state', entry.before ->> 'decision', '')
                    <> coalesce(entry.after ->> 'state', entry.after ->> 'decision')
            union all
            select parcel.packed_at, 'packed', null from public.parcels as parcel
            where parcel.order_uuid = ordered.uuid and parcel.packed_at is not null
            union all
            select parcel.sent_at, 'sent', concat_ws(', ', parcel.courier, parcel.tracking_number)
            from public.parcels as parcel where parcel.order_uuid = ordered.uuid and parcel.sent_at is not null
            union all
            select max(entry.created_at), 'finished', null from public.audit_log as entry
            where entry.record_id = ordered.uuid and entry.place = 'transactions' and ordered.status = 'Finished'
                and entry.after ->> 'status' = 'Finished' and entry.before ->> 'status' <> 'Finished'
            having count(*) > 0
            union all
            select back.created_at, 'refunded', private.rupiah(back.amount) from public.refunds as back
            where (back.place, back.record) = ('transactions', ordered.uuid)
            order by 1;
    end
    $$;

-- For administrators: null or an empty text deletes it.
create or replace function public.keep_order_note(order_uuid uuid, note text) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        said text := nullif(btrim(note, E' \t\r\n'), '');
    begin
        perform private.require_administrator('note something about orders');
        if said is null then
            delete from public.order_notes as kept where kept.order_uuid = keep_order_note.order_uuid;
            return;
        end if;
        insert into public.order_notes (order_uuid, note)
        select uuid, said from public.transactions where uuid = keep_order_note.order_uuid
        on conflict on constraint order_notes_pkey do update set note = excluded.note, updated_at = excluded.updated_at;
        if not found then
            raise exception using errcode = 'PT404', hint = 'record_gone', message = 'This order was not found; it may have been deleted.';
        end if;
    end
    $$;

grant execute on function public.pack_orders(uuid[]), public.send_orders(jsonb), public.undo_sending(uuid, text),
    public.mark_arrived(uuid), public.order_timeline(uuid), public.keep_order_note(uuid, text) to authenticated;
