-- The event of a registration: the one named by the form, or the only one that is open for registration. Without an event the
-- form works on its own. Answers to an event's questions are stored beside the registration.
--
-- Refusals: SQLSTATE (HTTP status), hint, details
--   PT409 (409)  registration_closed   the named event takes no registrations now; those of administrators it always takes
--   PT409 (409)  event_has_registrations   it can't be deleted
--   23514 (400)  answers  [question]   what was asked is not answered, or not so; administrators may leave out all answers

-- The event that is open for registration at a time: the named one, else the only one.
create or replace function private.find_open_event(named uuid, moment timestamptz) returns uuid
    language sql stable security definer set search_path = ''
    as $$
        select case when count(*) = 1 then min(uuid::text)::uuid end from public.events
        where published and opens_at <= moment and (closes_at > moment) is not false and (named is null or uuid = named)
    $$;

-- The event and answers set by public.register_for_event, in this transaction.
create or replace function private.requested_event() returns uuid
    language sql stable set search_path = ''
    as $$ select nullif(current_setting('tapis.event', true), '')::uuid $$;

-- Serializes registrations, decisions and announcements of one event.
create or replace function private.lock_casting(event_uuid uuid) returns void
    language sql set search_path = ''
    as $$ select pg_advisory_xact_lock(hashtextextended('casting ' || event_uuid, 0)) $$;

create or replace function private.is_valid_answer(question text, answer text) returns boolean
    language sql immutable set search_path = ''
    as $$
        select coalesce(case question
            when 'whatsapp' then private.whatsapp_number(answer) is not null
            when 'height' then answer ~ '^[0-9]{2,3}$' and answer::integer between 50 and 250
            when 'social_link' then answer ~ '^(https://[^\s"<>]+|@[[:alnum:]._]+)$' and char_length(answer) <= 300
            when 'experience' then char_length(answer) <= 2000
            else char_length(answer) <= 40 end, false)
    $$;

-- The answers to an event's questions as stored.
create or replace function private.cleaned_answers(questions jsonb, given jsonb) returns jsonb
    language plpgsql stable set search_path = ''
    as $$
    declare
        answered jsonb := (
            select coalesce(jsonb_object_agg(question, nullif(btrim(given ->> question, E' \t\r\n'), '')), '{}')
            from jsonb_array_elements_text(questions) as question);
        refused jsonb := (
            select jsonb_agg(question) from jsonb_each_text(answered) as one (question, answer)
            where not private.is_valid_answer(question, answer));
    begin
        if refused is not null then
            raise exception using errcode = '23514', hint = 'answers', detail = refused::text,
                message = 'Answer every question of the event.';
        elsif answered ? 'whatsapp' then
            answered := jsonb_set(answered, '{whatsapp}', to_jsonb(private.whatsapp_number(answered ->> 'whatsapp')));
        end if;
        return answered;
    end
    $$;

-- A restored registration has its number and its answers.
create or replace function private.tg_audition_registrations__join_event() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    declare
        named uuid := private.requested_event();
        joined uuid;
        given jsonb := nullif(current_setting('tapis.answers', true), '')::jsonb;
        is_admin boolean := private.app_role() = 'admin';
    begin
        perform private.lock_casting(event_uuid) from public.event_registrations where (uuid, user_id) = (new.uuid, new.user_id);
        if found then
            update public.event_registrations set registration_uuid = new.uuid where uuid = new.uuid;
            perform private.leave_full_slots(new.uuid);
            return null;
        end if;
        joined := coalesce(
            (select uuid from public.events where uuid = named and is_admin), private.find_open_event(named, new.created_at));
        if joined is null and named is not null then
            raise exception using errcode = 'PT409', hint = 'registration_closed',
                message = 'The audition takes no more registrations.';
        elsif joined is not null then
            perform private.lock_casting(joined);
            insert into public.event_registrations (uuid, event_uuid, registration_uuid, user_id, number, answers)
            select new.uuid, joined, new.uuid, new.user_id, coalesce((
                    select max(number) from public.event_registrations where event_uuid = joined), 0) + 1,
                case when named is null or is_admin and given = '{}' then '{}' else private.cleaned_answers(asked, given) end
            from public.events where uuid = joined;
        end if;
        return null;
    end
    $$;

-- Registrations and their numbers stay with their event, also those whose people left.
create or replace function private.tg_events__require_no_registrations() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        if exists (select from public.event_registrations where event_uuid = old.uuid) then
            raise exception using errcode = 'PT409', hint = 'event_has_registrations',
                message = 'People registered for this event, so it can''t be deleted. Unpublish it instead.';
        end if;
        return old;
    end
    $$;

-- Deleting an account also deletes its answers, and notes about it; the number is kept.
create or replace function private.tg_event_registrations__clear_answers_and_notes() returns trigger
    language plpgsql set search_path = ''
    as $$
    begin
        perform private.clear_notes(array[old.uuid]);
        new.answers := '{}';
        return new;
    end
    $$;

-- For talents and administrators: a registration for a named event, with the answers to its questions; by the rules of the
-- table, as the caller.
create or replace function public.register_for_event(event_uuid uuid, registration jsonb, answers jsonb default '{}') returns void
    language plpgsql set search_path = ''
    as $$
    begin
        perform set_config('tapis.event', event_uuid::text, true), set_config('tapis.answers', answers::text, true);
        insert into public.audition_registrations (uuid, user_id, name, place_and_date_of_birth, address, age, body_weight, height,
            comcard_image, invoice_image, created_at, updated_at)
        select sent.uuid, sent.user_id, sent.name, sent.place_and_date_of_birth, sent.address, sent.age, sent.body_weight,
            sent.height, sent.comcard_image, sent.invoice_image, coalesce(sent.created_at, now()), coalesce(sent.updated_at, now())
        from jsonb_populate_record(null::public.audition_registrations, registration) as sent;
        perform set_config('tapis.event', '', true), set_config('tapis.answers', '', true);
    end
    $$;

grant execute on function public.register_for_event(uuid, jsonb, jsonb) to authenticated;
