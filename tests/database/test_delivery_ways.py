"""What delivery costs is decided by the database, as prices are, and is a part of what an order costs."""

import json
from typing import Any

import psycopg
import pytest

from tests.database.conftest import PersonaDatabase
from tests.database.test_deliveries import save_delivery_details
from tests.database.test_orders import build_order, fetch_orders
from tests.example_rows import Row, line, put, row

METRO = {"address": "Jl. Pucuk Rebung 1", "province": "Lampung", "city": "Kota Metro"}
SEND = """
insert into public.transactions (uuid, user_id, transactions, invoice_image, status, delivery_way)
select uuid, user_id, transactions, invoice_image, status, delivery_way
from jsonb_populate_record(null::public.transactions, %s::jsonb)
"""


def add_delivery_way(db: PersonaDatabase, **changes: Any) -> str:
    """Add a courier in Lampung at Rp. 12.000 for each started kilogram, or another way."""
    return put(db.sql, "delivery_ways", row("delivery_ways", "", **changes))


def send_with_delivery(db: PersonaDatabase, order: Row, chosen: str | None, fee: Any) -> Row:
    """Send Tom's order with a delivery way and the fee that he saw; gives the stored row."""
    db.run_as("talent", SEND, json.dumps(order | {"delivery_way": {"uuid": chosen, "fee": fee}}))
    (stored,) = fetch_orders(db, order)
    return stored


def catch_refusal(db: PersonaDatabase, chosen: str | None, fee: Any, order: Row | None = None) -> Any:
    """The error when such an order is refused; nothing is changed."""
    order = order or build_order(db)
    before = db.state()
    with pytest.raises(psycopg.Error) as caught:
        send_with_delivery(db, order, chosen, fee)
    assert db.state() == before
    return caught.value.diag


def fetch_due(db: PersonaDatabase, order: Row) -> tuple[Any, ...]:
    """Total and exact amount of an order."""
    (found,) = db.sql("select total, amount from public.payments where record = %s", order["uuid"])
    return found


def build_order_of_weight(db: PersonaDatabase, grams: int | None, pieces: int) -> Row:
    """An order of so many pieces at Rp. 150.000, each with this weight."""
    order = build_order(db)
    product = order["transactions"][0]["uuid"]
    db.sql("update public.products set weight = %s where uuid = %s", grams, product)
    return order | {"transactions": [line(product, quantity_to_buy=pieces)]}


def test_Y26_toms_order_keeps_its_way_and_the_fee_is_part_of_what_he_owes(db: PersonaDatabase) -> None:
    chosen, order = add_delivery_way(db, days_from=2, days_to=4), build_order(db)
    save_delivery_details(db, **METRO)
    stored = send_with_delivery(db, order, chosen, 12_000)
    assert stored["delivery_way"] == {
        "uuid": chosen,
        "name": "Kurir Lampung",
        "kind": "courier",
        "fee": 12_000,
        "days_from": 2,
        "days_to": 4,
        "description": None,
    }
    assert fetch_due(db, order) == (312_000, 312_000)
    (goes,) = db.run_as("admin", "select province, city from public.order_deliveries")
    assert goes == {"province": "Lampung", "city": "Kota Metro"}


@pytest.mark.parametrize("fee", [0, 11_999, -12_000, 12_000.5, "12000", None])
def test_Y26_a_forged_fee_is_refused_with_the_one_that_holds(db: PersonaDatabase, fee: Any) -> None:
    chosen = add_delivery_way(db)
    save_delivery_details(db, **METRO)
    error = catch_refusal(db, chosen, fee)
    assert (error.sqlstate, error.message_hint) == ("PT409", "price_moved")
    assert json.loads(error.message_detail) == [
        {"uuid": chosen, "heading": "Kurir Lampung", "old_price": fee, "new_price": 12_000}
    ]


