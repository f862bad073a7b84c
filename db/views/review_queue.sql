-- review_queue: payments that wait for a decision: orders that are Processed, and registrations whose payment waits. Without a
-- fee, an announcement of no event decides, too. A fee of somebody who was answered waits for 60 days after the registration
-- or its newest proof was sent: earlier versions left fees undecided once somebody was answered. For administrators; runs with
-- the caller's rights, and names people by private.buyer_name.

create or replace view public.review_queue with (security_invoker = true) as
    select 'transactions' as place, ordered.uuid, ordered.user_id,
        coalesce(delivered.name, private.buyer_name(ordered.user_id)) as name,
        private.buyer_email(ordered.user_id) as email, delivered.whatsapp,
        due.total, due.amount,
        ordered.invoice_image, ordered.created_at, ordered.updated_at, due.lapse_announced_at
    from public.transactions as ordered
    left join public.order_deliveries as delivered on delivered.order_uuid = ordered.uuid
    join public.payments as due on due.order_uuid = ordered.uuid
    where ordered.status = 'Processed' and (select private.app_role()) = 'admin'
    union all
    select 'audition_registrations', registered.uuid, registered.user_id, registered.name,
        private.buyer_email(registered.user_id), (
            select newest.whatsapp
            from public.order_deliveries as newest join public.transactions as o on o.uuid = newest.order_uuid
            where newest.user_id = registered.user_id and newest.whatsapp is not null
            order by o.created_at desc limit 1),
        due.total, due.amount, registered.invoice_image, registered.created_at, registered.updated_at,
        due.lapse_announced_at
    from public.audition_registrations as registered
    join public.payments as due on due.registration_uuid = registered.uuid
    where (select private.app_role()) = 'admin' and due.state = 'waiting'
        and (due.total is not null and registered.updated_at > now() - interval '60 days' or not exists (
            select from public.audition_announcements as announced
            where announced.user_id = registered.user_id and announced.created_at >= registered.created_at
                and not exists (
                    select from public.event_announcements as mine where mine.announcement_uuid = announced.uuid)));
comment on view public.review_queue is 'Orders and registrations whose payment waits for a decision.';

grant select on public.review_queue to authenticated;

-- Not granted: everything for anon and the service key, and every change for everybody.
