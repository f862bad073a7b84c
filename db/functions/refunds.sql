-- Amounts received that differ from those requested, refunds, and the daily closing. For administrators.
--
-- Refusals: SQLSTATE (HTTP status), hint
--   42501 (403)                    the caller is no administrator
--   PT404 (404)  record_gone       there is no such payment, or no such refund
--   23514 (400)  total             more than 9007199254740991 came
--   23514 (400)  refund_day        before its order or registration was made, or still to come
--   23514 (400)  refund_too_high   more than came and was not paid back yet
--   23514 (400)  received_too_low  less than was paid back
--   PT409 (409)  refund_recorded   another refund was recorded under this uuid
--   PT404 (404)  line_gone         no outgoing line of this sum, or it shows another refund
--   23514 (400)  period            the days are in the wrong order, or more than 366

-- The sum of matched statement lines; null without any.
create or replace function private.matched_amount(place text, record uuid) returns bigint
    language sql stable set search_path = ''
    as $$
        select sum(tied.amount)::bigint from public.reconciliations as tied
        where (tied.place, tied.record) = (matched_amount.place, matched_amount.record)
    $$;

-- The sum of what was paid back; null without any.
create or replace function private.refunded_amount(place text, record uuid) returns bigint
    language sql stable set search_path = ''
    as $$
        select sum(back.amount)::bigint from public.refunds as back
        where (back.place, back.record) = (refunded_amount.place, refunded_amount.record)
    $$;

-- The amount received for a payment: as entered by an administrator, else the amount of an accepted one, else the sum of its
-- statement lines, and never less than was paid back.
create or replace function private.amount_received(paid public.payments) returns bigint
    language sql stable set search_path = ''
    as $$
        select coalesce(paid.received, case paid.state
            when 'accepted' then paid.amount
            else greatest(private.matched_amount(paid.place, paid.record), private.refunded_amount(paid.place, paid.record)) end, 0)
    $$;

-- A payment that was sent, locked until the end.
create or replace function private.lock_payment(place text, record uuid) returns public.payments
    language plpgsql security definer set search_path = ''
    as $$
    declare
        sent public.payments;
    begin
        perform private.require_administrator('record payments');
        select * into sent from public.payments as one
        where (one.place, one.record) = (lock_payment.place, lock_payment.record) and one.state not in ('reserved', 'released')
        for update;
        if not found then
            raise exception using errcode = 'PT404', hint = 'record_gone', message = 'This payment was not found; it may have been deleted.';
        end if;
        return sent;
    end
    $$;

-- `received` null: the requested amount.
create or replace function public.record_received(place text, record uuid, received bigint) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        sent public.payments := private.lock_payment(place, record);
    begin
        if received > 9007199254740991 then -- or a closing could not be added up
            raise exception using errcode = '23514', hint = 'total', message = 'The total is not an amount in rupiah.';
        end if;
        -- The same amount again is a newer statement than the buyer's newest proof: the log shows both.
        update public.payments as one set received = null
        where (one.place, one.record, one.received) = (sent.place, sent.record, record_received.received);
        update public.payments as one
        set received = case when (one.state, record_received.received) is distinct from ('accepted', one.amount)
            then record_received.received end
        where (one.place, one.record) = (sent.place, sent.record)
        returning one.* into sent;
        if private.amount_received(sent) < private.refunded_amount(sent.place, sent.record) then
            raise exception using errcode = '23514', hint = 'received_too_low', message = format(
                '%s was refunded already, so no less can have arrived. Remove a refund first if it is wrong.',
                private.rupiah(private.refunded_amount(sent.place, sent.record)));
        end if;
    end
    $$;

-- Whether this refund is recorded already: its answer was lost, and it is sent again. Raises if its uuid is another's.
create or replace function private.is_recorded_refund(
    refund uuid, sent public.payments, amount bigint, refunded_on date, way text, note text
) returns boolean
    language plpgsql stable set search_path = ''
    as $$
    declare
        recorded public.refunds;
    begin
        select * into recorded from public.refunds as one where one.uuid = refund;
        if not found then
            return false;
        elsif (recorded.place, recorded.record, recorded.amount, recorded.refunded_on, recorded.way, recorded.note)
            is distinct from (sent.place, sent.record, amount, refunded_on, way, note)
        then
            raise exception using errcode = 'PT409', hint = 'refund_recorded', message = format(
                'A refund of %s was recorded already. Load the page again; remove that one first if it is wrong.',
                private.rupiah(recorded.amount));
        end if;
        return true;
    end
    $$;

