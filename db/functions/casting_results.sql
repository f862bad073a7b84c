-- After an event: attendance and scores, and deletion of the personal data of declined registrants.

-- For administrators: a row per registrant, also of those whose personal data is deleted.
create or replace function public.casting_results(event_uuid uuid)
    returns table (number integer, name text, selection text, result text, selection_score numeric, result_score numeric,
        jurors bigint, days_attended bigint, first_entry timestamptz)
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        perform private.require_administrator('read results');
        return query
            select registered.number, card.name, (
                    select case when accepted then 'accepted' else 'declined' end from public.event_announcements as announced
                    where (announced.registration_uuid, announced.round) = (registered.uuid, 'selection')), (
                    select case when accepted then 'accepted' else 'declined' end from public.event_announcements as announced
                    where (announced.registration_uuid, announced.round) = (registered.uuid, 'result')),
                scored.of_selection, scored.of_result, scored.jurors, entered.days, entered.first_at
            from public.event_registrations as registered
            left join public.audition_registrations as card on card.uuid = registered.registration_uuid
            cross join lateral (
                select round(avg(score) filter (where round = 'selection'), 2) as of_selection,
                    round(avg(score) filter (where round = 'result'), 2) as of_result,
                    count(distinct user_id) filter (where score is not null) as jurors
                from public.casting_scores as given where given.registration_uuid = registered.uuid
            ) as scored
            cross join lateral (
                select count(distinct private.to_shop_date(scanned_at)) as days, min(scanned_at) as first_at from public.check_ins as scan
                where scan.registration_uuid = registered.uuid and scan.answer = 'valid'
            ) as entered
            where registered.event_uuid = casting_results.event_uuid
            order by registered.number;
    end
    $$;

-- Deletes the notes of jurors and administrators about these people, and the words of their announcements, which may hold a name;
-- scores and decisions are kept.
create or replace function private.clear_notes(registrations uuid[]) returns void
    language plpgsql set search_path = ''
    as $$
    begin
        update public.casting_scores set note = null where registration_uuid = any (registrations) and note is not null;
        update public.casting_decisions set note = null, tags = '[]'
        where registration_uuid = any (registrations) and (note is not null or tags <> '[]');
        update public.event_announcements set texts = '{}', wish = null, wished_at = null
        where registration_uuid = any (registrations) and (texts <> '{}' or wished_at is not null);
    end
    $$;

-- For the dispatcher, which asks every hour. Of those whose newest answer is a no of so many days ago: card, notes, answers, words. Their
-- numbers, scores and decisions stay. Nobody brings a card's picture back: the next sweep deletes its bytes. A proof of payment is
-- removed as by its owner. What an administrator deleted is forgotten once it can't be brought back.
create or replace function private.purge_declined() returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        gone uuid[] := array(
            select registered.uuid
            from public.event_registrations as registered join public.events as event on event.uuid = registered.event_uuid
            cross join lateral private.latest_announcement(registered.uuid) as standing
            where registered.registration_uuid is not null and not standing.accepted
                and standing.announced_at < private.uptime_cutoff(make_interval(days => event.forget_after_days))
            limit 500);
        cards text[];
        proofs text[];
    begin
        delete from public.audition_registrations where uuid = any (gone);
        delete from private.deleted_records where place = 'audition_registrations' and uuid = any (gone);
        with forgotten as (
            delete from private.record_pictures
            where (place, named_by) = ('audition_registrations', 'comcard_image') and record = any (gone)
            returning object_name)
        select coalesce(array_agg(object_name), '{}') into cards from forgotten;
        proofs := array(
            select noted.object_name from private.record_pictures as noted
            where (noted.place, noted.named_by) = ('audition_registrations', 'invoice_image') and noted.record = any (gone));
        perform set_config('storage.allow_delete_query', 'true', true); -- a hosted project asks for it
        delete from storage.objects
        where bucket_id = 'tapis' and name = any (cards || proofs)
            and not private.is_referenced(name) and not private.is_preserved_proof(name);
        perform set_config('storage.allow_delete_query', '', true);
        if to_regclass('storage.removed') is not null then
            update storage.removed set is_expired = true, removed_at = now()
            where object ->> 'bucket_id' = 'tapis' and object ->> 'name' = any (cards) and not exists (
                select from private.record_pictures as noted where noted.object_name = removed.object ->> 'name');
        end if;
        gone := array(
            select registered.uuid from public.event_registrations as registered
            where registered.registration_uuid is null and not exists (
                select from private.deleted_records as kept
                where (kept.place, kept.uuid) = ('audition_registrations', registered.uuid)));
        perform private.clear_notes(gone);
        update public.event_registrations set answers = '{}' where uuid = any (gone) and answers <> '{}';
    end
    $$;

grant execute on function public.casting_results(uuid) to authenticated;
grant execute on function private.purge_declined() to supabase_auth_admin;
