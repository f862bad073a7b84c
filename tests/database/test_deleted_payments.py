"""A paid order that its buyer deletes stays with the owner, who says what became of its pieces."""

import json

import psycopg
import pytest

from tests.database.conftest import PersonaDatabase
from tests.database.test_refunds import record_refund
from tests.database.test_reviews import ORDERS, assert_refused, place_order, review
from tests.database.test_stock import add_product, build_line, edit_order, fetch_stock
from tests.example_rows import Row

OWED = "select cause, owed from public.owed_refunds()"
SETTLE = "select public.settle_deleted_order(%s, %s)"
KEPT = "select amount, deleted_by, keeps_pieces, goods from public.payments where record = %s"


def settle(db: PersonaDatabase, order: Row, gives_back: bool) -> None:
    db.run_as("admin", SETTLE, order["uuid"], gives_back)


def create_messages(db: PersonaDatabase) -> None:
    """Create the messages of all events, with all addresses confirmed."""
    db.sql("update auth.users set email_confirmed_at = now()")
    db.sql("update private.outbox set not_before = now()")
    db.sql("select private.create_messages(true)")


def fetch_admin_messages(db: PersonaDatabase) -> list[tuple[str, str]]:
    """The messages that administrators get by mail."""
    create_messages(db)
    query = "select distinct kind, data ->> 'amount' from private.messages where kind = 'order_deleted'"
    return list(db.sql(query))


def test_Y25_a_paid_order_that_tom_deletes_stays_with_ada_who_is_told_once(db: PersonaDatabase) -> None:
    shirt = add_product(db, M=2)
    order = place_order(db, transactions=[build_line(shirt, 2, "M")])
    review(db, ORDERS, order, "accepted")
    db.delete("talent", ORDERS, order["uuid"])
    (kept,) = db.run_as("admin", KEPT, order["uuid"])
    assert (kept["deleted_by"], kept["keeps_pieces"]) == ("buyer", True)
    assert [(line["quantity_to_buy"], line["size"]) for line in kept["goods"]] == [(2, "M")]
    assert len(fetch_admin_messages(db)) == 1
    assert fetch_stock(db, shirt) == {"M": 0}
    assert db.run_as("admin", OWED) == []
    settle(db, order, gives_back=True)
    assert fetch_stock(db, shirt) == {"M": 2}
    assert_refused(db, "PT404", "record_gone", settle, order, True)
    assert db.run_as("admin", OWED) == [{"cause": "deleted", "owed": 300_000}], "neither goods nor money"
    record_refund(db, order, 100_000)
    assert db.run_as("admin", OWED) == [{"cause": "deleted", "owed": 200_000}]
    record_refund(db, order, 200_000)
    assert db.run_as("admin", OWED) == []


def test_Y25_pieces_that_were_sent_all_the_same_are_not_given_back(db: PersonaDatabase) -> None:
    shirt = add_product(db, M=2)
    order = place_order(db, transactions=[build_line(shirt, 2, "M")])
    review(db, ORDERS, order, "accepted")
    db.delete("talent", ORDERS, order["uuid"])
    settle(db, order, gives_back=False)
    assert fetch_stock(db, shirt) == {"M": 0}
    assert db.run_as("admin", OWED) == []


@pytest.mark.parametrize("status", ["Processed", "Finished", "Rejected"])
def test_Y25_of_an_order_that_is_not_under_way_nothing_is_left_to_say(
    db: PersonaDatabase, status: str
) -> None:
    order = place_order(db)
    edit_order(db, order, status=status)
    db.delete("talent", ORDERS, order["uuid"])
    (kept,) = db.run_as("admin", KEPT, order["uuid"])
    assert (kept["deleted_by"], kept["keeps_pieces"]) == ("buyer", False)
    assert fetch_admin_messages(db) == []
    assert_refused(db, "PT404", "record_gone", settle, order, True)


def test_Y25_an_order_that_comes_back_after_its_pieces_did_takes_them_again(db: PersonaDatabase) -> None:
    shirt = add_product(db, M=2)
    order = place_order(db, transactions=[build_line(shirt, 2, "M")])
    review(db, ORDERS, order, "accepted")
    db.delete("admin", ORDERS, order["uuid"])
    assert fetch_admin_messages(db) == [], "Ada did it herself"
    settle(db, order, gives_back=True)
    db.run_as("admin", "select public.restore_record('transactions', %s)", order["uuid"])
    assert fetch_stock(db, shirt) == {"M": 0}
    assert db.run_as("admin", OWED) == []
    assert db.sql(
        "select deleted_by, keeps_pieces, goods from public.payments where record = %s", order["uuid"]
    ) == [(None, False, None)]


@pytest.mark.parametrize("role", ["anon", "none", "talent", "leadership", "service"])
def test_Y25_only_administrators_settle_what_was_deleted(db: PersonaDatabase, role: str) -> None:
    order = place_order(db)
    review(db, ORDERS, order, "accepted")
    db.delete("talent", ORDERS, order["uuid"])
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        db.run_as(role, SETTLE, order["uuid"], True)


def test_Y25_how_a_deleted_order_was_to_be_delivered_is_noted_until_it_comes_back(
    db: PersonaDatabase,
) -> None:
    order = place_order(db)
    way = {"uuid": order["uuid"], "name": "Kurir Lampung", "kind": "courier", "fee": 12_000}
    db.sql("update public.transactions set delivery_way = %s where uuid = %s", json.dumps(way), order["uuid"])
    db.delete("talent", ORDERS, order["uuid"])
    noted = "select delivery_way from public.payments where record = %s"
    assert db.run_as("admin", noted, order["uuid"]) == [{"delivery_way": way}]
    db.run_as("admin", "select public.restore_record('transactions', %s)", order["uuid"])
    assert db.run_as("admin", noted, order["uuid"]) == [{"delivery_way": None}]
