-- unsent_orders: orders that are paid and have not left yet, packed or not. For administrators; runs with the caller's rights.

create or replace view public.unsent_orders with (security_invoker = true) as
    select ordered.*
    from public.transactions as ordered left join public.parcels as parcel on parcel.order_uuid = ordered.uuid
    where (select private.app_role()) = 'admin' and ordered.status = 'Accepted' and parcel.sent_at is null;
comment on view public.unsent_orders is 'Orders that are paid and have not left yet.';

grant select on public.unsent_orders to authenticated;

-- Not granted: everything for anon and the service key, and every change for everybody.
