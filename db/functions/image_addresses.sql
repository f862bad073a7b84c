-- What an image value says is true: its address is the file's own, and the file is there. The address is a path; the
-- gateway puts the shop's origin in front of it (tapis/gateway/rest/image_addresses.py).
--
-- Refusals: SQLSTATE, hint
--   23514  picture_missing   the file is not in the folder of this column, or is not the sender's own

-- An image value, or a list of them, with the addresses of their files. What is no image value stays as it is; the
-- table's constraint refuses it.
create or replace function private.with_address(image jsonb, folder text) returns jsonb
    language sql immutable set search_path = ''
    as $$
        select case when jsonb_typeof(image) = 'array' then coalesce((
                select jsonb_agg(private.with_address(one, folder) order by place)
                from jsonb_array_elements(image) with ordinality as listed (one, place)), '[]')
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
        for place in 0 .. tg_nargs - 2 by 2 loop
            new := jsonb_populate_record(new, jsonb_build_object(tg_argv[place],
                private.with_address(to_jsonb(new) -> tg_argv[place], tg_argv[place + 1])));
        end loop;
        return new;
    end
    $$;

-- Arguments as above. Looks as whoever writes: administrators find every file, talents their own.
create or replace function private.tg__require_pictures() returns trigger
    language plpgsql set search_path = ''
    as $$
    declare
        was jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
        filename text;
    begin
        for place in 0 .. tg_nargs - 2 by 2 loop
            for filename in
                select jsonb_path_query(to_jsonb(new) -> tg_argv[place], 'lax $[*].filename') #>> '{}'
                except select jsonb_path_query(was -> tg_argv[place], 'lax $[*].filename') #>> '{}'
            loop
                if not exists (
                    select from storage.objects
                    where bucket_id = 'tapis' and name = tg_argv[place + 1] || '/' || filename
                ) then
                    raise exception using errcode = '23514', hint = 'picture_missing',
                        message = format('The picture "%s" is not among the uploaded files.', filename);
                end if;
            end loop;
        end loop;
        return null;
    end
    $$;

revoke all on function private.with_address(jsonb, text), private.tg__write_addresses(),
    private.tg__require_pictures() from public, anon, authenticated, service_role;
