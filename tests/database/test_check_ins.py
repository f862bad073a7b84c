"""The door: every scan is stored once, and two doors agree; and what stays afterwards."""

import json

import pytest

from tests.database.casting import (
    ANSWERS,
    DOOR_DAY,
    NEXT_DAY,
    add_registration,
    announce,
    assert_forbidden,
    assert_refused,
    build_scan,
    check_in,
    create_event,
    decide,
    fetch_pass_token,
    score,
)
from tests.database.conftest import PersonaDatabase
from tests.example_rows import Row

DAYS = [{"kind": "audition", "date": str(DOOR_DAY), "from": "08:00", "until": "", "place": ""}]


def add_invited_person(db: PersonaDatabase, event: str, fee: str = "accepted") -> str:
    uuid = add_registration(db, event, fee=fee)
    decide(db, uuid, decision="accept")
    announce(db, event, 1, 0)
    return uuid


def extract_answers(told: list[Row]) -> list[str]:
    return [one["answer"] for one in told]


def test_Y40_lea_reads_what_a_scan_means(db: PersonaDatabase) -> None:
    event, elsewhere = create_event(db, days=DAYS, fee=50_000), create_event(db)
    good, poor = add_invited_person(db, event), add_invited_person(db, event, fee="waiting")
    declined = add_registration(db, event)
    decide(db, declined, decision="decline")
    announce(db, event, 0, 1)
    add_registration(db, event)
    token = fetch_pass_token(db, good)
    first = build_scan(token=token, at=f"{DOOR_DAY}T01:41:00Z")
    answers = check_in(
        db,
        event,
        first,
        build_scan(token=token.upper()),
        build_scan(token=token, at=f"{NEXT_DAY}T02:00:00Z"),
        build_scan(token=fetch_pass_token(db, poor)),
        build_scan(number=3),
        build_scan(number=4),
        build_scan(number=99),
        build_scan(token="no token"),
    )
    meant = ["welcome", "already_in", "other_day", "fee_unpaid", "declined", "not_announced", "unknown"]
    assert extract_answers(answers) == [*meant, "unknown"]
    assert (answers[0]["number"], answers[0]["name"]) == (1, "Tom")
    assert answers[1]["at"].startswith(f"{DOOR_DAY}T01:41")
    email = db.sql("select email from auth.users where id = %s", db.user_id("leadership"))[0][0]
    assert answers[1]["by"] == email
    assert extract_answers(check_in(db, elsewhere, build_scan(token=token))) == ["other_event"]
    assert extract_answers(check_in(db, event, first)) == ["welcome"]
    kept = "select answer from public.check_ins where event_uuid = %s and answer like 'not%%'"
    assert db.sql(kept, event) == [("not_announced",)]
    assert db.sql("select count(*) from public.check_ins where event_uuid = %s", event) == [(8,)]
    assert_forbidden(db, check_in, event, first, who="talent")
    assert_refused(db, "scans", check_in, event, {"nonce": "1", "number": 1})
    assert_refused(db, "record_gone", check_in, good, first)


def test_Y40_a_scan_took_place_in_the_last_seven_days_whatever_a_device_says(db: PersonaDatabase) -> None:
    event = create_event(db)
    add_invited_person(db, event)
    times = ("-infinity", "4713-01-01 BC", "2001-01-01", "infinity", None)
    sent = [build_scan(number=1, at=at) for at in times]
    assert set(extract_answers(check_in(db, event, *sent))) <= {"welcome", "already_in"}
    bounds = "min(scanned_at) = now() - interval '7 days', max(scanned_at) = now()"
    assert db.sql(f"select count(*), {bounds} from public.check_ins") == [(5, True, True)]


@pytest.mark.parametrize("fee", ["accepted", "waiting"])
def test_Y40_the_pass_of_a_registration_that_ada_deleted_lets_nobody_in(
    db: PersonaDatabase, fee: str
) -> None:
    event = create_event(db, fee=50_000)
    uuid = add_invited_person(db, event, fee=fee)
    forged = build_scan(token=fetch_pass_token(db, uuid)), build_scan(number=1)
    db.delete("admin", "audition_registrations", uuid)
    assert extract_answers(check_in(db, event, *forged)) == ["unknown", "unknown"]
    db.run_as("admin", "select public.restore_record('audition_registrations', %s)", uuid)
    meant = {"accepted": "welcome", "waiting": "fee_unpaid"}[fee]
    assert extract_answers(check_in(db, event, build_scan(number=1))) == [meant]


@pytest.mark.parametrize("order", [1, -1], ids=["one comes home first", "the other does"])
def test_Y40_two_doors_agree_after_300_scans_without_a_network(db: PersonaDatabase, order: int) -> None:
    event = create_event(db)
    people = [add_registration(db, event) for _ in range(30)]
    decide(db, *people, decision="accept")
    announce(db, event, 30, 0)
    doors = [
        [
            build_scan(number=1 + nth % 30, at=f"{DOOR_DAY}T02:{nth // 5:02}:{10 * (nth % 5) + door:02}Z")
            for nth in range(150)
        ]
        for door in (0, 1)
    ]
    for queue in doors[::order]:
        for part in (queue[100:], queue[:120], queue):  # parts overlap, as they do when an answer was lost
            check_in(db, event, *part)
    assert db.sql("select count(*) from public.check_ins") == [(300,)]
    answers = check_in(db, event, *doors[0], *doors[1])
    assert extract_answers(answers[:30]) == ["welcome"] * 30
    assert set(extract_answers(answers[30:])) == {"already_in"}


