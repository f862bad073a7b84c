-- Decisions about payments. Only pending ones are decided (views/review_queue.sql): of two concurrent administrators the second
-- gets the first one's decision. A status that is set otherwise is a decision, too; an order set to Processed is pending again.
--
-- Refusals: SQLSTATE (HTTP status), hint, details
--   42501 (403)                     the caller is no administrator
--   23514 (400)  decision           neither accepted nor rejected
--   23514 (400)  reason_missing     a rejection says why
--   PT404 (404)  record_gone        there is no such order or registration
--   PT409 (409)  already_reviewed   {decision, reason, by, at}; decision null: answered by an announcement
--   PT409 (409)  undo_too_late      somebody else's decision, one of more than a minute ago, or an order that went on
--   PT409 (409)  out_of_stock       the pieces that a rejection released have been sold (functions/stock.sql)

-- What came of a pending payment by its newest proof: if that was sent after less was recorded, or some was refunded, it
-- proves the rest: all of it came (null), and what was refunded; else what was recorded.
create or replace function private.received_by_newest_proof(paid public.payments) returns bigint
    language sql stable set search_path = ''
    as $$
        select case when private.amount_received(paid) - refunded.amount < paid.amount and (
            select max(noted_at) from private.record_pictures
            where (place, record, named_by) = (paid.place, paid.record, 'invoice_image')) > greatest(refunded.at, (
            select max(created_at) from public.audit_log
            where record_id = paid.record and place = 'payments' and before -> 'received' <> after -> 'received'))
        then nullif(paid.amount + refunded.amount, paid.amount) else paid.received end
        from (
            select coalesce(sum(amount), 0)::bigint as amount, max(created_at) as at from public.refunds
            where (place, record) = (paid.place, paid.record)
        ) as refunded
    $$;

create or replace function private.tg_transactions__note_review() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    declare
        now_state text := case new.status when 'Processed' then 'waiting' when 'Rejected' then 'rejected' else 'accepted' end;
    begin
        update public.payments as paid
        set state = now_state, reason = null, decided_at = case when now_state <> 'waiting' then now() end, lapsed = false,
            lapse_announced_at = null, cancelled_by = null,
            received = case now_state when 'accepted' then private.received_by_newest_proof(paid) else received end
        where order_uuid = new.uuid and state <> now_state;
        return null;
    end
    $$;

create or replace function private.lock_paid_record(place text, record uuid) returns void
    language plpgsql security definer set search_path = ''
    as $$
    begin
        if place = 'transactions' then
            perform from public.transactions where uuid = record for no key update;
        else
            perform from public.audition_registrations
            where uuid = record and place = 'audition_registrations' for no key update;
        end if;
        if not found then
            raise exception using errcode = 'PT404', hint = 'record_gone',
                message = 'This order or registration was not found; it may have been deleted.';
        end if;
    end
    $$;

-- For administrators: locks a record until the decision about it is committed.
create or replace function private.lock_for_review(place text, record uuid) returns void
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform private.require_administrator('review payments');
        perform private.lock_paid_record(place, record);
    end
    $$;

-- The account of the last decision; null for one by the shop itself. In earlier versions decisions were rows of reviews.
create or replace function private.reviewer_id(this_place text, this_record uuid) returns uuid
    language sql stable security definer set search_path = ''
    as $$
        select actor_id from public.audit_log
        where record_id = this_record and place in ('payments', 'reviews') and after ->> 'place' = this_place
            and coalesce(after ->> 'state', after ->> 'decision') in ('accepted', 'rejected')
            and coalesce(before ->> 'state', before ->> 'decision', '')
                <> coalesce(after ->> 'state', after ->> 'decision')
        order by created_at desc limit 1
    $$;

-- The email of the reviewer, for administrators; a deleted account's uuid.
create or replace function private.reviewer_email(this_place text, this_record uuid) returns text
    language plpgsql stable security definer set search_path = ''
    as $$
    declare
        account uuid := case when private.app_role() = 'admin' then private.reviewer_id(this_place, this_record) end;
    begin
        return coalesce((select email::text from auth.users where id = account), account::text);
    end
    $$;

