"""Orders are decided by the database: what a talent may send, what is kept, and what is refused."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from tests.database.conftest import PersonaDatabase
from tests.declared_pictures import FOLDER_OF_PROOFS
from tests.example_rows import Row, image, line, put, put_file, put_order, row

SOMEBODY = "00000000-0000-4000-8000-00000000dead"
SEND = """
insert into public.transactions (uuid, user_id, transactions, invoice_image, status)
select uuid, user_id, transactions, invoice_image, status
from jsonb_populate_record(null::public.transactions, %s::jsonb)
"""


def send_order(db: PersonaDatabase, order: Row, role: str = "talent", sub: str | None = None) -> None:
    """Send an order like the cart. Raises the database's error."""
    db.run_as(role, SEND, json.dumps(order), sub=sub)


def catch_refusal(
    db: PersonaDatabase, order: Row, role: str = "talent", sub: str | None = None
) -> psycopg.Error:
    """The error of a refused order, which changes nothing."""
    before = db.state()
    with pytest.raises(psycopg.Error) as caught:
        send_order(db, order, role, sub)
    assert db.state() == before
    return caught.value


def build_order(db: PersonaDatabase, **changes: Any) -> Row:
    """A valid order of Tom's."""
    return put_order(db.sql, db.user_id("talent"), **changes)


def fetch_orders(db: PersonaDatabase, order: Row) -> list[Row]:
    """The stored rows with this order's uuid."""
    found = db.sql("select to_jsonb(t) from public.transactions t where uuid = %s", order["uuid"])
    return [stored for (stored,) in found]


def test_C6_tom_orders_and_the_product_says_what_it_is(db: PersonaDatabase) -> None:
    order = build_order(db)
    product = order["transactions"][0]["uuid"]
    forged: Row = {"heading": "Free", "category": "Free", "image": image(), "checked": False, "extra": "x"}
    order["transactions"] = [line(product, quantity_to_buy=999, **forged)]
    send_order(db, order)
    (stored,) = fetch_orders(db, order)
    facts = db.sql("select heading, category, image, price from public.products where uuid = %s", product)[0]
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
    assert (stored["status"], stored["user_id"]) == ("Processed", db.user_id("talent"))


def test_C6_a_hundred_lines_keep_their_order(db: PersonaDatabase) -> None:
    order = build_order(db)
    product = order["transactions"][0]["uuid"]
    order["transactions"] = [line(product, quantity_to_buy=count) for count in range(1, 101)]
    send_order(db, order)
    assert [one["quantity_to_buy"] for one in fetch_orders(db, order)[0]["transactions"]] == [*range(1, 101)]


def test_C6_a_line_without_the_facts_of_its_product_is_enough(db: PersonaDatabase) -> None:
    order = build_order(db)
    product = order["transactions"][0]["uuid"]
    order["transactions"] = [{"uuid": product, "price": 150_000.0, "quantity_to_buy": 2.0}]
    send_order(db, order)
    (stored,) = fetch_orders(db, order)
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
def test_V6_tom_is_refused_forged_lines(db: PersonaDatabase, lines: Any) -> None:
    real = build_order(db)["transactions"][0]["uuid"]
    forged = json.loads(json.dumps(lines).replace(SOMEBODY, real))
    answer = catch_refusal(db, build_order(db, transactions=forged))
    assert (answer.sqlstate, answer.diag.message_hint) == ("23514", "lines")
    assert answer.diag.message_primary == (
        "An order needs 1 to 100 lines, each with a product, its price and a whole quantity from 1 to 999."
    )


def test_V6_one_bad_line_refuses_the_whole_order(db: PersonaDatabase) -> None:
    order = build_order(db)
    order["transactions"].append({**order["transactions"][0], "quantity_to_buy": 0})
    assert catch_refusal(db, order).diag.message_hint == "lines"


def test_C6_tom_is_told_the_old_and_the_new_price(db: PersonaDatabase) -> None:
    order = build_order(db)
    product = order["transactions"][0]["uuid"]
    db.sql("update public.products set price = 1250000 where uuid = %s", product)
    answer = catch_refusal(db, order)
    assert answer.sqlstate == "PT409"
    assert answer.diag.message_primary == (
        'The price of "Selendang" has changed from Rp. 150.000 to Rp. 1.250.000.'
    )
    assert answer.diag.message_hint == "price_moved"
    assert json.loads(answer.diag.message_detail or "") == [
        {"uuid": product, "heading": "Selendang", "old_price": 150_000, "new_price": 1_250_000}
    ]


