"""An order that waits is cancelled by Tom or by Ada, with a reason; what came is owed until it went back."""

import pytest

from tests.database.conftest import House
from tests.database.test_deleted_payments import create_messages
from tests.database.test_proofs import answer, proof, why_not
from tests.database.test_reviews import ORDERS, QUEUE, ordered, refused, review, status, undo
from tests.database.test_stock import left, of, product
from tests.example_rows import Row

WHY = "I ordered the wrong size"


def cancel(
    house: House, order: Row, role: str = "talent", reason: str | None = WHY, sub: str | None = None
) -> None:
    house.ask(role, "select public.cancel_order(%s, %s)", order["uuid"], reason, sub=sub)


def owed(house: House) -> dict[str, int]:
    """By the number of the order."""
    found = house.ask("admin", "select record::text, owed from public.owed_refunds()")
    return {one["record"]: one["owed"] for one in found}


def told(house: House) -> list[tuple[str, str]]:
    house.sql("delete from private.messages")
    create_messages(house)
    asked = "select distinct kind, data ->> 'reason' from private.messages where kind like 'order_cancelled%'"
    return list(house.sql(asked))


@pytest.mark.parametrize(("role", "who"), [("talent", "buyer"), ("admin", "shop")])
def test_Y25_a_cancelled_order_is_rejected_gives_its_pieces_back_and_takes_no_proof(
    house: House, role: str, who: str
) -> None:
    shirt = product(house, M=2)
    order = ordered(house, transactions=[of(shirt, 2, "M")])
    cancel(house, order, role)
    assert (status(house, order), left(house, shirt)) == ("Rejected", {"M": 2})
    kept = "select state, reason, cancelled_by from public.payments where record = %s"
    read = [{"state": "rejected", "reason": WHY, "cancelled_by": who}]
    assert house.ask("talent", kept, order["uuid"]) == read
    assert house.ask("admin", QUEUE, order["uuid"]) == []
    assert why_not(house, order) == "order_cancelled"
    refused(house, "PT409", "order_cancelled", answer, order, proof(house))
    events = house.ask("talent", "select event, said from public.order_timeline(%s)", order["uuid"])
    assert {"event": "cancelled", "said": WHY} in events


@pytest.mark.parametrize("who", ["talent", "admin"])
def test_Y25_a_cancellation_that_is_sent_again_is_made_and_told_once(house: House, who: str) -> None:
    order = ordered(house)
    cancel(house, order, who)
    told(house)
    before = house.state()
    cancel(house, order, who)
    assert (house.state(), told(house)) == (before, [])
    refused(house, "PT409", "already_reviewed", cancel, order, who, "Another reason")
    refused(house, "PT409", "already_reviewed", cancel, order, "admin" if who == "talent" else "talent")


def test_Y25_administrators_hear_of_toms_cancellation_once_and_tom_of_adas(house: House) -> None:
    told(house)
    cancel(house, ordered(house))
    assert told(house) == [("order_cancelled_by_buyer", WHY)]
    assert told(house) == []
    cancel(house, ordered(house), "admin", "Sold out")
    assert told(house) == [("order_cancelled", "Sold out")]


def test_Y24_what_was_paid_for_a_cancelled_order_is_owed_until_it_was_paid_back(house: House) -> None:
    order, other = ordered(house), ordered(house)
    cancel(house, order)
    cancel(house, other, "admin")
    ((amount,),) = house.sql("select amount from public.payments where record = %s", order["uuid"])
    assert owed(house)[order["uuid"]] == amount
    receive = "select public.record_received('transactions', %s, %s)"
    house.ask("admin", receive, other["uuid"], 0)
    house.ask("admin", receive, order["uuid"], amount)
    assert owed(house) == {order["uuid"]: amount}
    refund = "select public.record_refund('transactions', %s, %s, '2026-11-24', 'BCA')"
    house.ask("admin", refund, order["uuid"], amount - 1)
    assert owed(house) == {order["uuid"]: 1}
    house.delete("talent", ORDERS, order["uuid"])
    assert owed(house) == {order["uuid"]: 1}, "also of an order that its buyer deleted since"
    house.ask("admin", refund, order["uuid"], 1)
    assert owed(house) == {}


def test_Y25_what_was_decided_is_not_cancelled_and_what_was_cancelled_not_accepted(house: House) -> None:
    accepted, cancelled = ordered(house), ordered(house)
    review(house, ORDERS, accepted, "accepted")
    sentence, _ = refused(house, "PT409", "already_reviewed", cancel, accepted)
    assert sentence == "This was accepted already."
    cancel(house, cancelled)
    sentence, _ = refused(house, "PT409", "already_reviewed", review, ORDERS, cancelled, "accepted")
    assert sentence.startswith("This was cancelled already by ")
    refused(house, "PT409", "already_reviewed", cancel, cancelled, "admin")


def test_Y25_a_cancellation_says_why_and_is_the_buyers_or_the_shops(house: House) -> None:
    order = ordered(house)
    refused(house, "23514", "reason_missing", cancel, order, "talent", " \n")
    refused(house, "PT404", "record_gone", cancel, order, "talent", WHY, house.other)
    refused(house, "42501", None, cancel, order, "leadership")
    refused(house, "42501", None, lambda shop: shop.ask("talent", "select public.owed_refunds()"))


def test_Y25_ada_takes_her_cancellation_back_and_the_order_waits_as_before(house: House) -> None:
    order = ordered(house)
    cancel(house, order, "admin")
    undo(house, ORDERS, order)
    assert (status(house, order), owed(house)) == ("Processed", {})
    cancel(house, order)
    refused(house, "PT409", "undo_too_late", undo, ORDERS, order)