-- Notifies the payer after 15 seconds, unless it is undone by then. Sent again under the same uuid, it records and tells nothing, and is a success.
create or replace function public.record_refund(
    place text, record uuid, amount bigint, refunded_on date, way text, note text default null,
    refund uuid default gen_random_uuid()
) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        sent public.payments := private.lock_payment(place, record);
        said_way text := btrim(way);
        said_note text := nullif(btrim(note), '');
        before bigint := coalesce(private.refunded_amount(sent.place, sent.record), 0);
        first_day date := private.to_shop_date(least(sent.created_at, -- an order may have been brought in later, or be deleted
            (select created_at from public.transactions where uuid = sent.order_uuid),
            (select (gone.record ->> 'created_at')::timestamptz from private.deleted_records as gone
                where (gone.place, gone.uuid) = (sent.place, sent.record)),
            (select created_at from public.audition_registrations where uuid = sent.registration_uuid)));
    begin
        if private.is_recorded_refund(refund, sent, record_refund.amount, record_refund.refunded_on, said_way, said_note) then
            return;
        elsif (record_refund.refunded_on between first_day and private.latest_booking_date()) is not true then
            raise exception using errcode = '23514', hint = 'refund_day',
                message = 'A refund can''t be earlier than its payment, nor on a day that is still to come. Check the day.';
        elsif before + record_refund.amount > private.amount_received(sent) then
            raise exception using errcode = '23514', hint = 'refund_too_high',
                message = format('Only %s can be refunded. If more arrived, record the amount received first.',
                    private.rupiah(private.amount_received(sent) - before));
        end if;
        insert into public.refunds (uuid, place, record, user_id, amount, refunded_on, way, note)
        values (refund, sent.place, sent.record, sent.user_id, record_refund.amount, record_refund.refunded_on, said_way,
            said_note);
        perform private.enqueue_event(case sent.place when 'transactions' then 'order_refunded' else 'fee_refunded' end,
            'payments', sent.record, sent.user_id,
            jsonb_build_object('amount', private.rupiah(record_refund.amount), 'way', said_way, 'refund', refund),
            interval '15 seconds');
    end
    $$;

-- Deletes a refund that was recorded by mistake, with what was not told of it yet.
create or replace function public.undo_refund(refund uuid) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        gone public.refunds;
    begin
        perform private.require_administrator('record payments');
        delete from public.refunds as back where back.uuid = refund returning back.* into gone;
        if not found then
            raise exception using errcode = 'PT404', hint = 'record_gone', message = 'This refund was not found; it may have been deleted.';
        end if;
        delete from private.outbox where record = gone.record and data ->> 'refund' = gone.uuid::text;
        update private.messages set state = 'dropped'
        where user_id = gone.user_id and data ->> 'refund' = gone.uuid::text and state in ('waiting', 'failed');
    end
    $$;

-- Outgoing lines that may be, or are, this refund: of its sum, that show no other one, booked from a day before it to two weeks after.
create or replace function public.refund_lines(refund uuid)
    returns table (uuid uuid, account text, booked_on date, description text)
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        perform private.require_administrator('match statements');
        return query
            select line.uuid, line.account, line.booked_on, line.description
            from public.refunds as back join public.statement_lines as line on line.amount = -back.amount
            where back.uuid = refund and line.booked_on - back.refunded_on between -1 and 14
                and not exists (select from public.refunds as other where other.line_uuid = line.uuid and other.uuid <> back.uuid)
            order by line.booked_on, line.uuid limit 10;
    end
    $$;

