-- Time slots. A slot has a capacity, and nobody is in two at once; drafts assign people to them (functions/casting.sql).
--
-- Refusals: SQLSTATE (HTTP status), hint, details
--   42501 (403)                            the caller is no administrator; for a wish, not its person
--   23514 (400)  slot_kind                 a slot of another kind or event
--   23514 (400)  slot_plan                 1 to 1000 people, 1 to 1000 at a time, 1 to 1440 minutes each
--   PT404 (404)  record_gone               there is no such slot, event or announcement
--   PT409 (409)  slot_full  {number, capacity}
--   PT409 (409)  slots_overlap  {number}   that person would be in two at once; without number: two slots of a kind in one place
--   PT409 (409)  slot_taken                somebody is in it

-- How many are in a slot, in both rounds; a deleted registration keeps no place.
create or replace function private.slot_occupancy(slot uuid) returns bigint
    language sql stable set search_path = ''
    as $$
        select count(distinct registered.uuid)
        from public.casting_decisions as draft
        join public.event_registrations as registered on registered.registration_uuid = draft.registration_uuid
        where slot in (draft.training_slot, draft.rehearsal_slot, draft.audition_slot)
    $$;

-- The slots of a person, in both rounds.
create or replace function private.slots_of_registration(registration uuid) returns setof public.slots
    language sql stable set search_path = ''
    as $$
        select distinct slot.* from public.casting_decisions as draft
        join public.slots as slot on slot.uuid in (draft.training_slot, draft.rehearsal_slot, draft.audition_slot)
        where draft.registration_uuid = registration
    $$;

-- A restored registration whose place was given to somebody else comes back without it.
create or replace function private.leave_full_slots(registration uuid) returns void
    language sql set search_path = ''
    as $$
        with overfull as materialized (
            select slot.uuid from private.slots_of_registration(registration) as slot
            where private.slot_occupancy(slot.uuid) > slot.capacity)
        update public.casting_decisions set
            training_slot = case when training_slot not in (table overfull) then training_slot end,
            rehearsal_slot = case when rehearsal_slot not in (table overfull) then rehearsal_slot end,
            audition_slot = case when audition_slot not in (table overfull) then audition_slot end
        where registration_uuid = registration and exists (table overfull)
    $$;

create or replace function private.raise_slot_overlap(number integer default null) returns void
    language plpgsql set search_path = ''
    as $$
    begin
        raise exception using errcode = 'PT409', hint = 'slots_overlap', detail = jsonb_build_object('number', number)::text,
            message = case when number is null then 'There is a slot in this place at this time already.'
                else format('Number %s would be in two slots at once.', number) end;
    end
    $$;

-- Who is declined keeps no place in a slot that nobody sees them in.
create or replace function private.tg_casting_decisions__leave_slots() returns trigger
    language plpgsql set search_path = ''
    as $$
    begin
        new.training_slot := null;
        new.rehearsal_slot := null;
        new.audition_slot := null;
        return new;
    end
    $$;

-- A draft references slots of its event and of the right kind; those it takes have capacity and don't overlap.
create or replace function private.tg_casting_decisions__keep_slots() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    declare
        registered public.event_registrations;
        named uuid[] := array[new.training_slot, new.rehearsal_slot, new.audition_slot];
        slot public.slots;
    begin
        select * into registered from public.event_registrations where uuid = new.registration_uuid;
        if exists (
            select from unnest(named, array['training', 'rehearsal', 'audition']) as given (uuid, kind)
            where given.uuid is not null and not exists (
                select from public.slots as one
                where (one.uuid, one.kind, one.event_uuid) = (given.uuid, given.kind, registered.event_uuid)))
        then
            raise exception using errcode = '23514', hint = 'slot_kind',
                message = 'This slot is of another kind or event. Choose another slot.';
        end if;
        for slot in
            select * from public.slots
            where uuid = any (named) and (uuid in (old.training_slot, old.rehearsal_slot, old.audition_slot)) is not true
        loop
            if private.slot_occupancy(slot.uuid) > slot.capacity then
                raise exception using errcode = 'PT409', hint = 'slot_full',
                    detail = jsonb_build_object('number', registered.number, 'capacity', slot.capacity)::text,
                    message = format('This slot takes %s.', slot.capacity);
            elsif exists (
                select from private.slots_of_registration(new.registration_uuid) as other
                where other.uuid <> slot.uuid and (other.starts_at, other.ends_at) overlaps (slot.starts_at, slot.ends_at))
            then
                perform private.raise_slot_overlap(registered.number);
            end if;
        end loop;
        return null;
    end
    $$;

