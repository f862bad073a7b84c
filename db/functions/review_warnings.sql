-- What makes a payment worth a second look. Warnings and no verdicts: a bank's receipts are alike, and people pay twice.
--
--   kind               detail
--   proof_gone                            the proof was removed: nobody can look at it
--   same_picture       {gone}             the same bytes prove another record
--   similar_picture    {gone, distance}   nearly the same picture does; distance: how many of 256 bits differ
--   same_total                            another record that waits has the same amount
--   older_than_order   {picture_time}     the picture is more than a day older than its record
--   over_ceiling       {ceiling, amount}  more than one QRIS payment may carry
--
-- gone: the other record was deleted. The time of a picture is what its sender says, else that of its upload.

-- Of 256 bits; see docs/decisions/similar-pictures.md.
create or replace function private.most_differing_bits() returns integer
    language sql immutable set search_path = '' as $$ select 6 $$;

-- The other records whose proofs are this picture, or look like it; the nearest first. A bank's receipts look alike, so
-- likeness counts only where it may be one payment: of the same person, or of the same amount.
create or replace function private.records_with_picture(this_place text, this_record uuid, proof text)
    returns table (place text, record uuid, distance integer, is_gone boolean)
    language sql stable security definer set search_path = ''
    as $$
        select noted.place, noted.record, alike.distance,
            not exists (select from public.transactions where uuid = noted.record)
            and not exists (select from public.audition_registrations where uuid = noted.record)
        from private.object_names as mine
        join lateral (
            select used.name, used.owner_id, case when used.sha256 = mine.sha256 then -1
                else bit_count(used.perceptual_hash # mine.perceptual_hash)::integer end as distance
            from private.object_names as used where used.bucket_id = mine.bucket_id
        ) as alike on alike.distance <= private.most_differing_bits()
        join private.record_pictures as noted on noted.object_name = alike.name and noted.named_by = 'invoice_image'
        where mine.bucket_id = 'tapis' and mine.name = proof and (noted.place, noted.record) <> (this_place, this_record)
            and (alike.distance < 0 or alike.owner_id = mine.owner_id or exists (
                select from public.amounts_due as paid join public.amounts_due as this on this.amount = paid.amount
                where (paid.place, paid.record) = (noted.place, noted.record)
                    and (this.place, this.record) = (this_place, this_record)))
        order by alike.distance, noted.noted_at limit 20
    $$;

-- When a picture was taken, as its sender says (user metadata lastModified); never later than its upload.
create or replace function private.picture_time(proof text) returns timestamptz
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
            select due.amount from public.amounts_due as due
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
            from private.records_with_picture(place, record, proof) as alike;
        return query
            select 'same_total', waiting.place, waiting.uuid, '{}'::jsonb from public.review_queue as waiting
            where waiting.amount = to_pay
                and (waiting.place, waiting.uuid) <> (review_warnings.place, review_warnings.record)
            order by waiting.created_at, waiting.uuid limit 20;
        return query
            select 'older_than_order', null, null::uuid, jsonb_build_object('picture_time', picture.taken_at)
            from (select private.picture_time(proof)) as picture (taken_at)
            where picture.taken_at < sent_at - interval '1 day';
        return query
            select 'over_ceiling', null, null::uuid, jsonb_build_object('ceiling', method.ceiling, 'amount', to_pay)
            from private.payment_method_of(private.payment_page_of(place)) as method where to_pay > method.ceiling;
    end
    $$;

revoke all on function private.most_differing_bits(), private.records_with_picture(text, uuid, text),
    private.picture_time(text), public.review_warnings(text, uuid) from public, anon, authenticated, service_role;
grant execute on function public.review_warnings(text, uuid) to authenticated;
