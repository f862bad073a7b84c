-- Castings: scores of the jury, and drafts of decisions about registrants.
--
-- Refusals: SQLSTATE (HTTP status), hint, details
--   42501 (403)                 the caller is neither leader nor administrator; for decisions, no administrator
--   PT404 (404)  record_gone    there is no such registrant
--   23514 (400)  one_event      decide about registrants of one event at a time
--   and those of functions/slots.sql

-- Raises insufficient_privilege unless the caller is a leader or an administrator; `action` follows "permission denied to".
create or replace function private.require_jury(action text) returns void
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        if (private.app_role() in ('leadership', 'admin')) is not true then
            raise insufficient_privilege using message = 'permission denied to ' || action;
        end if;
    end
    $$;

-- Whether the caller has scored the same registrant in the same round; only then may they read a score of others.
create or replace function private.caller_has_scored(uuid uuid) returns boolean
    language sql stable security definer set search_path = ''
    as $$
        select exists (
            select from public.casting_scores as read join public.casting_scores as own
                on (own.registration_uuid, own.round) = (read.registration_uuid, read.round)
            where read.uuid = caller_has_scored.uuid and own.user_id = auth.uid() and own.score is not null)
    $$;

create or replace function private.require_single_event(registration_uuids uuid[]) returns uuid
    language plpgsql stable security definer set search_path = ''
    as $$
    declare
        events uuid[] := array(
            select distinct event_uuid from public.event_registrations where uuid = any (registration_uuids));
        found_ones bigint := (select count(*) from public.event_registrations where uuid = any (registration_uuids));
    begin
        if found_ones = 0 or found_ones <> (select count(distinct one) from unnest(registration_uuids) as one) then
            raise exception using errcode = 'PT404', hint = 'record_gone', message = 'This registration was not found; it may have been deleted.';
        elsif cardinality(events) > 1 then
            raise exception using errcode = '23514', hint = 'one_event', message = 'Decide about one event at a time.';
        end if;
        return events[1];
    end
    $$;

-- For leaders and administrators: stores their own score and note, or those of a juror's sheet entered by an administrator.
-- `changes` has score, note, or both; null deletes a value.
create or replace function public.score_registration(
    registration_uuid uuid, changes jsonb, round text default 'selection', juror uuid default null
) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        scored_by uuid := coalesce(juror, auth.uid());
    begin
        perform private.require_jury('score registrations');
        if scored_by <> auth.uid() and (private.app_role() <> 'admin' or not exists (
            select from private.user_roles where user_id = scored_by and role in ('leadership', 'admin')))
        then
            raise insufficient_privilege using message = 'permission denied to score for others';
        end if;
        perform private.require_single_event(array[score_registration.registration_uuid]);
        insert into public.casting_scores as own (registration_uuid, round, user_id, score, note)
        values (score_registration.registration_uuid, score_registration.round, scored_by,
            (changes ->> 'score')::smallint, nullif(btrim(changes ->> 'note', E' \t\r\n'), ''))
        on conflict on constraint casting_scores_one_each do update set updated_at = now(),
            score = case when changes ? 'score' then excluded.score else own.score end,
            note = case when changes ? 'note' then excluded.note else own.note end;
    end
    $$;

-- For administrators: updates the drafts of registrants of one event. `changes` has some of decision, tags, note,
-- training_slot, rehearsal_slot and audition_slot; null deletes a value.
create or replace function public.decide(registration_uuids uuid[], changes jsonb, round text default 'selection')
    returns setof public.casting_decisions
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform private.require_administrator('decide about registrations');
        perform private.lock_casting(private.require_single_event(registration_uuids));
        return query
            insert into public.casting_decisions as draft
                (registration_uuid, round, decision, tags, note, training_slot, rehearsal_slot, audition_slot)
            select one, decide.round, changes ->> 'decision', coalesce(nullif(changes -> 'tags', 'null'), '[]'),
                nullif(btrim(changes ->> 'note', E' \t\r\n'), ''), (changes ->> 'training_slot')::uuid,
                (changes ->> 'rehearsal_slot')::uuid, (changes ->> 'audition_slot')::uuid
            from unnest(registration_uuids) with ordinality as given (one, place) group by one order by min(place)
            on conflict on constraint casting_decisions_one_each do update set updated_at = now(),
                decision = case when changes ? 'decision' then excluded.decision else draft.decision end,
                tags = case when changes ? 'tags' then excluded.tags else draft.tags end,
                note = case when changes ? 'note' then excluded.note else draft.note end,
                training_slot = case when changes ? 'training_slot' then excluded.training_slot else draft.training_slot end,
                rehearsal_slot = case when changes ? 'rehearsal_slot' then excluded.rehearsal_slot else draft.rehearsal_slot end,
                audition_slot = case when changes ? 'audition_slot' then excluded.audition_slot else draft.audition_slot end
            returning draft.*;
    end
    $$;

-- For administrators: the jurors that a sheet can belong to.
create or replace function public.jurors() returns table (user_id uuid, email text)
    language plpgsql stable security definer set search_path = ''
    as $$
    begin
        perform private.require_administrator('type in sheets');
        return query
            select account.id, account.email::text from private.user_roles as given
            join auth.users as account on account.id = given.user_id
            where given.role in ('leadership', 'admin') order by 2;
    end
    $$;

-- For leaders and administrators: who is on stage now.
create or replace function public.call_to_stage(registration_uuid uuid) returns void
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform private.require_jury('call to the stage');
        insert into public.stage_calls (event_uuid, registration_uuid)
        values (private.require_single_event(array[call_to_stage.registration_uuid]), call_to_stage.registration_uuid)
        on conflict on constraint stage_calls_pkey do update
        set registration_uuid = excluded.registration_uuid, called_at = excluded.called_at;
    end
    $$;

-- Notifies open screens of callers that may read the table: argument "leaders" (and administrators), or "admins" alone. Few
-- people write these tables, so the serialized commits are no problem.
create or replace function private.tg__notify_casting() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform pg_notify('tapis_screens', json_build_object('table', tg_table_name, tg_argv[0], true)::text);
        return null;
    end
    $$;

grant execute on function private.caller_has_scored(uuid), public.score_registration(uuid, jsonb, text, uuid),
    public.decide(uuid[], jsonb, text), public.call_to_stage(uuid), public.jurors() to authenticated;
