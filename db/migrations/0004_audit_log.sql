-- Who changed a payment account or a person's role, when, and what it was before and after. Kept by triggers, for
-- good: the record and whoever changed it may be gone, so nothing here refers to another table.
create table public.audit_log (
    uuid uuid default gen_random_uuid(),
    created_at timestamptz not null default clock_timestamp(),
    actor text not null,
    actor_id uuid,
    place text not null,
    record_id uuid not null,
    action text not null,
    before jsonb,
    after jsonb,
    constraint audit_log_pkey primary key (uuid),
    constraint audit_log_place_is_watched check (place in ('payment_methods', 'user_roles')),
    constraint audit_log_action_fits_before_and_after check (case action
        when 'insert' then before is null and after is not null
        when 'update' then before is not null and after is not null
        when 'delete' then before is not null and after is null
        else false
    end)
);
comment on table public.audit_log is 'What was done to payment accounts and roles; only added to, read by administrators.';
comment on column public.audit_log.actor is 'The database role that acted, or command line.';
comment on column public.audit_log.actor_id is 'The account of the person who acted, if a person did.';
comment on column public.audit_log.record_id is 'The payment method, or the account whose role it is.';
create index audit_log_newest_first on public.audit_log (created_at desc, uuid);
