-- How much a talent may have uploaded that no order or registration names.
--
-- Somebody who uploads and removes again and again is stopped, too: at ten times the files, or three times the bytes.
--
-- Refusal: SQLSTATE PT429 (HTTP 429), hint `quota`. The gateway's settings tapis.quota_files and tapis.quota_bytes count;
-- where there are none it is 20 files and 100 MB.

-- Pictures that a person's own records name. All of them at once: asking private.is_claimed() of one after the other took
-- half a second of somebody with 1,600 orders.
create or replace function private.claimed_by(person uuid) returns setof text
    language plpgsql stable set search_path = ''
    as $$
    begin
        return query execute (
            select string_agg(format('select %L || (%I ->> ''filename'') from public.%I where user_id = $1',
                folder || '/', column_name, place), ' union all ')
            from private.picture_columns() where audience <> 'everyone') using person;
    end
    $$;

-- Files of a person that none of their records names, and their bytes. Older ones than two days don't count: a shop
-- sweeps them up after one.
create or replace function private.unclaimed_of(person uuid, out files bigint, out bytes bigint)
    language sql stable security definer set search_path = ''
    as $$
        select count(*), coalesce(sum((object.metadata ->> 'size')::bigint), 0)
        from private.object_names as used
        join storage.objects as object on object.bucket_id = used.bucket_id and object.name = used.name
        where used.owner_id = person::text and used.first_used_at > now() - interval '2 days'
            and used.bucket_id = 'tapis'
            and not exists (select from private.claimed_by(person) as claimed where claimed = used.name)
    $$;

-- Of what a person removed, the files that no record ever named, and all bytes: its name stays used, and its bytes stay. In plpgsql, which
-- looks for its tables only when it is called: on a hosted project there is no storage.removed.
create or replace function private.removed_of(person uuid, out files bigint, out bytes bigint)
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        select count(*), 0 into files, bytes
        from private.object_names as used
        where used.owner_id = person::text and used.first_used_at > now() - interval '2 days'
            and used.bucket_id = 'tapis' and not exists (
                select from storage.objects as object
                where object.bucket_id = used.bucket_id and object.name = used.name)
            and not exists (select from private.record_pictures where object_name = used.name);
        if to_regclass('storage.removed') is not null then
            select coalesce(sum((removed.object -> 'metadata' ->> 'size')::bigint), 0) into bytes
            from private.object_names as used join storage.removed on removed.version = used.version
            where used.owner_id = person::text and used.first_used_at > now() - interval '2 days'
                and used.bucket_id = 'tapis';
        end if;
    end
    $$;

-- One person's uploads are counted one after the other, so that many at once don't pass together.
create or replace function private.tg_objects__quota() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    declare
        most_files bigint := coalesce(nullif(current_setting('tapis.quota_files', true), ''), '20');
        most_bytes bigint := coalesce(nullif(current_setting('tapis.quota_bytes', true), ''), '100000000');
        held record;
        removed record;
    begin
        if private.app_role() is distinct from 'talent' then
            return null;
        end if;
        perform pg_advisory_xact_lock(hashtextextended('files of ' || auth.uid(), 0));
        select * into held from private.unclaimed_of(auth.uid());
        if held.files > most_files or held.bytes > most_bytes then
            raise exception using errcode = 'PT429', hint = 'quota', message = format('At most %s pictures and %s MB '
                'may be uploaded before an order or registration is sent with them. Send it, or try again tomorrow.',
                most_files, most_bytes / 1000000);
        end if;
        select * into removed from private.removed_of(auth.uid());
        if removed.files > 10 * most_files or removed.bytes > 3 * most_bytes then
            raise exception using errcode = 'PT429', hint = 'quota',
                message = 'Too many pictures were uploaded and removed again. Try again tomorrow.';
        end if;
        return null;
    end
    $$;

revoke all on function private.claimed_by(uuid), private.unclaimed_of(uuid), private.removed_of(uuid),
    private.tg_objects__quota() from public, anon, authenticated, service_role;
