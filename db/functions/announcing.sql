-- Announcing: one transaction creates announcements, passes and messages from all drafts of an event's round, and later from
-- corrected ones. Until then only administrators see drafts.
--
-- Refusals: SQLSTATE (HTTP status), hint, details
--   42501 (403)                    the caller is no administrator
--   PT404 (404)  record_gone       there is no such event
--   PT404 (404)  text_missing      nobody wrote what this group reads
--   PT409 (409)  preview_moved     {accepted, declined}   other numbers or texts than were previewed
--   23514 (400)  placeholder       {placeholder}   a text has an unknown one

create or replace function private.format_iso_utc(moment timestamptz) returns text
    language sql immutable set search_path = ''
    as $$ select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') $$;

-- The hours of a draft, by kind.
create or replace function private.appointment_times(draft public.casting_decisions) returns jsonb
    language sql stable set search_path = ''
    as $$
        select coalesce(jsonb_object_agg(kind, jsonb_build_object('slot', uuid, 'starts_at', private.format_iso_utc(starts_at),
            'ends_at', private.format_iso_utc(ends_at), 'place', place)), '{}')
        from public.slots
        where draft.decision = 'accept' and uuid in (draft.training_slot, draft.rehearsal_slot, draft.audition_slot)
    $$;

-- A time formatted for people, in the shop's time zone.
create or replace function private.format_time(moment timestamptz, language text) returns text
    language sql stable set search_path = ''
    as $$
        select case language
            when 'id' then format('%s, %s %s %s pukul %s WIB',
                (array['Senin', 'Selasa', 'Rabu', 'Kamis', 'Jumat', 'Sabtu', 'Minggu'])[extract(isodow from here)],
                extract(day from here), (array['Januari', 'Februari', 'Maret', 'April', 'Mei', 'Juni', 'Juli', 'Agustus',
                    'September', 'Oktober', 'November', 'Desember'])[extract(month from here)],
                extract(year from here), to_char(here, 'HH24.MI'))
            else to_char(here, 'FMDay, FMMonth FMDD, YYYY "at" HH24:MI "WIB"') end
        from (select moment at time zone 'Asia/Jakarta' as here) as local where moment is not null
    $$;

-- The values of a text's placeholders.
create or replace function private.announcement_placeholders(event_uuid uuid, name text, number integer, appointments jsonb, language text)
    returns jsonb
    language sql stable set search_path = ''
    as $$
        select jsonb_build_object('name', coalesce(announcement_placeholders.name, ''), 'number', coalesce(announcement_placeholders.number::text, ''),
            'event', coalesce((select coalesce(nullif(one.translations -> language ->> 'name', ''), one.name)
                from public.events as one where one.uuid = event_uuid), ''),
            'place', coalesce((select string_agg(distinct value ->> 'place', ', ') from jsonb_each(appointments)), ''))
            || (select jsonb_object_agg(kind, coalesce(
                    private.format_time((appointments -> kind ->> 'starts_at')::timestamptz, language), '-'))
                from unnest(array['training', 'rehearsal', 'audition']) as kind)
    $$;

create or replace function private.fill_template(template text, facts jsonb) returns text
    language plpgsql immutable set search_path = ''
    as $$
    declare
        fact record;
    begin
        for fact in select key, value from jsonb_each_text(facts) loop
            template := replace(template, '{' || fact.key || '}', fact.value);
        end loop;
        return template;
    end
    $$;

-- The text for one person, in both languages; a language without a text has the other's. Empty without any text.
create or replace function private.render_announcement_texts(
    event_uuid uuid, round text, accepted boolean, name text, number integer, appointments jsonb
) returns jsonb
    language sql stable set search_path = ''
    as $$
        select coalesce((
            select jsonb_build_object(
                'en', private.fill_template(coalesce(written.en, written.id),
                    private.announcement_placeholders(render_announcement_texts.event_uuid, name, number, appointments, case when written.en is null then 'id' else 'en' end)),
                'id', private.fill_template(coalesce(written.id, written.en),
                    private.announcement_placeholders(render_announcement_texts.event_uuid, name, number, appointments, case when written.id is null then 'en' else 'id' end)))
            from public.announcement_texts as written
            where (written.event_uuid, written.round, written.accepted)
                = (render_announcement_texts.event_uuid, render_announcement_texts.round, render_announcement_texts.accepted)), '{}')
    $$;

