-- registrations_by_day: how many people registered for an audition on each day in Lampung's time. For administrators; runs
-- with the caller's rights.

create or replace view public.registrations_by_day with (security_invoker = true) as
    select (created_at at time zone 'Asia/Jakarta')::date as day, count(*) as registrations
    from public.audition_registrations
    where (select private.app_role()) = 'admin'
    group by 1;
comment on view public.registrations_by_day is 'Registrations for auditions, by day.';

grant select on public.registrations_by_day to authenticated;

-- Not granted: everything for anon and the service key, and every change for everybody.
