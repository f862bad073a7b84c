"""The casting desk: scores, drafts, hours, and announcing all at once."""

import json
import time

import psycopg
import pytest

from tests.database.casting import (
    an_event,
    announce,
    decide,
    forbidden,
    plan,
    refused,
    registered,
    score,
)
from tests.database.conftest import House
from tests.example_rows import Row


def scores(house: House, who: str, sub: str | None = None) -> list[int]:
    seen = "select score from public.casting_scores order by score"
    return [one["score"] for one in house.ask(who, seen, sub=sub)]


def text(
    house: House, event: str, accepted: bool, en: str | None, id_: str | None, who: str = "admin"
) -> None:
    house.ask(who, "select public.keep_announcement_text(%s, %s, %s, %s)", event, accepted, en, id_)


def preview(house: House, event: str) -> Row:
    found = house.ask("admin", "select public.preview_announcement(%s) as told", event)
    return dict(found[0]["told"])


def announced(house: House, who: str = "talent", sub: str | None = None) -> list[bool]:
    seen = "select audition_status from public.audition_announcements"
    return [one["audition_status"] for one in house.ask(who, seen, sub=sub)]


def test_Y36_lea_reads_what_others_think_after_she_has_said_it_herself(house: House) -> None:
    anton, tom = house.person("leadership"), house.user_id("talent")
    registration = registered(house, an_event(house), tom)
    house.ask(
        "leadership",
        "select public.score_registration(%s, %s::jsonb)",
        registration,
        json.dumps({"score": 4}),
        sub=anton,
    )
    score(house, registration, note="Lovely walk")
    assert scores(house, "leadership") == [None]
    score(house, registration, score=2)
    assert scores(house, "leadership") == [2, 4]
    score(house, registration, score=3)
    assert scores(house, "admin") == [3, 4]
    assert house.sql("select note from public.casting_scores where score = 3") == [("Lovely walk",)]
    assert scores(house, "talent") == []
    score(house, registration, score=None)
    assert scores(house, "leadership") == [None]


def test_Y36_a_score_that_is_changed_once_others_were_read_is_in_the_audit_log(house: House) -> None:
    registration = registered(house, an_event(house))
    score(house, registration, note="Lovely walk")
    for given in (2, 4, 4, None):
        score(house, registration, score=given)
    score(house, registration, note="Not so lovely")
    logged = (
        "select actor_id::text, action, before -> 'score', after -> 'score', concat(before, after) ~ 'note' "
        "from public.audit_log where place = 'casting_scores' order by created_at"
    )
    lea = house.user_id("leadership")
    assert house.sql(logged) == [(lea, "update", 2, 4, False), (lea, "update", 4, None, False)]
    assert house.ask("leadership", "select count(*) from public.audit_log") == [{"count": 0}]


def test_Y23_what_a_juror_noted_is_among_her_own_data(house: House) -> None:
    anton, registration = house.person("leadership"), registered(house, an_event(house))
    call = "select public.score_registration(%s, '{\"score\": 2}')"
    house.ask("leadership", call, registration, sub=anton)
    score(house, registration, score=4, note="Lovely walk")
    mine = house.ask("leadership", "select public.my_data() -> 'casting_scores' as mine")[0]["mine"]
    assert [(one["registration_uuid"], one["score"], one["note"]) for one in mine] == [
        (registration, 4, "Lovely walk")
    ]


def test_Y36_talents_score_nobody_and_only_ada_types_in_for_others(house: House) -> None:
    registration = registered(house, an_event(house))
    call = "select public.score_registration(%s, '{\"score\": 5}', 'result', %s)"
    for who, juror in (("talent", None), ("leadership", house.person("leadership")), ("admin", house.other)):
        with pytest.raises(psycopg.errors.InsufficientPrivilege), house.connection.transaction():
            house.ask(who, call, registration, juror)
    house.ask("admin", call, registration, house.user_id("leadership"))
    assert scores(house, "leadership") == [5]


