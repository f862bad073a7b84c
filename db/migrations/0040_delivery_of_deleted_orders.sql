-- What is noted of a deleted order says how it was to be delivered, and what that cost.

alter table public.payments add column delivery_way jsonb;
comment on column public.payments.delivery_way is 'Of a deleted order: how it was to be delivered, and what that cost.';
update public.payments as paid set delivery_way = kept.record -> 'delivery_way'
from private.deleted_records as kept
where (kept.place, kept.uuid) = (paid.place, paid.record) and jsonb_typeof(kept.record -> 'delivery_way') = 'object';
