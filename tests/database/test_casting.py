"""The casting desk: scores, drafts, hours, and announcing all at once."""

import json
import time

import psycopg
import pytest

from tests.database.casting import (
    add_registration,
    announce,
    assert_forbidden,
    assert_refused,
    build_scan,
    check_in,
    create_event,
    decide,
    plan_slots,
    score,
)
from tests.database.conftest import DB, PersonaDatabase
from tests.database.test_reviews import REGISTRATIONS, review
from tests.example_rows import Row


def fetch_scores(db: PersonaDatabase, who: str, sub: str | None = None) -> list[int]:
    query = "select score from public.casting_scores order by score"
    return [one["score"] for one in db.run_as(who, query, sub=sub)]


def set_announcement_text(
    db: PersonaDatabase, event: str, accepted: bool, en: str | None, id_: str | None, who: str = "admin"
) -> None:
    db.run_as(who, "select public.keep_announcement_text(%s, %s, %s, %s)", event, accepted, en, id_)


def preview_announcement(db: PersonaDatabase, event: str, which: str = "selection") -> Row:
    found = db.run_as("admin", "select public.preview_announcement(%s, %s) as told", event, which)
    return dict(found[0]["told"])


def fetch_announcements(db: PersonaDatabase, who: str = "talent", sub: str | None = None) -> list[bool]:
    query = "select audition_status from public.audition_announcements"
    return [one["audition_status"] for one in db.run_as(who, query, sub=sub)]


def fetch_answers_of_passes(db: PersonaDatabase) -> list[bool]:
    found = (
        "select (private.latest_announcement(registration_uuid)).accepted from public.passes order by number"
    )
    return [accepted for (accepted,) in db.sql(found)]


EDIT_ANNOUNCEMENTS = (
    "update public.audition_announcements set audition_status = %s, audition_time = %s, training_time = %s"
)


def build_moved_appointments(appointments: Row) -> Row:
    """The hours of an audition that was moved by a day, with a training that has no place."""
    return {
        "audition": appointments["audition"]
        | {"starts_at": "2026-12-13T03:00:00Z", "ends_at": "2026-12-13T03:10:00Z"},
        "training": {"starts_at": "2026-12-14T03:00:00Z", "ends_at": "2026-12-14T03:00:00Z", "place": ""},
    }


def test_Y36_lea_reads_what_others_think_after_she_has_said_it_herself(db: PersonaDatabase) -> None:
    anton, tom = db.add_person("leadership"), db.user_id("talent")
    registration = add_registration(db, create_event(db), tom)
    db.run_as(
        "leadership",
        "select public.score_registration(%s, %s::jsonb)",
        registration,
        json.dumps({"score": 4}),
        sub=anton,
    )
    score(db, registration, note="Lovely walk")
    assert fetch_scores(db, "leadership") == [None]
    score(db, registration, score=2)
    assert fetch_scores(db, "leadership") == [2, 4]
    score(db, registration, score=3)
    assert fetch_scores(db, "admin") == [3, 4]
    assert db.sql("select note from public.casting_scores where score = 3") == [("Lovely walk",)]
    assert fetch_scores(db, "talent") == []
    score(db, registration, score=None)
    assert fetch_scores(db, "leadership") == [None]


def test_Y36_a_score_that_is_changed_once_others_were_read_is_in_the_audit_log(db: PersonaDatabase) -> None:
    registration = add_registration(db, create_event(db))
    score(db, registration, note="Lovely walk")
    for given in (2, 4, 4, None):
        score(db, registration, score=given)
    score(db, registration, note="Not so lovely")
    logged = (
        "select actor_id::text, action, before -> 'score', after -> 'score', concat(before, after) ~ 'note' "
        "from public.audit_log where place = 'casting_scores' order by created_at"
    )
    lea = db.user_id("leadership")
    assert db.sql(logged) == [(lea, "update", 2, 4, False), (lea, "update", 4, None, False)]
    assert db.run_as("leadership", "select count(*) from public.audit_log") == [{"count": 0}]


