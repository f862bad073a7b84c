-- name: suspend_log
-- The audit log is only added to: until restore_log, in the same transaction, its entries may be dated back.
do $$ begin
    alter table public.audit_log disable trigger user;
    alter table public.parcels disable trigger user;
    alter table public.refunds disable trigger user;
end $$;

-- name: backdate
-- What was done to the demo's orders a moment ago is given the time at which it would have happened; nobody is told of it.
with happened as (
    select * from jsonb_to_recordset($1) as one (
        record uuid, ordered timestamptz, decided timestamptz, packed timestamptz, sent timestamptz, arrived timestamptz)
), payments as (
    update public.payments as paid
    set created_at = ordered, decided_at = case when decided_at is not null then decided end
    from happened where paid.record = happened.record
), proofs as (
    update private.record_pictures as proof set noted_at = ordered
    from happened where proof.record = happened.record
), parcels as (
    update public.parcels as parcel
    set packed_at = case when packed_at is not null then packed end, sent_at = case when sent_at is not null then sent end
    from happened where parcel.order_uuid = happened.record
), refunds as (
    update public.refunds as back set created_at = arrived
    from happened where back.record = happened.record
), log as (
    update public.audit_log as entry
    set created_at = case
        when place = 'payments' then decided
        when place = 'parcels' then case when entry.after ->> 'sent_at' is null then packed else sent end
        when place = 'refunds' or entry.after ->> 'status' = 'Finished' then arrived
        when action = 'insert' then ordered
        else decided end
    from happened where entry.record_id = happened.record
)
delete from private.outbox where record in (select record from happened);

-- name: restore_log
-- From here on the audit log is only added to again.
do $$ begin
    alter table public.audit_log enable trigger user;
    alter table public.parcels enable trigger user;
    alter table public.refunds enable trigger user;
end $$;
