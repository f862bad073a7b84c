-- What an image value says is true: its address is the file's own, and the file is there. The address is a path; the
-- gateway puts the shop's origin in front of it (tapis/gateway/rest/image_addresses.py).
--
-- Refusals: SQLSTATE, hint
--   23514  picture_missing   the file is not in the folder of this column, or is not the sender's own
--   23505  picture_used      another record names the file

-- An image value, or a list of them, with the addresses of their files. Any other value is unchanged, and refused by the
-- table's constraint.
create or replace function private.with_image_url(image jsonb, folder text) returns jsonb
    language sql immutable set search_path = ''
    as $$
        select case when jsonb_typeof(image) = 'array' then coalesce((
                select jsonb_agg(private.with_image_url(one, folder) order by ordinal)
                from jsonb_array_elements(image) with ordinality as listed (one, ordinal)), '[]')
            when jsonb_typeof(image -> 'filename') = 'string' and jsonb_typeof(image -> 'url') = 'string'
            then image || jsonb_build_object('url', concat(
                '/storage/v1/object/public/tapis/', folder, '/', private.url_encoded(image ->> 'filename')))
            else image end
    $$;

-- Arguments: a column that holds a picture and the folder of its file, as often as needed.
create or replace function private.tg__write_addresses() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        for argument in 0 .. tg_nargs - 2 by 2 loop
            new := jsonb_populate_record(new, jsonb_build_object(tg_argv[argument],
                private.with_image_url(to_jsonb(new) -> tg_argv[argument], tg_argv[argument + 1])));
        end loop;
        return new;
    end
    $$;

-- Whether another record references the file: deleting one of the two would remove the other's picture.
create or replace function private.is_referenced_by_another(file text, this_place text, this_record uuid) returns boolean
    language plpgsql stable security definer set search_path = ''
    as $$
    declare
        noted private.record_pictures;
        is_named boolean;
    begin
        for noted in
            select * from private.record_pictures
            where object_name = file and (place, record) <> (this_place, this_record)
        loop
            execute format('select exists (select from public.%I as held where uuid = $1
                and jsonb_path_query_array(held.%I, ''lax $[*].filename'') ? $2)', noted.place, noted.named_by)
                into is_named using noted.record, regexp_replace(file, '^.*/', '');
            if is_named then
                return true;
            end if;
        end loop;
        return false;
    end
    $$;

-- Arguments as above. A file that is being removed at this moment is waited for, and missing then; afterwards it stays
-- until this record is committed. Whose file it is is judged by policies; a proof of payment serves one order for ever
-- (functions/evidence.sql).
create or replace function private.tg__require_pictures() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    declare
        was jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
        filename text;
    begin
        for argument in 0 .. tg_nargs - 2 by 2 loop
            for filename in
                select jsonb_path_query(to_jsonb(new) -> tg_argv[argument], 'lax $[*].filename') #>> '{}'
                except select jsonb_path_query(was -> tg_argv[argument], 'lax $[*].filename') #>> '{}'
            loop
                perform from storage.objects
                where bucket_id = 'tapis' and name = tg_argv[argument + 1] || '/' || filename for no key update;
                if not found then
                    raise exception using errcode = '23514', hint = 'picture_missing',
                        message = format('The picture "%s" is not among the uploaded files.', filename);
                elsif tg_table_name <> 'transactions'
                    and private.is_referenced_by_another(tg_argv[argument + 1] || '/' || filename,
                        tg_table_name::text collate "default", new.uuid)
                then
                    raise exception using errcode = '23505', hint = 'picture_used',
                        message =
                            format('The picture "%s" belongs to another record already; upload it again.', filename);
                end if;
            end loop;
        end loop;
        return null;
    end
    $$;
