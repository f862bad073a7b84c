"""A paid order that its buyer deletes stays with the owner, who says what became of its pieces."""

import json

import psycopg
import pytest

from tests.database.conftest import House
from tests.database.test_reviews import ORDERS, ordered, refused, review
from tests.database.test_stock import edit, left, of, product
from tests.example_rows import Row

SETTLE = "select public.settle_deleted_order(%s, %s)"
KEPT = "select amount, deleted_by, keeps_pieces, goods from public.payments where record = %s"


def settle(house: House, order: Row, gives_back: bool) -> None:
    house.ask("admin", SETTLE, order["uuid"], gives_back)


def create_messages(house: House) -> None:
    """Of all that has happened, to people who have confirmed their addresses."""
    house.sql("update auth.users set email_confirmed_at = now()")
    house.sql("update private.outbox set not_before = now()")
    house.sql("select private.create_messages(true)")


def told(house: House) -> list[tuple[str, str]]:
    """What administrators hear by mail."""
    create_messages(house)
    asked = "select distinct kind, data ->> 'amount' from private.messages where kind = 'order_deleted'"
    return list(house.sql(asked))


def test_Y25_a_paid_order_that_tom_deletes_stays_with_ada_who_is_told_once(house: House) -> None:
    shirt = product(house, M=2)
    order = ordered(house, transactions=[of(shirt, 2, "M")])
    review(house, ORDERS, order, "accepted")
    house.delete("talent", ORDERS, order["uuid"])
    (kept,) = house.ask("admin", KEPT, order["uuid"])
    assert (kept["deleted_by"], kept["keeps_pieces"]) == ("buyer", True)
    assert [(line["quantity_to_buy"], line["size"]) for line in kept["goods"]] == [(2, "M")]
    assert len(told(house)) == 1
    assert left(house, shirt) == {"M": 0}
    settle(house, order, gives_back=True)
    assert left(house, shirt) == {"M": 2}
    refused(house, "PT404", "record_gone", settle, order, True)


def test_Y25_pieces_that_were_sent_all_the_same_are_not_given_back(house: House) -> None:
    shirt = product(house, M=2)
    order = ordered(house, transactions=[of(shirt, 2, "M")])
    review(house, ORDERS, order, "accepted")
    house.delete("talent", ORDERS, order["uuid"])
    settle(house, order, gives_back=False)
    assert left(house, shirt) == {"M": 0}


@pytest.mark.parametrize("status", ["Processed", "Finished", "Rejected"])
def test_Y25_of_an_order_that_is_not_under_way_nothing_is_left_to_say(house: House, status: str) -> None:
    order = ordered(house)
    edit(house, order, status=status)
    house.delete("talent", ORDERS, order["uuid"])
    (kept,) = house.ask("admin", KEPT, order["uuid"])
    assert (kept["deleted_by"], kept["keeps_pieces"]) == ("buyer", False)
    assert told(house) == []
    refused(house, "PT404", "record_gone", settle, order, True)


def test_Y25_an_order_that_comes_back_after_its_pieces_did_takes_them_again(house: House) -> None:
    shirt = product(house, M=2)
    order = ordered(house, transactions=[of(shirt, 2, "M")])
    review(house, ORDERS, order, "accepted")
    house.delete("admin", ORDERS, order["uuid"])
    assert told(house) == [], "Ada did it herself"
    settle(house, order, gives_back=True)
    house.ask("admin", "select public.restore_record('transactions', %s)", order["uuid"])
    assert left(house, shirt) == {"M": 0}
    assert house.sql(
        "select deleted_by, keeps_pieces, goods from public.payments where record = %s", order["uuid"]
    ) == [(None, False, None)]


@pytest.mark.parametrize("role", ["anon", "none", "talent", "leadership", "service"])
def test_Y25_only_administrators_settle_what_was_deleted(house: House, role: str) -> None:
    order = ordered(house)
    review(house, ORDERS, order, "accepted")
    house.delete("talent", ORDERS, order["uuid"])
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        house.ask(role, SETTLE, order["uuid"], True)


def test_Y25_how_a_deleted_order_was_to_be_delivered_is_noted_until_it_comes_back(house: House) -> None:
    order = ordered(house)
    way = {"uuid": order["uuid"], "name": "Kurir Lampung", "kind": "courier", "fee": 12_000}
    house.sql(
        "update public.transactions set delivery_way = %s where uuid = %s", json.dumps(way), order["uuid"]
    )
    house.delete("talent", ORDERS, order["uuid"])
    noted = "select delivery_way from public.payments where record = %s"
    assert house.ask("admin", noted, order["uuid"]) == [{"delivery_way": way}]
    house.ask("admin", "select public.restore_record('transactions', %s)", order["uuid"])
    assert house.ask("admin", noted, order["uuid"]) == [{"delivery_way": None}]
