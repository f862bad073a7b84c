-- Bank statements: their lines are imported, matched with proposed payments (functions/statement_matches.sql), and accepted.
-- For administrators only.
--
-- Refusals: SQLSTATE (HTTP status), hint
--   42501 (403)                    the caller is no administrator
--   23514 (400)  too_many_lines    more than 10,000 at once
--   PT404 (404)  line_gone         there is no such line that came in
--   PT404 (404)  record_gone       nothing is to be paid for one of the records, or what is to be accepted is deleted
--   PT409 (409)  line_matched      the line serves another payment
--   PT409 (409)  already_reviewed  what is to be accepted was rejected (functions/reviews.sql)
--   23514 (400)  amounts_differ    several orders that are not of one buyer, or don't add up to the line
--   23514 (400)  shares_differ     parts of a line that don't add up to it

-- An account number in its normalised form: its digits; without any, its words.
create or replace function private.normalise_account_number(account text) returns text
    language sql immutable set search_path = ''
    as $$ select coalesce(nullif(regexp_replace(account, '[^0-9]', '', 'g'), ''), btrim(account)) $$;

-- Stores a confirmed format for all further files of this kind.
create or replace function public.remember_format(fingerprint text, format jsonb, account text) returns void
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform private.require_administrator('import statements');
        insert into public.statement_formats as known (fingerprint, format, account)
        values (remember_format.fingerprint, remember_format.format, private.normalise_account_number(remember_format.account))
        on conflict on constraint statement_formats_pkey do update
            set format = excluded.format, account = excluded.account, updated_at = now();
    end
    $$;

-- The lines of a file, each with its place among equal ones of its day; one that is brought again with a later place, as a
-- further transfer, says it. Of a description 500 characters are kept; of days those that can be counted from, or the line is
-- refused: an infinite one would fail every match.
create or replace function private.parse_statement_lines(lines jsonb)
    returns table (booked_on date, amount bigint, description text, place_of_day integer, is_cut boolean)
    language sql immutable set search_path = ''
    as $$
        select booking.day, amount, short.words, coalesce(place_of_day,
                row_number() over (partition by booking.day, amount, short.words)::integer),
            char_length(given.description) > 500
        from jsonb_to_recordset(lines) as given (booked_on date, amount bigint, description text, place_of_day integer)
        cross join lateral (select left(coalesce(given.description, ''), 500)) as short (words)
        cross join lateral (
            select case when given.booked_on between '1970-01-01' and '9999-12-31' then given.booked_on end) as booking (day)
    $$;

-- Incoming lines of a file that are known from earlier imports and may be further transfers all the same: the file lacks
-- another line of that day, so it doesn't hold the whole day again; or more payments of the amount wait than lines are
-- unmatched. Each with the place under which it would be kept.
create or replace function private.possibly_repeated_lines(this_account text, lines jsonb) returns jsonb
    language sql stable security definer set search_path = '' set enable_nestloop = off
    as $$
        with given as materialized (select * from private.parse_statement_lines(lines) where amount > 0),
        earlier as materialized (
            select booked_on, amount, description, place_of_day from public.statement_lines
            where account = this_account and amount > 0 and imported_at < now()
                and booked_on in (select booked_on from given)
        ),
        partial_days as (
            select distinct booked_on from (
                select booked_on, amount, description, place_of_day from earlier
                except select booked_on, amount, description, place_of_day from given
            ) as missing
        ),
        known as materialized (
            select * from given join earlier using (booked_on, amount, description, place_of_day)
        ),
        sums as materialized (select distinct booked_on, amount from known),
        waiting as (
            select sums.booked_on, amount, count(*) from sums join private.receivables() as receivable using (amount)
            where receivable.state = 'waiting' and not receivable.is_matched and sums.booked_on - receivable.day between -1 and 7
            group by sums.booked_on, amount
        ),
        unmatched as (
            select sums.booked_on, sums.amount, count(*) from sums join public.statement_lines as line using (amount)
            left join public.reconciliations as match on match.line_uuid = line.uuid
            where match.line_uuid is null and abs(line.booked_on - sums.booked_on) <= 7
            group by sums.booked_on, sums.amount
        ),
        last_places as (
            select booked_on, amount, description, max(place_of_day) as place from earlier group by 1, 2, 3
        ),
        unsure as (
            select known.*, last_places.place + row_number() over (
                partition by booked_on, amount, description order by known.place_of_day) as further
            from known join last_places using (booked_on, amount, description)
            left join waiting using (booked_on, amount) left join unmatched using (booked_on, amount)
            where booked_on in (select partial_days.booked_on from partial_days)
                or waiting.count > coalesce(unmatched.count, 0)
        )
        select coalesce(jsonb_agg(jsonb_build_object('booked_on', booked_on, 'amount', amount, 'description', description,
            'place_of_day', further) order by booked_on, amount, description, further), '[]') from unsure
    $$;

