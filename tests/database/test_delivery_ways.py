"""What delivery costs is decided by the database, as prices are, and is a part of what an order costs."""

import json
from typing import Any

import psycopg
import pytest

from tests.database.conftest import House
from tests.database.test_deliveries import keep
from tests.database.test_orders import kept, ready
from tests.example_rows import Row, line, put, row

METRO = {"address": "Jl. Pucuk Rebung 1", "province": "Lampung", "city": "Kota Metro"}
SEND = """
insert into public.transactions (uuid, user_id, transactions, invoice_image, status, delivery_way)
select uuid, user_id, transactions, invoice_image, status, delivery_way
from jsonb_populate_record(null::public.transactions, %s::jsonb)
"""


def way(house: House, **changes: Any) -> str:
    """A courier in Lampung who costs Rp. 12.000 for each started kilogram, or another way."""
    return put(house.sql, "delivery_ways", row("delivery_ways", "", **changes))


def send(house: House, order: Row, chosen: str | None, fee: Any) -> Row:
    """Tom's order with a way and the fee that he was shown. Gives what is kept."""
    house.ask("talent", SEND, json.dumps(order | {"delivery_way": {"uuid": chosen, "fee": fee}}))
    (stored,) = kept(house, order)
    return stored


def refusal(house: House, chosen: str | None, fee: Any, order: Row | None = None) -> Any:
    """Why the database refuses such an order, which has changed nothing."""
    order = order or ready(house)
    before = house.state()
    with pytest.raises(psycopg.Error) as caught:
        send(house, order, chosen, fee)
    assert house.state() == before
    return caught.value.diag


def owed(house: House, order: Row) -> tuple[Any, ...]:
    """Total and exact amount of an order."""
    (found,) = house.sql("select total, amount from public.payments where record = %s", order["uuid"])
    return found


def weighing(house: House, grams: int | None, pieces: int) -> Row:
    """An order of so many pieces at Rp. 150.000 that weigh so much each."""
    order = ready(house)
    product = order["transactions"][0]["uuid"]
    house.sql("update public.products set weight = %s where uuid = %s", grams, product)
    return order | {"transactions": [line(product, quantity_to_buy=pieces)]}


def test_Y26_toms_order_keeps_its_way_and_the_fee_is_part_of_what_he_owes(house: House) -> None:
    chosen, order = way(house, days_from=2, days_to=4), ready(house)
    keep(house, **METRO)
    stored = send(house, order, chosen, 12_000)
    assert stored["delivery_way"] == {
        "uuid": chosen,
        "name": "Kurir Lampung",
        "kind": "courier",
        "fee": 12_000,
        "days_from": 2,
        "days_to": 4,
    }
    assert owed(house, order) == (312_000, 312_000)
    (goes,) = house.ask("admin", "select province, city from public.order_deliveries")
    assert goes == {"province": "Lampung", "city": "Kota Metro"}


@pytest.mark.parametrize("fee", [0, 11_999, -12_000, 12_000.5, "12000", None])
def test_Y26_a_forged_fee_is_refused_with_the_one_that_holds(house: House, fee: Any) -> None:
    chosen = way(house)
    keep(house, **METRO)
    told = refusal(house, chosen, fee)
    assert (told.sqlstate, told.message_hint) == ("PT409", "price_moved")
    assert json.loads(told.message_detail) == [
        {"uuid": chosen, "heading": "Kurir Lampung", "old_price": fee, "new_price": 12_000}
    ]


def test_Y26_a_fee_that_moved_is_refused_and_the_new_one_is_taken(house: House) -> None:
    chosen, order = way(house), ready(house)
    keep(house, **METRO)
    house.ask("admin", "update public.delivery_ways set price = 15000")
    assert refusal(house, chosen, 12_000, order).message_primary == (
        'Delivery with "Kurir Lampung" costs Rp. 15.000 now.'
    )
    assert send(house, order, chosen, 15_000)["delivery_way"]["fee"] == 15_000


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
def test_Y26_each_started_kilogram_costs(house: House, grams: int | None, pieces: int, fee: int) -> None:
    order = weighing(house, grams, pieces)
    chosen = way(house, default_weight=500)
    keep(house, **METRO)
    assert refusal(house, chosen, fee + 12_000, order).message_hint == "price_moved"
    assert send(house, order, chosen, fee)["delivery_way"]["fee"] == fee


@pytest.mark.parametrize(("pieces", "fee"), [(1, 20_000), (2, 0), (3, 0)])
def test_Y26_a_flat_fee_ends_at_the_sum_from_which_it_is_free(house: House, pieces: int, fee: int) -> None:
    order = weighing(house, 9_000, pieces)
    chosen = way(house, price=20_000, per_kilogram=False, free_from=300_000)
    keep(house, **METRO)
    assert send(house, order, chosen, fee)["delivery_way"]["fee"] == fee


