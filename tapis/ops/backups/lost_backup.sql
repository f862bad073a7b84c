-- What the search for a lost backup asks.

-- name: find_last_backup
-- The name of the last good backup that this shop has made, and not one that it was restored from.
select name from private.backups, private.shop
where starts_with(name, 'tapis-' || left(md5(shop.id::text), 8) || '-') order by ended_at desc limit 1;
