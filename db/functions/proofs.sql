-- A rejection is answered with another proof: the same order waits again, with its number, its prices and its amount. Every proof
-- that was sent stays (private.record_pictures).
--
-- Refusals: SQLSTATE (HTTP status), hint; of the picture itself see functions/orders.sql, of what is sold functions/stock.sql
--   PT404 (404)  record_gone     the caller has no such order
--   PT409 (409)  not_rejected    it waits, or was accepted
--   PT409 (409)  proof_too_late  rejected more than 3 days ago: its amount may be another payment's (private.amounts_in_use)
--   PT409 (409)  proofs_used_up  5 proofs were sent

-- An order's proofs, the oldest first, for its buyer and for administrators; one of a proof that was deleted has no file.
create or replace function public.proofs_of(order_uuid uuid) returns table (filename text, sent_at timestamptz)
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        if not exists (
            select from public.transactions
            where uuid = order_uuid and (private.app_role() = 'admin' or private.app_role() = 'talent' and user_id = auth.uid()))
        then
            return;
        end if;
        return query
            select regexp_replace(noted.object_name, '^.*/', ''), noted.noted_at from private.record_pictures as noted
            where (noted.place, noted.record, noted.named_by) = ('transactions', order_uuid, 'invoice_image')
            order by noted.noted_at, noted.object_name;
    end
    $$;

-- Raises the refusal that speaks against another proof of an order, which is locked until the end.
create or replace function private.require_answerable_rejection(order_uuid uuid) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        stored text := (
            select status from public.transactions where uuid = order_uuid and user_id = auth.uid() for no key update);
        rejected_at timestamptz := (
            select decided_at from public.payments as paid where paid.order_uuid = require_answerable_rejection.order_uuid);
    begin
        if stored is null then
            raise exception using errcode = 'PT404', hint = 'record_gone', message = 'This order is gone.';
        elsif stored <> 'Rejected' then
            raise exception using errcode = 'PT409', hint = 'not_rejected',
                message = 'This order takes no other proof: it was not rejected.';
        elsif (rejected_at > now() - interval '3 days') is not true then
            raise exception using errcode = 'PT409', hint = 'proof_too_late',
                message = 'This order was rejected more than 3 days ago. Please order again.';
        elsif (select count(*) from public.proofs_of(order_uuid)) >= 5 then
            raise exception using errcode = 'PT409', hint = 'proofs_used_up',
                message = 'This order has 5 proofs already. Please write to the shop.';
        end if;
    end
    $$;

-- For the buyer. Administrators are told as of a new order.
create or replace function public.send_another_proof(order_uuid uuid, invoice_image jsonb) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        filename text := invoice_image ->> 'filename';
    begin
        if private.app_role() is distinct from 'talent' then
            raise insufficient_privilege using message = 'permission denied to send a proof of payment';
        end if;
        perform pg_advisory_xact_lock(hashtextextended('orders of ' || auth.uid(), 0));
        perform private.require_answerable_rejection(order_uuid);
        perform private.require_own_invoice(auth.uid(), filename);
        perform private.require_unused_proof(filename, order_uuid);
        update public.transactions
        set invoice_image = send_another_proof.invoice_image, status = 'Processed' where uuid = order_uuid;
        perform private.enqueue_event('order_received', 'transactions', order_uuid, null);
    end
    $$;

revoke all on function public.proofs_of(uuid), private.require_answerable_rejection(uuid),
    public.send_another_proof(uuid, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.proofs_of(uuid), public.send_another_proof(uuid, jsonb) to authenticated;
