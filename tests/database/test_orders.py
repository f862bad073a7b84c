"""Orders are decided by the database: what a talent may send, what is kept, and what is refused."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from tests.database.conftest import House
from tests.declared_pictures import FOLDER_OF_PROOFS
from tests.example_rows import Row, image, line, put, put_file, put_order, row

SOMEBODY = "00000000-0000-4000-8000-00000000dead"
SEND = """
insert into public.transactions (uuid, user_id, transactions, invoice_image, status)
select uuid, user_id, transactions, invoice_image, status
from jsonb_populate_record(null::public.transactions, %s::jsonb)
"""


def send(house: House, order: Row, role: str = "talent", sub: str | None = None) -> None:
    """Send an order as the cart does. Raises what the database says."""
    house.ask(role, SEND, json.dumps(order), sub=sub)


def refusal(house: House, order: Row, role: str = "talent", sub: str | None = None) -> psycopg.Error:
    """The refusal of an order, which has changed nothing."""
    before = house.state()
    with pytest.raises(psycopg.Error) as caught:
        send(house, order, role, sub)
    assert house.state() == before
    return caught.value


def ready(house: House, **changes: Any) -> Row:
    """An order of Tom's that will be taken."""
    return put_order(house.sql, house.user_id("talent"), **changes)


def kept(house: House, order: Row) -> list[Row]:
    """The rows of the table that have this order's uuid."""
    found = house.sql("select to_jsonb(t) from public.transactions t where uuid = %s", order["uuid"])
    return [stored for (stored,) in found]


def test_C6_tom_orders_and_the_product_says_what_it_is(house: House) -> None:
    order = ready(house)
    product = order["transactions"][0]["uuid"]
    forged: Row = {"heading": "Free", "category": "Free", "image": image(), "checked": False, "extra": "x"}
    order["transactions"] = [line(product, quantity_to_buy=999, **forged)]
    send(house, order)
    (stored,) = kept(house, order)
    facts = house.sql("select heading, category, image, price from public.products where uuid = %s", product)[
        0
    ]
    heading, category, picture, price = facts
    assert stored["transactions"] == [
        {
            "uuid": product,
            "heading": heading,
            "category": category,
            "image": picture,
            "price": price,
            "checked": True,
            "quantity_to_buy": 999,
            "inserted_at": "2026-11-20T10:00:00.000Z",
        }
    ]
    assert (stored["status"], stored["user_id"]) == ("Processed", house.user_id("talent"))


def test_C6_a_hundred_lines_keep_their_order(house: House) -> None:
    order = ready(house)
    product = order["transactions"][0]["uuid"]
    order["transactions"] = [line(product, quantity_to_buy=count) for count in range(1, 101)]
    send(house, order)
    assert [one["quantity_to_buy"] for one in kept(house, order)[0]["transactions"]] == [*range(1, 101)]


def test_C6_a_line_without_the_facts_of_its_product_is_enough(house: House) -> None:
    order = ready(house)
    product = order["transactions"][0]["uuid"]
    order["transactions"] = [{"uuid": product, "price": 150_000.0, "quantity_to_buy": 2.0}]
    send(house, order)
    (stored,) = kept(house, order)
    assert stored["transactions"][0]["quantity_to_buy"] == 2
    assert stored["transactions"][0]["heading"] == "Selendang"


