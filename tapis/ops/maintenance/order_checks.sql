-- What `tapis doctor` checks of orders.

-- name: find_unlike_seals
-- Orders without a seal, seals without an order, and orders that differ from their seal.
select coalesce(o.uuid, s.uuid)::text, case
    when o.uuid is null then 'order-lost' when s.uuid is null then 'order-unsealed' else 'order-changed' end
from public.transactions o full join private.order_seals s on s.uuid = o.uuid
where s.sha256 is distinct from private.seal_of(o)
order by 1;

-- name: seal_orders
-- Seals orders as they are.
insert into private.order_seals (uuid, sha256)
select uuid, private.seal_of(o) from public.transactions o where uuid = any(%s::uuid[])
on conflict (uuid) do nothing;
