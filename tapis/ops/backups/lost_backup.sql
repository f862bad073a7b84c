-- What the search for a lost backup asks.

-- name: find_good_backups
-- The names of good backups, the newest first; also of those of the shop that this one was restored from.
select array(select name from private.backups where name is not null order by ended_at desc);
