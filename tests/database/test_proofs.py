"""Tom answers a rejection with another proof: what was rejected waits again, and every proof stays."""

import json

import pytest

from tests.database.conftest import House
from tests.database.test_amounts import due
from tests.database.test_reviews import (
    ORDERS,
    QUEUE,
    REGISTRATIONS,
    STATUS,
    ordered,
    read,
    refused,
    review,
    waiting,
)
from tests.database.test_stock import left, of, product
from tests.example_rows import Row, put, put_file, row

FOLDERS = {ORDERS: "transactions/invoices", REGISTRATIONS: "audition-registrations/invoices"}


def place_of(record: Row) -> str:
    return ORDERS if "transactions" in record else REGISTRATIONS


def proof(house: House, owner: str | None = None, place: str = ORDERS) -> Row:
    """A picture that Tom, or somebody else, has uploaded for it."""
    filename = put_file(house.sql, FOLDERS[place], owner or house.user_id("talent"))
    return {"filename": filename, "title": "proof", "url": f"https://kain.id/{filename}"}


def answer(house: House, record: Row, picture: Row, sub: str | None = None) -> None:
    """Tom, or another talent, sends another proof. Raises what the database says."""
    call = "select public.send_another_proof(%s, %s, %s)"
    house.ask("talent", call, place_of(record), record["uuid"], json.dumps(picture), sub=sub)


def rejected(house: House, record: Row | None = None) -> Row:
    record = record or ordered(house)
    review(house, place_of(record), record, "rejected", "The picture can't be read")
    return record


def proofs(house: House, record: Row, role: str = "talent", sub: str | None = None) -> list[str]:
    call = "select filename from public.proofs_of(%s, %s)"
    return [one["filename"] for one in house.ask(role, call, place_of(record), record["uuid"], sub=sub)]


def why_not(house: House, record: Row, sub: str | None = None) -> str | None:
    """What Tom's page asks before it shows the form."""
    call = "select public.why_no_other_proof(%s, %s) as told"
    (answered,) = house.ask("talent", call, place_of(record), record["uuid"], sub=sub)
    told: str | None = answered["told"]
    return told


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y24_what_was_rejected_waits_again_for_the_same_amount_and_both_proofs_stay(
    house: House, place: str
) -> None:
    record = rejected(house, waiting(house, place))
    owed = due(house, record, place)
    second = proof(house, place=place)
    assert why_not(house, record) is None
    answer(house, record, second)
    if place == ORDERS:
        assert house.sql(STATUS, record["uuid"]) == [("Processed",)]
    assert (due(house, record, place), read(house, record)) == (owed, [])
    (case,) = house.ask("admin", QUEUE, record["uuid"])
    assert case["invoice_image"]["filename"] == second["filename"]
    both = {record["invoice_image"]["filename"], second["filename"]}
    assert {*proofs(house, record)} == {*proofs(house, record, "admin")} == both
    review(house, place, record, "accepted")
    assert read(house, record) == [{"decision": "accepted", "reason": None}]


def test_Y27_both_sides_read_of_the_rejection_its_reason_and_the_other_proof(house: House) -> None:
    order = ordered(house)
    rejected(house, order)
    second = proof(house)
    answer(house, order, second)
    a_day_later = (
        "update private.record_pictures set noted_at = now() + interval '1 day' where object_name = %s"
    )
    house.sql(a_day_later, f"{FOLDERS[ORDERS]}/{second['filename']}")
    review(house, ORDERS, order, "accepted")
    happened: list[tuple[str, str | None]] = [("accepted", None), ("ordered", None), ("proof", None)]
    happened += [("rejected", "The picture can't be read"), ("waiting", None)]
    for role in ("talent", "admin"):
        events = "select event, said from public.order_timeline(%s) order by event"
        seen = house.ask(role, events, order["uuid"])
        assert [(one["event"], one["said"]) for one in seen] == happened


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y24_the_first_proof_stays_evidence_that_nobody_sweeps_or_removes(house: House, place: str) -> None:
    record = rejected(house, waiting(house, place))
    answer(house, record, proof(house, place=place))
    name = f"{FOLDERS[place]}/{record['invoice_image']['filename']}"
    assert house.sql("select private.is_evidence(%s)", name) == [(True,)]
    house.sql("update storage.objects set created_at = '2020-01-01' where name = %s", name)
    swept = "select name from storage.objects where id in (select private.orphaned_pictures('1 hour'))"
    assert (name,) not in house.sql(swept)


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y24_administrators_are_told_of_the_answer_and_tom_is_not(house: House, place: str) -> None:
    record = rejected(house, waiting(house, place))
    house.sql("delete from private.outbox")
    answer(house, record, proof(house, place=place))
    kind = "order_received" if place == ORDERS else "registration_received"
    assert house.sql("select kind, record::text, user_id from private.outbox") == [
        (kind, record["uuid"], None)
    ]


