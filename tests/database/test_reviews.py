"""Ada decides about payments: once, with a reason that the buyer reads, and back within a minute."""

import json
from typing import Any

import psycopg
import pytest

from tests.database.conftest import PersonaDatabase
from tests.database.test_amounts import (
    build_device_order,
    fetch_due,
    get_device_uuid,
    reserve,
    set_payment_method,
)
from tests.database.test_orders import build_order, send_order
from tests.database.test_stock import add_product, build_line, edit_order, fetch_stock
from tests.example_rows import Row, put, row, row_with_files

ORDERS, REGISTRATIONS = "transactions", "audition_registrations"
QUEUE = "select * from public.review_queue where uuid = %s"
STATUS = "select status from public.transactions where uuid = %s"
LOGGED = """
select action, actor_id::text, after ->> 'state' from public.audit_log
where place = 'payments' and record_id = %s order by created_at
"""


DECIDED = """
select state as decision, reason from public.payments
where record = %s and decided_at is not null and deleted_at is null
"""


def place_order(db: PersonaDatabase, **changes: Any) -> Row:
    """Place an order of Tom's, which waits."""
    order = build_order(db, **changes)
    send_order(db, order)
    return order


def send_registration(db: PersonaDatabase, **facts: Any) -> Row:
    """Send a registration of Tom's, which waits."""
    values = row_with_files(db.sql, REGISTRATIONS, db.user_id("talent")) | facts
    assert db.insert("talent", REGISTRATIONS, values).refused is None
    return values


def send_waiting_record(db: PersonaDatabase, place: str) -> Row:
    return place_order(db) if place == ORDERS else send_registration(db)


def review(
    db: PersonaDatabase,
    place: str,
    record: Row,
    decision: str,
    reason: str | None = None,
    who: str | None = None,
) -> None:
    """Decide as Ada or another administrator. Raises the database's error."""
    call = "select public.review(%s, %s, %s, %s)"
    db.run_as("admin", call, place, record["uuid"], decision, reason, sub=who)


def undo_review(db: PersonaDatabase, place: str, record: Row, who: str | None = None) -> None:
    db.run_as("admin", "select public.undo_review(%s, %s)", place, record["uuid"], sub=who)


def assert_refused(db: PersonaDatabase, sqlstate: str, hint: str | None, act: Any, *args: Any) -> Any:
    """Assert a refusal that changes nothing; gives its message and details."""
    before = db.state()
    with pytest.raises(psycopg.Error) as caught:
        act(db, *args)
    diagnostics = caught.value.diag
    assert (caught.value.sqlstate, diagnostics.message_hint) == (sqlstate, hint)
    assert db.state() == before
    return diagnostics.message_primary, json.loads(diagnostics.message_detail or "null")


def fetch_decision(db: PersonaDatabase, record: Row, role: str = "talent") -> list[Row]:
    """The decision about a record, as a role reads it."""
    return db.run_as(role, DECIDED, record["uuid"], sub=None)


def fetch_status(db: PersonaDatabase, order: Row) -> str:
    return str(db.sql(STATUS, order["uuid"])[0][0])


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y14_ada_accepts_what_waits_and_the_buyer_reads_it(db: PersonaDatabase, place: str) -> None:
    record = send_waiting_record(db, place)
    assert len(db.run_as("admin", QUEUE, record["uuid"])) == 1
    review(db, place, record, "accepted", "never kept")
    assert db.run_as("admin", QUEUE, record["uuid"]) == []
    assert fetch_decision(db, record) == [{"decision": "accepted", "reason": None}]
    assert [*db.sql(LOGGED, record["uuid"])] == [("update", db.user_id("admin"), "accepted")]
    if place == ORDERS:
        assert fetch_status(db, record) == "Accepted"
    (shown,) = db.run_as("admin", "select * from public.decided_reviews where record = %s", record["uuid"])
    assert (shown["decision"], shown["by"]) == ("accepted", f"{db.user_id('admin')}@tapis.example")


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y14_a_rejection_says_why(db: PersonaDatabase, place: str) -> None:
    record = send_waiting_record(db, place)
    for reason in (None, "", " \n"):
        sentence, _ = assert_refused(db, "23514", "reason_missing", review, place, record, "rejected", reason)
        assert sentence == "Say why the payment is rejected; the buyer reads it."
    sentence, _ = assert_refused(db, "23514", "decision", review, place, record, "perhaps", "x")
    assert sentence == "Accept the payment, or reject it."
    with pytest.raises(psycopg.errors.CheckViolation):
        review(db, place, record, "rejected", "x" * 501)
    review(db, place, record, "rejected", " The amount is not readable. ")
    assert fetch_decision(db, record) == [{"decision": "rejected", "reason": "The amount is not readable."}]
    assert db.run_as("talent", "select 1 from public.payments", sub=db.other) == []
    if place == ORDERS:
        assert fetch_status(db, record) == "Rejected"


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y14_the_second_administrator_is_told_what_the_first_said(db: PersonaDatabase, place: str) -> None:
    record, ben = send_waiting_record(db, place), db.add_person("admin")
    review(db, place, record, "rejected", "Unreadable", ben)
    sentence, details = assert_refused(db, "PT409", "already_reviewed", review, place, record, "accepted")
    assert sentence == f"This was rejected already by {ben}@tapis.example."
    assert details.pop("at")
    first = {
        "decision": "rejected",
        "reason": "Unreadable",
        "by": f"{ben}@tapis.example",
        "cancelled_by": None,
    }
    assert details == first
    by_the_shop = "update public.payments set state = %s, reason = null, decided_at = %s where record = %s"
    db.sql(by_the_shop, "waiting", None, record["uuid"])
    db.sql(by_the_shop, "rejected", "2026-11-21T10:00:00Z", record["uuid"])
    sentence, _ = assert_refused(db, "PT409", "already_reviewed", review, place, record, "accepted")
    assert sentence == "This was rejected already."


