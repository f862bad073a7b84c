"""The door: every scan is stored once, and two doors agree; and what stays afterwards."""

import json

import pytest

from tests.database.casting import (
    ANSWERS,
    an_event,
    announce,
    check_in,
    decide,
    forbidden,
    refused,
    registered,
    scan,
    score,
    token_of,
)
from tests.database.conftest import House
from tests.example_rows import Row

TODAY = [{"kind": "audition", "date": "2026-01-01", "from": "08:00", "until": "", "place": ""}]


def invited(house: House, event: str, fee: str = "accepted") -> str:
    uuid = registered(house, event, fee=fee)
    decide(house, uuid, decision="accept")
    announce(house, event, 1, 0)
    return uuid


def answers(told: list[Row]) -> list[str]:
    return [one["answer"] for one in told]


def test_Y40_lea_reads_what_a_scan_means(house: House) -> None:
    event, elsewhere = an_event(house, days=TODAY, fee=50_000), an_event(house)
    good, poor = invited(house, event), invited(house, event, fee="waiting")
    declined = registered(house, event)
    decide(house, declined, decision="decline")
    announce(house, event, 0, 1)
    token = token_of(house, good)
    first = scan(token=token, at="2026-01-01T01:41:00Z")
    told = check_in(
        house,
        event,
        first,
        scan(token=token.upper()),
        scan(token=token, at="2026-01-02T02:00:00Z"),
        scan(token=token_of(house, poor)),
        scan(number=3),
        scan(number=99),
        scan(token="no token"),
    )
    meant = ["welcome", "already_in", "other_day", "fee_unpaid", "declined", "unknown", "unknown"]
    assert answers(told) == meant
    assert (told[0]["number"], told[0]["name"]) == (1, "Tom")
    assert told[1]["at"].startswith("2026-01-01T01:41")
    email = house.sql("select email from auth.users where id = %s", house.user_id("leadership"))[0][0]
    assert told[1]["by"] == email
    assert answers(check_in(house, elsewhere, scan(token=token))) == ["other_event"]
    assert answers(check_in(house, event, first)) == ["welcome"]
    assert house.sql("select count(*) from public.check_ins where event_uuid = %s", event) == [(7,)]
    forbidden(house, check_in, event, first, who="talent")
    refused(house, "scans", check_in, event, {"nonce": "1", "number": 1})
    refused(house, "record_gone", check_in, good, first)


@pytest.mark.parametrize("fee", ["accepted", "waiting"])
def test_Y40_the_pass_of_a_registration_that_ada_deleted_lets_nobody_in(house: House, fee: str) -> None:
    event = an_event(house, fee=50_000)
    uuid = invited(house, event, fee=fee)
    forged = scan(token=token_of(house, uuid)), scan(number=1)
    house.delete("admin", "audition_registrations", uuid)
    assert answers(check_in(house, event, *forged)) == ["unknown", "unknown"]
    house.ask("admin", "select public.restore_record('audition_registrations', %s)", uuid)
    meant = {"accepted": "welcome", "waiting": "fee_unpaid"}[fee]
    assert answers(check_in(house, event, scan(number=1))) == [meant]


@pytest.mark.parametrize("order", [1, -1], ids=["one comes home first", "the other does"])
def test_Y40_two_doors_agree_after_300_scans_without_a_network(house: House, order: int) -> None:
    event = an_event(house)
    people = [registered(house, event) for _ in range(30)]
    decide(house, *people, decision="accept")
    announce(house, event, 30, 0)
    doors = [
        [
            scan(number=1 + nth % 30, at=f"2026-01-01T02:{nth // 5:02}:{10 * (nth % 5) + door:02}Z")
            for nth in range(150)
        ]
        for door in (0, 1)
    ]
    for queue in doors[::order]:
        for part in (queue[100:], queue[:120], queue):  # parts overlap, as they do when an answer was lost
            check_in(house, event, *part)
    assert house.sql("select count(*) from public.check_ins") == [(300,)]
    told = check_in(house, event, *doors[0], *doors[1])
    assert answers(told[:30]) == ["welcome"] * 30
    assert set(answers(told[30:])) == {"already_in"}


def test_Y40_the_list_of_a_door_has_all_that_it_needs_without_a_network(house: House) -> None:
    event = an_event(house, days=TODAY)
    uuid = invited(house, event)
    registered(house, event)
    check_in(house, event, scan(number=1))
    call = "select public.door_list(%s) as list"
    found = house.ask("leadership", call, event)[0]["list"]
    (person,) = found["people"]
    assert (person["token"], person["accepted"], person["days"]) == (
        token_of(house, uuid),
        True,
        ["2026-01-01"],
    )
    assert list(person["entries"]) == ["2026-01-01"]
    assert found["others"] == []
    forbidden(house, lambda house: house.ask("talent", call, event))


def test_Y42_ada_reads_attendance_and_scores(house: House) -> None:
    event = an_event(house)
    uuid = invited(house, event)
    score(house, uuid, score=4)
    check_in(house, event, scan(number=1), scan(number=1, at="2026-01-02T02:00:00Z"))
    columns = "number, name, selection, result, selection_score::float as score, jurors, days_attended"
    found = house.ask("admin", f"select {columns} from public.casting_results(%s)", event)
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


