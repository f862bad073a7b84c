-- name: has_content
-- Whether anything but an empty schema public is in this database.
select exists (select from pg_namespace where nspname in ('auth', 'storage', 'private'))
    or exists (select from pg_class where relnamespace = 'public'::regnamespace);

-- name: missing_roles
-- Those of these roles that the server does not have.
select array(select name from unnest(%s::text[]) as name except select rolname::text from pg_roles order by 1);

-- name: discard_pending_messages
-- Nothing that waited to be sent is sent.
select private.discard_pending_messages();

-- name: drop_shop
-- Removes everything that a dump creates.
drop schema if exists auth, storage, private, public cascade; create schema public;

-- name: renew_shop_id
-- Makes it another shop than the one in the backup.
update private.shop set id = gen_random_uuid() returning id::text;
