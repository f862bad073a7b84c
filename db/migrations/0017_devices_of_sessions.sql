-- A device is told what is new while the session lasts in which it was subscribed.

alter table public.push_subscriptions add column session_id uuid;
comment on column public.push_subscriptions.session_id is
    'The session that subscribed it, with which it ends; empty: made with the service key.';
create index push_subscriptions_of_a_session on public.push_subscriptions (session_id);

-- Devices of before: the session that their person had begun last by then, or none that lasts.
update public.push_subscriptions as device set session_id = (
    select id from auth.sessions
    where user_id = device.user_id and created_at <= device.created_at
    order by created_at desc limit 1);
delete from public.push_subscriptions where session_id is null;