-- Incoming lines that earlier files have on the days of this one, and this one lacks: a new line of such an amount, up to a
-- day away, may be the same transfer in other words.
create or replace function private.missing_lines(this_account text, lines jsonb)
    returns table (amount bigint, booked_on date)
    language sql stable security definer set search_path = ''
    as $$
        with given as materialized (select * from private.parse_statement_lines(lines) where amount > 0)
        select lacking.amount, lacking.booked_on from (
            select amount, booked_on, description, place_of_day from public.statement_lines
            where account = this_account and amount > 0
                and booked_on between (select min(booked_on) from given) and (select max(booked_on) from given)
            except select amount, booked_on, description, place_of_day from given
        ) as lacking
    $$;

-- A line is known by account, day, amount, description and its place among equal ones of that day. Tells how many lines are
-- new, known, and cut, and of which known ones somebody should say whether they are further transfers.
create or replace function public.import_statement(account text, lines jsonb) returns jsonb
    language plpgsql security definer set search_path = ''
    as $$
    declare
        digits text := private.normalise_account_number(account);
        says_places boolean := jsonb_path_exists(lines, '$[*].place_of_day');
        added integer;
        total numeric;
    begin
        perform private.require_administrator('import statements');
        if jsonb_array_length(lines) > 10000 then
            raise exception using errcode = '23514', hint = 'too_many_lines',
                message = 'At most 10,000 lines of a statement can be read at once.';
        end if;
        with lacking as materialized (
            select distinct amount, booked_on + away as booked_on, true as is_near
            from private.missing_lines(digits, lines) cross join generate_series(-1, 1) as away
        ),
        kept as (
            insert into public.statement_lines (account, booked_on, amount, description, place_of_day, imported_by, may_be_known)
            select digits, booked_on, amount, description, place_of_day, auth.uid(), not says_places and coalesce(is_near, false)
            from private.parse_statement_lines(lines) left join lacking using (amount, booked_on)
            on conflict on constraint statement_lines_are_kept_once do nothing
            returning amount
        )
        select count(*), sum(amount) into added, total from kept;
        if added > 0 then
            insert into public.audit_log (actor, actor_id, place, record_id, action, after)
            values (private.actor(), auth.uid(), 'statement_lines', md5(digits)::uuid, 'insert',
                jsonb_build_object('account', digits, 'lines', added, 'sum', total, 'imported_at', now()));
        end if;
        return jsonb_build_object('new', added, 'known', jsonb_array_length(lines) - added, 'at', now(),
            'cut', (select count(*) from private.parse_statement_lines(lines) where is_cut),
            'unsure', private.possibly_repeated_lines(digits, lines));
    end
    $$;

-- Reverts an import, such as of a file that was parsed wrongly; matched lines are kept. Returns the number of deleted lines.
create or replace function public.undo_import(at timestamptz) returns integer
    language plpgsql security definer set search_path = ''
    as $$
    declare
        removed integer;
    begin
        perform private.require_administrator('import statements');
        delete from public.statement_lines as line
        where line.imported_at = undo_import.at
            and not exists (select from public.reconciliations where line_uuid = line.uuid)
            and not exists (select from public.refunds where line_uuid = line.uuid);
        get diagnostics removed = row_count;
        return removed;
    end
    $$;

