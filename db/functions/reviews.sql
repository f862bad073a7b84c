-- Decisions about payments. Only what waits is decided (views/review_queue.sql): of two administrators at once the second is
-- told what the first said. A status that is set in another way is a decision, too; an order that is Processed again waits.
--
-- Refusals: SQLSTATE (HTTP status), hint, details
--   42501 (403)                     the caller is no administrator
--   23514 (400)  decision           neither accepted nor rejected
--   23514 (400)  reason_missing     a rejection says why
--   PT404 (404)  record_gone        there is no such order or registration
--   PT409 (409)  already_reviewed   {decision, reason, by, at}; decision null: answered by an announcement
--   PT409 (409)  undo_too_late      somebody else's decision, one of more than a minute ago, or an order that went on
--   PT409 (409)  out_of_stock       what a rejection gave back is sold by now (functions/stock.sql)

create or replace function private.tg_transactions__note_review() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
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

create or replace function private.tg_reviews__note_reviewer() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        delete from private.reviewers where (place, record) = (new.place, new.record);
        insert into private.reviewers (place, record, user_id)
        select new.place, new.record, auth.uid() where auth.uid() is not null;
        return null;
    end
    $$;

-- For administrators, before a decision about this record: nobody else decides about it until it is made.
create or replace function private.begin_review(place text, record uuid) returns void
    language plpgsql security definer set search_path = ''
    as $$
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

-- The address of whoever decided, for administrators; an account that is gone by its uuid.
create or replace function private.reviewer_email(this_place text, this_record uuid) returns text
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        return case when private.app_role() = 'admin' then (
            select coalesce(account.email::text, reviewer.user_id::text)
            from private.reviewers as reviewer left join auth.users as account on account.id = reviewer.user_id
            where (reviewer.place, reviewer.record) = (this_place, this_record)) end;
    end
    $$;

create or replace function private.refuse_second_review(this_place text, this_record uuid) returns void
    language plpgsql stable security definer set search_path = ''
    as $$
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

-- For administrators: accepts or rejects the payment of an order or a registration that waits.
create or replace function public.review(place text, record uuid, decision text, reason text default null) returns void
    language plpgsql security definer set search_path = ''
    as $$
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

-- For the administrator who decided, for a minute: it waits again.
create or replace function public.undo_review(place text, record uuid) returns void
    language plpgsql security definer set search_path = ''
    as $$
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

-- What is kept of a record that is deleted, and comes back with it: the decision and who made it.
create or replace function private.review_of(this_place text, this_record uuid) returns jsonb
    language sql stable security definer set search_path = ''
    as $$
        select to_jsonb(reviewed) || jsonb_build_object('reviewer', reviewer.user_id)
        from public.reviews as reviewed left join private.reviewers as reviewer using (place, record)
        where (place, record) = (this_place, this_record)
    $$;

-- Before its record is there, so that private.note_amount finds it. An amount that another payment owes by now is replaced
-- by a free one, unless it was decided.
create or replace function private.restore_amount(kept private.deleted_records) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        total bigint := coalesce(
            private.order_total(jsonb_populate_record(null::public.transactions, kept.record)), kept.amount);
    begin
        if kept.amount is null then
            return;
        end if;
        perform private.lock_stock(kept.record -> 'transactions');
        if kept.review is null then
            kept.amount := private.own_amount(kept.place, kept.uuid, total, kept.amount);
        end if;
        insert into public.amounts_due (place, record, user_id, total, amount, created_at)
        values (kept.place, kept.uuid, (kept.record ->> 'user_id')::uuid, total, kept.amount,
            (kept.record ->> 'created_at')::timestamptz)
        on conflict (place, record) do nothing;
    end
    $$;

create or replace function private.restore_review(kept private.deleted_records) returns void
    language plpgsql security definer set search_path = ''
    as $$
    begin
        insert into public.reviews
        select (jsonb_populate_record(null::public.reviews, kept.review)).* where kept.review is not null
        on conflict (place, record) do update set reason = excluded.reason, decided_at = excluded.decided_at;
        update private.reviewers set user_id = (kept.review ->> 'reviewer')::uuid
        where (place, record) = (kept.place, kept.uuid) and kept.review ->> 'reviewer' is not null;
    end
    $$;

revoke all on function private.tg_transactions__note_review(), private.tg_reviews__note_reviewer(),
    private.begin_review(text, uuid), private.reviewer_email(text, uuid), private.refuse_second_review(text, uuid),
    public.review(text, uuid, text, text), public.undo_review(text, uuid), private.review_of(text, uuid),
    private.restore_amount(private.deleted_records), private.restore_review(private.deleted_records)
    from public, anon, authenticated, service_role;
grant execute on function public.review(text, uuid, text, text), public.undo_review(text, uuid) to authenticated;
-- The view public.decided_reviews calls it as whoever reads.
grant execute on function private.reviewer_email(text, uuid) to authenticated;