-- A place has one slot of a kind at a time, and a person is in only one at a time.
create or replace function private.refuse_double_booking(slot public.slots) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        twice integer;
    begin
        if exists (
            select from public.slots as other
            where (other.event_uuid, other.kind, other.place) = (slot.event_uuid, slot.kind, slot.place)
                and other.uuid <> slot.uuid and (other.starts_at, other.ends_at) overlaps (slot.starts_at, slot.ends_at))
        then
            perform private.raise_slot_overlap();
        end if;
        select registered.number into twice
        from public.casting_decisions as draft
        join public.event_registrations as registered on registered.registration_uuid = draft.registration_uuid
        cross join lateral private.slots_of_registration(draft.registration_uuid) as other
        where slot.uuid in (draft.training_slot, draft.rehearsal_slot, draft.audition_slot) and other.uuid <> slot.uuid
            and (other.starts_at, other.ends_at) overlaps (slot.starts_at, slot.ends_at)
        order by registered.number limit 1;
        if found then
            perform private.raise_slot_overlap(twice);
        end if;
    end
    $$;

-- For administrators: creates consecutive slots for a number of people, `at_once` in each, with a break.
create or replace function public.plan_slots(
    event_uuid uuid, kind text, first_at timestamptz, people integer, minutes integer, at_once integer default 1,
    break_at timestamptz default null, break_minutes integer default 60, place text default ''
) returns setof public.slots
    language plpgsql security definer set search_path = ''
    as $$
    declare
        made public.slots;
        begins timestamptz := first_at;
        length interval := make_interval(mins => minutes);
        break_ends timestamptz := break_at + make_interval(mins => break_minutes);
        left_over integer := people;
    begin
        perform private.require_administrator('plan slots');
        if (people between 1 and 1000 and at_once between 1 and 1000 and minutes between 1 and 1440
            and break_minutes between 1 and 1440 and first_at is not null) is not true
        then
            raise exception using errcode = '23514', hint = 'slot_plan',
                message = 'Plan for 1 to 1000 people, 1 to 1000 at a time, 1 to 1440 minutes each.';
        end if;
        perform private.lock_casting(plan_slots.event_uuid);
        while left_over > 0 loop
            if (begins, begins + length) overlaps (break_at, break_ends) then
                begins := break_ends;
            end if;
            insert into public.slots (event_uuid, kind, starts_at, ends_at, capacity, place)
            values (plan_slots.event_uuid, plan_slots.kind, begins, begins + length, least(at_once, left_over),
                btrim(plan_slots.place))
            returning * into made;
            perform private.refuse_double_booking(made);
            return next made;
            begins := begins + length;
            left_over := left_over - at_once;
        end loop;
    end
    $$;

-- For administrators: `changes` has some of starts_at, ends_at, capacity and place. The next announcement corrects earlier
-- ones.
create or replace function public.change_slot(slot_uuid uuid, changes jsonb) returns public.slots
    language plpgsql security definer set search_path = ''
    as $$
    declare
        slot public.slots;
    begin
        perform private.require_administrator('change slots');
        perform private.lock_casting(event_uuid) from public.slots where uuid = slot_uuid;
        select * into slot from public.slots where uuid = slot_uuid;
        if slot.uuid is null then
            raise exception using errcode = 'PT404', hint = 'record_gone', message = 'This slot was not found; it may have been deleted.';
        end if;
        update public.slots as changed set updated_at = now(),
            starts_at = coalesce((changes ->> 'starts_at')::timestamptz, changed.starts_at),
            ends_at = coalesce((changes ->> 'ends_at')::timestamptz, changed.ends_at),
            capacity = coalesce((changes ->> 'capacity')::smallint, changed.capacity),
            place = coalesce(btrim(changes ->> 'place'), changed.place)
        where changed.uuid = slot_uuid returning * into slot;
        perform private.refuse_double_booking(slot);
        if private.slot_occupancy(slot_uuid) > slot.capacity then
            raise exception using errcode = 'PT409', hint = 'slot_full',
                detail = jsonb_build_object('number', null, 'capacity', slot.capacity)::text,
                message = format('%s people are in this slot.', private.slot_occupancy(slot_uuid));
        end if;
        return slot;
    end
    $$;