FORGED_LINES: dict[str, Any] = {
    "nothing at all": None,
    "no line": [],
    "a text": "two shawls",
    "an object": {"0": line(SOMEBODY)},
    "a null line": [None],
    "a list as a line": [[line(SOMEBODY)]],
    "101 lines": [line(SOMEBODY)] * 101,
    "no quantity": [{"uuid": SOMEBODY, "price": 150_000}],
    "quantity 0": [line(SOMEBODY, quantity_to_buy=0)],
    "quantity below 0": [line(SOMEBODY, quantity_to_buy=-1)],
    "quantity 1000": [line(SOMEBODY, quantity_to_buy=1000)],
    "half a piece": [line(SOMEBODY, quantity_to_buy=1.5)],
    "quantity in words": [line(SOMEBODY, quantity_to_buy="2")],
    "quantity true": [line(SOMEBODY, quantity_to_buy=True)],
    "quantity null": [line(SOMEBODY, quantity_to_buy=None)],
    "quantities": [line(SOMEBODY, quantity_to_buy=[2])],
    "no price": [{"uuid": SOMEBODY, "quantity_to_buy": 1}],
    "price null": [line(SOMEBODY, price=None)],
    "price in words": [line(SOMEBODY, price="150000")],
    "price below 0": [line(SOMEBODY, price=-150_000)],
    "price beyond every number": [line(SOMEBODY, price=10**400)],
    "no product": [{"price": 150_000, "quantity_to_buy": 1}],
    "product null": [line(SOMEBODY, uuid=None)],
    "product not a uuid": [line("' or true --")],
    "product a number": [line(SOMEBODY, uuid=1)],
    "a null in the picture": [line(SOMEBODY, image={"url": None})],
    "a null in an unknown key": [line(SOMEBODY, note=[{"deep": [None]}])],
    "heading null": [line(SOMEBODY, heading=None)],
    "date null": [line(SOMEBODY, inserted_at=None)],
    "date not a date": [line(SOMEBODY, inserted_at="2026-13-41T10:00:00Z")],
    "date a word": [line(SOMEBODY, inserted_at="now")],
    "date an object": [line(SOMEBODY, inserted_at={})],
}


@pytest.mark.parametrize("lines", FORGED_LINES.values(), ids=FORGED_LINES.keys())
def test_V6_tom_is_refused_forged_lines(house: House, lines: Any) -> None:
    real = ready(house)["transactions"][0]["uuid"]
    forged = json.loads(json.dumps(lines).replace(SOMEBODY, real))
    answer = refusal(house, ready(house, transactions=forged))
    assert (answer.sqlstate, answer.diag.message_hint) == ("23514", "lines")
    assert answer.diag.message_primary == (
        "An order needs 1 to 100 lines, each with a product, its price and a whole quantity from 1 to 999."
    )


def test_V6_one_bad_line_refuses_the_whole_order(house: House) -> None:
    order = ready(house)
    order["transactions"].append({**order["transactions"][0], "quantity_to_buy": 0})
    assert refusal(house, order).diag.message_hint == "lines"


def test_C6_tom_is_told_the_old_and_the_new_price(house: House) -> None:
    order = ready(house)
    product = order["transactions"][0]["uuid"]
    house.sql("update public.products set price = 1250000 where uuid = %s", product)
    answer = refusal(house, order)
    assert answer.sqlstate == "PT409"
    assert answer.diag.message_primary == (
        'The price of "Selendang" has changed from Rp. 150.000 to Rp. 1.250.000.'
    )
    assert answer.diag.message_hint == "price_moved"
    assert json.loads(answer.diag.message_detail or "") == [
        {"uuid": product, "heading": "Selendang", "old_price": 150_000, "new_price": 1_250_000}
    ]


def test_C6_every_moved_price_is_told_at_once(house: House) -> None:
    order = ready(house)
    order["transactions"] += ready(house)["transactions"]
    house.sql("update public.products set price = price + 1")
    answer = refusal(house, order)
    told = json.loads(answer.diag.message_detail or "")
    assert [moved["uuid"] for moved in told] == [one["uuid"] for one in order["transactions"]]


def test_C6_tom_is_told_that_a_product_is_gone(house: House) -> None:
    order = ready(house)
    product = order["transactions"][0]["uuid"]
    house.sql("delete from public.products where uuid = %s", product)
    answer = refusal(house, order)
    assert (answer.sqlstate, answer.diag.message_hint) == ("PT409", "product_gone")
    assert answer.diag.message_primary == '"Selendang" is no longer sold.'
    assert json.loads(answer.diag.message_detail or "") == [{"uuid": product}]