def test_Y26_a_fee_that_moved_is_refused_and_the_new_one_is_taken(db: PersonaDatabase) -> None:
    chosen, order = add_delivery_way(db), build_order(db)
    save_delivery_details(db, **METRO)
    db.run_as("admin", "update public.delivery_ways set price = 15000")
    assert catch_refusal(db, chosen, 12_000, order).message_primary == (
        'Delivery with "Kurir Lampung" costs Rp. 15.000 now.'
    )
    assert send_with_delivery(db, order, chosen, 15_000)["delivery_way"]["fee"] == 15_000


@pytest.mark.parametrize(
    ("grams", "pieces", "fee"),
    [
        (500, 2, 12_000),
        (501, 2, 24_000),
        (1, 1, 12_000),
        (None, 2, 12_000),
        (None, 3, 24_000),
        (1000, 999, 999 * 12_000),
    ],
)
def test_Y26_each_started_kilogram_costs(
    db: PersonaDatabase, grams: int | None, pieces: int, fee: int
) -> None:
    order = build_order_of_weight(db, grams, pieces)
    chosen = add_delivery_way(db, default_weight=500)
    save_delivery_details(db, **METRO)
    assert catch_refusal(db, chosen, fee + 12_000, order).message_hint == "price_moved"
    assert send_with_delivery(db, order, chosen, fee)["delivery_way"]["fee"] == fee


@pytest.mark.parametrize(("pieces", "fee"), [(1, 20_000), (2, 0), (3, 0)])
def test_Y26_a_flat_fee_ends_at_the_sum_from_which_it_is_free(
    db: PersonaDatabase, pieces: int, fee: int
) -> None:
    order = build_order_of_weight(db, 9_000, pieces)
    chosen = add_delivery_way(db, price=20_000, per_kilogram=False, free_from=300_000)
    save_delivery_details(db, **METRO)
    assert send_with_delivery(db, order, chosen, fee)["delivery_way"]["fee"] == fee


@pytest.mark.parametrize(
    "areas", [[], ["Lampung"], ["Bali", "lampung"], ["Lampung, Kota Metro"], ["LAMPUNG, KOTA METRO", "Bali"]]
)
def test_Y26_a_courier_goes_to_the_areas_that_the_shop_says(db: PersonaDatabase, areas: list[str]) -> None:
    chosen = add_delivery_way(db, areas=areas)
    save_delivery_details(db, **METRO)
    assert send_with_delivery(db, build_order(db), chosen, 12_000)["delivery_way"]["kind"] == "courier"


@pytest.mark.parametrize("areas", [["Bali"], ["Lampung, Kota Bandar Lampung"], ["Kota Metro"]])
def test_Y26_a_courier_goes_nowhere_else(db: PersonaDatabase, areas: list[str]) -> None:
    chosen = add_delivery_way(db, areas=areas)
    save_delivery_details(db, **METRO)
    error = catch_refusal(db, chosen, 12_000)
    assert (error.sqlstate, error.message_hint) == ("PT409", "delivery_gone")
    assert error.message_primary == '"Kurir Lampung" does not deliver to Kota Metro, Lampung.'


@pytest.mark.parametrize("gone", ["00000000-0000-4000-8000-00000000beef", "free", "", None])
def test_Y26_a_way_that_is_no_longer_offered_is_refused(db: PersonaDatabase, gone: str | None) -> None:
    told = catch_refusal(db, gone, 12_000)
    assert (told.sqlstate, told.message_hint) == ("PT409", "delivery_gone")
    assert told.message_primary == "This delivery method is no longer offered."


@pytest.mark.parametrize("missing", ["address", "province", "city"])
def test_Y26_without_an_address_no_courier_can_be_chosen_but_a_pick_up(
    db: PersonaDatabase, missing: str
) -> None:
    courier, pickup = (
        add_delivery_way(db, areas=[]),
        add_delivery_way(db, kind="pickup", name="Ambil di toko", price=0, description="Senin, 09.00"),
    )
    save_delivery_details(db, **METRO | {missing: " "})
    order = build_order(db)
    error = catch_refusal(db, courier, 12_000, order)
    assert (error.sqlstate, error.message_hint) == ("23514", "address_missing")
    stored = send_with_delivery(db, order, pickup, 0)["delivery_way"]
    assert (stored["name"], stored["description"]) == ("Ambil di toko", "Senin, 09.00")
    ((told,),) = db.sql(
        "select private.message_payload(o) ->> 'delivery' from private.outbox as o where record = %s",
        order["uuid"],
    )
    assert told == "Ambil di toko: Rp. 0\nSenin, 09.00"