-- For administrators: all of them or none.
create or replace function public.remove_slots(slot_uuids uuid[]) returns void
    language plpgsql security definer set search_path = ''
    as $$
    begin
        perform private.require_administrator('remove slots');
        perform private.lock_casting(event_uuid) from (
            select distinct event_uuid from public.slots where uuid = any (slot_uuids) order by 1) as concerned;
        if exists (select from unnest(slot_uuids) as slot where private.slot_occupancy(slot) > 0) then
            raise exception using errcode = 'PT409', hint = 'slot_taken', message = 'Somebody is in this slot.';
        end if;
        delete from public.slots where uuid = any (slot_uuids);
    end
    $$;

-- For administrators: assigns free slots of a kind to accepted people without one in either round, by their numbers; returns
-- how many remain without. Slots that overlap another of the same person are skipped.
create or replace function public.fill_slots(event_uuid uuid, kind text, round text default 'selection') returns integer
    language plpgsql security definer set search_path = ''
    as $$
    declare
        draft public.casting_decisions;
        open_slots uuid[];
        taken public.slots[];
        free uuid;
        left_over integer := 0;
    begin
        perform private.require_administrator('fill slots');
        perform private.lock_casting(fill_slots.event_uuid);
        open_slots := array(
            select slot.uuid from public.slots as slot
            where (slot.event_uuid, slot.kind) = (fill_slots.event_uuid, fill_slots.kind)
                and private.slot_occupancy(slot.uuid) < slot.capacity);
        for draft in
            select waiting.* from public.casting_decisions as waiting
            join public.event_registrations as registered on registered.uuid = waiting.registration_uuid
            where registered.event_uuid = fill_slots.event_uuid and waiting.round = fill_slots.round
                and registered.registration_uuid is not null -- null once the person is gone
                and waiting.decision = 'accept' and not exists (
                    select from private.slots_of_registration(waiting.registration_uuid) as held where held.kind = fill_slots.kind)
            order by registered.number
        loop
            taken := array(select own from private.slots_of_registration(draft.registration_uuid) as own);
            select slot.uuid into free from public.slots as slot
            where slot.uuid = any (open_slots) and not exists (
                select from unnest(taken) as own where (own.starts_at, own.ends_at) overlaps (slot.starts_at, slot.ends_at))
            order by slot.starts_at, slot.place limit 1;
            if free is null then
                left_over := left_over + 1;
            else
                perform public.decide(
                    array[draft.registration_uuid], jsonb_build_object(fill_slots.kind || '_slot', free), fill_slots.round);
                if private.slot_occupancy(free) >= (select capacity from public.slots where uuid = free) then
                    open_slots := array_remove(open_slots, free);
                end if;
            end if;
        end loop;
        return left_over;
    end
    $$;

-- For the talent of an announcement: requests another time. An empty reason withdraws the request; from an administrator it declines
-- it, which its talent is told, and reads until they ask again. An announcement that changes closes it, too, and so does a result
-- that declines.
create or replace function public.ask_for_other_hours(announcement_uuid uuid, reason text) returns void
    language plpgsql security definer set search_path = ''
    as $$
    declare
        said text := nullif(btrim(reason, E' \t\r\n'), '');
        standing public.event_announcements;
    begin
        select * into standing from public.event_announcements as own
        where own.announcement_uuid = ask_for_other_hours.announcement_uuid and own.accepted and (
            private.app_role() = 'admin' and said is null
            or private.app_role() = 'talent' and own.user_id = auth.uid()
                and (private.latest_announcement(own.registration_uuid)).accepted and exists (
                    select from public.event_registrations as registered
                    where registered.registration_uuid = own.registration_uuid))
        for no key update;
        if not found then
            raise exception using errcode = 'PT404', hint = 'record_gone', message = 'This announcement was not found; it may have been deleted.';
        end if;
        update public.event_announcements as own
        set wish = said, wished_at = case when said is not null then now() when private.app_role() = 'admin' then own.wished_at end
        where own.announcement_uuid = standing.announcement_uuid;
        if private.app_role() = 'admin' and standing.wish is not null then
            perform private.enqueue_event(
                'request_declined', 'audition_announcements', standing.announcement_uuid, standing.user_id);
        end if;
    end
    $$;

grant execute on function public.plan_slots(uuid, text, timestamptz, integer, integer, integer, timestamptz, integer, text),
    public.change_slot(uuid, jsonb), public.remove_slots(uuid[]), public.fill_slots(uuid, text, text),
    public.ask_for_other_hours(uuid, text) to authenticated;
