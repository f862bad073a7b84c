-- The mail about a lapsed order says until when a proof may be sent again; those that wait since the former version know it, too.
update private.messages as told
set data = told.data || jsonb_build_object('until_en', lapsed.until, 'until_id', lapsed.until)
from (
    select order_uuid, to_char((decided_at + interval '3 days') at time zone 'Asia/Jakarta', 'YYYY-MM-DD HH24:MI') as until
    from public.payments where decided_at is not null
) as lapsed
where told.record = lapsed.order_uuid and told.kind = 'order_lapsed' and told.state in ('waiting', 'sending', 'failed');
