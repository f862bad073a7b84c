-- Quotas per person: one declaration, and one trigger on every table that people insert into. Also the limit of a talent's
-- uploads that no order or registration references.
--
-- Repeated uploading and removing is limited, too: at ten times the files, or three times the bytes.
--
-- Refusals: SQLSTATE PT429 (HTTP 429), hint
--   quota_request   more rows in one request
--   quota_waiting   more that wait for an answer of the shop
--   quota_day       more since midnight (UTC), also of what was deleted again
--   quota_pieces    more counted pieces in orders that wait
--   quota           more files
-- The gateway's setting tapis.quota_factor multiplies the declaration; tapis.quota_files and tapis.quota_bytes count for
-- files, and where there are none it is 20 files and 100 MB.

-- The table, and how many rows of it a person sends in one request, has waiting at once, and sends in a day; null where
-- that is not bounded. '*' is any other table, kept by administrators. Of stock_holds, which orders write: the counted pieces
-- in a person's waiting orders.
create or replace function private.quotas()
    returns table (place text, per_request integer, waiting integer, per_day integer)
    language sql immutable parallel safe
    begin atomic
        values
            ('*', 1000, null::integer, 10000),
            ('audition_registrations', 10, 20, 30),
            ('casting_scores', 1000, null, 10000), -- also changed ones: each stays in the audit log
            ('check_ins', 500, null, 10000),
            ('delivery_details', 1, null, 500),
            ('notification_choices', 1, null, 500),
            ('push_subscriptions', 10, null, 200), -- of a person's devices the ten newest count
            ('transactions', 20, 50, 100),
            ('wishes', 100, null, 500), -- of a person's wishes the hundred newest count
            ('stock_holds', null, 20, null);
    end;

create or replace function private.quota_factor() returns bigint
    language sql stable set search_path = ''
    as $$ select coalesce(nullif(current_setting('tapis.quota_factor', true), '')::bigint, 1) $$;

-- The number of a person's pending records, of registrations those in views/review_queue.sql.
create or replace function private.count_pending_records(place text, person uuid) returns bigint
    language plpgsql stable security definer set search_path = '' set enable_seqscan = off
    as $$
    begin
        return case place
            when 'transactions' then (select count(*) from public.transactions where user_id = person and status = 'Processed')
            when 'audition_registrations' then (
                select count(*) from public.audition_registrations as registered
                join public.payments on registration_uuid = registered.uuid
                where registered.user_id = person and state = 'waiting'
                    and (total is not null and registered.updated_at > now() - interval '60 days'
                        or not private.is_answered_registration(registered.uuid)))
            when 'stock_holds' then (
                select coalesce(sum(quantity), 0) from private.stock_holds
                join public.transactions on uuid = order_uuid where user_id = person and status = 'Processed')
            else 0 end;
    end
    $$;

-- Runs before one more record of a person waits for an answer: a new one, or a rejected one with another proof.
create or replace function private.enforce_pending_quota(sent_to text, person uuid) returns void
    language plpgsql stable security definer set search_path = ''
    as $$
    declare
        most bigint := (select waiting from private.quotas() where place = sent_to)::bigint * private.quota_factor();
    begin
        if private.count_pending_records(sent_to, person) >= most then
            raise exception using errcode = 'PT429', hint = 'quota_waiting', message = format(
                '%s of your %s wait for an answer. Send more once they are answered.', most, replace(sent_to, '_', ' '));
        end if;
    end
    $$;

