-- The amount to pay: recorded when an order or a registration is sent, with the exact amount that was reserved for it.
--
-- Exact amounts differ by a few rupiah (payment_methods.exact_amounts), so that payments can be told apart on a statement.
-- The amount shown is the amount owed: the form reserves it for the uuid of the record that it will send, and that record
-- owes it, or is refused if another payment has taken it since.
--
-- Refusals: SQLSTATE (HTTP status), hint
--   42501 (403)                the caller is no talent
--   23514 (400)  total         not a whole number of rupiah from 0 to 9007199254740991
--   23505 (409)  taken         this uuid is another person's record
--   PT409 (409)  proof_copied  the same picture proves another payment of this person that waits
--   PT409 (409)  amount_moved  another payment has the amount that was shown; a new one can be reserved

-- The total of lines, at most the largest integer that a browser's number represents exactly.
create or replace function private.lines_total(lines jsonb) returns bigint
    language sql immutable set search_path = ''
    as $$
        select least(sum((line -> 'price')::numeric * (line -> 'quantity_to_buy')::numeric), 9007199254740991)::bigint
        from jsonb_array_elements(lines) as line
    $$;

-- The total of an order: goods and delivery.
create or replace function private.order_total(ordered public.transactions) returns bigint
    language sql immutable set search_path = ''
    as $$
        select least(private.lines_total(ordered.transactions)
            + coalesce((ordered.delivery_way ->> 'fee')::numeric, 0), 9007199254740991)::bigint
    $$;

-- The path of the payment page of an order, or of a registration.
create or replace function private.payment_page_path(place text) returns text
    language sql immutable set search_path = ''
    as $$
        select case place when 'transactions' then '/shopping-cart' else '/profile/audition-registrations' end
    $$;

-- The tables of what is paid for.
create or replace function private.paid_tables() returns text[]
    language sql immutable set search_path = ''
    as $$ select array['transactions', 'audition_registrations'] $$;

-- The table that a page takes payments for; null for any other page.
create or replace function private.table_paid_on_page(page text) returns text
    language sql immutable set search_path = ''
    as $$
        select place from unnest(private.paid_tables()) as place
        where private.payment_page_path(place) = page
    $$;

-- The payment method of a page: the newest with its path.
create or replace function private.newest_payment_method(page text) returns public.payment_methods
    language sql stable set search_path = ''
    as $$
        select shown from public.payment_methods as shown
        where shown.pathname = page order by shown.created_at desc, shown.uuid limit 1
    $$;

-- The direction of a page's exact amounts: below the total (-1) for a QRIS payment, to which nothing may be added, else
-- above it (1). Null if the page has none.
create or replace function private.exact_amount_step(page text) returns integer
    language sql stable set search_path = ''
    as $$
        select case when method.exact_amounts then case when method.qris is null then 1 else -1 end end
        from private.newest_payment_method(page) as method
    $$;

-- Serializes the assignment of amounts by an advisory lock. Always taken after the locks on stock.
create or replace function private.lock_amounts() returns void
    language sql set search_path = ''
    as $$ select pg_advisory_xact_lock(hashtextextended('exact amounts', 0)) $$;

-- How long a decided payment keeps its amount, and a rejected one accepts another proof; buyers read until when
-- (public.resubmission), owners in docs/handbook.
create or replace function private.resubmission_period() returns interval
    language sql immutable set search_path = '' as $$ select interval '3 days' $$;

-- What remains to be paid of a payment that came in part, for which its page asks then; else null.
create or replace function private.unpaid_rest(paid public.payments) returns bigint
    language sql stable set search_path = ''
    as $$
        select paid.amount - kept.amount
        from (
            select paid.received - coalesce(sum(back.amount), 0)::bigint as amount from public.refunds as back
            where (back.place, back.record) = (paid.place, paid.record)
        ) as kept
        where paid.state in ('waiting', 'rejected') and kept.amount > 0 and kept.amount < paid.amount
    $$;

