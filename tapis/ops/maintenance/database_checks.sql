-- What `tapis doctor` asks the database: every page of tables and indexes, and every order.

-- name: is_superuser
-- Whether this role may use the extension.
select rolsuper from pg_roles where rolname = current_user;

-- name: install
-- The extension, in a schema of its own; the transaction is rolled back.
create schema tapis_amcheck; create extension amcheck schema tapis_amcheck;

-- name: tables
-- Tables, materialized views and their overflow tables.
select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'm', 't')
    and n.nspname !~ '^pg_temp' and n.nspname <> 'tapis_amcheck' and c.relpersistence = 'p';

-- name: indexes
-- Valid indexes of the kinds that can be checked, their kind and their table.
select i.indexrelid::regclass::text, m.amname, i.indrelid::regclass::text
from pg_index i join pg_class c on c.oid = i.indexrelid
join pg_namespace n on n.oid = c.relnamespace join pg_am m on m.oid = c.relam
where i.indisvalid and i.indisready and m.amname in ('btree', 'gin')
    and n.nspname !~ '^pg_temp' and n.nspname <> 'tapis_amcheck' and c.relpersistence = 'p';

-- name: check_table
-- The first damage in a table.
select msg from tapis_amcheck.verify_heapam(%s::regclass, on_error_stop => true, check_toast => true);

-- name: check_btree
-- Fails for a damaged index.
select tapis_amcheck.bt_index_check(%s::regclass, heapallindexed => true, checkunique => true);

-- name: check_gin
-- Fails for a damaged index.
select tapis_amcheck.gin_index_check(%s::regclass);

-- name: find_seal_mismatches
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

-- name: find_ambiguous_amounts
-- Exact amounts that are not exact: which, and how many payments owe each.
select 'amounts-shared', format('%s payments of %s', payments, private.rupiah(amount)) from private.shared_amounts();

-- name: find_undelivered
-- Whether none are sent; how many messages wait for more than an hour, or could not be delivered during the last week, and since when the oldest.
select code, format('%s, the oldest of %s UTC', count(*), to_char(min(since) at time zone 'UTC', 'YYYY-MM-DD HH24:MI'))
from (
    select 'notifications-delayed' as code, not_before as since from private.outbox
    where not_before < now() - interval '1 hour' and not private.is_silent()
    union all
    select 'notifications-delayed', created_at from private.messages
    where state in ('waiting', 'sending') and created_at < now() - interval '1 hour' and not private.is_silent()
    union all
    select 'notifications-failed', created_at from private.messages
    where state = 'failed' and next_attempt > now() - interval '7 days'
) as undelivered group by code
union all
select 'shop-silent', format('since %s UTC', to_char(silent_since at time zone 'UTC', 'YYYY-MM-DD HH24:MI'))
from private.shop where silent_since is not null
order by code desc;
