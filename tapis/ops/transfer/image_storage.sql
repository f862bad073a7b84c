-- name: add_image
-- The row of an image; an owner that is no account's uuid is only kept as text.
insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata,
    created_at, updated_at)
values ('tapis', %(name)s, case when pg_input_is_valid(%(owner_id)s, 'uuid') then %(owner_id)s::uuid end,
    %(owner_id)s, %(version)s, %(metadata)s, %(user_metadata)s, %(created_at)s, %(created_at)s);
