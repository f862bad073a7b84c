-- After a rejection another proof can be sent: the same order or registration is pending again, with its prices and its amount.
-- Every proof is kept (private.record_pictures).
--
-- Refusals: SQLSTATE (HTTP status), hint; of the picture itself see functions/orders.sql, of what is sold functions/stock.sql
--   PT404 (404)  record_gone     the caller has no such order or registration
--   PT409 (409)  not_rejected    it waits, was accepted, or is without a fee and answered by an announcement
--   PT409 (409)  order_cancelled  (functions/cancellations.sql)
--   PT409 (409)  proof_too_late  its amount may belong to another payment (private.resubmission_period)
--   PT409 (409)  proofs_used_up  5 proofs were sent

-- The proofs of an order or a registration, the oldest first, for its payer and for administrators; a deleted proof has no
-- file.
create or replace function public.proofs_of(place text, record uuid) returns table (filename text, sent_at timestamptz)
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        return query
            select regexp_replace(noted.object_name, '^.*/', ''), noted.noted_at
            from private.record_pictures as noted
            join public.payments as paid on (paid.place, paid.record) = (noted.place, noted.record)
            where (noted.place, noted.record, noted.named_by) = (proofs_of.place, proofs_of.record, 'invoice_image')
                and paid.deleted_at is null
                and (private.app_role() = 'admin' or private.app_role() = 'talent' and paid.user_id = auth.uid())
            order by noted.noted_at, noted.object_name;
    end
    $$;

-- Whether a payment of the caller accepts another proof: the hint of the refusal, null if it does, and until when.
create or replace function public.resubmission(place text, record uuid) returns table (refusal text, until timestamptz)
    language plpgsql stable security definer set search_path = ''
    as $$
    declare
        paid public.payments;
    begin
        select * into paid from public.payments as one
        where (one.place, one.record) = (resubmission.place, resubmission.record)
            and one.user_id = auth.uid() and one.deleted_at is null;
        until := paid.decided_at + private.resubmission_period();
        refusal := case
            when paid.state is null then 'record_gone'
            when paid.state <> 'rejected' or paid.total is null and private.is_answered_registration(paid.registration_uuid)
                then 'not_rejected'
            when paid.cancelled_by is not null then 'order_cancelled'
            when until <= now() then 'proof_too_late'
            when (select count(*) from public.proofs_of(paid.place, paid.record)) >= 5 then 'proofs_used_up' end;
        return next;
    end
    $$;

-- Raises the refusal if no other proof is accepted.
create or replace function private.require_answerable_rejection(place text, record uuid) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        refusal text := (select asked.refusal from public.resubmission(place, record) as asked);
    begin
        if refusal is not null then
            raise exception using errcode = case refusal when 'record_gone' then 'PT404' else 'PT409' end, hint = refusal,
                message = case refusal
                    when 'record_gone' then 'This order or registration was not found; it may have been deleted.'
                    when 'not_rejected' then 'This payment takes no other proof: it was not rejected.'
                    when 'order_cancelled' then 'This order was cancelled. Please order again.'
                    when 'proof_too_late' then 'This payment was rejected too long ago for another proof.'
                    when 'proofs_used_up' then 'This payment has 5 proofs already. Please write to the shop.' end;
        end if;
    end
    $$;

-- Whether the caller's payment is pending or accepted with this proof.
create or replace function private.is_active_proof(place text, record uuid, filename text) returns boolean
    language sql stable security definer set search_path = ''
    as $$
        select exists (
            select from public.payments as paid
            left join public.transactions as ordered on ordered.uuid = paid.order_uuid
            left join public.audition_registrations as registered on registered.uuid = paid.registration_uuid
            where (paid.place, paid.record) = (is_active_proof.place, is_active_proof.record)
                and paid.user_id = auth.uid() and paid.state <> 'rejected'
                and coalesce(ordered.invoice_image, registered.invoice_image) ->> 'filename' = is_active_proof.filename)
    $$;

-- For the payer; idempotent for the same proof. Administrators are notified as of a new order or registration.
create or replace function public.send_another_proof(place text, record uuid, invoice_image jsonb) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        filename text := invoice_image ->> 'filename';
    begin
        if private.app_role() is distinct from 'talent' then
            raise insufficient_privilege using message = 'permission denied to send a proof of payment';
        end if;
        perform pg_advisory_xact_lock(hashtextextended('orders of ' || auth.uid(), 0));
        perform private.lock_paid_record(place, record);
        if private.is_active_proof(place, record, filename) then
            return; -- sent again after a lost answer
        end if;
        perform private.require_answerable_rejection(place, record);
        perform private.require_own_proof(place, auth.uid(), filename);
        perform private.require_unused_proof(place, record, filename);
        perform private.enforce_pending_quota(place, auth.uid());
        if place = 'transactions' then
            update public.transactions set invoice_image = send_another_proof.invoice_image, status = 'Processed'
            where uuid = record;
            perform private.enforce_hold_quota(auth.uid());
        else
            perform private.preserve_previous_proofs(place, record);
            update public.audition_registrations set invoice_image = send_another_proof.invoice_image where uuid = record;
            update public.payments set state = 'waiting', reason = null, decided_at = null
            where registration_uuid = send_another_proof.record;
        end if;
        perform private.enqueue_event(case place when 'transactions' then 'order_received' else 'registration_received' end,
            place, record, null);
    end
    $$;

grant execute on function public.proofs_of(text, uuid), public.resubmission(text, uuid),
    public.send_another_proof(text, uuid, jsonb) to authenticated;
