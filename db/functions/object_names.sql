-- Object names are never reused (private.object_names), and end in a picture extension.
--
-- Refusals: SQLSTATE, hint
--   23505  name_used        the name is, or was, another picture's; also for administrators and the service key
--   23514  name_extension   the name doesn't end in .jpg, .jpeg, .png, .webp, .avif or .gif
--   P0001  no_undelete      this project doesn't keep removed pictures

-- The SHA-256 of an object's bytes, hexadecimal, as the file service noted it; null where the platform notes none. Without a
-- pattern of 64 digits, which takes longer to compile than all else of an order to note.
create or replace function private.sha256_of(metadata jsonb) returns text
    language sql immutable set search_path = ''
    as $$
        select case when length(tag) = 66 and tag like '"%"' and translate(tag, '0123456789abcdef', '') = '""'
            then substr(tag, 2, 64) end
        from (select metadata ->> 'eTag') as noted (tag)
    $$;

-- The perceptual hash of a card or a proof, stored by the storage service; null for all other pictures.
create or replace function private.stored_perceptual_hash(bucket text, object_name text, metadata jsonb) returns bit(256)
    language sql immutable set search_path = ''
    as $$
        select ('x' || substring(metadata ->> 'perceptualHash' from '^[0-9a-f]{64}$'))::bit(256)
        where private.is_personal(bucket, object_name)
    $$;

-- The word prints of a card or a proof, stored by the storage service; null for all other pictures.
create or replace function private.stored_word_prints(bucket text, object_name text, metadata jsonb) returns text
    language sql immutable set search_path = ''
    as $$
        select substring(metadata ->> 'wordPrints' from '^(?:[0-9a-f]{32}){1,129}$')
        where private.is_personal(bucket, object_name)
    $$;

-- Whether a name ends in a picture extension, after at least one character.
create or replace function private.has_picture_extension(object_name text) returns boolean
    language sql immutable set search_path = ''
    as $$ select object_name ~* '[^/.][^/]*\.(jpg|jpeg|png|webp|avif|gif)$' $$;

-- After the policies were checked. Of two concurrent uploads with one name the second waits and is refused.
create or replace function private.tg_objects__use_name_once() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    declare
        given_version text := coalesce(new.version, new.id::text);  -- a hosted project may know none
    begin
        insert into private.object_names (bucket_id, name, version, owner_id, sha256, perceptual_hash, word_prints)
        values (new.bucket_id, new.name, given_version, new.owner_id, private.sha256_of(new.metadata),
            private.stored_perceptual_hash(new.bucket_id, new.name, new.metadata),
            private.stored_word_prints(new.bucket_id, new.name, new.metadata))
        on conflict do nothing;
        if found and (new.bucket_id <> 'tapis' or private.has_picture_extension(new.name)) then
            return null;
        elsif found then
            raise exception using errcode = '23514', hint = 'name_extension', message =
                format('The name "%s" does not end in .jpg, .jpeg, .png, .webp, .avif or .gif.', new.name);
        elsif not exists (
            select from private.object_names as used
            where used.bucket_id = new.bucket_id and used.name = new.name and used.version = given_version
                and used.sha256 is not distinct from private.sha256_of(new.metadata)
        ) then
            raise exception using errcode = '23505', hint = 'name_used',
                message = format('The name "%s" was used before; another picture needs another name.', new.name);
        end if;
        return null;
    end
    $$;

-- Restores a removed picture: the row of storage.removed with this version. Null if there is none, its name is in use, or it has
-- expired: a concurrent sweep that marks it is waited for. A referenced picture never expires.
create or replace function private.restore_removed(removed_version text) returns text
    language plpgsql security definer set search_path = ''
    as $$
    declare
        back storage.objects;
    begin
        delete from storage.removed
        where version = removed_version and not is_expired
            and (removed_at >= private.uptime_cutoff(private.recoverable())
                or version in (select private.referenced_removed_versions(array[removed_version])))
            and not exists (
                select from storage.objects as object
                where object.bucket_id = removed.object ->> 'bucket_id' and object.name = removed.object ->> 'name')
        returning (jsonb_populate_record(null::storage.objects, object)).* into back;
        if not found then
            return null;
        end if;
        insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata,
            created_at, updated_at)
        values (back.id, back.bucket_id, back.name, back.owner, back.owner_id, back.version, back.metadata,
            back.user_metadata, back.created_at, back.updated_at);
        return back.name;
    end
    $$;

-- For the front end, if a record could not be written after its picture was removed: restores the picture under its name.
-- True if it exists afterwards. Administrators restore any picture, talents their own that they removed themselves.
create or replace function public.restore_removed_picture(name text) returns boolean
    language plpgsql security definer set search_path = ''
    as $$
    declare
        newest text;
        caller text := private.app_role();
    begin
        if caller in ('admin', 'talent') is not true then
            raise insufficient_privilege using message = 'permission denied to restore pictures';
        elsif to_regclass('storage.removed') is null then
            raise exception using hint = 'no_undelete',
                message = 'Removed pictures are not kept here. Upload the picture again under a new name.';
        end if;
        select version into newest from storage.removed
        where object ->> 'bucket_id' = 'tapis' and object ->> 'name' = restore_removed_picture.name
            and (caller = 'admin' or object ->> 'owner_id' = auth.uid()::text and removed_by = auth.uid())
        order by removed_at desc limit 1;
        return private.restore_removed(newest) is not null or exists (
            select from storage.objects as object
            where object.bucket_id = 'tapis' and object.name = restore_removed_picture.name
                and (caller = 'admin' or object.owner_id = auth.uid()::text));
    end
    $$;

grant execute on function public.restore_removed_picture(text) to authenticated;
-- `tapis removed restore` and `tapis doctor --repair` call it as the storage service.
grant execute on function private.restore_removed(text) to supabase_storage_admin;
