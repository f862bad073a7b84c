-- name: can_read_shop_id
-- Whether there is an identity of a shop, and whether this login may read it as itself.
select
    has_schema_privilege(namespace.oid, 'usage') and has_function_privilege(function.oid, 'execute')
from pg_proc as function
inner join pg_namespace as namespace on namespace.oid = function.pronamespace
where namespace.nspname = 'private' and function.proname = 'shop_id';

-- name: set_storage_role
-- For this transaction the role that may read it.
set local role supabase_storage_admin;

-- name: shop_id
-- The identity of the shop in this database.
select private.shop_id()::text;