-- Amounts in use, except by one record: reserved, pending, or recently decided or deleted, and the rests of such. A reservation
-- is available to others only after 25 hours, so that its last moment never overlaps with another's first.
create or replace function private.amounts_in_use(lowest bigint, highest bigint, but_of uuid) returns setof bigint
    language sql stable set search_path = ''
    as $$
        select owed from (
            select one.*, one.amount as owed from public.payments as one where one.amount between lowest and highest
            union all
            select one.*, private.unpaid_rest(one) from public.payments as one
            where one.received is not null and one.state in ('waiting', 'rejected') and one.amount > lowest
                and private.unpaid_rest(one) between lowest and highest
        ) as owed
        where record is distinct from but_of and case
            when state = 'reserved' then created_at > now() - interval '25 hours'
            when state = 'released' then false
            else deleted_at is null and state = 'waiting' or greatest(decided_at, deleted_at) > now() - private.resubmission_period()
        end
    $$;

-- The free amount nearest to a total, at most 999 below it (with `step` 1 above it); the total if none is free.
create or replace function private.free_amount(total bigint, step integer, but_of uuid) returns bigint
    language sql stable set search_path = ''
    as $$
        select coalesce((
            select total + step * deviation from generate_series(0, 999) as deviation
            where total + step * deviation between 1 and 9007199254740991 and total + step * deviation not in (
                select private.amounts_in_use(least(total, total + step * 999), greatest(total, total + step * 999), but_of))
            order by deviation limit 1), total)
    $$;

-- An amount that no payment of another record owes: the wanted one, else a free one. If the page has no exact amounts and the
-- wanted one is the total, it is kept.
create or replace function private.unique_amount(place text, record uuid, total bigint, wanted bigint) returns bigint
    language plpgsql security definer set search_path = ''
    as $$
    declare
        step integer := coalesce(nullif(sign(wanted - total)::integer, 0),
            private.exact_amount_step(private.payment_page_path(place)));
    begin
        if wanted = 0 or step is null then
            return wanted;
        end if;
        perform private.lock_amounts();
        return case when wanted in (select private.amounts_in_use(wanted, wanted, record))
            then private.free_amount(total, step, record) else wanted end;
    end
    $$;

-- Limits a person's reservations: besides this record's, the three newest of a page are valid; of all, twenty are stored.
create or replace function private.prune_reservations(person uuid, page text, newest uuid) returns void
    language sql set search_path = ''
    as $$
        delete from public.payments
        where state in ('reserved', 'released') and (created_at < now() - interval '30 days' or record in (
            select record from public.payments where user_id = person and state in ('reserved', 'released')
            order by record = newest desc, created_at desc, record offset 20));
        update public.payments set state = 'released' where (user_id, state) = (person, 'reserved') and record in (
            select record from public.payments
            where (user_id, place, state) = (person, private.table_paid_on_page(page), 'reserved')
            order by record = newest desc, created_at desc, record offset 3);
    $$;

