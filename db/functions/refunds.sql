-- Other sums than were asked, what is paid back, and the closing of a day. For administrators.
--
-- Refusals: SQLSTATE (HTTP status), hint
--   42501 (403)                   the caller is no administrator
--   PT404 (404)  record_gone      there is no such payment, or no such refund
--   23514 (400)  refund_too_high  more than came and was not paid back yet
--   23514 (400)  period           the days are in the wrong order, or more than 366

-- What came of a payment: what an administrator says, else what was asked of one that was accepted.
create or replace function private.came_of(paid public.payments) returns bigint
    language sql immutable set search_path = ''
    as $$ select coalesce(paid.received, case paid.state when 'accepted' then paid.amount end, 0) $$;

-- A payment that was sent, locked until the end.
create or replace function private.sent_payment(place text, record uuid) returns public.payments
    language plpgsql security definer set search_path = ''
    as $$
    declare
        sent public.payments;
    begin
        perform private.require_administrator('record payments');
        select * into sent from public.payments as one
        where (one.place, one.record) = (sent_payment.place, sent_payment.record) and one.state not in ('reserved', 'released')
        for update;
        if not found then
            raise exception using errcode = 'PT404', hint = 'record_gone', message = 'This payment was not found; it may have been deleted.';
        end if;
        return sent;
    end
    $$;

-- `received` null: what was asked.
create or replace function public.record_received(place text, record uuid, received bigint) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        sent public.payments := private.sent_payment(place, record);
    begin
        update public.payments as one
        set received = case when (one.state, record_received.received) is distinct from ('accepted', one.amount)
            then record_received.received end
        where (one.place, one.record) = (sent.place, sent.record);
    end
    $$;

-- Notifies the payer.
create or replace function public.record_refund(
    place text, record uuid, amount bigint, refunded_on date, way text, note text default null
) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        sent public.payments := private.sent_payment(place, record);
        before bigint := (
            select coalesce(sum(one.amount), 0) from public.refunds as one
            where (one.place, one.record) = (sent.place, sent.record));
    begin
        if before + record_refund.amount > private.came_of(sent) then
            raise exception using errcode = '23514', hint = 'refund_too_high',
                message = format('Only %s can be paid back. If more came, record first what came.',
                    private.rupiah(private.came_of(sent) - before));
        end if;
        insert into public.refunds (place, record, user_id, amount, refunded_on, way, note)
        values (sent.place, sent.record, sent.user_id, record_refund.amount, record_refund.refunded_on, btrim(way),
            nullif(btrim(note), ''));
        perform private.enqueue_event(case sent.place when 'transactions' then 'order_refunded' else 'fee_refunded' end,
            'payments', sent.record, sent.user_id,
            jsonb_build_object('amount', private.rupiah(record_refund.amount), 'way', btrim(way)));
    end
    $$;

-- Takes back what was recorded by mistake.
create or replace function public.undo_refund(refund uuid) returns void
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform private.require_administrator('record payments');
        delete from public.refunds where uuid = refund;
        if not found then
            raise exception using errcode = 'PT404', hint = 'record_gone', message = 'This refund was not found; it may have been deleted.';
        end if;
    end
    $$;

-- By day in Lampung's time and by account: what came on the day that it was accepted, what was paid back, and what was sent
-- that day and waits still. The account is that of the statement that told of it; null where none did.
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
            with paid as (
                select paid.place, paid.record, paid.state, paid.deleted_at, paid.amount, private.came_of(paid) as came,
                    (paid.created_at at time zone 'Asia/Jakarta')::date as sent_on,
                    (paid.decided_at at time zone 'Asia/Jakarta')::date as decided_on, (
                        select min(line.account) from public.reconciliations as matched
                        join public.statement_lines as line on line.uuid = matched.line_uuid
                        where (matched.place, matched.record) = (paid.place, paid.record)) as account
                from public.payments as paid where paid.state in ('waiting', 'accepted', 'rejected')
            ), entries as (
                select coalesce(decided_on, sent_on) as day, paid.account, 1 as payments, paid.came, 0 as refunded, 0 as awaited
                from paid where paid.came > 0
                union all
                select back.refunded_on, paid.account, 0, 0, back.amount, 0
                from public.refunds as back join paid using (place, record)
                union all
                select sent_on, paid.account, 0, 0, 0, paid.amount
                from paid where state = 'waiting' and deleted_at is null and paid.came = 0 and paid.amount > 0
            )
            select entries.day, entries.account, sum(entries.payments)::bigint, sum(entries.came)::bigint,
                sum(entries.refunded)::bigint, sum(entries.awaited)::bigint
            from entries where entries.day between first_day and last_day
            group by entries.day, entries.account order by entries.day desc, entries.account;
    end
    $$;

revoke all on function private.came_of(public.payments), private.sent_payment(text, uuid),
    public.record_received(text, uuid, bigint), public.record_refund(text, uuid, bigint, date, text, text),
    public.undo_refund(uuid), public.closing(date, date)
    from public, anon, authenticated, service_role;
grant execute on function public.record_received(text, uuid, bigint),
    public.record_refund(text, uuid, bigint, date, text, text), public.undo_refund(uuid), public.closing(date, date)
    to authenticated;
