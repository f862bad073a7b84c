-- name: shop_id
-- Which shop this database is; nothing where files are not the gateway's (a hosted project).
select private.shop_id()::text where to_regclass('storage.removed') is not null;

-- name: some_versions
-- Up to twenty pictures that the shop has: the oldest and the newest.
(select version, created_at from storage.objects order by created_at limit 10)
union
(select version, created_at from storage.objects order by created_at desc limit 10)
order by 2;

-- name: count_known
-- How many of these files the database knows.
select count(*) from unnest($1::text[]) as version
where exists (select from storage.objects as object where object.version = version.version)
    or exists (select from storage.removed where removed.version = version.version);