def test_Y36_ada_drafts_several_at_once_and_changes_only_what_she_names(house: House) -> None:
    event = an_event(house)
    one, other = registered(house, event), registered(house, event)
    decide(house, one, other, decision="shortlist", tags=["tall"])
    (draft,) = decide(house, one, decision="accept")
    assert (draft["decision"], draft["tags"]) == ("accept", ["tall"])
    (draft,) = decide(house, one, decision=None)
    assert draft["decision"] is None
    refused(house, "one_event", decide, one, registered(house, an_event(house)), decision="accept")
    refused(house, "record_gone", decide, one, event, decision="accept")
    for who in ("talent", "leadership"):
        forbidden(house, decide, one, who=who, decision="accept")


def test_Y37_a_draft_is_unreadable_in_whatever_way_it_is_asked_for(house: House) -> None:
    tom = house.user_id("talent")
    event = an_event(house)
    registration = registered(house, event, tom)
    before = house.ask("talent", "select public.my_data() as all")[0]["all"]
    text(house, event, True, "Welcome, {name}", None)
    slot = plan(house, event)[0]
    decide(house, registration, decision="accept", note="Our star", audition_slot=slot["uuid"])
    asked = (
        "select count(*) from public.casting_decisions",
        "select count(*) from public.announcement_texts",
        "select count(*) from public.event_announcements",
        "select count(*) from public.passes",
        "select count(*) from public.audition_announcements",
        (
            "select count(*) from public.event_registrations r "
            "join public.casting_decisions d on d.registration_uuid = r.uuid"
        ),
        "select count(*) from public.casting_decisions where decision = 'accept' or note like 'O%%'",
    )
    for who in ("talent", "leadership"):
        for query in asked:
            assert house.ask(who, query) == [{"count": 0}], (who, query)
        for call in (
            "select public.preview_announcement(%s)",
            "select public.announce(%s, 1, 0)",
            "select public.casting_results(%s)",
            "select public.send_test_announcement(%s, true)",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege), house.connection.transaction():
                house.ask(who, call, event)
    assert house.ask("talent", "select count(*) from public.slots") == [{"count": 0}]
    after = house.ask("talent", "select public.my_data() as all")[0]["all"]
    assert after == before
    left = "delete from public.slots where uuid = %s"
    with pytest.raises(psycopg.errors.InsufficientPrivilege), house.connection.transaction():
        house.ask("talent", left, slot["uuid"])


def test_Y37_M10_a_time_in_an_announcement_is_written_as_on_the_screens(house: House) -> None:
    times = [
        house.sql("select private.format_time('2026-12-12T02:00:00Z', %s)", language)[0][0]
        for language in ("en", "id")
    ]
    assert times == [
        "Saturday, December 12, 2026 at 09:00 WIB",
        "Sabtu, 12 Desember 2026 pukul 09.00 WIB",
    ]


