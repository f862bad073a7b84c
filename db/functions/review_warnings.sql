-- Warnings about payments that need a closer look. They are not decisive: a bank's receipts look alike, and people pay twice.
--
--   kind               detail
--   proof_gone                            the proof was removed: nobody can look at it
--   same_picture       {gone}             the same bytes prove another record
--   similar_picture    {gone, distance}   nearly the same picture does, or one with the same words; distance: how many of 256 bits differ
--   same_total                            another record that waits has the same amount
--   older_than_order   {picture_time}     the picture is more than a day older than its record
--   over_ceiling       {ceiling, amount}  more than one QRIS payment may carry
--
-- gone: the other record was deleted. The time of a picture is what its sender says, else that of its upload.

-- Of 256 bits; see docs/decisions/similar-pictures.md.
create or replace function private.max_hamming_distance() returns integer
    language sql immutable set search_path = '' as $$ select 6 $$;

-- The words of a screenshot, numbered from 1; 0 is its frame. See tapis/gateway/storage/images/word_prints.py.
create or replace function private.parse_word_prints(prints text)
    returns table (nth integer, x integer, y integer, width integer, height integer, shape bit(64))
    language sql immutable set search_path = ''
    as $$
        select nth, ('x' || substr(word, 1, 4))::bit(16)::integer, ('x' || substr(word, 5, 4))::bit(16)::integer,
            ('x' || substr(word, 9, 4))::bit(16)::integer, ('x' || substr(word, 13, 4))::bit(16)::integer,
            ('x' || substr(word, 17))::bit(64)
        from generate_series(0, length(prints) / 32 - 1) as nth
        cross join lateral (select substr(prints, 32 * nth + 1, 32)) as cut (word)
    $$;