-- A buyer's name, else their email address.
create or replace function private.person_name_or_email(person uuid) returns text
    language sql stable security definer set search_path = ''
    as $$ select coalesce(name, email) from private.people() where user_id = person $$;

-- Incoming lines, the newest first: those that serve no payment with up to three that each may be, kind null where none fits
-- (of these the newest 1,000); and as kind 'matched' the newest 100 that serve one, state 'deleted' where that was deleted.
create or replace function public.statement_matches() returns table (line_uuid uuid, account text, booked_on date,
        amount bigint, description text, kind text, place text, records uuid[], name text, due bigint, day date, state text)
    language plpgsql stable security definer set search_path = '' set enable_nestloop = off
    as $$
    begin
        perform private.require_administrator('see statements');
        return query
            with matches as materialized (select * from private.candidate_matches()),
            found as materialized (
                select * from matches
                union all
                select match.line_uuid, 'matched', match.place, array_agg(match.record order by match.record)
                from public.reconciliations as match
                where match.line_uuid in (select newest.line_uuid from public.reconciliations as newest
                    order by newest.reconciled_at desc, newest.line_uuid limit 100)
                group by match.line_uuid, match.place
                union all
                (select line.uuid, null, null, null from public.statement_lines as line
                where line.amount > 0 and line.uuid not in (select matches.line_uuid from matches)
                    and not exists (select from public.reconciliations as match where match.line_uuid = line.uuid)
                order by line.booked_on desc, line.uuid limit 1000)
            ),
            paid as materialized (
                select wanted.records, min(one.user_id::text)::uuid as user_id, sum(one.amount)::bigint as due,
                    max(one.day) as day, max(one.state) as state
                from (select distinct found.records from found) as wanted
                cross join unnest(wanted.records) as member (record)
                join private.receivables() as one using (record)
                group by wanted.records
            ),
            buyers as materialized (
                select each.user_id, private.person_name_or_email(each.user_id) as name
                from (select distinct paid.user_id from paid) as each
            )
            select line.uuid, line.account, line.booked_on, line.amount, line.description, found.kind, found.place,
                found.records, buyers.name, case when found.kind <> 'matched' then line.amount else paid.due end, paid.day,
                case when found.kind = 'matched' and exists (
                    select from public.payments as due
                    where due.place = found.place and due.record = any (found.records) and due.deleted_at is not null
                ) then 'deleted' else paid.state end
            from found join public.statement_lines as line on line.uuid = found.line_uuid
            left join paid using (records) left join buyers using (user_id)
            -- What may be matched or unmatched is first: a response has no more than a thousand rows.
            order by found.kind is null, line.booked_on desc, line.uuid, found.records;
    end
    $$;

drop function if exists public.open_payments(text, bigint); -- it had another result in older versions
-- What may be paid by a line, by the beginning of its number or amount or by a part of its name: what waits first, the nearest
-- to what came before others, 20 of them, each beside how many there are. Without words only what waits.
create function public.open_payments(typed text, came bigint) returns table (place text, uuid uuid, name text,
        amount bigint, created_at timestamptz, found bigint, state text, has_line boolean)
    language plpgsql stable security definer set search_path = ''
    as $$
    declare
        words text := ltrim(lower(btrim(typed)), '#');
        digits text := regexp_replace(words, '^rp\.?|[\s.,]', '', 'g');
    begin
        perform private.require_administrator('match statements');
        return query
            select shown.place, shown.record, coalesce(shown.called, private.person_name_or_email(shown.user_id), ''),
                shown.amount, shown.created_at, shown.count,
                case when due.deleted_at is null then shown.state else 'deleted' end, shown.is_matched
            from (
                select one.*, coalesce(delivered.name, registered.name) as called, count(*) over ()
                from private.receivables(
                    case when words = '' then array['waiting'] else array['waiting', 'accepted', 'rejected'] end) as one
                left join public.order_deliveries as delivered on delivered.order_uuid = one.record
                left join public.audition_registrations as registered on registered.uuid = one.record
                where (words <> '' or one.state = 'waiting') and (
                    starts_with(one.record::text, words)
                    or digits ~ '^[0-9]+$' and starts_with(one.amount::text, digits)
                    or position(words in lower(coalesce(delivered.name, registered.name))) > 0
                    or one.user_id in (
                        select person.user_id from private.people() as person
                        where position(words in lower(coalesce(person.name, person.email))) > 0))
                order by one.state = 'waiting' desc, abs(one.amount - came), one.created_at desc, one.record
                limit 20
            ) as shown
            join public.payments as due on (due.place, due.record) = (shown.place, shown.record)
            order by shown.state = 'waiting' desc, abs(shown.amount - came), shown.created_at desc, shown.record;
    end
    $$;

