-- name: begin_unlimited
-- A transaction that may be idle for as long as an import takes.
begin; set local idle_in_transaction_session_timeout = 0;

-- name: try_lock
-- Whether no other transaction holds the lock.
select pg_try_advisory_xact_lock(%s);

-- name: forget_names
-- An import that failed may have used names; in an empty shop they stand for nothing.
delete from private.object_names where bucket_id = 'tapis';

-- name: has_images
-- A row if the shop's bucket holds anything.
select from storage.objects where bucket_id = 'tapis' limit 1;

-- name: notify_change
-- Caches of a table are out of date.
select pg_notify('tapis_changed', %s);

-- name: enter_stock
-- An export of before 0016_stock.sql says what is left of products, and not what was entered.
select private.enter_stock(uuid, sizes) from (
    select uuid, sizes from public.products
    union all
    select uuid, record -> 'sizes' from private.deleted_records where place = 'products' and record ? 'sizes'
) as listed
where not exists (select from private.stock where product_uuid = uuid);
