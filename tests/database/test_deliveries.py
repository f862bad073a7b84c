"""Where orders go: a person's own, kept with each order as it was, and nobody else's but the shop's."""

import json
from typing import Any

import psycopg
import pytest

from tests.database.conftest import House
from tests.database.test_orders import ready, send
from tests.example_rows import Row, put, row

UPSERT = """
insert into public.delivery_details (user_id, name, whatsapp, address, note, province, city)
select user_id, name, whatsapp, address, note, province, city
from jsonb_populate_record(null::public.delivery_details, %s::jsonb)
on conflict (user_id) do update set (user_id, name, whatsapp, address, note, province, city)
    = row(excluded.user_id, excluded.name, excluded.whatsapp, excluded.address, excluded.note,
        excluded.province, excluded.city)
"""
NUMBERS = {
    "0812-3456-7890": "6281234567890",
    "+62 812 3456 7890": "6281234567890",
    "62 (812) 3456.7890": "6281234567890",
    "0062 812 3456 7890": "6281234567890",
    "+62 0812 3456 7890": "6281234567890",
    "6281234567890": "6281234567890",
    "+49 151 23456789": "4915123456789",
}
NO_NUMBERS = ("12345", "08" * 9, "call me", "+62 812 x", "+")
# Constraint → values that it refuses.
FORGED: dict[str, Row] = {
    "delivery_details_user_id_is_an_account": {"user_id": "00000000-0000-4000-8000-00000000beef"},
    "delivery_details_name_at_most_200_characters": {"name": "x" * 201},
    "delivery_details_whatsapp_is_a_number": {"whatsapp": "call me"},
    "delivery_details_address_at_most_1000_characters": {"address": "x" * 1001},
    "delivery_details_note_at_most_1000_characters": {"note": "x" * 1001},
    "delivery_details_province_at_most_100_characters": {"province": "x" * 101},
    "delivery_details_city_at_most_100_characters": {"city": "x" * 101},
    "delivery_details_say_something": {"name": " ", "whatsapp": "", "address": None, "note": "\n"},
}
OF_ORDERS = {
    "order_deliveries_order_uuid_is_an_order": {"order_uuid": "00000000-0000-4000-8000-00000000beef"},
    "order_deliveries_user_id_is_an_account": {"user_id": "00000000-0000-4000-8000-00000000beef"},
}
CONSTRAINTS = """
select conname from pg_constraint
where conrelid in ('public.delivery_details'::regclass, 'public.order_deliveries'::regclass)
    and contype in ('c', 'f') order by 1
"""


def keep(house: House, **values: Any) -> None:
    """Tom's delivery details, as the cart keeps them. Raises what the database says."""
    house.ask("talent", UPSERT, json.dumps({"user_id": house.user_id("talent")} | values))


def delivery(house: House, order: Row, role: str = "admin") -> list[Row]:
    """Where somebody reads that an order goes."""
    query = "select name, whatsapp, address, note from public.order_deliveries where order_uuid = %s"
    return house.ask(role, query, order["uuid"])


def refusal(house: House, table: str, values: Row) -> str | None:
    """The rule that refuses a row."""
    store = f"insert into public.{table} select * from jsonb_populate_record(null::public.{table}, %s::jsonb)"
    with pytest.raises(psycopg.IntegrityError) as refused, house.connection.transaction():
        house.sql(store, json.dumps(values))
    return refused.value.diag.constraint_name


@pytest.mark.parametrize(("given", "kept"), NUMBERS.items())
def test_Y3_a_whatsapp_number_is_kept_as_links_want_it(house: House, given: str, kept: str) -> None:
    keep(house, whatsapp=given)
    assert house.ask("talent", "select whatsapp from public.delivery_details") == [{"whatsapp": kept}]


@pytest.mark.parametrize("given", NO_NUMBERS)
def test_Y3_what_is_no_number_is_refused_in_words(house: House, given: str) -> None:
    with pytest.raises(psycopg.errors.CheckViolation) as refused:
        keep(house, whatsapp=given)
    assert refused.value.diag.message_hint == "whatsapp"
    assert "is not a WhatsApp number. Write it like 0812" in (refused.value.diag.message_primary or "")


def test_Y3_every_limit_of_deliveries_refuses_by_its_name(house: House) -> None:
    assert sorted(FORGED | OF_ORDERS) == [name for (name,) in house.sql(CONSTRAINTS)]
    mine = row("delivery_details", house.other)
    of_order = {"order_uuid": put(house.sql, "transactions", row("transactions", house.other))}
    of_order |= {"user_id": house.other}
    for table, right, forged in (
        ("delivery_details", mine, FORGED),
        ("order_deliveries", of_order, OF_ORDERS),
    ):
        for constraint, values in forged.items():
            assert refusal(house, table, right | values) == constraint


def test_Y3_an_order_keeps_where_it_goes_as_it_was_then(house: House) -> None:
    keep(house, name=" Tom ", whatsapp="0812 3456 7890", address="Jl. Pucuk Rebung 1", note="")
    order = ready(house)
    send(house, order)
    then = {"name": "Tom", "whatsapp": "6281234567890", "address": "Jl. Pucuk Rebung 1", "note": None}
    keep(house, address="Jl. Diponegoro 7")
    assert delivery(house, order) == delivery(house, order, "talent") == [then]
    house.ask("talent", "delete from public.delivery_details")
    assert delivery(house, order) == [then]
    send(house, order)  # again: nothing changes
    assert delivery(house, order) == [then]
    assert delivery(house, order, "leadership") == delivery(house, order, "none") == []


def test_Y3_who_says_nothing_orders_all_the_same(house: House) -> None:
    order = ready(house)
    send(house, order)
    assert delivery(house, order) == []


def test_Y3_an_address_goes_with_the_account_and_with_the_order(house: House) -> None:
    keep(house, address="Jl. Pucuk Rebung 1")
    orders = [ready(house), ready(house)]
    for order in orders:
        send(house, order)
    house.ask("talent", "delete from public.transactions where uuid = %s", orders[0]["uuid"])
    assert (delivery(house, orders[0]), len(delivery(house, orders[1]))) == ([], 1)
    house.ask(
        "admin", "update public.transactions set status = 'Finished' where uuid = %s", orders[1]["uuid"]
    )
    house.sql("delete from auth.users where id = %s", house.user_id("talent"))
    assert delivery(house, orders[1]) == []
    assert house.sql("select count(*) from public.transactions where uuid = %s", orders[1]["uuid"]) == [(1,)]
    assert house.sql("select 1 from public.delivery_details") == []
