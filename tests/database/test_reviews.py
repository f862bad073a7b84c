"""Ada decides about payments: once, with a reason that the buyer reads, and back within a minute."""

import json
from typing import Any

import psycopg
import pytest

from tests.database.conftest import House
from tests.database.test_amounts import device_of, due, from_device, pay_by, reserve
from tests.database.test_orders import ready, send
from tests.database.test_stock import edit, left, of, product
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


def ordered(house: House, **changes: Any) -> Row:
    """An order of Tom's that waits."""
    order = ready(house, **changes)
    send(house, order)
    return order


def registered(house: House, **facts: Any) -> Row:
    """A registration of Tom's that waits."""
    values = row_with_files(house.sql, REGISTRATIONS, house.user_id("talent")) | facts
    assert house.insert("talent", REGISTRATIONS, values).refused is None
    return values


def waiting(house: House, place: str) -> Row:
    return ordered(house) if place == ORDERS else registered(house)


def review(
    house: House, place: str, record: Row, decision: str, reason: str | None = None, who: str | None = None
) -> None:
    """Ada, or another administrator, decides. Raises what the database says."""
    call = "select public.review(%s, %s, %s, %s)"
    house.ask("admin", call, place, record["uuid"], decision, reason, sub=who)


def undo(house: House, place: str, record: Row, who: str | None = None) -> None:
    house.ask("admin", "select public.undo_review(%s, %s)", place, record["uuid"], sub=who)


def refused(house: House, sqlstate: str, hint: str | None, act: Any, *args: Any) -> Any:
    """The sentence and the details of a refusal that changes nothing."""
    before = house.state()
    with pytest.raises(psycopg.Error) as caught:
        act(house, *args)
    told = caught.value.diag
    assert (caught.value.sqlstate, told.message_hint) == (sqlstate, hint)
    assert house.state() == before
    return told.message_primary, json.loads(told.message_detail or "null")


def read(house: House, record: Row, role: str = "talent") -> list[Row]:
    """What somebody reads of the decision about a record."""
    return house.ask(role, DECIDED, record["uuid"], sub=None)


def status(house: House, order: Row) -> str:
    return str(house.sql(STATUS, order["uuid"])[0][0])


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y14_ada_accepts_what_waits_and_the_buyer_reads_it(house: House, place: str) -> None:
    record = waiting(house, place)
    assert len(house.ask("admin", QUEUE, record["uuid"])) == 1
    review(house, place, record, "accepted", "never kept")
    assert house.ask("admin", QUEUE, record["uuid"]) == []
    assert read(house, record) == [{"decision": "accepted", "reason": None}]
    assert [*house.sql(LOGGED, record["uuid"])] == [("update", house.user_id("admin"), "accepted")]
    if place == ORDERS:
        assert status(house, record) == "Accepted"
    (shown,) = house.ask("admin", "select * from public.decided_reviews where record = %s", record["uuid"])
    assert (shown["decision"], shown["by"]) == ("accepted", f"{house.user_id('admin')}@tapis.example")


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y14_a_rejection_says_why(house: House, place: str) -> None:
    record = waiting(house, place)
    for reason in (None, "", " \n"):
        sentence, _ = refused(house, "23514", "reason_missing", review, place, record, "rejected", reason)
        assert sentence == "Say why the payment is rejected; the buyer reads it."
    sentence, _ = refused(house, "23514", "decision", review, place, record, "perhaps", "x")
    assert sentence == "Accept the payment, or reject it."
    with pytest.raises(psycopg.errors.CheckViolation):
        review(house, place, record, "rejected", "x" * 501)
    review(house, place, record, "rejected", " The amount is not readable. ")
    assert read(house, record) == [{"decision": "rejected", "reason": "The amount is not readable."}]
    assert house.ask("talent", "select 1 from public.payments", sub=house.other) == []
    if place == ORDERS:
        assert status(house, record) == "Rejected"


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y14_the_second_administrator_is_told_what_the_first_said(house: House, place: str) -> None:
    record, ben = waiting(house, place), house.person("admin")
    review(house, place, record, "rejected", "Unreadable", ben)
    sentence, details = refused(house, "PT409", "already_reviewed", review, place, record, "accepted")
    assert sentence == f"This was rejected already by {ben}@tapis.example."
    assert details.pop("at")
    assert details == {"decision": "rejected", "reason": "Unreadable", "by": f"{ben}@tapis.example"}
    by_the_shop = "update public.payments set state = %s, reason = null, decided_at = %s where record = %s"
    house.sql(by_the_shop, "waiting", None, record["uuid"])
    house.sql(by_the_shop, "rejected", "2026-11-21T10:00:00Z", record["uuid"])
    sentence, _ = refused(house, "PT409", "already_reviewed", review, place, record, "accepted")
    assert sentence == "This was rejected already."