def test_Y14_who_was_answered_by_an_announcement_waits_no_more(db: PersonaDatabase) -> None:
    record = send_registration(db)
    put(db.sql, "audition_announcements", row("audition_announcements", db.user_id("talent")))
    assert len(db.run_as("admin", QUEUE, record["uuid"])) == 1, "an older announcement"
    later = row("audition_announcements", db.user_id("talent"), created_at="2999-01-01T00:00:00+00:00")
    put(db.sql, "audition_announcements", later)
    assert db.run_as("admin", QUEUE, record["uuid"]) == []
    sentence, details = assert_refused(
        db, "PT409", "already_reviewed", review, REGISTRATIONS, record, "accepted"
    )
    assert (sentence, details["decision"]) == ("This was answered already.", None)
    db.sql("update public.payments set total = 50000, amount = 50000 where record = %s", record["uuid"])
    assert len(db.run_as("admin", QUEUE, record["uuid"])) == 1, "a fee is decided all the same"
    pending = "select private.count_pending_records('audition_registrations', %s)"
    assert db.sql(pending, db.user_id("talent")) == [(1,)]
    with db.connection.transaction(force_rollback=True):
        db.sql("alter table public.audition_registrations disable trigger _100_set_updated_at")
        db.sql("update public.audition_registrations set updated_at = now() - interval '61 days'")
        assert db.run_as("admin", QUEUE, record["uuid"]) == [], "earlier versions left it undecided"
        assert db.sql(pending, db.user_id("talent")) == [(0,)]
    review(db, REGISTRATIONS, record, "rejected", "Unreadable")
    refusal = "select refusal from public.resubmission(%s, %s)"
    assert db.run_as("talent", refusal, REGISTRATIONS, record["uuid"]) == [{"refusal": None}]


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS, "products"])
def test_Y14_what_is_gone_is_not_decided(db: PersonaDatabase, place: str) -> None:
    record = {"uuid": db.other} if place != "products" else send_registration(db)
    for act, args in ((review, (place, record, "accepted")), (undo_review, (place, record))):
        assert assert_refused(db, "PT404", "record_gone", act, *args)[0] == (
            "This order or registration was not found; it may have been deleted."
        )


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y14_ada_takes_her_decision_back_within_a_minute(db: PersonaDatabase, place: str) -> None:
    record, ben = send_waiting_record(db, place), db.add_person("admin")
    too_late = "This decision can't be undone any more."
    assert assert_refused(db, "PT409", "undo_too_late", undo_review, place, record)[0] == too_late
    review(db, place, record, "accepted")
    assert assert_refused(db, "PT409", "undo_too_late", undo_review, place, record, ben)[0] == too_late
    undo_review(db, place, record)
    assert fetch_decision(db, record) == []
    assert len(db.run_as("admin", QUEUE, record["uuid"])) == 1
    assert [one[0] for one in db.sql(LOGGED, record["uuid"])] == ["update", "update"]
    review(db, place, record, "rejected", "Unreadable")
    db.sql("update public.payments set decided_at = now() - interval '1 minute' where decided_at is not null")
    assert assert_refused(db, "PT409", "undo_too_late", undo_review, place, record)[0] == too_late


def test_Y14_an_order_that_went_on_is_not_undone(db: PersonaDatabase) -> None:
    order = place_order(db)
    review(db, ORDERS, order, "accepted")
    edit_order(db, order, status="Finished")
    assert_refused(db, "PT409", "undo_too_late", undo_review, ORDERS, order)
    sent = place_order(db)
    review(db, ORDERS, sent, "accepted")
    parcel = {"order_uuid": sent["uuid"], "courier": "JNE REG"}
    db.run_as("admin", "select public.send_orders(%s::jsonb)", json.dumps([parcel]))
    assert_refused(db, "PT409", "undo_too_late", undo_review, ORDERS, sent)