-- Drafts that differ from the announcement, or were not announced yet; none for a deleted registration, nor of the selection for
-- whom the result has declined.
create or replace function private.due_announcements(event_uuid uuid, round text)
    returns table (registration_uuid uuid, user_id uuid, name text, number integer, accepted boolean, appointments jsonb,
        announcement_uuid uuid)
    language sql stable set search_path = ''
    as $$
        select draft.registration_uuid, registered.user_id, card.name, registered.number, draft.decision = 'accept',
            private.appointment_times(draft), announced.announcement_uuid
        from public.casting_decisions as draft
        join public.event_registrations as registered on registered.uuid = draft.registration_uuid
        join public.audition_registrations as card on card.uuid = registered.registration_uuid
        left join public.event_announcements as announced
            on (announced.registration_uuid, announced.round) = (draft.registration_uuid, draft.round)
        left join public.event_announcements as final
            on (final.registration_uuid, final.round) = (draft.registration_uuid, 'result')
        where (registered.event_uuid, draft.round) = (due_announcements.event_uuid, due_announcements.round)
            and draft.decision in ('accept', 'decline') and registered.user_id is not null
            and (draft.round = 'result' or final.accepted is not false)
            and (announced.accepted, announced.appointments)
                is distinct from (draft.decision = 'accept', private.appointment_times(draft))
    $$;

create or replace function private.require_event(event_uuid uuid) returns void
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        if not exists (select from public.events where uuid = event_uuid) then
            raise exception using errcode = 'PT404', hint = 'record_gone', message = 'This event was not found; it may have been deleted.';
        end if;
    end
    $$;

-- For administrators: `accepted` and `declined` are the numbers that were previewed, `texts` what the preview showed (null: whatever
-- is written). If nothing is left to announce, somebody else has done it, which is a success.
create or replace function public.announce(
    event_uuid uuid, accepted integer, declined integer, round text default 'selection', texts jsonb default null
) returns jsonb
    language plpgsql security definer set search_path = ''
    as $$
    declare
        due jsonb;
        counted jsonb;
    begin
        perform private.require_administrator('announce decisions');
        perform private.require_event(announce.event_uuid);
        perform private.lock_casting(announce.event_uuid);
        select coalesce(jsonb_agg(to_jsonb(one) || jsonb_build_object('uuid', coalesce(announcement_uuid, gen_random_uuid()),
                'texts', private.render_announcement_texts(announce.event_uuid, announce.round, one.accepted, name, number, appointments))), '[]'),
            jsonb_build_object('accepted', count(*) filter (where one.accepted), 'declined', count(*) filter (where not one.accepted))
        into due, counted
        from private.due_announcements(announce.event_uuid, announce.round) as one;
        if due = '[]' then
            return counted;
        elsif counted <> jsonb_build_object('accepted', accepted, 'declined', declined)
            or texts <> private.previewed_texts(announce.event_uuid, announce.round)
        then
            raise exception using errcode = 'PT409', hint = 'preview_moved', detail = counted::text,
                message = 'The decisions or texts have changed since the preview. Look at it again.';
        end if;
        perform private.store_announcements(announce.event_uuid, announce.round, due);
        return counted;
    end
    $$;