def test_Y14_who_was_answered_by_an_announcement_waits_no_more(house: House) -> None:
    record = registered(house)
    put(house.sql, "audition_announcements", row("audition_announcements", house.user_id("talent")))
    assert len(house.ask("admin", QUEUE, record["uuid"])) == 1, "an older announcement"
    later = row("audition_announcements", house.user_id("talent"), created_at="2999-01-01T00:00:00+00:00")
    put(house.sql, "audition_announcements", later)
    assert house.ask("admin", QUEUE, record["uuid"]) == []
    sentence, details = refused(house, "PT409", "already_reviewed", review, REGISTRATIONS, record, "accepted")
    assert (sentence, details["decision"]) == ("This was answered already.", None)


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS, "products"])
def test_Y14_what_is_gone_is_not_decided(house: House, place: str) -> None:
    record = {"uuid": house.other} if place != "products" else registered(house)
    for act, args in ((review, (place, record, "accepted")), (undo, (place, record))):
        assert refused(house, "PT404", "record_gone", act, *args)[0] == (
            "This order or registration was not found; it may have been deleted."
        )


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y14_ada_takes_her_decision_back_within_a_minute(house: House, place: str) -> None:
    record, ben = waiting(house, place), house.person("admin")
    too_late = "This decision can't be undone any more."
    assert refused(house, "PT409", "undo_too_late", undo, place, record)[0] == too_late
    review(house, place, record, "accepted")
    assert refused(house, "PT409", "undo_too_late", undo, place, record, ben)[0] == too_late
    undo(house, place, record)
    assert read(house, record) == []
    assert len(house.ask("admin", QUEUE, record["uuid"])) == 1
    assert [one[0] for one in house.sql(LOGGED, record["uuid"])] == ["update", "update"]
    review(house, place, record, "rejected", "Unreadable")
    house.sql(
        "update public.payments set decided_at = now() - interval '1 minute' where decided_at is not null"
    )
    assert refused(house, "PT409", "undo_too_late", undo, place, record)[0] == too_late


def test_Y14_an_order_that_went_on_is_not_undone(house: House) -> None:
    order = ordered(house)
    review(house, ORDERS, order, "accepted")
    edit(house, order, status="Finished")
    refused(house, "PT409", "undo_too_late", undo, ORDERS, order)


def test_Y14_a_rejection_gives_the_pieces_back_and_undoing_it_takes_them_again(house: House) -> None:
    shirt = product(house, M=2)
    order = ordered(house, transactions=[of(shirt, 2, "M")])
    review(house, ORDERS, order, "rejected", "Unreadable")
    assert left(house, shirt) == {"M": 2}
    undo(house, ORDERS, order)
    assert (left(house, shirt), status(house, order)) == ({"M": 0}, "Processed")
    review(house, ORDERS, order, "rejected", "Unreadable")
    ordered(house, transactions=[of(shirt, 1, "M")])
    assert refused(house, "PT409", "out_of_stock", undo, ORDERS, order)[0] == (
        'Only 1 of "Selendang" in size M is left.'
    )