-- How a line is divided: as somebody says, to payments of anybody; else one payment takes all of it, and several of one buyer
-- take what each owes.
create or replace function private.divide_line_amount(came bigint, place text, records uuid[], shares bigint[])
    returns table (record uuid, amount bigint)
    language plpgsql stable security definer set search_path = ''
    as $$
    declare
        found_records integer;
        buyers integer;
        due numeric;
    begin
        select count(*), count(distinct one.user_id), sum(one.amount) into found_records, buyers, due
        from public.payments as one
        where one.place = divide_line_amount.place and one.record = any (records) and private.is_receivable(one);
        if found_records = 0 or found_records < cardinality(records) then
            raise exception using errcode = 'PT404', hint = 'record_gone',
                message = 'The order or registration was not found, or nothing is to be paid for it.';
        elsif shares is not null then
            if (cardinality(shares) = cardinality(records) and 0 < all (shares)
                and came = (select sum(share) from unnest(shares) as share)) is not true
            then
                raise exception using errcode = '23514', hint = 'shares_differ',
                    message = 'Divide the whole line: the parts must add up to what came.';
            end if;
        elsif found_records > 1 and (buyers > 1 or due <> came) then
            raise exception using errcode = '23514', hint = 'amounts_differ',
                message = 'Several orders can share a line only if one buyer sent them and they add up to it.';
        end if;
        return query
            select given.record, coalesce(given.share, case when found_records = 1 then came else one.amount end)
            from unnest(records, shares) as given (record, share)
            join public.payments as one on one.place = divide_line_amount.place and one.record = given.record;
    end
    $$;

-- With `accepting`, what waits of it is accepted, too, and refused if it was deleted. `shares` divides the line among the
-- records, in their order, of which deleted ones are only matched.
create or replace function public.match_line(
    line uuid, place text, records uuid[], accepting boolean default false, shares bigint[] default null
) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        came bigint;
    begin
        perform private.require_administrator('match statements');
        select amount into came from public.statement_lines where uuid = line and amount > 0 for update;
        if came is null then
            raise exception using errcode = 'PT404', hint = 'line_gone', message = 'This line of the statement was not found; it may have been deleted.';
        elsif exists (select from public.reconciliations where line_uuid = line) then
            raise exception using errcode = 'PT409', hint = 'line_matched',
                message = 'This line is matched to a payment already. Unmatch it first.';
        end if;
        -- What is cancelled, decided or deleted at this moment is waited for, in the order in which these lock.
        perform from public.transactions where match_line.place = 'transactions' and uuid = any (records) order by uuid for no key update;
        perform from public.audition_registrations
        where match_line.place = 'audition_registrations' and uuid = any (records) order by uuid for no key update;
        perform from public.payments as due
        where due.place = match_line.place and due.record = any (records) order by due.record for no key update;
        insert into public.reconciliations (line_uuid, place, record, amount, reconciled_by)
        select line, match_line.place, part.record, part.amount, auth.uid()
        from private.divide_line_amount(came, match_line.place, records, shares) as part;
        if accepting then
            perform public.review(waiting.place, waiting.record, 'accepted')
            from public.payments as waiting
            where waiting.place = match_line.place and waiting.record = any (records) and waiting.state = 'waiting'
                and (shares is null or waiting.deleted_at is null);
            perform private.refuse_second_review(one.place, one.record)
            from public.payments as one
            where one.place = match_line.place and one.record = any (records) and one.state = 'rejected'
                and (shares is null or one.deleted_at is null);
        end if;
    end
    $$;