def test_Y23_what_a_juror_noted_is_among_her_own_data(db: PersonaDatabase) -> None:
    anton, registration = db.add_person("leadership"), add_registration(db, create_event(db))
    call = "select public.score_registration(%s, '{\"score\": 2}')"
    db.run_as("leadership", call, registration, sub=anton)
    score(db, registration, score=4, note="Lovely walk")
    mine = db.run_as("leadership", "select public.my_data() -> 'casting_scores' as mine")[0]["mine"]
    assert [(one["registration_uuid"], one["score"], one["note"]) for one in mine] == [
        (registration, 4, "Lovely walk")
    ]


def test_Y36_talents_score_nobody_and_only_ada_types_in_for_others(db: PersonaDatabase) -> None:
    registration = add_registration(db, create_event(db))
    call = "select public.score_registration(%s, '{\"score\": 5}', 'result', %s)"
    for who, juror in (("talent", None), ("leadership", db.add_person("leadership")), ("admin", db.other)):
        with pytest.raises(psycopg.errors.InsufficientPrivilege), db.connection.transaction():
            db.run_as(who, call, registration, juror)
    db.run_as("admin", call, registration, db.user_id("leadership"))
    assert fetch_scores(db, "leadership") == [5]


def test_Y36_ada_drafts_several_at_once_and_changes_only_what_she_names(db: PersonaDatabase) -> None:
    event = create_event(db)
    one, other = add_registration(db, event), add_registration(db, event)
    decide(db, one, other, decision="shortlist", tags=["tall"])
    (draft,) = decide(db, one, decision="accept")
    assert (draft["decision"], draft["tags"]) == ("accept", ["tall"])
    (draft,) = decide(db, one, decision=None)
    assert draft["decision"] is None
    assert_refused(db, "one_event", decide, one, add_registration(db, create_event(db)), decision="accept")
    assert_refused(db, "record_gone", decide, one, event, decision="accept")
    for who in ("talent", "leadership"):
        assert_forbidden(db, decide, one, who=who, decision="accept")


