-- An order can be cancelled before it is accepted, by its buyer or by an administrator, with a reason that the other one reads.
-- It is a rejection that accepts no other proof: stock is released at once, its amount later (private.resubmission_period). A
-- payment is owed to its buyer until it is refunded, or an administrator records that nothing was received. What a proof says
-- that nobody looked at is a claim: it is listed as owed, and what was recorded as received stays.
--
-- Refusals: SQLSTATE (HTTP status), hint, details
--   42501 (403)                     the caller is neither a talent nor an administrator
--   23514 (400)  reason_missing     a cancellation says why
--   PT404 (404)  record_gone        the caller has no such order
--   PT409 (409)  already_reviewed   it was decided before (functions/reviews.sql), otherwise than by this cancellation

create or replace function public.cancel_order(order_uuid uuid, reason text) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        who text := case private.app_role() when 'talent' then 'buyer' when 'admin' then 'shop' end;
        said text := nullif(btrim(reason, E' \t\r\n'), '');
        cancelled public.payments;
    begin
        if who is null then
            raise insufficient_privilege using message = 'permission denied to cancel orders';
        elsif said is null then
            raise exception using errcode = '23514', hint = 'reason_missing', message = 'Say why the order is cancelled.';
        end if;
        perform private.lock_paid_record('transactions', order_uuid);
        if who = 'buyer' and not exists (
            select from public.transactions where uuid = cancel_order.order_uuid and user_id = auth.uid())
        then
            raise exception using errcode = 'PT404', hint = 'record_gone', message = 'This order was not found; it may have been deleted.';
        end if;
        update public.payments as one
        set state = 'rejected', reason = said, cancelled_by = who, decided_at = now()
        where one.order_uuid = cancel_order.order_uuid and one.state = 'waiting'
        returning one.* into cancelled;
        if not found then
            if not exists (select from public.payments as one
                where (one.order_uuid, one.cancelled_by, one.reason) = (cancel_order.order_uuid, who, said))
            then
                perform private.refuse_second_review('transactions', order_uuid);
            end if;
            return; -- sent again after a lost answer
        end if;
        update public.transactions set status = 'Rejected' where uuid = order_uuid;
        -- A buyer who orders and cancels all day fills nobody's mailbox: what follows is listed on the dashboard alone.
        if who = 'buyer' and (
            select count(*) from public.payments as one
            where one.user_id = auth.uid() and one.cancelled_by = who and one.decided_at > now() - interval '1 day') <= 5
        then
            perform private.enqueue_event('order_cancelled_by_buyer', 'payments', order_uuid, null,
                jsonb_build_object('amount', private.rupiah(cancelled.amount), 'reason', said));
        end if;
    end
    $$;

drop function if exists public.owed_refunds(); -- it had another result in older versions
-- For administrators: what is to be paid back, the oldest first. `cause`: cancelled by the `buyer` or the `shop`; `overpaid`;
-- `given_up`, for money that came for what was deleted undecided, or rejected and not paid in time; `deleted` after it was paid,
-- and its pieces are back.
create function public.owed_refunds()
    returns table (place text, record uuid, owed bigint, amount bigint, received bigint, matched bigint, reason text, cause text,
        decided_at timestamptz)
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        perform private.require_administrator('see owed refunds');
        return query
            select one.place, one.record, kept.back, one.amount, one.received, private.matched_amount(one.place, one.record),
                one.reason, why.cause, one.decided_at
            from (
                select paid.place, paid.record from public.payments as paid
                where paid.cancelled_by is not null or paid.received is not null or paid.pieces_back
                union
                select paid.place, paid.record from public.payments as paid
                join public.reconciliations as tied on (tied.place, tied.record) = (paid.place, paid.record)
                where paid.state in ('waiting', 'rejected')
            ) as noted -- what may be owed: few of all payments, found by indexes
            join public.payments as one on (one.place, one.record) = (noted.place, noted.record)
            cross join lateral (select case
                when one.cancelled_by is not null then one.cancelled_by
                when one.pieces_back then 'deleted'
                when one.state = 'accepted' and one.received > one.amount then 'overpaid'
                when one.state in ('waiting', 'rejected')
                    and least(one.deleted_at, one.decided_at + private.resubmission_period()) <= now() then 'given_up' end
            ) as why (cause)
            cross join lateral (select case why.cause
                when 'overpaid' then one.received - one.amount
                when 'deleted' then private.amount_received(one)
                when 'given_up' then private.amount_received(one)
                else coalesce(private.received_by_newest_proof(one), one.amount) end - coalesce(private.refunded_amount(one.place, one.record), 0)
            ) as kept (back)
            where why.cause is not null and kept.back > 0
            order by coalesce(one.decided_at, one.deleted_at), one.record;
    end
    $$;

grant execute on function public.cancel_order(uuid, text), public.owed_refunds() to authenticated;
