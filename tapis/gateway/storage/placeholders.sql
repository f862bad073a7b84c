-- name: find_placeholders
-- The placeholders of public images, by pairs of bucket and name.
select object.bucket_id, object.name, object.metadata ->> 'placeholder'
from storage.objects object join storage.buckets bucket on bucket.id = object.bucket_id and bucket.public
where (object.bucket_id, object.name) in (select * from unnest($1::text[], $2::text[]))
    and not private.is_personal(object.bucket_id, object.name);