def test_Y37_a_draft_is_unreadable_in_whatever_way_it_is_asked_for(db: PersonaDatabase) -> None:
    tom = db.user_id("talent")
    event = create_event(db)
    registration = add_registration(db, event, tom)
    before = db.run_as("talent", "select public.my_data() as all")[0]["all"]
    set_announcement_text(db, event, True, "Welcome, {name}", None)
    slot = plan_slots(db, event)[0]
    decide(db, registration, decision="accept", note="Our star", audition_slot=slot["uuid"])
    queries = (
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
        for query in queries:
            assert db.run_as(who, query) == [{"count": 0}], (who, query)
        for call in (
            "select public.preview_announcement(%s)",
            "select public.announce(%s, 1, 0)",
            "select public.casting_results(%s)",
            "select public.send_test_announcement(%s, true)",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege), db.connection.transaction():
                db.run_as(who, call, event)
    assert db.run_as("talent", "select count(*) from public.slots") == [{"count": 0}]
    after = db.run_as("talent", "select public.my_data() as all")[0]["all"]
    assert after == before
    left = "delete from public.slots where uuid = %s"
    with pytest.raises(psycopg.errors.InsufficientPrivilege), db.connection.transaction():
        db.run_as("talent", left, slot["uuid"])


def test_Y37_M10_a_time_in_an_announcement_is_written_as_on_the_screens(db: PersonaDatabase) -> None:
    times = [
        db.sql("select private.format_time('2026-12-12T02:00:00Z', %s)", language)[0][0]
        for language in ("en", "id")
    ]
    assert times == [
        "Saturday, December 12, 2026 at 09:00 WIB",
        "Sabtu, 12 Desember 2026 pukul 09.00 WIB",
    ]


def test_Y37_announcing_makes_all_of_it_once(db: PersonaDatabase) -> None:
    event = create_event(db, translations={"id": {"name": "Malam Siger"}})
    tom = db.user_id("talent")
    yes, no, later = (
        add_registration(db, event, tom),
        add_registration(db, event),
        add_registration(db, event),
    )
    set_announcement_text(db, event, True, None, "{event}: {name}, nomor {number}, {audition} di {place}")
    slot = plan_slots(db, event, place="Gedung Seni")[0]
    decide(db, yes, decision="accept", audition_slot=slot["uuid"])
    decide(db, no, decision="decline")
    decide(db, later, decision="shortlist")
    db.sql("delete from private.outbox")
    preview = preview_announcement(db, event)
    assert preview["due"] == {"accepted": 1, "declined": 1, "corrections": 0}
    assert [one["number"] for one in preview["undecided"]] == [3]
    assert preview["texts"]["declined"] == {}
    assert assert_refused(db, "preview_moved", announce, event, 2, 1) == {"accepted": 1, "declined": 1}
    assert announce(db, event, 1, 1) == {"accepted": 1, "declined": 1}
    assert announce(db, event, 1, 1) == {"accepted": 0, "declined": 0}
    assert (fetch_announcements(db), fetch_announcements(db, "leadership")) == ([True], [True, False])
    written = "Malam Siger: Tom, nomor 1, Sabtu, 12 Desember 2026 pukul 09.00 WIB di Gedung Seni"
    texts = db.run_as(
        "talent", "select texts ->> 'en' as en, texts ->> 'id' as id from public.event_announcements"
    )
    assert texts == [{"en": written, "id": written}]
    outbox = (
        "select kind, user_id::text = %s, private.message_payload(outbox) ->> 'text_id' "
        "from private.outbox order by 1"
    )
    assert db.sql(outbox, tom) == [
        ("announcement_made", False, None),
        ("casting_announced", True, written),
    ]
    times = (
        "select training_time, audition_time at time zone 'Asia/Jakarta' = '2026-12-12 09:00' as met "
        "from public.audition_announcements"
    )
    assert db.run_as("talent", times) == [{"training_time": None, "met": True}]
    assert db.sql("select user_id::text from public.passes") == [(tom,)]


def test_Y37_a_text_that_is_edited_after_the_preview_is_not_sent_unread(db: PersonaDatabase) -> None:
    event = create_event(db)
    decide(db, add_registration(db, event), decision="accept")
    set_announcement_text(db, event, True, "Welcome, {name}", None)
    read = json.dumps(preview_announcement(db, event)["texts"])
    set_announcement_text(db, event, True, "Welcome, {number}", None)
    call = "select public.announce(%s, 1, 0, 'selection', %s::jsonb)"
    assert_refused(db, "preview_moved", lambda db: db.run_as("admin", call, event, read))
    set_announcement_text(db, event, True, "Welcome, {name}", None)
    db.run_as("admin", call, event, read)
    assert fetch_announcements(db, "leadership") == [True]


def test_Y37_a_correction_reaches_only_whom_it_concerns(db: PersonaDatabase) -> None:
    event = create_event(db)
    tom = db.user_id("talent")
    mine, theirs = add_registration(db, event, tom), add_registration(db, event)
    decide(db, mine, theirs, decision="accept")
    announce(db, event, 2, 0)
    db.sql("delete from private.outbox")
    decide(db, mine, decision="decline", note="Changed our minds")
    assert preview_announcement(db, event)["due"] == {"accepted": 0, "declined": 1, "corrections": 1}
    assert fetch_announcements(db) == [True]
    assert announce(db, event, 0, 1) == {"accepted": 0, "declined": 1}
    assert fetch_announcements(db) == [False]
    assert db.sql("select user_id::text from private.outbox") == [(tom,)]
    assert fetch_answers_of_passes(db) == [False, True]


def test_Y37_an_answer_that_ada_edits_in_its_table_is_the_one_of_pass_and_door(db: PersonaDatabase) -> None:
    event, tom = create_event(db), db.user_id("talent")
    mine = add_registration(db, event, tom)
    decide(db, mine, decision="decline")
    announce(db, event, 0, 1)
    assert fetch_answers_of_passes(db) == []
    db.run_as("admin", EDIT_ANNOUNCEMENTS, True, None, None)
    assert fetch_answers_of_passes(db) == [True]
    decide(db, mine, decision="accept", audition_slot=plan_slots(db, event, place="Aula")[0]["uuid"])
    set_announcement_text(db, event, True, "{name}: {audition}, {training}", None)
    announce(db, event, 1, 0)
    announced = (
        "select announcement_uuid::text, appointments, texts ->> 'en', wish from public.event_announcements"
    )
    ((answer, appointments, text, _),) = db.sql(announced)
    assert text == "Tom: Saturday, December 12, 2026 at 09:00 WIB, -"
    db.run_as("talent", "select public.ask_for_other_hours(%s, 'School')", answer)
    db.run_as("admin", EDIT_ANNOUNCEMENTS, True, "2026-12-13T03:00:00Z", "2026-12-14T03:00:00Z")
    moved = build_moved_appointments(appointments)
    text = "Tom: Sunday, December 13, 2026 at 10:00 WIB, Monday, December 14, 2026 at 10:00 WIB"
    assert db.sql(announced) == [(answer, moved, text, None)]
    told = "select kind, data ->> 'text_en' from private.outbox where record = %s"
    assert db.sql(told, answer) == [("casting_announced", text)], "what was announced before is not sent"
    db.run_as("admin", EDIT_ANNOUNCEMENTS, False, "2026-12-13T03:00:00Z", None)
    assert db.sql(announced) == [(answer, {}, None, None)], "who is declined has no hours"
    assert db.sql(told, answer) == [("announcement_made", None)]
    db.sql("delete from private.outbox")
    db.run_as("admin", EDIT_ANNOUNCEMENTS, False, None, None)
    assert db.sql(told, answer) == [], "who is declined hears nothing of hours"
    assert fetch_answers_of_passes(db) == [False]
    assert check_in(db, event, build_scan(number=1))[0]["answer"] == "declined"
    assert preview_announcement(db, event)["due"] == {"accepted": 1, "declined": 0, "corrections": 1}
    announce(db, event, 1, 0)
    assert db.sql(announced)[0][1] == appointments


def test_Y37_answers_and_hours_that_ada_edited_in_earlier_versions_are_taken_over(
    db: PersonaDatabase,
) -> None:
    event, tom = create_event(db), db.user_id("talent")
    mine, theirs = add_registration(db, event, tom), add_registration(db, event)
    decide(db, mine, decision="accept", audition_slot=plan_slots(db, event, place="Aula")[0]["uuid"])
    decide(db, theirs, decision="decline")
    announce(db, event, 1, 1)
    mine_first = "from public.event_announcements order by user_id <> %s"
    answer, appointments = db.sql(f"select announcement_uuid::text, appointments {mine_first}", tom)[0]
    db.run_as("talent", "select public.ask_for_other_hours(%s, 'School')", answer)
    db.sql("alter table public.audition_announcements disable trigger _700_correct_event")
    db.run_as("admin", EDIT_ANNOUNCEMENTS, True, "2026-12-13T03:00:00Z", "2026-12-14T03:00:00Z")
    db.sql((DB / "migrations" / "0094_edited_announcements.sql").read_text())
    hours, others = db.sql(f"select appointments, accepted, wish {mine_first}", tom)
    assert hours == (build_moved_appointments(appointments), True, None)
    assert others[0]["audition"]["starts_at"] == "2026-12-13T03:00:00Z"
    assert fetch_answers_of_passes(db) == [True, True]


@pytest.mark.parametrize("state", ["waiting", "failed"])
def test_Y37_what_was_announced_before_a_correction_and_is_not_sent_yet_is_not_sent_after_it(
    db: PersonaDatabase, state: str
) -> None:
    event, other_event, tom = create_event(db), create_event(db), db.user_id("talent")
    mine, elsewhere = add_registration(db, event, tom), add_registration(db, other_event, tom)
    decide(db, mine, add_registration(db, event), decision="accept")
    decide(db, elsewhere, decision="accept")
    db.sql("delete from private.outbox")
    db.sql("update auth.users set email_confirmed_at = now()")
    announce(db, event, 2, 0)
    announce(db, other_event, 1, 0)
    db.sql("select private.create_messages(true)")
    db.sql("update private.messages set state = %s", state)
    decide(db, mine, decision="decline")
    announce(db, event, 0, 1)
    db.run_as("admin", "select public.send_failed_mails()")
    messages = (
        "select registration_uuid::text, state from private.messages "
        "join public.event_announcements on announcement_uuid = record where messages.user_id = %s"
    )
    assert sorted(db.sql(messages, tom)) == sorted([(mine, "dropped"), (elsewhere, "waiting")])
    assert db.sql("select state, count(*) from private.messages group by 1 order by 1") == [
        ("dropped", 1),
        ("waiting", 2),
    ]
    db.sql("select private.create_messages(true)")
    assert sorted(db.sql(messages, tom)) == sorted(
        [(mine, "dropped"), (mine, "waiting"), (elsewhere, "waiting")]
    )


def test_Y37_whom_the_result_declined_is_not_invited_again_by_a_correction_of_the_selection(
    db: PersonaDatabase,
) -> None:
    event, tom = create_event(db), db.user_id("talent")
    mine, theirs = add_registration(db, event, tom), add_registration(db, event)
    first, second = (one["uuid"] for one in plan_slots(db, event, people=2, at_once=1))
    decide(db, mine, decision="accept", audition_slot=first)
    decide(db, theirs, decision="accept", audition_slot=second)
    announce(db, event, 2, 0)
    announced = "select announcement_uuid from public.event_announcements where registration_uuid = %s"
    asked = db.sql(announced, mine)[0][0]
    ask = "select public.ask_for_other_hours(%s, %s)"
    db.run_as("talent", ask, asked, "School")
    decide(db, mine, which="result", decision="decline")
    decide(db, theirs, which="result", decision="accept")
    announce(db, event, 1, 1, which="result")
    wishes = "select count(wish), count(wished_at) from public.event_announcements"
    assert db.sql(wishes) == [(0, 0)], "who does not come needs no other time"
    assert_refused(db, "record_gone", lambda db: db.run_as("talent", ask, asked, "School"))
    assert fetch_answers_of_passes(db) == [False, True]
    db.sql("delete from private.outbox")
    for slot in (first, second):
        db.run_as("admin", 'select public.change_slot(%s, \'{"place": "Gedung Seni"}\')', slot)
    assert preview_announcement(db, event)["due"] == {"accepted": 1, "declined": 0, "corrections": 1}
    assert announce(db, event, 1, 0) == {"accepted": 1, "declined": 0}
    assert db.sql("select user_id::text = %s from private.outbox", tom) == [(False,)]
    assert fetch_answers_of_passes(db) == [False, True]
    decide(db, theirs, decision="decline")
    announce(db, event, 0, 1)
    assert fetch_answers_of_passes(db) == [False, True], "the result lets them in"
    decide(db, mine, which="result", decision="accept")
    announce(db, event, 1, 0, which="result")
    assert fetch_answers_of_passes(db) == [True, True]
    assert preview_announcement(db, event)["due"] == {"accepted": 1, "declined": 0, "corrections": 1}


def test_Y37_a_result_waits_for_nobody_whom_the_selection_declined_and_counts_the_slots_of_both_rounds(
    db: PersonaDatabase,
) -> None:
    event = create_event(db)
    kept, no, late = (add_registration(db, event) for _ in range(3))
    slots = plan_slots(db, event, people=2, at_once=1)
    decide(db, kept, decision="accept", audition_slot=slots[0]["uuid"])
    decide(db, no, decision="decline")
    announce(db, event, 1, 1)

    def undecided() -> list[int]:
        return [one["number"] for one in preview_announcement(db, event, "result")["undecided"]]

    assert undecided() == [1, 3]
    assert [one["number"] for one in preview_announcement(db, event)["undecided"]] == [3]
    decide(db, no, which="result", decision="shortlist")
    assert undecided() == [1, 2, 3], "the board shows whom Ada thinks of again"
    decide(db, kept, late, which="result", decision="accept")
    without = preview_announcement(db, event, "result")["without_slot"]
    assert [(one["number"], one["kinds"]) for one in without] == [(3, ["audition"])]
    db.run_as("admin", "select public.fill_slots(%s, 'audition', 'result')", event)
    held = (
        "select round, registration_uuid::text from public.casting_decisions where audition_slot is not null"
    )
    assert sorted(db.sql(held)) == [("result", late), ("selection", kept)], "nobody has two"


def test_Y37_who_left_or_was_deleted_is_not_announced(db: PersonaDatabase) -> None:
    event = create_event(db)
    left, deleted = db.add_person("talent"), add_registration(db, event)
    decide(db, add_registration(db, event, left), deleted, decision="accept")
    db.sql("select private.remove_account(%s)", left)
    db.delete("admin", "audition_registrations", deleted)
    assert announce(db, event, 0, 0) == {"accepted": 0, "declined": 0}


def test_Y37_400_are_announced_within_two_seconds(db: PersonaDatabase) -> None:
    event = create_event(db)
    db.sql(
        "with made as (insert into auth.users (id, email) "
        "select gen_random_uuid(), gen_random_uuid() || '@tapis.example' from generate_series(1, 400) "
        "returning id), cards as (insert into public.audition_registrations (user_id, name, "
        "place_and_date_of_birth, address, age, body_weight, height, comcard_image, invoice_image) "
        "select id, 'Tom', 'Metro', 'Jl. 1', 22, 60, 175, %s, %s from made returning uuid) select from cards",
        *(['{"filename": "a.jpg", "title": "a", "url": "https://a.example/a"}'] * 2),
    )
    set_announcement_text(db, event, True, "Welcome, {name}: {audition}", None)
    db.sql(
        "insert into public.casting_decisions (registration_uuid, decision) "
        "select uuid, 'accept' from public.event_registrations"
    )
    began = time.monotonic()
    announce(db, event, 400, 0)
    assert time.monotonic() - began < 2
    assert db.sql("select count(*) from private.outbox where kind = 'casting_announced'") == [(400,)]


def test_Y37_ada_writes_what_groups_read_and_tries_it_on_herself(db: PersonaDatabase) -> None:
    event = create_event(db)
    assert assert_refused(db, "placeholder", set_announcement_text, event, True, "Dear {nmae}", None) == {
        "placeholder": "nmae"
    }
    call = "select public.send_test_announcement(%s, true)"
    assert_refused(db, "text_missing", lambda db: db.run_as("admin", call, event))
    set_announcement_text(db, event, True, "Dear {name}, {training}", None)
    db.run_as("admin", call, event)
    query = (
        "select user_id::text, private.message_payload(outbox) ->> 'text_en' from private.outbox "
        "where kind = 'casting_announced'"
    )
    assert db.sql(query) == [(db.user_id("admin"), "Dear …, -")]
    set_announcement_text(db, event, True, " ", None)
    assert_refused(db, "text_missing", lambda db: db.run_as("admin", call, event))
    assert_forbidden(db, set_announcement_text, event, True, "Dear {name}", None, who="leadership")


def test_Y38_twenty_from_nine_every_ten_minutes_three_at_a_time_with_a_break(db: PersonaDatabase) -> None:
    made = plan_slots(
        db, create_event(db), first_at="2026-12-12T09:00:00+07:00", break_at="2026-12-12T09:25:00+07:00"
    )
    here = [
        (one["starts_at"].astimezone().timestamp() - made[0]["starts_at"].timestamp()) / 60 for one in made
    ]
    assert here == [0, 10, 85, 95, 105, 115, 125]
    assert [one["capacity"] for one in made] == [3, 3, 3, 3, 3, 3, 2]


def test_Y38_rooms_and_people_are_in_one_slot_at_a_time(db: PersonaDatabase) -> None:
    event = create_event(db)
    audition = plan_slots(db, event, people=2, at_once=1)
    assert assert_refused(db, "slots_overlap", plan_slots, event) == {"number": None}
    training = plan_slots(db, event, kind="training", people=3)
    first, second = add_registration(db, event), add_registration(db, event)
    decide(db, first, audition_slot=audition[0]["uuid"])
    full = assert_refused(db, "slot_full", decide, second, audition_slot=audition[0]["uuid"])
    assert full == {"number": 2, "capacity": 1}
    assert assert_refused(db, "slots_overlap", decide, first, training_slot=training[0]["uuid"]) == {
        "number": 1
    }
    assert_refused(db, "slot_kind", decide, second, training_slot=audition[1]["uuid"])
    assert_refused(
        db,
        "slot_taken",
        lambda db: db.run_as("admin", "select public.remove_slots(%s::uuid[])", [audition[0]["uuid"]]),
    )
    assert_forbidden(db, plan_slots, event, who="leadership")


def test_Y38_who_is_declined_or_deleted_leaves_their_slot_to_another(db: PersonaDatabase) -> None:
    event = create_event(db)
    one, other = add_registration(db, event), add_registration(db, event)
    slot = plan_slots(db, event, people=1)[0]["uuid"]
    decide(db, one, decision="accept", audition_slot=slot)
    (draft,) = decide(db, one, decision="decline")
    assert draft["audition_slot"] is None
    (draft,) = decide(db, one, audition_slot=slot)
    assert draft["audition_slot"] is None
    decide(db, other, decision="accept", audition_slot=slot)
    decide(db, other, decision="decline")
    decide(db, one, decision="accept", audition_slot=slot)
    db.delete("admin", "audition_registrations", one)
    decide(db, other, decision="accept", audition_slot=slot)
    db.run_as("admin", "select public.restore_record('audition_registrations', %s)", one)
    assert [who["number"] for who in preview_announcement(db, event)["without_slot"]] == [1]
    assert_refused(db, "slot_full", decide, one, audition_slot=slot)
    db.sql("update public.slots set capacity = 2")
    decide(db, one, audition_slot=slot)
    db.sql("update public.slots set capacity = 1")
    drafts = decide(db, one, other, note="Lovely walk")
    assert [draft["audition_slot"] for draft in drafts] == [slot, slot]
    decide(db, one, other, decision="decline")
    db.run_as("admin", "select public.remove_slots(%s::uuid[])", [slot])


def test_Y38_nobody_is_in_two_slots_at_a_time_in_two_rounds(db: PersonaDatabase) -> None:
    event = create_event(db)
    mine = add_registration(db, event)
    training = plan_slots(db, event, kind="training", people=1)[0]["uuid"]
    first, second = (one["uuid"] for one in plan_slots(db, event, people=2, at_once=1))
    decide(db, mine, decision="accept", training_slot=training)
    overlap = {"which": "result", "decision": "accept", "audition_slot": first}
    assert assert_refused(db, "slots_overlap", decide, mine, **overlap) == {"number": 1}
    decide(db, mine, which="result", decision="accept")
    fill = "select public.fill_slots(%s, 'audition', 'result') as left"
    assert db.run_as("admin", fill, event) == [{"left": 0}]
    held = "select audition_slot::text from public.casting_decisions where round = 'result'"
    assert db.sql(held) == [(str(second),)]
    earlier = json.dumps({"starts_at": "2026-12-12T09:00:00+07:00", "ends_at": "2026-12-12T09:05:00+07:00"})
    change = "select public.change_slot(%s, %s::jsonb)"
    db.run_as("admin", "select public.remove_slots(%s::uuid[])", [first])
    assert assert_refused(db, "slots_overlap", lambda db: db.run_as("admin", change, second, earlier)) == {
        "number": 1
    }


def test_Y38_those_accepted_fill_free_slots_by_their_numbers(db: PersonaDatabase) -> None:
    event, gone = create_event(db), db.add_person("talent")
    people = [add_registration(db, event, gone), *(add_registration(db, event) for _ in range(4))]
    decide(db, *people, decision="accept")
    db.sql("select private.remove_account(%s)", gone)
    slots = plan_slots(db, event, people=3, at_once=2)
    left = db.run_as("admin", "select public.fill_slots(%s, 'audition') as left", event)
    assert left == [{"left": 1}]
    held = db.sql(
        "select audition_slot from public.casting_decisions as d join public.event_registrations as r "
        "on r.uuid = d.registration_uuid order by number"
    )
    assert [slot for (slot,) in held] == [None, slots[0]["uuid"], slots[0]["uuid"], slots[1]["uuid"], None]
    assert [one["kinds"] for one in preview_announcement(db, event)["without_slot"]] == [["audition"]]


def test_Y38_tom_asks_for_other_hours_and_a_no_or_a_moved_slot_is_his_answer(db: PersonaDatabase) -> None:
    event = create_event(db)
    mine = add_registration(db, event, db.user_id("talent"))
    slot = plan_slots(db, event)[0]["uuid"]
    decide(db, mine, decision="accept", audition_slot=slot)
    announce(db, event, 1, 0)
    uuid = db.sql("select announcement_uuid from public.event_announcements")[0][0]
    call = "select public.ask_for_other_hours(%s, %s)"
    assert_refused(db, "record_gone", lambda db: db.run_as("talent", call, uuid, "School", sub=db.other))
    db.run_as("talent", call, uuid, "School")
    wishes = "select wish from public.event_announcements"
    assert db.run_as("admin", wishes) == [{"wish": "School"}]
    messages = "select kind, user_id::text from private.outbox where record = %s"
    db.sql("delete from private.outbox")
    db.run_as("admin", call, uuid, None)
    db.run_as("admin", call, uuid, None)
    declined = "select wish is null and wished_at is not null as no from public.event_announcements"
    assert db.run_as("talent", declined) == [{"no": True}], "his page says that it was declined"
    told = [("request_declined", db.user_id("talent"))]
    assert db.sql(messages, uuid) == told, "he is told once that his time stays"
    for reason in ("School", None):
        db.run_as("talent", call, uuid, reason)
        assert db.run_as("talent", declined) == [{"no": False}]
    db.run_as("talent", call, uuid, "School")
    db.run_as("admin", call, uuid, None)
    moved = json.dumps({"starts_at": "2026-12-12T15:00:00+07:00", "ends_at": "2026-12-12T15:10:00+07:00"})
    db.run_as("admin", "select public.change_slot(%s, %s::jsonb)", slot, moved)
    assert announce(db, event, 1, 0) == {"accepted": 1, "declined": 0}
    assert db.run_as("talent", declined) == [{"no": False}]
    at = (
        "select audition_time at time zone 'Asia/Jakarta' = '2026-12-12 15:00' as met "
        "from public.audition_announcements"
    )
    assert db.run_as("talent", at) == [{"met": True}]
    db.delete("admin", "audition_registrations", mine)
    assert_refused(db, "record_gone", lambda db: db.run_as("talent", call, uuid, "School"))
    db.run_as("admin", "select public.restore_record('audition_registrations', %s)", mine)
    db.run_as("talent", call, uuid, "School")
    assert db.run_as("admin", wishes) == [{"wish": "School"}]
    db.run_as("talent", call, uuid, "School")
    db.sql("delete from public.audition_registrations where uuid = %s", mine)
    db.run_as("admin", call, uuid, None)
    assert db.run_as("admin", wishes) == [{"wish": None}], "what is listed can be answered"


def test_Y41_ada_reads_of_whom_a_sheet_may_be_and_types_it_in_for_its_juror(db: PersonaDatabase) -> None:
    event = create_event(db)
    uuid = add_registration(db, event)
    query = "select user_id from public.jurors()"
    leader = db.user_id("leadership")
    found = [str(one["user_id"]) for one in db.run_as("admin", query)]
    assert leader in found
    assert db.user_id("talent") not in found
    for who in ("talent", "leadership"):
        assert_forbidden(db, lambda db, who=who: db.run_as(who, query))
    typed = "select public.score_registration(%s, %s::jsonb, 'result', %s)"
    db.run_as("admin", typed, uuid, json.dumps({"score": 3}), leader)
    given = db.sql("select user_id::text, score from public.casting_scores")
    assert given == [(leader, 3)]
    assert_forbidden(db, lambda db: db.run_as("admin", typed, uuid, "{}", db.user_id("talent")))


def test_Y14_Y37_the_fee_of_who_was_answered_is_still_decided_and_an_answer_ends_no_wait_elsewhere(
    db: PersonaDatabase,
) -> None:
    tom = db.user_id("talent")
    event, other = create_event(db, fee=50_000), create_event(db, fee=50_000)
    accepted, elsewhere = (add_registration(db, one, tom, fee="waiting") for one in (event, other))
    declined = add_registration(db, event, db.other, fee="waiting")

    def fetch_listed(view: str) -> set[str]:
        return {str(one["uuid"]) for one in db.run_as("admin", f"select uuid from public.{view}")}

    decide(db, accepted, decision="accept")
    decide(db, declined, decision="decline")
    announce(db, event, 1, 1)
    assert fetch_listed("review_queue") & {accepted, declined, elsewhere} == {accepted, declined, elsewhere}
    assert fetch_listed("unanswered_registrations") & {accepted, declined, elsewhere} == {elsewhere}
    states = db.sql(
        "select state from private.receivables() where record = any (%s::uuid[])", [accepted, declined]
    )
    assert states == [("waiting",)] * 2, "a line of the statement may still pay them"
    obstacle = "select refusal as told from public.resubmission('audition_registrations', %s)"
    for answered, person in ((accepted, tom), (declined, db.other)):
        review(db, REGISTRATIONS, {"uuid": answered}, "rejected", "Unreadable")
        assert db.run_as("talent", obstacle, answered, sub=person) == [{"told": None}]
    review(db, REGISTRATIONS, {"uuid": elsewhere}, "accepted")