def test_C6_the_proof_of_payment_must_be_toms_own_upload(house: House) -> None:
    tom = house.user_id("talent")
    foreign = [
        image(),
        image(put_file(house.sql, FOLDER_OF_PROOFS, house.other)),
        image(put_file(house.sql, FOLDER_OF_PROOFS, None)),
        image(put_file(house.sql, "audition-registrations/invoices", tom)),
        {**image(), "filename": "../../" + put_file(house.sql, FOLDER_OF_PROOFS, tom)},
        {"filename": None, "title": "", "url": "https://tapis.example"},
        "a.jpg",
        None,
    ]
    for proof in foreign:
        answer = refusal(house, ready(house, invoice_image=proof))
        assert (answer.sqlstate, answer.diag.message_hint) == ("23514", "invoice_missing"), proof


def test_C6_a_proof_of_payment_serves_one_order(house: House) -> None:
    first = ready(house)
    send(house, first)
    answer = refusal(house, ready(house, invoice_image=first["invoice_image"]))
    assert (answer.sqlstate, answer.diag.message_hint) == ("23505", "invoice_used")


def test_C6_the_address_of_a_proof_is_not_the_senders_to_choose(house: House) -> None:
    order = ready(house)
    order["invoice_image"]["url"] = "javascript:alert(1)"
    send(house, order)
    filename = order["invoice_image"]["filename"]
    stored = kept(house, order)[0]["invoice_image"]["url"]
    assert stored == f"/storage/v1/object/public/tapis/{FOLDER_OF_PROOFS}/{filename}"


def test_C6_the_same_order_sent_again_is_a_success_and_one_row(house: House) -> None:
    order = ready(house)
    send(house, order)
    before = house.state()
    send(house, order)
    send(house, order | {"transactions": [], "invoice_image": None, "status": "Finished"})
    assert house.state() == before


def test_C6_the_first_content_stands_whatever_happened_since(house: House) -> None:
    order = ready(house)
    send(house, order)
    house.sql("update public.products set price = price + 1")
    house.sql("update public.transactions set status = 'Accepted' where uuid = %s", order["uuid"])
    send(house, order)
    house.sql("delete from public.products")
    before = house.state()
    send(house, order)
    assert house.state() == before


def test_C6_an_order_number_of_somebody_else_is_refused_without_a_word_about_it(house: House) -> None:
    order = ready(house)
    send(house, order)
    theirs = put_order(house.sql, house.other, uuid=order["uuid"])
    answer = refusal(house, theirs, sub=house.other)
    assert (answer.sqlstate, answer.diag.message_hint) == ("23505", "taken")
    assert (answer.diag.message_primary, answer.diag.message_detail) == (
        "This order number is taken. Send it again.",
        None,
    )


MALFORMED: list[Row] = [
    {"uuid": "no uuid"},
    {"transactions": []},
    {"invoice_image": None},
    {"status": "Lost"},
]


@pytest.mark.parametrize("role", ["none", "leadership", "admin"])
def test_C6_who_may_not_order_hears_that_before_anything_else(house: House, role: str) -> None:
    for wrong in MALFORMED:
        answer = refusal(house, ready(house, **wrong), role)
        assert answer.sqlstate == "42501", wrong
        assert answer.diag.message_primary == (
            'new row violates row-level security policy for table "transactions"'
        )


def test_C6_a_demoted_talent_orders_no_more(house: House) -> None:
    house.sql("select private.give_role(%s, 'none')", house.user_id("talent"))
    assert refusal(house, ready(house)).sqlstate == "42501"


def test_C6_one_bad_order_of_two_leaves_neither(house: House) -> None:
    good, bad = ready(house), ready(house, transactions=[])
    before = house.state()
    with pytest.raises(psycopg.errors.CheckViolation):
        house.ask(
            "talent",
            SEND.replace("jsonb_populate_record(", "jsonb_populate_recordset("),
            json.dumps([good, bad]),
        )
    assert house.state() == before


def test_M8_ada_sets_any_status_and_keeps_whose_order_it_is(house: House) -> None:
    order = ready(house)
    send(house, order)
    for status in ("Finished", "Processed", "Rejected", "Accepted"):
        sent = {"status": status, "user_id": house.other}
        (changed,) = house.update("admin", "transactions", order["uuid"], sent).rows
        assert (changed["status"], changed["user_id"]) == (status, house.user_id("talent"))