def test_Y37_announcing_makes_all_of_it_once(house: House) -> None:
    event = an_event(house)
    tom = house.user_id("talent")
    yes, no, later = registered(house, event, tom), registered(house, event), registered(house, event)
    text(house, event, True, None, "Selamat {name}, nomor {number}: {audition} di {place}")
    slot = plan(house, event, place="Gedung Seni")[0]
    decide(house, yes, decision="accept", audition_slot=slot["uuid"])
    decide(house, no, decision="decline")
    decide(house, later, decision="shortlist")
    house.sql("delete from private.outbox")
    told = preview(house, event)
    assert told["due"] == {"accepted": 1, "declined": 1, "corrections": 0}
    assert [one["number"] for one in told["undecided"]] == [3]
    assert told["texts"]["declined"] == {}
    assert refused(house, "preview_moved", announce, event, 2, 1) == {"accepted": 1, "declined": 1}
    assert announce(house, event, 1, 1) == {"accepted": 1, "declined": 1}
    assert announce(house, event, 1, 1) == {"accepted": 0, "declined": 0}
    assert (announced(house), announced(house, "leadership")) == ([True], [True, False])
    written = "Selamat Tom, nomor 1: Sabtu, 12 Desember 2026 pukul 09.00 WIB di Gedung Seni"
    seen = house.ask(
        "talent", "select texts ->> 'en' as en, texts ->> 'id' as id from public.event_announcements"
    )
    assert seen == [{"en": written, "id": written}]
    outbox = (
        "select kind, user_id::text = %s, private.message_values(outbox) ->> 'text_id' "
        "from private.outbox order by 1"
    )
    assert house.sql(outbox, tom) == [
        ("announcement_made", False, None),
        ("casting_announced", True, written),
    ]
    times = (
        "select training_time, audition_time at time zone 'Asia/Jakarta' = '2026-12-12 09:00' as met "
        "from public.audition_announcements"
    )
    assert house.ask("talent", times) == [{"training_time": None, "met": True}]
    assert house.sql("select user_id::text from public.passes") == [(tom,)]


def test_Y37_a_text_that_is_edited_after_the_preview_is_not_sent_unread(house: House) -> None:
    event = an_event(house)
    decide(house, registered(house, event), decision="accept")
    text(house, event, True, "Welcome, {name}", None)
    read = json.dumps(preview(house, event)["texts"])
    text(house, event, True, "Welcome, {number}", None)
    call = "select public.announce(%s, 1, 0, 'selection', %s::jsonb)"
    refused(house, "preview_moved", lambda house: house.ask("admin", call, event, read))
    text(house, event, True, "Welcome, {name}", None)
    house.ask("admin", call, event, read)
    assert announced(house, "leadership") == [True]


def test_Y37_a_correction_reaches_only_whom_it_concerns(house: House) -> None:
    event = an_event(house)
    tom = house.user_id("talent")
    mine, theirs = registered(house, event, tom), registered(house, event)
    decide(house, mine, theirs, decision="accept")
    announce(house, event, 2, 0)
    house.sql("delete from private.outbox")
    decide(house, mine, decision="decline", note="Changed our minds")
    assert preview(house, event)["due"] == {"accepted": 0, "declined": 1, "corrections": 1}
    assert announced(house) == [True]
    assert announce(house, event, 0, 1) == {"accepted": 0, "declined": 1}
    assert announced(house) == [False]
    assert house.sql("select user_id::text from private.outbox") == [(tom,)]
    assert house.sql("select withdrawn from public.passes order by number") == [(True,), (False,)]


def test_Y37_who_left_or_was_deleted_is_not_announced(house: House) -> None:
    event = an_event(house)
    left, deleted = house.person("talent"), registered(house, event)
    decide(house, registered(house, event, left), deleted, decision="accept")
    house.sql("select private.remove_account(%s)", left)
    house.delete("admin", "audition_registrations", deleted)
    assert announce(house, event, 0, 0) == {"accepted": 0, "declined": 0}


def test_Y37_400_are_announced_within_two_seconds(house: House) -> None:
    event = an_event(house)
    house.sql(
        "with made as (insert into auth.users (id, email) "
        "select gen_random_uuid(), gen_random_uuid() || '@tapis.example' from generate_series(1, 400) "
        "returning id), cards as (insert into public.audition_registrations (user_id, name, "
        "place_and_date_of_birth, address, age, body_weight, height, comcard_image, invoice_image) "
        "select id, 'Tom', 'Metro', 'Jl. 1', 22, 60, 175, %s, %s from made returning uuid) select from cards",
        *(['{"filename": "a.jpg", "title": "a", "url": "https://a.example/a"}'] * 2),
    )
    text(house, event, True, "Welcome, {name}: {audition}", None)
    house.sql(
        "insert into public.casting_decisions (registration_uuid, decision) "
        "select uuid, 'accept' from public.event_registrations"
    )
    began = time.monotonic()
    announce(house, event, 400, 0)
    assert time.monotonic() - began < 2
    assert house.sql("select count(*) from private.outbox where kind = 'casting_announced'") == [(400,)]