create or replace function private.refuse_second_review(this_place text, this_record uuid) returns void
    language plpgsql stable security definer set search_path = ''
    as $$
    declare
        paid public.payments;
        reviewed_by text;
    begin
        select * into paid from public.payments where (place, record) = (this_place, this_record) and decided_at is not null;
        if found then
            reviewed_by := private.reviewer_email(this_place, this_record);
        end if;
        raise exception using errcode = 'PT409', hint = 'already_reviewed',
            detail = jsonb_build_object('decision', paid.state, 'reason', paid.reason, 'at', paid.decided_at,
                'by', reviewed_by, 'cancelled_by', paid.cancelled_by)::text,
            message = format('This was %s already%s.',
                case when paid.cancelled_by is not null then 'cancelled' else coalesce(paid.state, 'answered') end,
                ' by ' || reviewed_by);
    end
    $$;

-- For administrators: accepts or rejects the pending payment of an order or a registration.
create or replace function public.review(place text, record uuid, decision text, reason text default null) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        said text := nullif(btrim(reason, E' \t\r\n'), '');
    begin
        perform private.lock_for_review(place, record);
        if (decision in ('accepted', 'rejected')) is not true then
            raise exception using errcode = '23514', hint = 'decision', message = 'Accept the payment, or reject it.';
        elsif decision = 'rejected' and said is null then
            raise exception using errcode = '23514', hint = 'reason_missing',
                message = 'Say why the payment is rejected; the buyer reads it.';
        end if;
        if not exists (
            select from public.review_queue as waiting
            where waiting.place = review.place and waiting.uuid = review.record)
        then
            perform private.refuse_second_review(place, record);
        end if;
        update public.payments as decided
        set state = decision, reason = case decision when 'rejected' then said end, decided_at = now(),
            received = case decision when 'accepted' then private.received_by_newest_proof(decided) else received end
        where (decided.place, decided.record) = (review.place, review.record);
        if place = 'transactions' then
            update public.transactions set status = initcap(decision) where uuid = record;
        end if;
    end
    $$;

-- For the administrator who decided, within a minute: makes it pending again.
create or replace function public.undo_review(place text, record uuid) returns void
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform private.lock_for_review(place, record);
        update public.payments as decided
        set state = 'waiting', reason = null, decided_at = null, cancelled_by = null, received = (
            select case when (entry.after ->> 'received')::bigint is not distinct from decided.received
                then (entry.before ->> 'received')::bigint else decided.received end -- unless recorded since
            from public.audit_log as entry
            where (entry.record_id, entry.place) = (decided.record, 'payments') and entry.before -> 'state' <> entry.after -> 'state'
            order by entry.created_at desc limit 1)
        where (decided.place, decided.record) = (undo_review.place, undo_review.record)
            and decided.decided_at > now() - interval '1 minute'
            and private.reviewer_id(decided.place, decided.record) = auth.uid()
            and not exists (select from public.transactions where uuid = undo_review.record and status = 'Finished')
            and not exists (select from public.parcels where order_uuid = undo_review.record and sent_at is not null);
        if not found then
            raise exception using errcode = 'PT409', hint = 'undo_too_late',
                message = 'This decision can''t be undone any more.';
        end if;
        update public.transactions set status = 'Processed' where uuid = record and place = 'transactions';
    end
    $$;

-- Before its record is there, so that private.record_payment finds it. An amount that another payment has taken is replaced
-- by a free one, unless it was decided; what lines of a statement say that came is unchanged.
create or replace function private.restore_payment(kept private.deleted_records) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        matched bigint := private.matched_amount(kept.place, kept.uuid);
        owed bigint;
    begin
        perform private.lock_stock(kept.record -> 'transactions');
        select case state when 'waiting' then private.unique_amount(place, record, total, amount) else amount end into owed
        from public.payments where (place, record) = (kept.place, kept.uuid);
        update public.payments as back set deleted_at = null, deleted_by = null, keeps_pieces = false,
            pieces_back = null, goods = null, delivery_way = null, lapse_announced_at = null, amount = owed, received = case
            when back.state = 'waiting' and coalesce(back.received, matched) = matched then nullif(matched, owed)
            else back.received end
        where (back.place, back.record) = (kept.place, kept.uuid);
    end
    $$;

grant execute on function public.review(text, uuid, text, text), public.undo_review(text, uuid) to authenticated;
-- The view public.decided_reviews calls it as the reader.
grant execute on function private.reviewer_email(text, uuid) to authenticated;
