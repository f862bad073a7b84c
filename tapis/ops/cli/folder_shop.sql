-- name: who_may_ask
-- Whether there is an identity of a shop, and whether this login may read it as itself.
select
    has_schema_privilege(namespace.oid, 'usage') and has_function_privilege(function.oid, 'execute')
from pg_proc as function
inner join pg_namespace as namespace on namespace.oid = function.pronamespace
where namespace.nspname = 'private' and function.proname = 'shop_id';

-- name: become_storage
-- For this transaction the role that may ask.
set local role supabase_storage_admin;

-- name: shop_id
-- The identity of the shop in this database.
select private.shop_id()::text;