-- Whether one screenshot may be a crop of the other: shifted onto it, nearly all its words within the other's frame match.
create or replace function private.shows_same_words(prints text, other_prints text) returns boolean
    language sql immutable cost 100000 set search_path = ''
    as $$
        with
        mine as materialized (select * from private.parse_word_prints(prints)),
        theirs as materialized (select * from private.parse_word_prints(other_prints)),
        pairs as materialized (
            select mine.nth, mine.x - theirs.x as across, mine.y - theirs.y as down
            from mine join theirs on abs(mine.width - theirs.width) <= 4 and abs(mine.height - theirs.height) <= 4
                and bit_count(mine.shape # theirs.shape) <= 8
            where mine.nth > 0 and theirs.nth > 0
        ),
        shift as materialized (
            select percentile_disc(0.5) within group (order by across) as across,
                percentile_disc(0.5) within group (order by down) as down
            from pairs group by round(pairs.across / 8.0), round(pairs.down / 8.0) order by count(*) desc limit 1
        ),
        common as (
            select exists (
                select from pairs
                where pairs.nth = mine.nth and abs(pairs.across - shift.across) <= 4 and abs(pairs.down - shift.down) <= 4
            ) as is_there
            from shift cross join mine join theirs as frame on frame.nth = 0
            where mine.nth > 0 and mine.x - shift.across > 8 and mine.y - shift.down > 8
                and mine.x + mine.width - shift.across < frame.width - 8
                and mine.y + mine.height - shift.down < frame.height - 8
        )
        select count(*) >= 8 and 8 * count(*) filter (where is_there) >= 7 * count(*) from common
    $$;

-- Other records whose proofs are this picture, or similar to it, the most similar first. A bank's receipts look alike, so
-- similarity counts only for the same person, or the same amount.
create or replace function private.similar_proofs(this_place text, this_record uuid, proof text)
    returns table (place text, record uuid, distance integer, is_gone boolean)
    language sql stable security definer set search_path = ''
    as $$
        with candidates as materialized (
            select noted.place, noted.record, noted.noted_at, mine.word_prints as mine, used.word_prints as theirs,
                case when used.sha256 = mine.sha256 then -1
                    else bit_count(used.perceptual_hash # mine.perceptual_hash)::integer end as distance
            from private.object_names as mine
            join private.object_names as used using (bucket_id)
            join private.record_pictures as noted on noted.object_name = used.name and noted.named_by = 'invoice_image'
            where bucket_id = 'tapis' and mine.name = proof and (noted.place, noted.record) <> (this_place, this_record)
                and (used.sha256 = mine.sha256 or used.owner_id = mine.owner_id or (noted.place, noted.record) in (
                    select paid.place, paid.record from public.payments as paid
                    where paid.amount = (
                        select this.amount from public.payments as this
                        where (this.place, this.record) = (this_place, this_record))))
        )
        select alike.place, alike.record, alike.distance,
            not exists (select from public.transactions where uuid = alike.record)
            and not exists (select from public.audition_registrations where uuid = alike.record)
        from candidates as alike
        where case when alike.distance <= private.max_hamming_distance() then true
            else private.shows_same_words(alike.mine, alike.theirs)
                or private.shows_same_words(alike.theirs, alike.mine) end
        order by alike.distance, alike.noted_at limit 20
    $$;

-- When a picture was taken, from its sender (user metadata lastModified); never later than its upload.
create or replace function private.picture_taken_at(proof text) returns timestamptz
    language sql stable security definer set search_path = ''
    as $$
        select least(created_at, case when pg_input_is_valid(user_metadata ->> 'lastModified', 'timestamptz')
            then (user_metadata ->> 'lastModified')::timestamptz end)
        from storage.objects where bucket_id = 'tapis' and name = proof
    $$;

-- For administrators: the warnings about one order or registration.
create or replace function public.review_warnings(place text, record uuid)
    returns table (kind text, other_place text, other_record uuid, detail jsonb)
    language plpgsql stable security definer set search_path = ''
    as $$
    declare
        sent_at timestamptz;
        proof text;
        to_pay bigint := (
            select due.amount from public.payments as due
            where (due.place, due.record) = (review_warnings.place, review_warnings.record));
    begin
        perform private.require_administrator('review payments');
        if place = 'transactions' then
            select created_at, private.picture_folder(place, 'invoice_image') || '/' || (invoice_image ->> 'filename')
            into sent_at, proof from public.transactions where uuid = record;
        else
            select created_at, private.picture_folder(place, 'invoice_image') || '/' || (invoice_image ->> 'filename')
            into sent_at, proof from public.audition_registrations where uuid = record;
        end if;
        return query
            select 'proof_gone', null, null::uuid, '{}'::jsonb
            where proof is not null and not exists (
                select from storage.objects as object where object.bucket_id = 'tapis' and object.name = proof);
        return query
            select case when alike.distance < 0 then 'same_picture' else 'similar_picture' end, alike.place, alike.record,
                jsonb_build_object('gone', alike.is_gone)
                    || case when alike.distance < 0 then '{}' else jsonb_build_object('distance', alike.distance) end
            from private.similar_proofs(place, record, proof) as alike;
        return query
            select 'same_total', waiting.place, waiting.uuid, '{}'::jsonb from public.review_queue as waiting
            where waiting.amount = to_pay
                and (waiting.place, waiting.uuid) <> (review_warnings.place, review_warnings.record)
            order by waiting.created_at, waiting.uuid limit 20;
        return query
            select 'older_than_order', null, null::uuid, jsonb_build_object('picture_time', picture.taken_at)
            from (select private.picture_taken_at(proof)) as picture (taken_at)
            where picture.taken_at < sent_at - interval '1 day';
        return query
            select 'over_ceiling', null, null::uuid, jsonb_build_object('ceiling', method.ceiling, 'amount', to_pay)
            from private.newest_payment_method(private.payment_page_path(place)) as method where to_pay > method.ceiling;
    end
    $$;

grant execute on function public.review_warnings(text, uuid) to authenticated;
