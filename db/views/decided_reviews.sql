-- decided_reviews: decisions with the account that made them, which buyers don't learn. For administrators; runs with the
-- caller's rights, and names people by private.reviewer_email.

create or replace view public.decided_reviews with (security_invoker = true) as
    select place, record, state as decision, reason, decided_at, private.reviewer_email(place, record) as by,
        cancelled_by
    from public.payments
    where decided_at is not null and deleted_at is null and (select private.app_role()) = 'admin';
comment on view public.decided_reviews is 'Decisions about payments, and who made them.';

grant select on public.decided_reviews to authenticated;

-- Not granted: everything for anon and the service key, and every change for everybody.