-- Messages to the people of announcements; an earlier one that was not sent yet is replaced, also one whose mail is delayed.
create or replace function private.enqueue_announcements(due jsonb, pause interval default '0') returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        replaced text[] := array['announcement_made', 'casting_announced', 'request_declined'];
    begin
        delete from private.outbox where record in (
            select uuid from jsonb_to_recordset(due) as one (uuid uuid)) and kind = any (replaced);
        -- Messages are looked up by their person, which is indexed.
        update private.messages as earlier set state = 'dropped'
        from jsonb_to_recordset(due) as one (uuid uuid, user_id uuid)
        where (earlier.user_id, earlier.record) = (one.user_id, one.uuid) and earlier.kind = any (replaced)
            and earlier.state in ('waiting', 'failed');
        insert into private.outbox (kind, place, record, user_id, not_before, data)
        select case texts when '{}' then 'announcement_made' else 'casting_announced' end, 'audition_announcements', uuid, user_id,
            now() + pause, jsonb_strip_nulls(jsonb_build_object('text_en', texts -> 'en', 'text_id', texts -> 'id'))
        from jsonb_to_recordset(due) as one (uuid uuid, user_id uuid, texts jsonb);
    end
    $$;

-- What follows from an answer. Who is accepted has a pass, and keeps it.
create or replace function private.follow_answers(announcements uuid[]) returns void
    language sql security definer set search_path = ''
    as $$
        insert into public.passes (registration_uuid, event_uuid, user_id, number)
        select registered.uuid, registered.event_uuid, announced.user_id, registered.number
        from public.event_announcements as announced
        join public.event_registrations as registered on registered.uuid = announced.registration_uuid
        where announced.announcement_uuid = any (announcements) and announced.accepted
        on conflict on constraint passes_pkey do nothing;
        -- Who does not come needs no other hours.
        update public.event_announcements as earlier set wish = null, wished_at = null
        from public.event_announcements as announced
        where announced.announcement_uuid = any (announcements) and not announced.accepted
            and (earlier.registration_uuid, earlier.round) = (announced.registration_uuid, 'selection')
            and earlier.wished_at is not null;
    $$;