def test_C6_every_moved_price_is_told_at_once(db: PersonaDatabase) -> None:
    order = build_order(db)
    order["transactions"] += build_order(db)["transactions"]
    db.sql("update public.products set price = price + 1")
    answer = catch_refusal(db, order)
    details = json.loads(answer.diag.message_detail or "")
    assert [moved["uuid"] for moved in details] == [one["uuid"] for one in order["transactions"]]


def test_C6_tom_is_told_that_a_product_is_gone(db: PersonaDatabase) -> None:
    order = build_order(db)
    product = order["transactions"][0]["uuid"]
    db.sql("delete from public.products where uuid = %s", product)
    answer = catch_refusal(db, order)
    assert (answer.sqlstate, answer.diag.message_hint) == ("PT409", "product_gone")
    assert answer.diag.message_primary == '"Selendang" is no longer sold.'
    assert json.loads(answer.diag.message_detail or "") == [{"uuid": product}]


def test_C6_the_proof_of_payment_must_be_toms_own_upload(db: PersonaDatabase) -> None:
    tom = db.user_id("talent")
    foreign = [
        image(),
        image(put_file(db.sql, FOLDER_OF_PROOFS, db.other)),
        image(put_file(db.sql, FOLDER_OF_PROOFS, None)),
        image(put_file(db.sql, "audition-registrations/invoices", tom)),
        {**image(), "filename": "../../" + put_file(db.sql, FOLDER_OF_PROOFS, tom)},
        {"filename": None, "title": "", "url": "https://tapis.example"},
        "a.jpg",
        None,
    ]
    for proof in foreign:
        answer = catch_refusal(db, build_order(db, invoice_image=proof))
        assert (answer.sqlstate, answer.diag.message_hint) == ("23514", "invoice_missing"), proof


def test_C6_a_proof_of_payment_serves_one_order(db: PersonaDatabase) -> None:
    first = build_order(db)
    send_order(db, first)
    answer = catch_refusal(db, build_order(db, invoice_image=first["invoice_image"]))
    assert (answer.sqlstate, answer.diag.message_hint) == ("23505", "invoice_used")


def test_C6_the_address_of_a_proof_is_not_the_senders_to_choose(db: PersonaDatabase) -> None:
    order = build_order(db)
    order["invoice_image"]["url"] = "javascript:alert(1)"
    send_order(db, order)
    filename = order["invoice_image"]["filename"]
    stored = fetch_orders(db, order)[0]["invoice_image"]["url"]
    assert stored == f"/storage/v1/object/public/tapis/{FOLDER_OF_PROOFS}/{filename}"


def test_C6_the_same_order_sent_again_is_a_success_and_one_row(db: PersonaDatabase) -> None:
    order = build_order(db)
    send_order(db, order)
    before = db.state()
    send_order(db, order)
    send_order(db, order | {"transactions": [], "invoice_image": None, "status": "Finished"})
    assert db.state() == before


def test_C6_the_first_content_stands_whatever_happened_since(db: PersonaDatabase) -> None:
    order = build_order(db)
    send_order(db, order)
    db.sql("update public.products set price = price + 1")
    db.sql("update public.transactions set status = 'Accepted' where uuid = %s", order["uuid"])
    send_order(db, order)
    db.sql("delete from public.products")
    before = db.state()
    send_order(db, order)
    assert db.state() == before


def test_C6_an_order_number_of_somebody_else_is_refused_without_a_word_about_it(db: PersonaDatabase) -> None:
    order = build_order(db)
    send_order(db, order)
    theirs = put_order(db.sql, db.other, uuid=order["uuid"])
    answer = catch_refusal(db, theirs, sub=db.other)
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
def test_C6_who_may_not_order_hears_that_before_anything_else(db: PersonaDatabase, role: str) -> None:
    for wrong in MALFORMED:
        answer = catch_refusal(db, build_order(db, **wrong), role)
        assert answer.sqlstate == "42501", wrong
        assert answer.diag.message_primary == (
            'new row violates row-level security policy for table "transactions"'
        )


def test_C6_a_demoted_talent_orders_no_more(db: PersonaDatabase) -> None:
    db.sql("select private.give_role(%s, 'none')", db.user_id("talent"))
    assert catch_refusal(db, build_order(db)).sqlstate == "42501"


def test_C6_one_bad_order_of_two_leaves_neither(db: PersonaDatabase) -> None:
    good, bad = build_order(db), build_order(db, transactions=[])
    before = db.state()
    with pytest.raises(psycopg.errors.CheckViolation):
        db.run_as(
            "talent",
            SEND.replace("jsonb_populate_record(", "jsonb_populate_recordset("),
            json.dumps([good, bad]),
        )
    assert db.state() == before