-- Accepted payments remain accepted.
create or replace function public.unmatch_line(line uuid) returns void
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform private.require_administrator('match statements');
        delete from public.reconciliations where line_uuid = line;
    end
    $$;

-- What the statement says came, where that is another sum than was asked, or was rejected. An amount that was entered, or
-- follows from a decision, stays unless the statement says that more came.
create or replace function private.tg_reconciliations__note_received() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    declare
        match public.reconciliations := case when tg_op = 'DELETE' then old else new end;
        came bigint;
        before bigint;
        noted record;
        buyer uuid;
    begin
        perform from public.payments as paid
        where (paid.place, paid.record) = (match.place, match.record) for no key update; -- of two lines at once the second counts both
        came := private.matched_amount(match.place, match.record);
        before := coalesce(came, 0) + case tg_op when 'DELETE' then match.amount else -match.amount end;
        -- `received` changed last; with another amount it followed from that.
        select entry.created_at as at, entry.before -> 'amount' = entry.after -> 'amount' as is_stated into noted
        from public.audit_log as entry
        where (entry.record_id, entry.place) = (match.record, 'payments') and entry.before -> 'received' <> entry.after -> 'received'
        order by entry.created_at desc limit 1;
        update public.payments as paid
        set received = case when paid.state = 'rejected' then came else nullif(came, paid.amount) end
        where (paid.place, paid.record) = (match.place, match.record)
            and (noted.is_stated and case tg_op
                when 'INSERT' then paid.received >= came
                else paid.received <> before or paid.received = before and noted.at < match.reconciled_at end) is not true;
        if tg_op = 'INSERT' then -- it does not lapse
            update public.payments as paid set lapse_announced_at = null
            where (paid.place, paid.record) = (match.place, match.record) and paid.lapse_announced_at is not null
            returning paid.user_id into buyer;
            if found then
                perform private.cancel_pending_events(match.place, match.record, buyer, array['order_lapses']);
            end if;
        end if;
        return null;
    end
    $$;

-- Whether the proof of a pending record was removed, used before, or resembles one that was: it needs a human review.
create or replace function private.has_doubtful_proof(place text, records uuid[]) returns boolean
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        return exists (
            select from public.review_queue as waiting
            cross join lateral public.review_warnings(waiting.place, waiting.uuid) as warning
            where waiting.place = has_doubtful_proof.place and waiting.uuid = any (records)
                and warning.kind in ('proof_gone', 'same_picture', 'similar_picture'));
    end
    $$;

-- Matches and accepts what is still exact and has a proof of its own, serialized by an advisory lock. What was accepted
-- before is matched.
create or replace function public.accept_matches(lines uuid[]) returns jsonb
    language plpgsql security definer set search_path = ''
    as $$
    declare
        matched record;
        accepted uuid[] := '{}';
    begin
        perform private.require_administrator('match statements');
        perform pg_advisory_xact_lock(hashtextextended('exact matches', 0));
        -- Locked in the order of public.match_line: lines, then records by their uuids.
        perform from public.statement_lines where uuid = any (lines) order by uuid for update;
        for matched in
            select found.line_uuid, found.place, found.records from private.candidate_matches() as found
            where found.kind = 'exact' and found.line_uuid = any (lines)
            order by found.place desc, found.records
        loop
            continue when private.has_doubtful_proof(matched.place, matched.records);
            begin
                perform public.match_line(matched.line_uuid, matched.place, matched.records, accepting => true);
                accepted := accepted || matched.line_uuid;
            exception when sqlstate 'PT404' or sqlstate 'PT409' then
                null; -- somebody else was faster
            end;
        end loop;
        return jsonb_build_object('accepted', accepted,
            'skipped', array(select unnest(lines) except select unnest(accepted)));
    end
    $$;

grant execute on function public.remember_format(text, jsonb, text), public.import_statement(text, jsonb),
    public.undo_import(timestamptz), public.statement_matches(), public.open_payments(text, bigint),
    public.match_line(uuid, text, uuid[], boolean, bigint[]), public.unmatch_line(uuid), public.accept_matches(uuid[]) to authenticated;
