-- Prices and deletions of products are in the audit log; the delivery of an order that is not finished outlives the
-- account of its buyer.

alter table public.audit_log drop constraint audit_log_place_is_watched;
alter table public.audit_log add constraint audit_log_place_is_watched check (place in
    ('payment_methods', 'user_roles', 'transactions', 'objects', 'reviews', 'statement_lines', 'statement_formats',
    'statement_ties', 'products'));
comment on table public.audit_log is 'What was done to payment accounts, their pictures, orders, reviews, statements, prices and '
    'roles; only added to, read by administrators.';

alter table public.order_deliveries alter column user_id drop not null;
alter table public.order_deliveries drop constraint order_deliveries_user_id_is_an_account;
alter table public.order_deliveries add constraint order_deliveries_user_id_is_an_account
    foreign key (user_id) references auth.users (id) on delete set null;
comment on column public.order_deliveries.user_id is
    'Null once the buyer has no account: then the row stays until the order is finished or rejected.';