def test_M8_ada_sets_any_status_and_keeps_whose_order_it_is(db: PersonaDatabase) -> None:
    order = build_order(db)
    send_order(db, order)
    for status in ("Finished", "Processed", "Rejected", "Accepted"):
        sent = {"status": status, "user_id": db.other}
        (changed,) = db.update("admin", "transactions", order["uuid"], sent).rows
        assert (changed["status"], changed["user_id"]) == (status, db.user_id("talent"))


def test_M8_ada_cannot_store_lines_that_are_none(db: PersonaDatabase) -> None:
    order = build_order(db)
    send_order(db, order)
    for lines in ([], [None], [line(SOMEBODY, quantity_to_buy=0)], "x"):
        with pytest.raises(psycopg.errors.CheckViolation) as caught:
            db.update("admin", "transactions", order["uuid"], {"transactions": lines})
        assert caught.value.diag.constraint_name == "transactions_are_1_to_100_lines"


def send_concurrently(superuser: str, orders: list[Row], caller: str) -> list[psycopg.Error | None]:
    """Send orders concurrently, each on its own connection; gives the error of each, or None."""

    def send_one(order: Row) -> psycopg.Error | None:
        with psycopg.connect(superuser) as connection:
            db = PersonaDatabase(connection)
            try:
                send_order(db, order, sub=caller)
            except psycopg.Error as error:
                return error
        return None

    with ThreadPoolExecutor(min(len(orders), 25)) as threads:  # the server takes 50 connections
        return [*threads.map(send_one, orders)]


def test_C6_fifty_times_the_same_order_at_once_is_one_row(
    committing_db: PersonaDatabase, superuser_url: str
) -> None:
    db = committing_db
    order = build_order(db)
    tom = db.user_id("talent")
    db.connection.commit()
    assert send_concurrently(superuser_url, [order] * 50, tom) == [None] * 50
    assert len(fetch_orders(db, order)) == 1


def test_C6_two_orders_with_one_proof_at_once_are_one_order(
    committing_db: PersonaDatabase, superuser_url: str
) -> None:
    db = committing_db
    order = build_order(db)
    orders = [order | {"uuid": str(uuid4())} for _ in range(10)]
    tom = db.user_id("talent")
    db.connection.commit()
    refused = [answer for answer in send_concurrently(superuser_url, orders, tom) if answer]
    assert [answer.diag.message_hint for answer in refused] == ["invoice_used"] * 9
    assert sum(len(fetch_orders(db, one)) for one in orders) == 1


def test_C6_two_people_with_one_order_number_at_once_are_one_order(
    committing_db: PersonaDatabase, superuser_url: str
) -> None:
    db = committing_db
    mine = build_order(db)
    theirs = put_order(db.sql, db.other, uuid=mine["uuid"])
    tom, other = db.user_id("talent"), db.other
    db.connection.commit()
    with ThreadPoolExecutor(2) as threads:
        answers = [
            *threads.map(
                lambda one: send_concurrently(superuser_url, [one[0]], one[1]), [(mine, tom), (theirs, other)]
            )
        ]
    refused = [answer for (answer,) in answers if answer]
    assert [answer.sqlstate for answer in refused] == ["23505"]
    assert len(fetch_orders(db, mine)) == 1


def test_W2_the_server_itself_may_bring_in_old_orders(db: PersonaDatabase) -> None:
    old = row("transactions", db.other, status="Finished")
    put(db.sql, "transactions", old)
    assert db.insert("service", "transactions", row("transactions", db.other)).refused is None
    assert fetch_orders(db, old)[0]["status"] == "Finished"


UPSERT = """
insert into public.transactions (uuid, user_id, transactions, invoice_image, status)
select uuid, user_id, transactions, invoice_image, status
from jsonb_populate_record(null::public.transactions, %s::jsonb)
on conflict (uuid) do update set uuid = excluded.uuid, user_id = excluded.user_id,
    transactions = excluded.transactions, invoice_image = excluded.invoice_image, status = excluded.status
"""


def test_C6_an_upsert_changes_no_order(db: PersonaDatabase) -> None:
    order = build_order(db)
    db.run_as("talent", UPSERT, json.dumps(order))
    before = db.state()
    db.run_as("talent", UPSERT, json.dumps(order | {"status": "Finished", "transactions": []}))
    for role, sub in (("talent", db.other), ("admin", None), ("leadership", None)):
        with pytest.raises(psycopg.Error):
            db.run_as(role, UPSERT, json.dumps(order | {"status": "Finished"}), sub=sub)
    assert db.state() == before