def test_M8_ada_cannot_store_lines_that_are_none(house: House) -> None:
    order = ready(house)
    send(house, order)
    for lines in ([], [None], [line(SOMEBODY, quantity_to_buy=0)], "x"):
        with pytest.raises(psycopg.errors.CheckViolation) as caught:
            house.update("admin", "transactions", order["uuid"], {"transactions": lines})
        assert caught.value.diag.constraint_name == "transactions_are_1_to_100_lines"


def at_once(superuser: str, orders: list[Row], caller: str) -> list[psycopg.Error | None]:
    """Send orders at the same moment, each on a connection of its own; the refusal of each, or None."""

    def carry(order: Row) -> psycopg.Error | None:
        with psycopg.connect(superuser) as connection:
            house = House(connection)
            try:
                send(house, order, sub=caller)
            except psycopg.Error as error:
                return error
        return None

    with ThreadPoolExecutor(min(len(orders), 25)) as threads:  # the server takes 50 connections
        return [*threads.map(carry, orders)]


@pytest.fixture
def committing(house: House) -> Iterator[House]:
    """What is committed in it is gone afterwards."""
    yield house
    house.sql("delete from public.transactions")
    house.sql("delete from public.payments")
    house.sql("delete from private.deleted_records")
    house.connection.commit()


def test_C6_fifty_times_the_same_order_at_once_is_one_row(committing: House, superuser: str) -> None:
    house = committing
    order = ready(house)
    tom = house.user_id("talent")
    house.connection.commit()
    assert at_once(superuser, [order] * 50, tom) == [None] * 50
    assert len(kept(house, order)) == 1


def test_C6_two_orders_with_one_proof_at_once_are_one_order(committing: House, superuser: str) -> None:
    house = committing
    order = ready(house)
    orders = [order | {"uuid": str(uuid4())} for _ in range(10)]
    tom = house.user_id("talent")
    house.connection.commit()
    refused = [answer for answer in at_once(superuser, orders, tom) if answer]
    assert [answer.diag.message_hint for answer in refused] == ["invoice_used"] * 9
    assert sum(len(kept(house, one)) for one in orders) == 1


def test_C6_two_people_with_one_order_number_at_once_are_one_order(committing: House, superuser: str) -> None:
    house = committing
    mine = ready(house)
    theirs = put_order(house.sql, house.other, uuid=mine["uuid"])
    tom, other = house.user_id("talent"), house.other
    house.connection.commit()
    with ThreadPoolExecutor(2) as threads:
        answers = [
            *threads.map(lambda one: at_once(superuser, [one[0]], one[1]), [(mine, tom), (theirs, other)])
        ]
    refused = [answer for (answer,) in answers if answer]
    assert [answer.sqlstate for answer in refused] == ["23505"]
    assert len(kept(house, mine)) == 1


def test_W2_the_server_itself_may_bring_in_old_orders(house: House) -> None:
    old = row("transactions", house.other, status="Finished")
    put(house.sql, "transactions", old)
    assert house.insert("service", "transactions", row("transactions", house.other)).refused is None
    assert kept(house, old)[0]["status"] == "Finished"


UPSERT = """
insert into public.transactions (uuid, user_id, transactions, invoice_image, status)
select uuid, user_id, transactions, invoice_image, status
from jsonb_populate_record(null::public.transactions, %s::jsonb)
on conflict (uuid) do update set uuid = excluded.uuid, user_id = excluded.user_id,
    transactions = excluded.transactions, invoice_image = excluded.invoice_image, status = excluded.status
"""


def test_C6_an_upsert_changes_no_order(house: House) -> None:
    order = ready(house)
    house.ask("talent", UPSERT, json.dumps(order))
    before = house.state()
    house.ask("talent", UPSERT, json.dumps(order | {"status": "Finished", "transactions": []}))
    for role, sub in (("talent", house.other), ("admin", None), ("leadership", None)):
        with pytest.raises(psycopg.Error):
            house.ask(role, UPSERT, json.dumps(order | {"status": "Finished"}), sub=sub)
    assert house.state() == before