create or replace function private.store_announcements(event_uuid uuid, round text, due jsonb) returns void
    language plpgsql security definer set search_path = ''
    as $$
    begin
        insert into public.audition_announcements (uuid, user_id, audition_status, training_time, rehearsal_time, audition_time)
        select uuid, user_id, accepted, (appointments #>> '{training,starts_at}')::timestamptz,
            (appointments #>> '{rehearsal,starts_at}')::timestamptz, (appointments #>> '{audition,starts_at}')::timestamptz
        from jsonb_to_recordset(due) as one (uuid uuid, user_id uuid, accepted boolean, appointments jsonb)
        on conflict on constraint audition_announcements_pkey do update set audition_status = excluded.audition_status,
            training_time = excluded.training_time, rehearsal_time = excluded.rehearsal_time, audition_time = excluded.audition_time;
        insert into public.event_announcements
            (announcement_uuid, registration_uuid, event_uuid, user_id, round, accepted, appointments, texts)
        select uuid, registration_uuid, store_announcements.event_uuid, user_id, store_announcements.round, accepted, appointments, texts
        from jsonb_to_recordset(due)
            as one (uuid uuid, registration_uuid uuid, user_id uuid, accepted boolean, appointments jsonb, texts jsonb)
        on conflict on constraint event_announcements_pkey do update set accepted = excluded.accepted,
            appointments = excluded.appointments, texts = excluded.texts, announced_at = now(), wish = null, wished_at = null;
        perform private.follow_answers(array(select uuid from jsonb_to_recordset(due) as one (uuid uuid)));
        perform private.enqueue_announcements(due);
    end
    $$;

-- An announcement that an administrator edits in its table: pass, door and texts follow, as after a correction. Appointments
-- are as long as before, new ones end as they start.
create or replace function private.tg_audition_announcements__correct_event() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        update public.event_announcements as announced set accepted = new.audition_status, appointments = edited.appointments,
            texts = case when card.uuid is null then '{}' else private.render_announcement_texts(
                announced.event_uuid, announced.round, new.audition_status, card.name, registered.number, edited.appointments) end,
            announced_at = now(), wish = null, wished_at = null
        from public.event_announcements as former
        join public.event_registrations as registered on registered.uuid = former.registration_uuid
        left join public.audition_registrations as card on card.uuid = registered.registration_uuid
        cross join lateral (
            select coalesce(jsonb_object_agg(kind, coalesce(was, '{"place": ""}') || jsonb_build_object(
                'starts_at', private.format_iso_utc(moment), 'ends_at', private.format_iso_utc(moment + coalesce(
                    (was ->> 'ends_at')::timestamptz - (was ->> 'starts_at')::timestamptz, interval '0')))), '{}') as appointments
            from (values ('training', new.training_time), ('rehearsal', new.rehearsal_time), ('audition', new.audition_time))
                as given (kind, moment)
            cross join lateral (select former.appointments -> kind as was) as earlier
            where moment is not null and new.audition_status
        ) as edited
        where former.announcement_uuid = new.uuid and announced.announcement_uuid = new.uuid;
        perform private.follow_answers(array[new.uuid]);
        return null;
    end
    $$;

-- Who was told something else before is told.
create or replace function private.tg_audition_announcements__enqueue_correction() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform private.enqueue_announcements(jsonb_build_array(jsonb_build_object('uuid', new.uuid, 'user_id', new.user_id,
            'texts', coalesce((select texts from public.event_announcements where announcement_uuid = new.uuid), '{}'))),
            interval '15 seconds');
        return null;
    end
    $$;

-- For administrators: what announcing would do now, and what is missing. `undecided`, `without_slot` and `fee_unpaid` are lists
-- of {registration_uuid, number}; the texts are those of the first person of each group. Whom the selection has declined is
-- undecided in the result only once somebody thinks of them again; the board goes by the same (web/src/entities/board.ts).
create or replace function public.preview_announcement(event_uuid uuid, round text default 'selection') returns jsonb
    language plpgsql stable security definer set search_path = ''
    as $$
    declare
        asked text := preview_announcement.round;
        concerned uuid := preview_announcement.event_uuid;
    begin
        perform private.require_administrator('preview announcements');
        perform private.require_event(concerned);
        return (
            with planned as materialized (
                select distinct slot.kind from public.slots as slot where slot.event_uuid = concerned
            ), drafts as materialized (
                select registered.uuid, registered.number, card.name, draft.decision, announced.announcement_uuid,
                    private.owes_fee(registered.uuid) as owes,
                    asked = 'result' and draft.decision is null and selection.accepted is false as is_settled
                from public.event_registrations as registered
                join public.audition_registrations as card on card.uuid = registered.registration_uuid
                left join public.casting_decisions as draft on (draft.registration_uuid, draft.round) = (registered.uuid, asked)
                left join public.event_announcements as announced
                    on (announced.registration_uuid, announced.round) = (registered.uuid, asked)
                left join public.event_announcements as selection
                    on (selection.registration_uuid, selection.round) = (registered.uuid, 'selection')
                where registered.event_uuid = concerned
            ), listed as (
                select drafts.*, jsonb_build_object('registration_uuid', uuid, 'number', number, 'name', name) as one, array(
                    select kind from planned where decision = 'accept' and kind not in (
                        select held.kind from private.slots_of_registration(uuid) as held) order by kind) as lacking
                from drafts
            )
            select jsonb_build_object(
                'accepted', count(*) filter (where decision = 'accept'), 'declined', count(*) filter (where decision = 'decline'),
                'announced', count(announcement_uuid),
                'undecided', coalesce(jsonb_agg(one order by number)
                    filter (where coalesce(decision, 'shortlist') = 'shortlist' and announcement_uuid is null and not is_settled), '[]'),
                'without_slot', coalesce(jsonb_agg(one || jsonb_build_object('kinds', lacking) order by number)
                    filter (where lacking <> '{}'), '[]'),
                'fee_unpaid', coalesce(jsonb_agg(one order by number) filter (where owes and decision = 'accept'), '[]'))
            from listed)
            || (
            select jsonb_build_object('due', jsonb_build_object(
                'accepted', count(*) filter (where accepted), 'declined', count(*) filter (where not accepted),
                'corrections', count(announcement_uuid)))
            from private.due_announcements(concerned, asked))
            || jsonb_build_object('texts', private.previewed_texts(concerned, asked));
    end
    $$;

-- The text that the first person of a group would get.
create or replace function private.sample_texts(event_uuid uuid, round text, accepted boolean) returns jsonb
    language sql stable set search_path = ''
    as $$
        select private.render_announcement_texts(sample_texts.event_uuid, sample_texts.round, sample_texts.accepted, coalesce(card.name, '…'), registered.number,
            coalesce(private.appointment_times(draft), '{}'))
        from (select) as always
        left join (public.casting_decisions as draft
            join public.event_registrations as registered on registered.uuid = draft.registration_uuid
            join public.audition_registrations as card on card.uuid = registered.registration_uuid)
            on registered.event_uuid = sample_texts.event_uuid and draft.round = sample_texts.round
                and draft.decision = case when sample_texts.accepted then 'accept' else 'decline' end
        order by registered.number limit 1
    $$;

create or replace function private.previewed_texts(event_uuid uuid, round text) returns jsonb
    language sql stable set search_path = ''
    as $$
        select jsonb_build_object('accepted', private.sample_texts(event_uuid, round, true),
            'declined', private.sample_texts(event_uuid, round, false))
    $$;

-- For administrators: sends them the text of a group.
create or replace function public.send_test_announcement(event_uuid uuid, accepted boolean, round text default 'selection') returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        texts jsonb;
    begin
        perform private.require_administrator('send test messages');
        texts := private.sample_texts(event_uuid, round, accepted);
        if texts = '{}' then
            raise exception using errcode = 'PT404', hint = 'text_missing', message = 'Write what this group reads first.';
        end if;
        perform private.enqueue_event('casting_announced', 'events', event_uuid, auth.uid(),
            jsonb_build_object('text_en', texts -> 'en', 'text_id', texts -> 'id'));
    end
    $$;

-- For administrators: stores the text of a group. Two empty texts delete it.
create or replace function public.keep_announcement_text(
    event_uuid uuid, accepted boolean, en text, id text, round text default 'selection'
) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        unknown text := (
            select word[1] from regexp_matches(concat(en, id), '\{([^{}]*)\}', 'g') as word
            where word[1] <> all (array['name', 'number', 'event', 'training', 'rehearsal', 'audition', 'place']) limit 1);
        kept_en text := nullif(btrim(en, E' \t\r\n'), '');
        kept_id text := nullif(btrim(id, E' \t\r\n'), '');
    begin
        perform private.require_administrator('write announcements');
        perform private.require_event(keep_announcement_text.event_uuid);
        if unknown is not null then
            raise exception using errcode = '23514', hint = 'placeholder', detail = jsonb_build_object('placeholder', unknown)::text,
                message = format('There is no placeholder {%s}.', unknown);
        end if;
        delete from public.announcement_texts as written
        where (written.event_uuid, written.round, written.accepted) = (keep_announcement_text.event_uuid,
            keep_announcement_text.round, keep_announcement_text.accepted) and coalesce(kept_en, kept_id) is null;
        insert into public.announcement_texts (event_uuid, round, accepted, en, id)
        select keep_announcement_text.event_uuid, keep_announcement_text.round, keep_announcement_text.accepted, kept_en, kept_id
        where coalesce(kept_en, kept_id) is not null
        on conflict on constraint announcement_texts_one_each do update
        set en = excluded.en, id = excluded.id, updated_at = now();
    end
    $$;

grant execute on function public.announce(uuid, integer, integer, text, jsonb), public.preview_announcement(uuid, text),
    public.send_test_announcement(uuid, boolean, text), public.keep_announcement_text(uuid, boolean, text, text, text)
    to authenticated;
