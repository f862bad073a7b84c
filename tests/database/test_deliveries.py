"""Where orders go: a person's own, kept with each order as it was, and nobody else's but the shop's."""

import json
from typing import Any

import psycopg
import pytest

from tests.database.conftest import PersonaDatabase
from tests.database.test_orders import build_order, send_order
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
    "\u202a+62 812\u20113456\u20117890\u202c": "6281234567890",  # as copied from contacts
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


def save_delivery_details(db: PersonaDatabase, **values: Any) -> None:
    """Save Tom's delivery details like the cart. Raises the database's error."""
    db.run_as("talent", UPSERT, json.dumps({"user_id": db.user_id("talent")} | values))


def fetch_delivery(db: PersonaDatabase, order: Row, role: str = "admin") -> list[Row]:
    """The delivery details of an order, as a role reads them."""
    query = "select name, whatsapp, address, note from public.order_deliveries where order_uuid = %s"
    return db.run_as(role, query, order["uuid"])


def catch_violation(db: PersonaDatabase, table: str, values: Row) -> str | None:
    """The name of the constraint that refuses a row."""
    store = f"insert into public.{table} select * from jsonb_populate_record(null::public.{table}, %s::jsonb)"
    with pytest.raises(psycopg.IntegrityError) as refused, db.connection.transaction():
        db.sql(store, json.dumps(values))
    return refused.value.diag.constraint_name


@pytest.mark.parametrize(("given", "kept"), NUMBERS.items())
def test_Y3_a_whatsapp_number_is_kept_as_links_want_it(db: PersonaDatabase, given: str, kept: str) -> None:
    save_delivery_details(db, whatsapp=given)
    assert db.run_as("talent", "select whatsapp from public.delivery_details") == [{"whatsapp": kept}]


@pytest.mark.parametrize("given", NO_NUMBERS)
def test_Y3_what_is_no_number_is_refused_in_words(db: PersonaDatabase, given: str) -> None:
    with pytest.raises(psycopg.errors.CheckViolation) as refused:
        save_delivery_details(db, whatsapp=given)
    assert refused.value.diag.message_hint == "whatsapp"
    assert "is not a WhatsApp number. Write it like 0812" in (refused.value.diag.message_primary or "")


def test_Y3_every_limit_of_deliveries_refuses_by_its_name(db: PersonaDatabase) -> None:
    assert sorted(FORGED | OF_ORDERS) == [name for (name,) in db.sql(CONSTRAINTS)]
    mine = row("delivery_details", db.other)
    of_order = {"order_uuid": put(db.sql, "transactions", row("transactions", db.other))}
    of_order |= {"user_id": db.other}
    for table, right, forged in (
        ("delivery_details", mine, FORGED),
        ("order_deliveries", of_order, OF_ORDERS),
    ):
        for constraint, values in forged.items():
            assert catch_violation(db, table, right | values) == constraint


def test_Y3_an_order_keeps_where_it_goes_as_it_was_then(db: PersonaDatabase) -> None:
    save_delivery_details(db, name=" Tom ", whatsapp="0812 3456 7890", address="Jl. Pucuk Rebung 1", note="")
    order = build_order(db)
    send_order(db, order)
    then = {"name": "Tom", "whatsapp": "6281234567890", "address": "Jl. Pucuk Rebung 1", "note": None}
    save_delivery_details(db, address="Jl. Diponegoro 7")
    assert fetch_delivery(db, order) == fetch_delivery(db, order, "talent") == [then]
    db.run_as("talent", "delete from public.delivery_details")
    assert fetch_delivery(db, order) == [then]
    send_order(db, order)  # again: nothing changes
    assert fetch_delivery(db, order) == [then]
    assert fetch_delivery(db, order, "leadership") == fetch_delivery(db, order, "none") == []


def test_Y3_who_says_nothing_orders_all_the_same(db: PersonaDatabase) -> None:
    order = build_order(db)
    send_order(db, order)
    assert fetch_delivery(db, order) == []


def test_Y3_an_address_goes_with_the_account_and_with_the_order(db: PersonaDatabase) -> None:
    save_delivery_details(db, address="Jl. Pucuk Rebung 1")
    orders = [build_order(db), build_order(db)]
    for order in orders:
        send_order(db, order)
    db.run_as("talent", "delete from public.transactions where uuid = %s", orders[0]["uuid"])
    assert (fetch_delivery(db, orders[0]), len(fetch_delivery(db, orders[1]))) == ([], 1)
    db.run_as(
        "admin", "update public.transactions set status = 'Finished' where uuid = %s", orders[1]["uuid"]
    )
    db.sql("delete from auth.users where id = %s", db.user_id("talent"))
    assert fetch_delivery(db, orders[1]) == []
    assert db.sql("select count(*) from public.transactions where uuid = %s", orders[1]["uuid"]) == [(1,)]
    assert db.sql("select 1 from public.delivery_details") == []
