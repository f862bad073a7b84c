-- order_buyers: what people are called, for the lists of administrators: the name of their delivery details, else of
-- their newest registration, and the address of their account. Only those that are asked for are named: a page of orders is of
-- few people among many.

create or replace view public.order_buyers with (security_invoker = true) as
    select user_id, private.buyer_name(user_id) as name, email from private.buyers();
comment on view public.order_buyers is 'Accounts by name and address, for administrators.';

revoke all on public.order_buyers from public, anon, authenticated, service_role;
grant select on public.order_buyers to authenticated;

-- Not granted: everything for anon and the service key, and every change for everybody.