-- Before the insert of a person; on tables that functions write for leaders after it, so that what a door sends again counts
-- nothing. Counts stored rows: an order that is sent again counts once. Inserts of one person into a table are serialized here.
create or replace function private.tg__enforce_quota() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    declare
        factor bigint := private.quota_factor();
        most record;
        things text := replace(tg_table_name, '_', ' ');
        used private.quota_use;
    begin
        select per_request * factor as per_request, per_day * factor as per_day into most
        from private.quotas() where place in (tg_table_name, '*') order by place = '*' limit 1;
        -- The token of a deleted account counts nothing: the policies refuse it.
        insert into private.quota_use as held (user_id, place, day, of_day, request, of_request)
        select id, tg_table_name, current_date, 1, statement_timestamp(), 1 from auth.users where id = auth.uid()
        on conflict on constraint quota_use_pkey do update set day = excluded.day, request = excluded.request,
            of_day = case when held.day = excluded.day then held.of_day + 1 else 1 end,
            of_request = case when held.request = excluded.request then held.of_request + 1 else 1 end
        returning held.* into used;
        if used.of_request > most.per_request then
            raise exception using errcode = 'PT429', hint = 'quota_request',
                message = format('At most %s %s can be sent at once.', most.per_request, things);
        elsif used.of_day > most.per_day then
            raise exception using errcode = 'PT429', hint = 'quota_day',
                message = format('At most %s %s can be sent in a day. Try again tomorrow.', most.per_day, things);
        end if;
        perform private.enforce_pending_quota(tg_table_name, auth.uid());
        return new;
    end
    $$;

-- Applies the quota to a table. Called by its file in policies/; runs after triggers that refuse a row or ignore a repeated one.
create or replace function private.enforce_quota(content regclass) returns void
    language plpgsql set search_path = ''
    as $$
    begin
        execute format('create trigger _190_quota before insert on %s
            for each row when (row_security_active(%L)) execute function private.tg__enforce_quota()', content, content::text);
    end
    $$;

-- Runs after an order has reserved its pieces, or reserved them again.
create or replace function private.enforce_hold_quota(person uuid) returns void
    language plpgsql stable security definer set search_path = ''
    as $$
    declare
        most bigint := (select waiting from private.quotas() where place = 'stock_holds')::bigint * private.quota_factor();
    begin
        if private.count_pending_records('stock_holds', person) > most then
            raise exception using errcode = 'PT429', hint = 'quota_pieces', message = format('At most %s pieces can wait '
                'for an answer of the shop at once. Order the others once your orders are accepted.', most);
        end if;
    end
    $$;

-- Pictures that a person's own records name. All of them at once: asking private.is_referenced() of one after the other took
-- half a second of somebody with 1,600 orders.
create or replace function private.pictures_named_by(person uuid) returns setof text
    language plpgsql stable set search_path = ''
    as $$
    begin
        return query execute (
            select string_agg(format('select %L || (%I ->> ''filename'') from public.%I where user_id = $1',
                folder || '/', column_name, place), ' union all ')
            from private.picture_columns() where not starts_with(audience, 'everyone')) using person;
    end
    $$;

-- Files of a person that none of their records names, and their bytes. Older ones than two days don't count: a shop
-- sweeps them up after one.
create or replace function private.orphaned_usage(person uuid, out files bigint, out bytes bigint)
    language sql stable security definer set search_path = ''
    as $$
        select count(*), coalesce(sum((object.metadata ->> 'size')::bigint), 0)
        from private.object_names as used
        join storage.objects as object on object.bucket_id = used.bucket_id and object.name = used.name
        where used.owner_id = person::text and used.first_used_at > now() - interval '2 days'
            and used.bucket_id = 'tapis'
            and not exists (select from private.pictures_named_by(person) as claimed where claimed = used.name)
    $$;

-- Of what a person removed, the files that no record ever named, and all bytes: its name stays used, and its bytes stay. In plpgsql, which
-- looks for its tables only when it is called: on a hosted project there is no storage.removed.
create or replace function private.removed_usage(person uuid, out files bigint, out bytes bigint)
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

-- Serializes the counting of a person's uploads, so that concurrent ones can't pass together.
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
        select * into held from private.orphaned_usage(auth.uid());
        if held.files > most_files or held.bytes > most_bytes then
            raise exception using errcode = 'PT429', hint = 'quota', message = format('At most %s pictures and %s MB '
                'may be uploaded before an order or registration is sent with them. Send it, or try again tomorrow.',
                most_files, most_bytes / 1000000);
        end if;
        select * into removed from private.removed_usage(auth.uid());
        if removed.files > 10 * most_files or removed.bytes > 3 * most_bytes then
            raise exception using errcode = 'PT429', hint = 'quota',
                message = 'Too many pictures were uploaded and removed again. Try again tomorrow.';
        end if;
        return null;
    end
    $$;