def test_Y42_what_is_personal_of_the_declined_is_deleted_in_time_and_the_numbers_stay(house: House) -> None:
    event = an_event(house, forget_after_days=30, asked=["whatsapp"])
    uuids = [registered(house, event) for _ in range(3)]
    old, new, accepted = uuids
    house.sql("update public.event_registrations set answers = %s", json.dumps(ANSWERS))
    score(house, old, score=2, note="No")
    decide(house, old, new, decision="decline", note="Too short")
    decide(house, accepted, decision="accept")
    announce(house, event, 1, 2)
    house.sql(
        "insert into private.running_periods (started_at, seen_at) values (now() - interval '40 days', now())"
    )
    house.sql(
        "update public.event_announcements set announced_at = now() - interval '31 days' "
        "where registration_uuid <> %s",
        new,
    )
    house.sql("select private.purge_declined()")
    kept = "select uuid::text from public.audition_registrations where uuid = any (%s::uuid[])"
    assert {uuid for (uuid,) in house.sql(kept, uuids)} == {new, accepted}
    assert house.sql("select number, answers from public.event_registrations where uuid = %s", old) == [
        (1, {})
    ]
    assert house.sql("select score, note from public.casting_scores") == [(2, None)]
    assert house.sql(
        "select decision, note from public.casting_decisions where registration_uuid = %s", old
    ) == [("decline", None)]
    assert house.sql("select count(*) from private.deleted_records where uuid = %s", old) == [(0,)]
    assert house.sql("select count(*) from public.payments where record = %s", old) == [(1,)]


def test_Y42_no_announcement_keeps_the_name_of_whom_the_shop_forgot(house: House) -> None:
    event = an_event(house, forget_after_days=30)
    uuid = registered(house, event)
    write = "select public.keep_announcement_text(%s, %s, 'Dear {name}', '', %s)"
    for which, accepted in (("selection", True), ("result", False)):
        house.ask("admin", write, event, accepted, which)
        decide(house, uuid, which=which, decision="accept" if accepted else "decline")
        announce(house, event, int(accepted), int(not accepted), which=which)
    house.sql(
        "update public.event_announcements set wish = 'I live in Metro', wished_at = now() where accepted"
    )
    house.sql(
        "insert into private.running_periods (started_at, seen_at) values (now() - interval '40 days', now())"
    )
    house.sql("update public.event_announcements set announced_at = now() - interval '31 days'")
    told = "select accepted, texts, wish, wished_at from public.event_announcements order by accepted"
    assert "Tom" in str(house.sql(told))
    house.sql("select private.purge_declined()")
    assert house.sql(told) == [(False, {}, None, None), (True, {}, None, None)]


@pytest.mark.parametrize(
    "leaving",
    [
        "select private.remove_account(user_id) from public.event_registrations",
        "delete from public.audition_registrations; delete from private.deleted_records",
    ],
)
def test_Y23_Y42_what_was_noted_of_a_person_goes_with_them_and_the_numbers_stay(
    house: House, leaving: str
) -> None:
    event = an_event(house, asked=["whatsapp"])
    uuid = registered(house, event)
    house.sql("update public.event_registrations set answers = %s", json.dumps(ANSWERS))
    score(house, uuid, score=2, note="Tom is shy")
    decide(house, uuid, decision="decline", note="Tom is shy", tags=["shy"])
    for statement in leaving.split("; "):
        house.sql(statement)
    house.sql("select private.purge_declined()")
    assert house.sql("select number, answers from public.event_registrations") == [(1, {})]
    assert house.sql("select score, note from public.casting_scores") == [(2, None)]
    assert house.sql("select decision, note, tags from public.casting_decisions") == [("decline", None, [])]


def test_Y40_tom_reads_when_he_was_scanned_and_not_by_whose_account(house: House) -> None:
    event, tom = an_event(house), house.user_id("talent")
    uuid = registered(house, event, tom)
    decide(house, uuid, decision="accept")
    announce(house, event, 1, 0)
    check_in(house, event, scan(token=token_of(house, uuid)))
    assert house.ask("talent", "select answer from public.check_ins") == [{"answer": "valid"}]
    for asked in ("scanned_by", "*", "count(scanned_by)"):
        forbidden(
            house, lambda house, asked=asked: house.ask("talent", f"select {asked} from public.check_ins")
        )
    forbidden(
        house, lambda house: house.ask("talent", "select from public.check_ins where scanned_by = auth.uid()")
    )
    assert house.user_id("leadership") not in str(house.ask("talent", "select public.my_data() as mine"))
    entries = house.ask(
        "leadership", "select public.door_list(%s) -> 'people' -> 0 -> 'entries' as told", event
    )
    email = house.sql("select email from auth.users where id = %s", house.user_id("leadership"))[0][0]
    assert [entry["by"] for entry in entries[0]["told"].values()] == [email]
