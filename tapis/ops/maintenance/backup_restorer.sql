-- name: has_content
-- Whether anything but an empty schema public is in this database.
select exists (select from pg_namespace where nspname in ('auth', 'storage', 'private'))
    or exists (select from pg_class where relnamespace = 'public'::regnamespace);

-- name: discard_pending_messages
-- Nothing that waited to be sent is sent.
select private.discard_pending_messages();

-- name: drop_shop
-- Removes everything that a dump creates.
drop schema if exists auth, storage, private, public cascade; create schema public;

-- name: renew_shop_id
-- Makes it another shop than the one in the backup.
update private.shop set id = gen_random_uuid() returning id::text;