def test_Y40_the_list_of_a_door_has_all_that_it_needs_without_a_network(db: PersonaDatabase) -> None:
    event = create_event(db, days=DAYS)
    uuid = add_invited_person(db, event)
    add_registration(db, event)
    check_in(db, event, build_scan(number=1))
    call = "select public.door_list(%s) as list"
    found = db.run_as("leadership", call, event)[0]["list"]
    person, undecided = found["people"]
    assert (undecided["number"], undecided["accepted"], undecided["token"]) == (2, None, None)
    assert (person["token"], person["accepted"], person["days"]) == (
        fetch_pass_token(db, uuid),
        True,
        [str(DOOR_DAY)],
    )
    assert list(person["entries"]) == [str(DOOR_DAY)]
    assert found["others"] == []
    assert_forbidden(db, lambda db: db.run_as("talent", call, event))


@pytest.mark.parametrize("who", ["talent", "leadership"])
def test_Y40_the_account_of_who_checked_somebody_in_is_in_no_row_that_they_read(
    db: PersonaDatabase, who: str
) -> None:
    event = create_event(db)
    decide(db, add_registration(db, event, db.user_id("talent")), decision="accept")
    announce(db, event, 1, 0)
    check_in(db, event, build_scan(number=1))
    assert db.run_as(who, "select answer from public.check_ins") == [{"answer": "valid"}]
    assert_forbidden(db, lambda db: db.run_as(who, "select scanned_by from public.check_ins"))


def test_Y42_ada_reads_attendance_and_scores(db: PersonaDatabase) -> None:
    event = create_event(db)
    uuid = add_invited_person(db, event)
    score(db, uuid, score=4)
    check_in(db, event, build_scan(number=1), build_scan(number=1, at=f"{NEXT_DAY}T02:00:00Z"))
    columns = "number, name, selection, result, selection_score::float as score, jurors, days_attended"
    found = db.run_as("admin", f"select {columns} from public.casting_results(%s)", event)
    assert found == [
        {
            "number": 1,
            "name": "Tom",
            "selection": "accepted",
            "result": None,
            "score": 4,
            "jurors": 1,
            "days_attended": 2,
        }
    ]


def test_Y42_what_is_personal_of_the_declined_is_deleted_in_time_and_the_numbers_stay(
    db: PersonaDatabase,
) -> None:
    event = create_event(db, forget_after_days=30, asked=["whatsapp"])
    uuids = [add_registration(db, event) for _ in range(3)]
    old, new, accepted = uuids
    db.sql("update public.event_registrations set answers = %s", json.dumps(ANSWERS))
    score(db, old, score=2, note="No")
    decide(db, old, new, decision="decline", note="Too short")
    decide(db, accepted, decision="accept")
    announce(db, event, 1, 2)
    db.sql(
        "insert into private.running_periods (started_at, seen_at) values (now() - interval '40 days', now())"
    )
    db.sql(
        "update public.event_announcements set announced_at = now() - interval '31 days' "
        "where registration_uuid <> %s",
        new,
    )
    db.sql("select private.purge_declined()")
    kept = "select uuid::text from public.audition_registrations where uuid = any (%s::uuid[])"
    assert {uuid for (uuid,) in db.sql(kept, uuids)} == {new, accepted}
    assert db.sql("select number, answers from public.event_registrations where uuid = %s", old) == [(1, {})]
    assert db.sql("select score, note from public.casting_scores") == [(2, None)]
    assert db.sql(
        "select decision, note from public.casting_decisions where registration_uuid = %s", old
    ) == [("decline", None)]
    assert db.sql("select count(*) from private.deleted_records where uuid = %s", old) == [(0,)]
    assert db.sql("select count(*) from public.payments where record = %s", old) == [(1,)]


def test_Y42_no_announcement_keeps_the_name_of_whom_the_shop_forgot(db: PersonaDatabase) -> None:
    event = create_event(db, forget_after_days=30)
    uuid = add_registration(db, event)
    write = "select public.keep_announcement_text(%s, %s, 'Dear {name}', '', %s)"
    for which, accepted in (("selection", True), ("result", False)):
        db.run_as("admin", write, event, accepted, which)
        decide(db, uuid, which=which, decision="accept" if accepted else "decline")
        announce(db, event, int(accepted), int(not accepted), which=which)
    db.sql("update public.event_announcements set wish = 'I live in Metro', wished_at = now() where accepted")
    db.sql(
        "insert into private.running_periods (started_at, seen_at) values (now() - interval '40 days', now())"
    )
    db.sql("update public.event_announcements set announced_at = now() - interval '31 days'")
    query = "select accepted, texts, wish, wished_at from public.event_announcements order by accepted"
    assert "Tom" in str(db.sql(query))
    db.sql("select private.purge_declined()")
    assert db.sql(query) == [(False, {}, None, None), (True, {}, None, None)]


@pytest.mark.parametrize(
    "leaving",
    [
        "select private.remove_account(user_id) from public.event_registrations",
        "delete from public.audition_registrations; delete from private.deleted_records",
    ],
)
def test_Y23_Y42_what_was_noted_of_a_person_goes_with_them_and_the_numbers_stay(
    db: PersonaDatabase, leaving: str
) -> None:
    event = create_event(db, asked=["whatsapp"])
    uuid = add_registration(db, event)
    db.sql("update public.event_registrations set answers = %s", json.dumps(ANSWERS))
    score(db, uuid, score=2, note="Tom is shy")
    decide(db, uuid, decision="decline", note="Tom is shy", tags=["shy"])
    for statement in leaving.split("; "):
        db.sql(statement)
    db.sql("select private.purge_declined()")
    assert db.sql("select number, answers from public.event_registrations") == [(1, {})]
    assert db.sql("select score, note from public.casting_scores") == [(2, None)]
    assert db.sql("select decision, note, tags from public.casting_decisions") == [("decline", None, [])]
