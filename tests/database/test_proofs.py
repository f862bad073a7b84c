"""Tom answers a rejection with another proof: what was rejected waits again, and every proof stays."""

import json
from datetime import timedelta

import pytest

from tests.database.conftest import PersonaDatabase
from tests.database.test_amounts import fetch_due
from tests.database.test_reviews import (
    ORDERS,
    QUEUE,
    REGISTRATIONS,
    STATUS,
    assert_refused,
    fetch_decision,
    place_order,
    review,
    send_waiting_record,
)
from tests.database.test_stock import add_product, build_line, fetch_stock
from tests.example_rows import Row, put, put_file, row

FOLDERS = {ORDERS: "transactions/invoices", REGISTRATIONS: "audition-registrations/invoices"}


def get_place(record: Row) -> str:
    return ORDERS if "transactions" in record else REGISTRATIONS


def upload_proof(db: PersonaDatabase, owner: str | None = None, place: str = ORDERS) -> Row:
    """Upload a picture of Tom's, or of somebody else's."""
    filename = put_file(db.sql, FOLDERS[place], owner or db.user_id("talent"))
    return {"filename": filename, "title": "proof", "url": f"https://kain.id/{filename}"}


def send_another_proof(db: PersonaDatabase, record: Row, picture: Row, sub: str | None = None) -> None:
    """Send another proof as Tom or another talent. Raises the database's error."""
    call = "select public.send_another_proof(%s, %s, %s)"
    db.run_as("talent", call, get_place(record), record["uuid"], json.dumps(picture), sub=sub)


def reject_record(db: PersonaDatabase, record: Row | None = None) -> Row:
    record = record or place_order(db)
    review(db, get_place(record), record, "rejected", "The picture can't be read")
    return record


def fetch_proofs(db: PersonaDatabase, record: Row, role: str = "talent", sub: str | None = None) -> list[str]:
    call = "select filename from public.proofs_of(%s, %s)"
    return [one["filename"] for one in db.run_as(role, call, get_place(record), record["uuid"], sub=sub)]


def fetch_proof_obstacle(db: PersonaDatabase, record: Row, sub: str | None = None) -> str | None:
    """Why no other proof may be sent, as Tom's page asks before it shows the form."""
    call = "select refusal as told from public.resubmission(%s, %s)"
    (answered,) = db.run_as("talent", call, get_place(record), record["uuid"], sub=sub)
    obstacle: str | None = answered["told"]
    return obstacle


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y24_what_was_rejected_waits_again_for_the_same_amount_and_both_proofs_stay(
    db: PersonaDatabase, place: str
) -> None:
    record = reject_record(db, send_waiting_record(db, place))
    owed = fetch_due(db, record, place)
    second = upload_proof(db, place=place)
    assert fetch_proof_obstacle(db, record) is None
    send_another_proof(db, record, second)
    if place == ORDERS:
        assert db.sql(STATUS, record["uuid"]) == [("Processed",)]
    assert (fetch_due(db, record, place), fetch_decision(db, record)) == (owed, [])
    (case,) = db.run_as("admin", QUEUE, record["uuid"])
    assert case["invoice_image"]["filename"] == second["filename"]
    both = {record["invoice_image"]["filename"], second["filename"]}
    assert {*fetch_proofs(db, record)} == {*fetch_proofs(db, record, "admin")} == both
    review(db, place, record, "accepted")
    assert fetch_decision(db, record) == [{"decision": "accepted", "reason": None}]


def test_Y27_both_sides_read_of_the_rejection_its_reason_and_the_other_proof(db: PersonaDatabase) -> None:
    order = place_order(db)
    reject_record(db, order)
    second = upload_proof(db)
    send_another_proof(db, order, second)
    a_day_later = (
        "update private.record_pictures set noted_at = now() + interval '1 day' where object_name = %s"
    )
    db.sql(a_day_later, f"{FOLDERS[ORDERS]}/{second['filename']}")
    review(db, ORDERS, order, "accepted")
    happened: list[tuple[str, str | None]] = [("accepted", None), ("ordered", None), ("proof", None)]
    happened += [("rejected", "The picture can't be read"), ("waiting", None)]
    for role in ("talent", "admin"):
        events = "select event, said from public.order_timeline(%s) order by event"
        timeline = db.run_as(role, events, order["uuid"])
        assert [(one["event"], one["said"]) for one in timeline] == happened


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y24_the_first_proof_stays_evidence_that_nobody_sweeps_or_removes(
    db: PersonaDatabase, place: str
) -> None:
    record = reject_record(db, send_waiting_record(db, place))
    send_another_proof(db, record, upload_proof(db, place=place))
    name = f"{FOLDERS[place]}/{record['invoice_image']['filename']}"
    assert db.sql("select private.is_evidence(%s)", name) == [(True,)]
    db.sql("update storage.objects set created_at = '2020-01-01' where name = %s", name)
    swept = "select name from storage.objects where id in (select private.orphaned_pictures('1 hour'))"
    assert (name,) not in db.sql(swept)


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y24_administrators_are_told_of_the_answer_and_tom_is_not(db: PersonaDatabase, place: str) -> None:
    record = reject_record(db, send_waiting_record(db, place))
    db.sql("delete from private.outbox")
    send_another_proof(db, record, upload_proof(db, place=place))
    kind = "order_received" if place == ORDERS else "registration_received"
    assert db.sql("select kind, record::text, user_id from private.outbox") == [(kind, record["uuid"], None)]