-- `line` null: no line shows it after all.
create or replace function public.match_refund(refund uuid, line uuid) returns void
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform private.require_administrator('match statements');
        if line is not null and not exists (select from public.refund_lines(refund) as one where one.uuid = line) then
            raise exception using errcode = 'PT404', hint = 'line_gone', message = 'No line of the statement fits this refund.';
        end if;
        update public.refunds set line_uuid = line where uuid = refund;
        if not found then
            raise exception using errcode = 'PT404', hint = 'record_gone', message = 'This refund is gone.';
        end if;
    end
    $$;

-- By day in Lampung's time and by account.
-- came: on the day that its line was booked; on the day of its acceptance where lines don't make up the whole.
-- payments: of those, each once, on the day of its last line.
-- refunded: what was paid back.
-- awaited: what was sent that day and waits still, less what came of it and was not paid back.
-- account: of the statement's line; of a refund without one that of its payment; null where no statement told of it.
create or replace function public.closing(first_day date, last_day date)
    returns table (day date, account text, payments bigint, came bigint, refunded bigint, awaited bigint)
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        perform private.require_administrator('see the closing of a day');
        if (last_day - first_day between 0 and 366) is not true then
            raise exception using errcode = '23514', hint = 'period', message = 'Choose a period of at most a year.';
        end if;
        return query
            with sent as (
                select paid.place, paid.record, paid.state, paid.deleted_at, paid.amount, private.amount_received(paid) as came,
                    sent_on, came_on
                from public.payments as paid cross join lateral (
                    select (paid.created_at at time zone 'Asia/Jakarta')::date,
                        (coalesce(paid.decided_at, paid.created_at) at time zone 'Asia/Jakarta')::date
                ) as days (sent_on, came_on)
                where paid.state in ('waiting', 'accepted', 'rejected')
                    and (sent_on between first_day and last_day or came_on between first_day and last_day
                        or (paid.place, paid.record) in (
                            select back.place, back.record from public.refunds as back
                            where back.refunded_on between first_day and last_day
                            union all
                            select tied.place, tied.record from public.reconciliations as tied
                            join public.statement_lines as line on line.uuid = tied.line_uuid
                            where line.booked_on between first_day and last_day))
            ), lines as (
                select tied.place, tied.record, line.account, line.booked_on, sum(tied.amount)::bigint as amount,
                    1 = row_number() over (partition by tied.place, tied.record order by line.booked_on desc, line.account) as is_last
                from sent join public.reconciliations as tied using (place, record)
                join public.statement_lines as line on line.uuid = tied.line_uuid
                group by tied.place, tied.record, line.account, line.booked_on
            ), accounts as (
                select place, record, min(lines.account) as account, sum(amount)::bigint as matched
                from lines group by place, record
            ), paid as (
                select * from sent left join accounts using (place, record)
            ), entries as (
                select lines.booked_on as day, lines.account, is_last::integer as payments, lines.amount as came, 0 as refunded, 0 as awaited
                from paid join lines using (place, record) where paid.came = matched
                union all
                select came_on, paid.account, 1, paid.came, 0, 0
                from paid where paid.came > 0 and paid.came is distinct from matched
                union all
                select back.refunded_on, coalesce(line.account, paid.account), 0, 0, back.amount, 0
                from public.refunds as back join paid using (place, record)
                left join public.statement_lines as line on line.uuid = back.line_uuid
                union all
                select sent_on, paid.account, 0, 0, 0, rest
                from paid cross join lateral (
                    select paid.amount - paid.came + coalesce(private.refunded_amount(place, record), 0)
                ) as unpaid (rest)
                where state = 'waiting' and deleted_at is null and rest > 0
            )
            select entries.day, entries.account, sum(entries.payments)::bigint, sum(entries.came)::bigint,
                sum(entries.refunded)::bigint, sum(entries.awaited)::bigint
            from entries where entries.day between first_day and last_day
            group by entries.day, entries.account order by entries.day desc, entries.account;
    end
    $$;

grant execute on function public.record_received(text, uuid, bigint),
    public.record_refund(text, uuid, bigint, date, text, text, uuid), public.undo_refund(uuid), public.closing(date, date),
    public.refund_lines(uuid), public.match_refund(uuid, uuid)
    to authenticated;
