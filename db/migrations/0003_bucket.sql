-- The one bucket: public, pictures only. 15 MB holds what a phone's 12-megapixel camera writes.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('tapis', 'tapis', true, 15000000,
    array['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'])
on conflict (id) do nothing;