def test_Y37_ada_writes_what_groups_read_and_tries_it_on_herself(house: House) -> None:
    event = an_event(house)
    assert refused(house, "placeholder", text, event, True, "Dear {nmae}", None) == {"placeholder": "nmae"}
    call = "select public.send_test_announcement(%s, true)"
    refused(house, "text_missing", lambda house: house.ask("admin", call, event))
    text(house, event, True, "Dear {name}, {training}", None)
    house.ask("admin", call, event)
    told = (
        "select user_id::text, private.message_values(outbox) ->> 'text_en' from private.outbox "
        "where kind = 'casting_announced'"
    )
    assert house.sql(told) == [(house.user_id("admin"), "Dear …, -")]
    text(house, event, True, " ", None)
    refused(house, "text_missing", lambda house: house.ask("admin", call, event))
    forbidden(house, text, event, True, "Dear {name}", None, who="leadership")


def test_Y38_twenty_from_nine_every_ten_minutes_three_at_a_time_with_a_break(house: House) -> None:
    made = plan(
        house, an_event(house), first_at="2026-12-12T09:00:00+07:00", break_at="2026-12-12T09:25:00+07:00"
    )
    here = [
        (one["starts_at"].astimezone().timestamp() - made[0]["starts_at"].timestamp()) / 60 for one in made
    ]
    assert here == [0, 10, 85, 95, 105, 115, 125]
    assert [one["capacity"] for one in made] == [3, 3, 3, 3, 3, 3, 2]


def test_Y38_rooms_and_people_are_in_one_slot_at_a_time(house: House) -> None:
    event = an_event(house)
    audition = plan(house, event, people=2, at_once=1)
    assert refused(house, "slots_overlap", plan, event) == {"number": None}
    training = plan(house, event, kind="training", people=3)
    first, second = registered(house, event), registered(house, event)
    decide(house, first, audition_slot=audition[0]["uuid"])
    full = refused(house, "slot_full", decide, second, audition_slot=audition[0]["uuid"])
    assert full == {"number": 2, "capacity": 1}
    assert refused(house, "slots_overlap", decide, first, training_slot=training[0]["uuid"]) == {"number": 1}
    refused(house, "slot_kind", decide, second, training_slot=audition[1]["uuid"])
    refused(
        house,
        "slot_taken",
        lambda house: house.ask("admin", "select public.remove_slots(%s::uuid[])", [audition[0]["uuid"]]),
    )
    forbidden(house, plan, event, who="leadership")


def test_Y38_who_is_declined_leaves_their_slot_to_another(house: House) -> None:
    event = an_event(house)
    one, other = registered(house, event), registered(house, event)
    slot = plan(house, event, people=1)[0]["uuid"]
    decide(house, one, decision="accept", audition_slot=slot)
    (draft,) = decide(house, one, decision="decline")
    assert draft["audition_slot"] is None
    (draft,) = decide(house, one, audition_slot=slot)
    assert draft["audition_slot"] is None
    decide(house, other, decision="accept", audition_slot=slot)
    decide(house, other, decision="decline")
    house.ask("admin", "select public.remove_slots(%s::uuid[])", [slot])