@pytest.mark.parametrize(
    "areas", [[], ["Lampung"], ["Bali", "lampung"], ["Lampung, Kota Metro"], ["LAMPUNG, KOTA METRO", "Bali"]]
)
def test_Y26_a_courier_goes_to_the_areas_that_the_shop_says(house: House, areas: list[str]) -> None:
    chosen = way(house, areas=areas)
    keep(house, **METRO)
    assert send(house, ready(house), chosen, 12_000)["delivery_way"]["kind"] == "courier"


@pytest.mark.parametrize("areas", [["Bali"], ["Lampung, Kota Bandar Lampung"], ["Kota Metro"]])
def test_Y26_a_courier_goes_nowhere_else(house: House, areas: list[str]) -> None:
    chosen = way(house, areas=areas)
    keep(house, **METRO)
    told = refusal(house, chosen, 12_000)
    assert (told.sqlstate, told.message_hint) == ("PT409", "delivery_gone")
    assert told.message_primary == '"Kurir Lampung" does not deliver to Kota Metro, Lampung.'


@pytest.mark.parametrize("gone", ["00000000-0000-4000-8000-00000000beef", "free", "", None])
def test_Y26_a_way_that_is_no_longer_offered_is_refused(house: House, gone: str | None) -> None:
    told = refusal(house, gone, 12_000)
    assert (told.sqlstate, told.message_hint) == ("PT409", "delivery_gone")


@pytest.mark.parametrize("missing", ["address", "province", "city"])
def test_Y26_without_an_address_no_courier_can_be_chosen_but_a_pick_up(house: House, missing: str) -> None:
    courier, pickup = way(house, areas=[]), way(house, kind="pickup", name="Ambil di toko", price=0)
    keep(house, **METRO | {missing: " "})
    order = ready(house)
    told = refusal(house, courier, 12_000, order)
    assert (told.sqlstate, told.message_hint) == ("23514", "address_missing")
    assert send(house, order, pickup, 0)["delivery_way"]["name"] == "Ambil di toko"


def test_Y26_an_order_without_a_way_is_taken_as_ever_also_in_a_shop_with_ways(house: House) -> None:
    way(house)
    order = ready(house)
    house.ask("talent", SEND, json.dumps(order))
    assert (kept(house, order)[0]["delivery_way"], owed(house, order)) == (None, (300_000, 300_000))


def test_Y26_tom_sends_a_way_that_holds_more_than_he_may_say_and_it_is_the_shops(house: House) -> None:
    chosen, order = way(house), ready(house)
    keep(house, **METRO)
    forged = {"uuid": chosen, "fee": 12_000, "name": "Gratis", "kind": "pickup", "note": "x"}
    house.ask("talent", SEND, json.dumps(order | {"delivery_way": forged}))
    stored = kept(house, order)[0]["delivery_way"]
    assert (stored["name"], stored["kind"], "note" in stored) == ("Kurir Lampung", "courier", False)


def test_Y26_what_ada_corrects_keeps_the_fee_and_what_she_deletes_brings_it_back(house: House) -> None:
    chosen, order = way(house), ready(house)
    keep(house, **METRO)
    stored = send(house, order, chosen, 12_000)
    fewer = [stored["transactions"][0] | {"quantity_to_buy": 1}]
    house.ask("admin", "update public.transactions set transactions = %s::jsonb", json.dumps(fewer))
    assert owed(house, order) == (162_000, 162_000)
    house.ask("admin", "delete from public.transactions")
    house.ask("admin", "select public.restore_record('transactions', %s)", order["uuid"])
    assert kept(house, order)[0]["delivery_way"] == stored["delivery_way"]
    assert owed(house, order) == (162_000, 162_000)
    (goes,) = house.ask("admin", "select province, city from public.order_deliveries")
    assert goes == {"province": "Lampung", "city": "Kota Metro"}


def test_Y26_the_desk_and_the_mail_say_the_total_with_the_fee(house: House) -> None:
    chosen, order = way(house), ready(house)
    keep(house, **METRO)
    send(house, order, chosen, 12_000)
    assert house.ask("admin", "select total, amount from public.review_queue") == [
        {"total": 312_000, "amount": 312_000}
    ]
    ((said,),) = house.sql(
        "select private.message_values(o) from private.outbox as o where record = %s", order["uuid"]
    )
    assert (said["amount"], said["delivery"]) == ("Rp. 312.000", "Kurir Lampung: Rp. 12.000")


def test_Y26_the_seal_of_an_order_covers_its_way(house: House) -> None:
    chosen, order = way(house), ready(house)
    keep(house, **METRO)
    send(house, order, chosen, 12_000)
    broken = """
        select seal.sha256 <> private.seal_of(o) from private.order_seals as seal
        join public.transactions as o using (uuid) where o.uuid = %s"""
    assert house.sql(broken, order["uuid"]) == [(False,)]
    house.sql(
        "update public.transactions set delivery_way = jsonb_set(delivery_way, '{fee}', '1') where uuid = %s",
        order["uuid"],
    )
    assert house.sql(broken, order["uuid"]) == [(True,)]