def test_Y14_a_rejection_gives_the_pieces_back_and_undoing_it_takes_them_again(db: PersonaDatabase) -> None:
    shirt = add_product(db, M=2)
    order = place_order(db, transactions=[build_line(shirt, 2, "M")])
    review(db, ORDERS, order, "rejected", "Unreadable")
    assert fetch_stock(db, shirt) == {"M": 2}
    undo_review(db, ORDERS, order)
    assert (fetch_stock(db, shirt), fetch_status(db, order)) == ({"M": 0}, "Processed")
    review(db, ORDERS, order, "rejected", "Unreadable")
    place_order(db, transactions=[build_line(shirt, 1, "M")])
    assert assert_refused(db, "PT409", "out_of_stock", undo_review, ORDERS, order)[0] == (
        'Only 1 of "Selendang" in size M is left.'
    )


def test_Y14_a_status_that_is_set_in_the_table_is_a_decision_too(db: PersonaDatabase) -> None:
    order = place_order(db)
    for status, kept in (
        ("Accepted", ["accepted"]), ("Finished", ["accepted"]), ("Rejected", ["rejected"]), ("Processed", []),
    ):  # fmt: skip
        edit_order(db, order, status=status)
        assert [one["decision"] for one in fetch_decision(db, order)] == kept, status
    review(db, ORDERS, order, "rejected", "Unreadable")
    edit_order(db, order, status="Accepted")
    assert fetch_decision(db, order) == [{"decision": "accepted", "reason": None}]
    imported = row_with_files(db.sql, ORDERS, db.other, status="Rejected")
    assert db.insert("service", ORDERS, imported).refused is None
    assert [one["decision"] for one in fetch_decision(db, imported, "admin")] == ["rejected"]
    assert db.sql("select private.reviewer_id('transactions', %s)", imported["uuid"]) == [(None,)]


def test_Y14_the_queue_says_who_pays_what_and_how_to_answer(db: PersonaDatabase) -> None:
    tom = db.user_id("talent")
    set_payment_method(db)
    put(db.sql, "delivery_details", row("delivery_details", tom))
    reserve(db, 90_000, db.other)
    reserve(db, 90_000)
    order = build_device_order(db, 90_000)
    send_order(db, order)
    registration = send_registration(db)
    (first,) = db.run_as("admin", QUEUE, order["uuid"])
    assert [first[name] for name in ("place", "name", "email", "whatsapp", "total", "amount")] == [
        ORDERS, "Tom", f"{tom}@tapis.example", "6281234567890", 90_000, 89_999,
    ]  # fmt: skip
    (second,) = db.run_as("admin", QUEUE, registration["uuid"])
    assert [second[name] for name in ("place", "name", "email", "whatsapp", "total", "amount")] == [
        REGISTRATIONS, "Tom", f"{tom}@tapis.example", "6281234567890", None, None,
    ]  # fmt: skip
    assert second["invoice_image"]["filename"] == registration["invoice_image"]["filename"]


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y10_a_deleted_record_comes_back_with_its_amount_and_its_decision(
    db: PersonaDatabase, place: str
) -> None:
    page = "/shopping-cart" if place == ORDERS else "/profile/audition-registrations"
    set_payment_method(db, page, fee=90_000)
    reserve(db, 90_000, db.other, page)
    reserve(db, 90_000, page=page)
    record = build_device_order(db, 90_000) if place == ORDERS else None
    if record:
        send_order(db, record)
    record = record or send_registration(db, uuid=get_device_uuid(db, page=page))
    review(db, place, record, "rejected", "Unreadable")
    shown = "select reason, decided_at, by from public.decided_reviews where record = %s"
    before = db.run_as("admin", shown, record["uuid"])
    db.delete("admin", place, record["uuid"])
    assert (fetch_due(db, record, place), fetch_decision(db, record)) == (None, [])
    ben = db.add_person("admin")
    db.run_as("admin", "select public.restore_record(%s, %s)", place, record["uuid"], sub=ben)
    assert fetch_due(db, record, place)[1] == 89_999
    assert db.run_as("admin", shown, record["uuid"]) == before


def test_Y23_what_is_paid_and_decided_is_part_of_a_persons_data(db: PersonaDatabase) -> None:
    order = place_order(db)
    review(db, ORDERS, order, "rejected", "Unreadable")
    (answer,) = db.run_as("talent", "select public.my_data() as told")
    (paid,) = answer["told"]["payments"]
    assert (paid["amount"], paid["state"], paid["reason"]) == (300_000, "rejected", "Unreadable")
    registration = send_registration(db)
    review(db, REGISTRATIONS, registration, "accepted")
    db.sql("select private.remove_account(%s)", db.user_id("talent"))
    assert fetch_decision(db, registration, "admin") == [], "it is gone with its account"
    assert len(fetch_decision(db, order, "admin")) == 1, "orders stay in the books"


@pytest.mark.parametrize("role", ["anon", "none", "talent", "leadership", "service"])
def test_Y14_only_administrators_decide(db: PersonaDatabase, role: str) -> None:
    order = place_order(db)
    for call in (
        "select public.review('transactions', %s, 'accepted')",
        "select public.undo_review('transactions', %s)",
        "select public.review_warnings('transactions', %s)",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            db.run_as(role, call, order["uuid"])
    assert fetch_status(db, order) == "Processed"