def test_Y38_nobody_is_in_two_slots_at_a_time_in_two_rounds(house: House) -> None:
    event = an_event(house)
    mine = registered(house, event)
    training = plan(house, event, kind="training", people=1)[0]["uuid"]
    first, second = (one["uuid"] for one in plan(house, event, people=2, at_once=1))
    decide(house, mine, decision="accept", training_slot=training)
    overlap = {"which": "result", "decision": "accept", "audition_slot": first}
    assert refused(house, "slots_overlap", decide, mine, **overlap) == {"number": 1}
    decide(house, mine, which="result", decision="accept")
    fill = "select public.fill_slots(%s, 'audition', 'result') as left"
    assert house.ask("admin", fill, event) == [{"left": 0}]
    held = "select audition_slot::text from public.casting_decisions where round = 'result'"
    assert house.sql(held) == [(str(second),)]
    earlier = json.dumps({"starts_at": "2026-12-12T09:00:00+07:00", "ends_at": "2026-12-12T09:05:00+07:00"})
    change = "select public.change_slot(%s, %s::jsonb)"
    house.ask("admin", "select public.remove_slots(%s::uuid[])", [first])
    assert refused(house, "slots_overlap", lambda house: house.ask("admin", change, second, earlier)) == {
        "number": 1
    }


def test_Y38_those_accepted_fill_free_slots_by_their_numbers(house: House) -> None:
    event = an_event(house)
    people = [registered(house, event) for _ in range(4)]
    decide(house, *people, decision="accept")
    slots = plan(house, event, people=3, at_once=2)
    left = house.ask("admin", "select public.fill_slots(%s, 'audition') as left", event)
    assert left == [{"left": 1}]
    held = house.sql(
        "select audition_slot from public.casting_decisions as d join public.event_registrations as r "
        "on r.uuid = d.registration_uuid order by number"
    )
    assert [slot for (slot,) in held] == [slots[0]["uuid"], slots[0]["uuid"], slots[1]["uuid"], None]
    assert [one["kinds"] for one in preview(house, event)["without_slot"]] == [["audition"]]


def test_Y38_tom_asks_for_other_hours_and_a_moved_slot_is_his_answer(house: House) -> None:
    event = an_event(house)
    mine = registered(house, event, house.user_id("talent"))
    slot = plan(house, event)[0]["uuid"]
    decide(house, mine, decision="accept", audition_slot=slot)
    announce(house, event, 1, 0)
    uuid = house.sql("select announcement_uuid from public.event_announcements")[0][0]
    ask = "select public.ask_for_other_hours(%s, %s)"
    refused(house, "record_gone", lambda house: house.ask("talent", ask, uuid, "School", sub=house.other))
    house.ask("talent", ask, uuid, "School")
    wishes = "select wish from public.event_announcements"
    assert house.ask("admin", wishes) == [{"wish": "School"}]
    moved = json.dumps({"starts_at": "2026-12-12T15:00:00+07:00", "ends_at": "2026-12-12T15:10:00+07:00"})
    house.ask("admin", "select public.change_slot(%s, %s::jsonb)", slot, moved)
    assert announce(house, event, 1, 0) == {"accepted": 1, "declined": 0}
    assert house.ask("talent", wishes) == [{"wish": None}]
    at = (
        "select audition_time at time zone 'Asia/Jakarta' = '2026-12-12 15:00' as met "
        "from public.audition_announcements"
    )
    assert house.ask("talent", at) == [{"met": True}]


def test_Y41_ada_reads_of_whom_a_sheet_may_be_and_types_it_in_for_its_juror(house: House) -> None:
    event = an_event(house)
    uuid = registered(house, event)
    ask = "select user_id from public.jurors()"
    leader = house.user_id("leadership")
    found = [str(one["user_id"]) for one in house.ask("admin", ask)]
    assert leader in found
    assert house.user_id("talent") not in found
    for who in ("talent", "leadership"):
        forbidden(house, lambda house, who=who: house.ask(who, ask))
    typed = "select public.score_registration(%s, %s::jsonb, 'result', %s)"
    house.ask("admin", typed, uuid, json.dumps({"score": 3}), leader)
    given = house.sql("select user_id::text, score from public.casting_scores")
    assert given == [(leader, 3)]
    forbidden(house, lambda house: house.ask("admin", typed, uuid, "{}", house.user_id("talent")))