def test_Y14_a_status_that_is_set_in_the_table_is_a_decision_too(house: House) -> None:
    order = ordered(house)
    for said, kept in (
        ("Accepted", ["accepted"]), ("Finished", ["accepted"]), ("Rejected", ["rejected"]), ("Processed", []),
    ):  # fmt: skip
        edit(house, order, status=said)
        assert [one["decision"] for one in read(house, order)] == kept, said
    review(house, ORDERS, order, "rejected", "Unreadable")
    edit(house, order, status="Accepted")
    assert read(house, order) == [{"decision": "accepted", "reason": None}]
    imported = row_with_files(house.sql, ORDERS, house.other, status="Rejected")
    assert house.insert("service", ORDERS, imported).refused is None
    assert [one["decision"] for one in read(house, imported, "admin")] == ["rejected"]
    assert house.sql("select private.reviewer('transactions', %s)", imported["uuid"]) == [(None,)]


def test_Y14_the_queue_says_who_pays_what_and_how_to_answer(house: House) -> None:
    tom = house.user_id("talent")
    pay_by(house)
    put(house.sql, "delivery_details", row("delivery_details", tom))
    reserve(house, 90_000, house.other)
    reserve(house, 90_000)
    order = from_device(house, 90_000)
    send(house, order)
    registration = registered(house)
    (first,) = house.ask("admin", QUEUE, order["uuid"])
    assert [first[name] for name in ("place", "name", "email", "whatsapp", "total", "amount")] == [
        ORDERS, "Tom", f"{tom}@tapis.example", "6281234567890", 90_000, 89_999,
    ]  # fmt: skip
    (second,) = house.ask("admin", QUEUE, registration["uuid"])
    assert [second[name] for name in ("place", "name", "email", "whatsapp", "total", "amount")] == [
        REGISTRATIONS, "Tom", f"{tom}@tapis.example", "6281234567890", None, None,
    ]  # fmt: skip
    assert second["invoice_image"]["filename"] == registration["invoice_image"]["filename"]


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
def test_Y10_a_deleted_record_comes_back_with_its_amount_and_its_decision(house: House, place: str) -> None:
    page = "/shopping-cart" if place == ORDERS else "/profile/audition-registrations"
    pay_by(house, page, fee=90_000)
    reserve(house, 90_000, house.other, page)
    reserve(house, 90_000, page=page)
    record = from_device(house, 90_000) if place == ORDERS else None
    if record:
        send(house, record)
    record = record or registered(house, uuid=device_of(house, page=page))
    review(house, place, record, "rejected", "Unreadable")
    shown = "select reason, decided_at, by from public.decided_reviews where record = %s"
    before = house.ask("admin", shown, record["uuid"])
    house.delete("admin", place, record["uuid"])
    assert (due(house, record, place), read(house, record)) == (None, [])
    ben = house.person("admin")
    house.ask("admin", "select public.restore_record(%s, %s)", place, record["uuid"], sub=ben)
    assert due(house, record, place)[1] == 89_999
    assert house.ask("admin", shown, record["uuid"]) == before


def test_Y23_what_is_paid_and_decided_is_part_of_a_persons_data(house: House) -> None:
    order = ordered(house)
    review(house, ORDERS, order, "rejected", "Unreadable")
    (answer,) = house.ask("talent", "select public.my_data() as told")
    (paid,) = answer["told"]["payments"]
    assert (paid["amount"], paid["state"], paid["reason"]) == (300_000, "rejected", "Unreadable")
    registration = registered(house)
    review(house, REGISTRATIONS, registration, "accepted")
    house.sql("select private.remove_account(%s)", house.user_id("talent"))
    assert read(house, registration, "admin") == [], "it is gone with its account"
    assert len(read(house, order, "admin")) == 1, "orders stay in the books"


@pytest.mark.parametrize("role", ["anon", "none", "talent", "leadership", "service"])
def test_Y14_only_administrators_decide(house: House, role: str) -> None:
    order = ordered(house)
    for call in (
        "select public.review('transactions', %s, 'accepted')",
        "select public.undo_review('transactions', %s)",
        "select public.review_warnings('transactions', %s)",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            house.ask(role, call, order["uuid"])
    assert status(house, order) == "Processed"