-- For a talent who is about to pay: the amount to pay on a page for this total, with a record to be sent under this uuid.
-- With exact amounts it is reserved for that record for a day, and the same on repeated calls; for a record that was sent it
-- is the amount owed. Without exact amounts it gives up what was reserved before. `exhausted`: all 1,000 are in use, and others
-- pay the same.
create or replace function public.reserve_amount(pathname text, total bigint, record uuid) returns jsonb
    language plpgsql security definer set search_path = ''
    as $$
    declare
        step integer := private.exact_amount_step(pathname);
        paid_for text := private.table_paid_on_page(pathname);
        held public.payments;
    begin
        if private.app_role() is distinct from 'talent' then
            raise insufficient_privilege using message = 'permission denied to reserve an amount';
        elsif (total between 0 and 9007199254740991) is not true then
            raise exception using errcode = '23514', hint = 'total', message = 'The total is not an amount in rupiah.';
        elsif total = 0 or paid_for is null then
            return jsonb_build_object('total', total, 'amount', total, 'until', null, 'exhausted', false);
        end if;
        perform private.lock_amounts();
        select * into held from public.payments as one
        where one.place = any (private.paid_tables()) and one.record = reserve_amount.record
        order by one.state in ('reserved', 'released'), one.place <> paid_for limit 1;
        if auth.uid() <> held.user_id then
            raise exception using errcode = '23505', hint = 'taken', message = 'This order number is taken.';
        elsif held.state not in ('reserved', 'released') then
            return jsonb_build_object('total', held.total, 'amount', held.amount, 'until', null, 'exhausted', false);
        elsif step is null then
            delete from public.payments as one
            where (one.place, one.record) = (paid_for, reserve_amount.record) and one.state in ('reserved', 'released');
            return jsonb_build_object('total', total, 'amount', total, 'until', null, 'exhausted', false);
        end if;
        insert into public.payments as one (place, record, user_id, total, amount, state)
        values (paid_for, reserve_amount.record, auth.uid(), total, case
            when held.total = total and held.amount not in (
                select private.amounts_in_use(held.amount, held.amount, reserve_amount.record)) then held.amount
            else private.free_amount(total, step, reserve_amount.record) end, 'reserved')
        on conflict on constraint payments_pkey do update set total = excluded.total, amount = excluded.amount,
            state = excluded.state, created_at = excluded.created_at
        where one.state in ('reserved', 'released')
        returning one.* into held;
        if not found then -- its record was sent meanwhile
            return public.reserve_amount(pathname, total, record);
        end if;
        perform private.prune_reservations(auth.uid(), pathname, held.record);
        return jsonb_build_object('total', total, 'amount', held.amount,
            'until', held.created_at + interval '1 day', 'exhausted', held.amount in (
                select private.amounts_in_use(held.amount, held.amount, held.record)));
    end
    $$;

-- The amount of a record without a reservation: `shown`, what its buyer was asked to pay. If another payment owes that, a
-- buyer is refused, an administrator's record gets a free one, and the service key's is stored unchanged.
create or replace function private.unreserved_amount(place text, record uuid, person uuid, total bigint, shown bigint)
    returns bigint
    language plpgsql security definer set search_path = ''
    as $$
    declare
        own bigint := private.unique_amount(place, record, total, shown);
    begin
        if own <> shown and auth.uid() = person then
            raise exception using errcode = 'PT409', hint = 'amount_moved', detail = to_json(shown)::text,
                message = format('%s is taken by another payment. A new amount is shown; if you have paid '
                    'already, don''t pay again, just press the button again.', private.rupiah(shown));
        end if;
        return case when auth.uid() is null then shown else own end;
    end
    $$;

-- With exact amounts a picture proves only one payment: each copy of it would take up another amount.
create or replace function private.refuse_duplicate_proof(this_place text, this_record uuid, person uuid) returns void
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        if exists (
            select from private.record_pictures as mine
            join private.record_pictures as other on other.sha256 = mine.sha256 and other.named_by = mine.named_by
            join public.payments as waiting on (waiting.place, waiting.record) = (other.place, other.record)
            where (mine.place, mine.record, mine.named_by) = (this_place, this_record, 'invoice_image')
                and (waiting.user_id, waiting.state) = (person, 'waiting') and waiting.deleted_at is null
                and other.record <> mine.record)
        then
            raise exception using errcode = 'PT409', hint = 'proof_copied', message = 'This picture proves another payment '
                'of yours that waits. Each has an amount of its own: upload the proof of this one.';
        end if;
    end
    $$;