def test_Y26_an_order_without_a_way_is_taken_as_ever_also_in_a_shop_with_ways(db: PersonaDatabase) -> None:
    add_delivery_way(db)
    order = build_order(db)
    db.run_as("talent", SEND, json.dumps(order))
    assert (fetch_orders(db, order)[0]["delivery_way"], fetch_due(db, order)) == (None, (300_000, 300_000))


def test_Y26_tom_sends_a_way_that_holds_more_than_he_may_say_and_it_is_the_shops(db: PersonaDatabase) -> None:
    chosen, order = add_delivery_way(db), build_order(db)
    save_delivery_details(db, **METRO)
    forged = {"uuid": chosen, "fee": 12_000, "name": "Gratis", "kind": "pickup", "note": "x"}
    db.run_as("talent", SEND, json.dumps(order | {"delivery_way": forged}))
    stored = fetch_orders(db, order)[0]["delivery_way"]
    assert (stored["name"], stored["kind"], "note" in stored) == ("Kurir Lampung", "courier", False)


def test_Y26_what_ada_corrects_keeps_the_fee_and_what_she_deletes_brings_it_back(db: PersonaDatabase) -> None:
    chosen, order = add_delivery_way(db), build_order(db)
    save_delivery_details(db, **METRO)
    stored = send_with_delivery(db, order, chosen, 12_000)
    fewer = [stored["transactions"][0] | {"quantity_to_buy": 1}]
    db.run_as("admin", "update public.transactions set transactions = %s::jsonb", json.dumps(fewer))
    assert fetch_due(db, order) == (162_000, 162_000)
    db.run_as("admin", "delete from public.transactions")
    db.run_as("admin", "select public.restore_record('transactions', %s)", order["uuid"])
    assert fetch_orders(db, order)[0]["delivery_way"] == stored["delivery_way"]
    assert fetch_due(db, order) == (162_000, 162_000)
    (goes,) = db.run_as("admin", "select province, city from public.order_deliveries")
    assert goes == {"province": "Lampung", "city": "Kota Metro"}


def test_Y26_the_desk_and_the_mail_say_the_total_with_the_fee(db: PersonaDatabase) -> None:
    chosen, order = add_delivery_way(db), build_order(db)
    save_delivery_details(db, **METRO)
    send_with_delivery(db, order, chosen, 12_000)
    assert db.run_as("admin", "select total, amount from public.review_queue") == [
        {"total": 312_000, "amount": 312_000}
    ]
    ((values,),) = db.sql(
        "select private.message_payload(o) from private.outbox as o where record = %s", order["uuid"]
    )
    assert (values["amount"], values["delivery"]) == ("Rp. 312.000", "Kurir Lampung: Rp. 12.000")


def test_Y26_the_seal_of_an_order_covers_its_way(db: PersonaDatabase) -> None:
    chosen, order = add_delivery_way(db), build_order(db)
    save_delivery_details(db, **METRO)
    send_with_delivery(db, order, chosen, 12_000)
    broken = """
        select seal.sha256 <> private.seal_of(o) from private.order_seals as seal
        join public.transactions as o using (uuid) where o.uuid = %s"""
    assert db.sql(broken, order["uuid"]) == [(False,)]
    db.sql(
        "update public.transactions set delivery_way = jsonb_set(delivery_way, '{fee}', '1') where uuid = %s",
        order["uuid"],
    )
    assert db.sql(broken, order["uuid"]) == [(True,)]
