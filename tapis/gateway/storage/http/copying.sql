-- name: move_object
-- Gives an object another name or bucket; no row for whom the policies let change nothing.
update storage.objects set bucket_id = $2, name = $3, updated_at = now() where id = $1::uuid returning id;