-- Records the payment of a record that was just sent, null if the page has no fee. A restored record has its payment already,
-- and a free registration needs no decision.
create or replace function private.record_payment(sent_to text, sent uuid, person uuid, cost bigint) returns void
    language plpgsql security definer set search_path = '' set enable_seqscan = off
    as $$
    declare
        of_order uuid := case sent_to when 'transactions' then sent end;
        of_registration uuid := case sent_to when 'audition_registrations' then sent end;
        held public.payments;
        owed bigint := cost;
        is_free boolean := coalesce(of_registration is not null and cost = 0, false);
        has_exact_amounts boolean := cost is not null and not is_free
            and private.exact_amount_step(private.payment_page_path(sent_to)) is not null;
    begin
        select * into held from public.payments where (place, record) = (sent_to, sent) for update;
        if held.state in ('waiting', 'accepted', 'rejected') then
            update public.payments set order_uuid = of_order, registration_uuid = of_registration
            where (place, record) = (sent_to, sent) and deleted_at is null;
            if not found then
                raise exception using errcode = '23505', hint = 'taken', message = 'This order number is taken. Send it again.';
            end if;
            return;
        end if;
        -- By its uuid alone everybody finds a payment. Whoever sends both an order and a registration chooses both uuids.
        perform pg_advisory_xact_lock(hashtextextended('payment of ' || sent, 0));
        if auth.uid() is not null and exists (
            select from public.payments as other
            where other.place = case when of_order is null then 'transactions' else 'audition_registrations' end
                and other.record = sent and other.state not in ('reserved', 'released'))
        then
            raise exception using errcode = '23505', hint = 'taken', message = 'This order number is taken. Send it again.';
        end if;
        if cost is not null then
            if has_exact_amounts then
                perform private.refuse_duplicate_proof(sent_to, sent, person);
            end if;
            if (held.user_id, held.total) is distinct from (person, cost) then
                held := null;
            end if;
            owed := coalesce(held.amount, cost);
            if (has_exact_amounts or owed <> cost)
                and (held.state = 'reserved' and held.created_at > now() - interval '1 day') is not true
            then
                owed := private.unreserved_amount(sent_to, sent, person, cost, owed);
            end if;
        end if;
        insert into public.payments (place, record, order_uuid, registration_uuid, user_id, total, amount, state, decided_at)
        values (sent_to, sent, of_order, of_registration, person, cost, owed,
            case when is_free then 'accepted' else 'waiting' end, case when is_free then now() end)
        on conflict on constraint payments_pkey do update set order_uuid = excluded.order_uuid,
            registration_uuid = excluded.registration_uuid, user_id = excluded.user_id, total = excluded.total,
            amount = excluded.amount, state = excluded.state, decided_at = excluded.decided_at, created_at = excluded.created_at;
    end
    $$;

create or replace function private.tg_transactions__note_payment() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform private.record_payment('transactions', new.uuid, new.user_id, private.order_total(new));
        return null;
    end
    $$;

-- Edited lines or another way of delivery change the total; the exact amount's difference is kept, unless another payment owes
-- the result. The same applies to an order that is pending again. The amount received for an accepted one is unchanged, and
-- so is what lines of a statement say about a pending one.
create or replace function private.tg_transactions__follow_total() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    declare
        cost bigint := private.order_total(new);
        owed bigint := (
            select private.unique_amount(place, record, cost, greatest(amount + cost - total, 0))
            from public.payments where order_uuid = new.uuid);
        matched bigint := private.matched_amount('transactions', new.uuid);
    begin
        update public.payments
        set total = cost, amount = owed, received = case
            when state = 'accepted' and new.status <> 'Processed' then nullif(coalesce(received, amount), owed)
            when state = 'waiting' and coalesce(received, matched) = matched then nullif(matched, owed)
            else received end
        where order_uuid = new.uuid;
        return null;
    end
    $$;

create or replace function private.tg_audition_registrations__note_payment() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform private.record_payment('audition_registrations', new.uuid, new.user_id, coalesce((
                select event.fee from public.event_registrations as registered
                join public.events as event on event.uuid = registered.event_uuid where registered.uuid = new.uuid),
            (private.newest_payment_method(private.payment_page_path('audition_registrations'))).fee));
        return null;
    end
    $$;

grant execute on function public.reserve_amount(text, bigint, uuid) to authenticated;