def test_Y24_what_tom_answers_for_is_held_again_or_he_is_told_that_it_is_sold(house: House) -> None:
    last_piece = [of(product(house, M=1), 1, "M")]
    order = rejected(house, ordered(house, transactions=last_piece))
    answer(house, order, proof(house))
    assert left(house, last_piece[0]["uuid"]) == {"M": 0}
    review(house, ORDERS, order, "rejected", "Too little")
    ordered(house, transactions=last_piece)
    refused(house, "PT409", "out_of_stock", answer, order, proof(house))


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y24_a_proof_that_is_sent_again_after_a_lost_answer_counts_once(house: House, place: str) -> None:
    record = rejected(house, waiting(house, place))
    second = proof(house, place=place)
    answer(house, record, second)
    before, told = house.state(), house.outbox()
    answer(house, record, second)
    assert (house.state(), house.outbox()) == (before, told)
    review(house, place, record, "accepted")
    decided = house.state()
    answer(house, record, second)
    assert house.state() == decided
    refused(house, "PT409", "not_rejected", answer, record, proof(house, place=place))
    refused(house, "PT404", "record_gone", answer, record, second, house.other)


def rejected_five_times(house: House, place: str) -> Row:
    record = rejected(house, waiting(house, place))
    for _ in range(4):
        answer(house, record, proof(house, place=place))
        review(house, place, record, "rejected", "Still not readable")
    return record


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y24_a_proof_that_was_rejected_counts_as_sent_no_longer(house: House, place: str) -> None:
    record = rejected_five_times(house, place)
    (last,) = house.sql(f"select invoice_image from public.{place} where uuid = %s", record["uuid"])
    refused(house, "PT409", "proofs_used_up", answer, record, last[0])


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y24_what_waits_or_was_accepted_takes_no_other_proof(house: House, place: str) -> None:
    record = waiting(house, place)
    refused(house, "PT409", "not_rejected", answer, record, proof(house, place=place))
    review(house, place, record, "accepted")
    refused(house, "PT409", "not_rejected", answer, record, proof(house, place=place))
    assert why_not(house, record) == "not_rejected"


def test_Y24_a_registration_that_was_answered_takes_no_other_proof(house: House) -> None:
    record = rejected(house, waiting(house, REGISTRATIONS))
    announced = row("audition_announcements", house.user_id("talent"), created_at="2999-01-01")
    put(house.sql, "audition_announcements", announced)
    refused(house, "PT409", "not_rejected", answer, record, proof(house, place=REGISTRATIONS))


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y24_after_three_days_the_amount_may_be_anothers_and_it_is_too_late(house: House, place: str) -> None:
    record = rejected(house, waiting(house, place))
    age = "update public.payments set decided_at = now() - %s::interval where decided_at is not null"
    house.sql(age, "71 hours")
    assert why_not(house, record) is None
    house.sql(age, "72 hours")
    refused(house, "PT409", "proof_too_late", answer, record, proof(house, place=place))
    assert why_not(house, record) == "proof_too_late"


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y24_there_are_five_proofs_at_most(house: House, place: str) -> None:
    record = rejected_five_times(house, place)
    refused(house, "PT409", "proofs_used_up", answer, record, proof(house, place=place))
    assert why_not(house, record) == "proofs_used_up"


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y24_the_proof_is_a_picture_that_tom_uploaded_for_nothing_else(house: House, place: str) -> None:
    record, other = rejected(house, waiting(house, place)), waiting(house, place)
    refused(house, "23514", "invoice_missing", answer, record, proof(house, house.other, place))
    refused(house, "23514", "invoice_missing", answer, record, {"title": "no file"})
    elsewhere = REGISTRATIONS if place == ORDERS else ORDERS
    refused(house, "23514", "invoice_missing", answer, record, proof(house, place=elsewhere))
    refused(house, "23505", "invoice_used", answer, record, other["invoice_image"])


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
@pytest.mark.parametrize("role", ["admin", "leadership"])
def test_Y24_only_whoever_paid_answers(house: House, place: str, role: str) -> None:
    record = rejected(house, waiting(house, place))
    refused(house, "PT404", "record_gone", answer, record, proof(house, house.other, place), house.other)
    assert why_not(house, record, house.other) == "record_gone"
    call = "select public.send_another_proof(%s, %s, %s)"
    with pytest.raises(Exception, match="permission denied"):
        house.ask(role, call, place, record["uuid"], json.dumps(proof(house, place=place)))


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y24_nobody_else_learns_of_the_proofs(house: House, place: str) -> None:
    record = waiting(house, place)
    assert proofs(house, record, sub=house.other) == proofs(house, record, "leadership") == []