def test_Y24_what_tom_answers_for_is_held_again_or_he_is_told_that_it_is_sold(db: PersonaDatabase) -> None:
    last_piece = [build_line(add_product(db, M=1), 1, "M")]
    order = reject_record(db, place_order(db, transactions=last_piece))
    send_another_proof(db, order, upload_proof(db))
    assert fetch_stock(db, last_piece[0]["uuid"]) == {"M": 0}
    review(db, ORDERS, order, "rejected", "Too little")
    place_order(db, transactions=last_piece)
    assert_refused(db, "PT409", "out_of_stock", send_another_proof, order, upload_proof(db))


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y24_a_proof_that_is_sent_again_after_a_lost_answer_counts_once(
    db: PersonaDatabase, place: str
) -> None:
    record = reject_record(db, send_waiting_record(db, place))
    second = upload_proof(db, place=place)
    send_another_proof(db, record, second)
    before, outbox = db.state(), db.fetch_outbox()
    send_another_proof(db, record, second)
    assert (db.state(), db.fetch_outbox()) == (before, outbox)
    review(db, place, record, "accepted")
    decided = db.state()
    send_another_proof(db, record, second)
    assert db.state() == decided
    assert_refused(db, "PT409", "not_rejected", send_another_proof, record, upload_proof(db, place=place))
    assert_refused(db, "PT404", "record_gone", send_another_proof, record, second, db.other)


def reject_five_times(db: PersonaDatabase, place: str) -> Row:
    record = reject_record(db, send_waiting_record(db, place))
    for _ in range(4):
        send_another_proof(db, record, upload_proof(db, place=place))
        review(db, place, record, "rejected", "Still not readable")
    return record


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y24_a_proof_that_was_rejected_counts_as_sent_no_longer(db: PersonaDatabase, place: str) -> None:
    record = reject_five_times(db, place)
    (last,) = db.sql(f"select invoice_image from public.{place} where uuid = %s", record["uuid"])
    assert_refused(db, "PT409", "proofs_used_up", send_another_proof, record, last[0])


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y24_what_waits_or_was_accepted_takes_no_other_proof(db: PersonaDatabase, place: str) -> None:
    record = send_waiting_record(db, place)
    assert_refused(db, "PT409", "not_rejected", send_another_proof, record, upload_proof(db, place=place))
    review(db, place, record, "accepted")
    assert_refused(db, "PT409", "not_rejected", send_another_proof, record, upload_proof(db, place=place))
    assert fetch_proof_obstacle(db, record) == "not_rejected"


def test_Y24_a_registration_that_was_answered_takes_no_other_proof(db: PersonaDatabase) -> None:
    record = reject_record(db, send_waiting_record(db, REGISTRATIONS))
    announced = row("audition_announcements", db.user_id("talent"), created_at="2999-01-01")
    put(db.sql, "audition_announcements", announced)
    assert_refused(
        db, "PT409", "not_rejected", send_another_proof, record, upload_proof(db, place=REGISTRATIONS)
    )


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y24_after_three_days_the_amount_may_be_anothers_and_it_is_too_late(
    db: PersonaDatabase, place: str
) -> None:
    record = reject_record(db, send_waiting_record(db, place))
    age = "update public.payments set decided_at = now() - %s::interval where decided_at is not null"
    db.sql(age, "71 hours")
    assert fetch_proof_obstacle(db, record) is None
    until = "select until - now() as remaining from public.resubmission(%s, %s)"
    assert db.run_as("talent", until, place, record["uuid"]) == [{"remaining": timedelta(hours=1)}]
    assert db.run_as("talent", until, place, record["uuid"], sub=db.other) == [{"remaining": None}]
    db.sql(age, "72 hours")
    assert_refused(db, "PT409", "proof_too_late", send_another_proof, record, upload_proof(db, place=place))
    assert fetch_proof_obstacle(db, record) == "proof_too_late"


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y24_there_are_five_proofs_at_most(db: PersonaDatabase, place: str) -> None:
    record = reject_five_times(db, place)
    assert_refused(db, "PT409", "proofs_used_up", send_another_proof, record, upload_proof(db, place=place))
    assert fetch_proof_obstacle(db, record) == "proofs_used_up"


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y24_the_proof_is_a_picture_that_tom_uploaded_for_nothing_else(
    db: PersonaDatabase, place: str
) -> None:
    record, other = reject_record(db, send_waiting_record(db, place)), send_waiting_record(db, place)
    assert_refused(
        db, "23514", "invoice_missing", send_another_proof, record, upload_proof(db, db.other, place)
    )
    assert_refused(db, "23514", "invoice_missing", send_another_proof, record, {"title": "no file"})
    elsewhere = REGISTRATIONS if place == ORDERS else ORDERS
    assert_refused(
        db, "23514", "invoice_missing", send_another_proof, record, upload_proof(db, place=elsewhere)
    )
    assert_refused(db, "23505", "invoice_used", send_another_proof, record, other["invoice_image"])


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
@pytest.mark.parametrize("role", ["admin", "leadership"])
def test_Y24_only_whoever_paid_answers(db: PersonaDatabase, place: str, role: str) -> None:
    record = reject_record(db, send_waiting_record(db, place))
    assert_refused(
        db, "PT404", "record_gone", send_another_proof, record, upload_proof(db, db.other, place), db.other
    )
    assert fetch_proof_obstacle(db, record, db.other) == "record_gone"
    call = "select public.send_another_proof(%s, %s, %s)"
    with pytest.raises(Exception, match="permission denied"):
        db.run_as(role, call, place, record["uuid"], json.dumps(upload_proof(db, place=place)))


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y24_nobody_else_learns_of_the_proofs(db: PersonaDatabase, place: str) -> None:
    record = send_waiting_record(db, place)
    assert fetch_proofs(db, record, sub=db.other) == fetch_proofs(db, record, "leadership") == []
