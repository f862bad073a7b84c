-- name: insert_object
-- An object in the caller's name; policies and triggers decide about it.
insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
values ($1::uuid, $2, $3, $4::uuid, $5, $6, $7, $8);
