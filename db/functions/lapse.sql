-- Orders that are pending for a number of days lapse, at least a day after their buyers were notified of it. A lapse is a
-- rejection by the shop itself: it releases the stock, and a new proof reverts it like any rejection (functions/proofs.sql). Ages
-- count only time in which the shop was seen running. Registrations reserve no stock, and never lapse.

-- Pending orders whose newest proof is older; not those paid by a line of a statement.
create or replace function private.undecided_payments_before(before timestamptz) returns setof public.payments
    language sql stable set search_path = ''
    as $$
        select undecided from public.payments as undecided
        where order_uuid is not null and state = 'waiting' and created_at < before
            and not exists (
                select from private.record_pictures as proof
                where (proof.place, proof.record, proof.named_by) = (undecided.place, undecided.record, 'invoice_image')
                    and proof.noted_at >= before)
            and not exists (
                select from public.reconciliations as matched where (matched.place, matched.record) = (undecided.place, undecided.record))
        order by created_at limit 500
    $$;

-- For the dispatcher, hourly. 0 days, or a silent shop: never.
create or replace function private.lapse_orders(days integer) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        lapsing uuid;
        announced public.payments;
    begin
        if days = 0 or private.is_silent() then
            return;
        end if;
        for lapsing in
            select overdue.record from private.undecided_payments_before(private.uptime_cutoff(make_interval(days => days))) as overdue
            where overdue.lapse_announced_at < private.uptime_cutoff('1 day')
        loop
            perform from public.transactions where uuid = lapsing and status = 'Processed' for no key update skip locked;
            continue when not found;
            continue when exists ( -- asked once it is locked, as matching locks it first
                select from public.reconciliations as matched
                where (matched.place, matched.record) = ('transactions', lapsing));
            update public.payments set state = 'rejected', lapsed = true, decided_at = now() where order_uuid = lapsing;
            update public.transactions set status = 'Rejected' where uuid = lapsing;
        end loop;
        for announced in
            update public.payments set lapse_announced_at = now()
            where lapse_announced_at is null and (place, record) in (
                select soon.place, soon.record
                from private.undecided_payments_before(private.uptime_cutoff(make_interval(days => days - 1))) as soon)
            returning *
        loop
            perform private.enqueue_event('order_lapses', announced.place, announced.record, announced.user_id);
        end loop;
    end
    $$;

grant execute on function private.lapse_orders(integer) to supabase_auth_admin;
