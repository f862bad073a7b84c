"""Wishes: a person's own, one for each product, and one message when what they wait for is back."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import pytest
from psycopg.types.json import Jsonb

from tests.database.conftest import PersonaDatabase
from tests.example_rows import put, row


def add_wish(db: PersonaDatabase, product: str, size: str | None = None) -> None:
    tom = db.user_id("talent")
    refused = db.insert(
        "talent", "wishes", row("wishes", tom, product_uuid=product, awaited_size=size)
    ).refused
    assert refused is None


def fetch_wishes(db: PersonaDatabase) -> Sequence[tuple[Any, ...]]:
    tom = db.user_id("talent")
    return db.sql(
        "select product_uuid::text, awaited_size from public.wishes where user_id = %s order by 1", tom
    )


def restock(db: PersonaDatabase, product: str, *sizes: tuple[str, int | None]) -> None:
    entered = [{"size": size, "stock": stock} for size, stock in sizes]
    db.run_as("admin", "update public.products set sizes = %s where uuid = %s", Jsonb(entered), product)


def fetch_restock_events(db: PersonaDatabase) -> Sequence[tuple[Any, ...]]:
    return db.sql(
        "select record::text, user_id::text, data ->> 'size' from private.outbox where kind = 'back_in_stock'"
    )


def add_product(db: PersonaDatabase, *sizes: tuple[str, int | None]) -> str:
    entered = [{"size": size, "stock": stock} for size, stock in sizes]
    return put(db.sql, "products", row("products", db.other, sizes=entered))


def test_Y32_a_wish_that_tom_sends_again_replaces_the_one_before(db: PersonaDatabase) -> None:
    product = str(uuid4())
    add_wish(db, product)
    add_wish(db, product, "M")
    assert fetch_wishes(db) == [(product, "M")]
    put(db.sql, "wishes", row("wishes", db.other, product_uuid=product))
    assert db.run_as("talent", "select count(*)::int as mine from public.wishes") == [{"mine": 1}]


def test_Y32_of_a_persons_wishes_the_hundred_newest_count(db: PersonaDatabase) -> None:
    for _ in range(101):
        put(db.sql, "wishes", row("wishes", db.user_id("talent")))
    assert len(fetch_wishes(db)) == 100


@pytest.mark.parametrize(
    ("size", "sold", "back"),
    [
        ("M", [("M", 0), ("L", 3)], [("M", 1), ("L", 3)]),
        ("", [("M", 0), ("L", 0)], [("M", 0), ("L", 2)]),
        ("", [("", 0)], [("", 2)]),
        ("", [("", 0)], []),
    ],
)  # fmt: skip
def test_Y32_tom_is_told_once_that_what_he_waits_for_is_back(
    db: PersonaDatabase, size: str, sold: list[tuple[str, int | None]], back: list[tuple[str, int | None]]
) -> None:
    product, tom = add_product(db, *sold), db.user_id("talent")
    add_wish(db, product, size)
    restock(db, product, *sold)
    assert fetch_restock_events(db) == []
    restock(db, product, *back)
    restock(db, product, *sold)
    restock(db, product, *back)
    assert fetch_restock_events(db) == [(product, tom, size)]
    assert fetch_wishes(db) == [(product, None)]


def rename_sizes(db: PersonaDatabase, product: str, *sizes: tuple[str, int, str]) -> None:
    """Save the sizes of a product as Ada, each (before, stock, after), as its form sends them."""
    entered = [
        {"size": after, "stock": stock, "was": {"size": before, "stock": stock}}
        for before, stock, after in sizes
    ]
    db.run_as("admin", "update public.products set sizes = %s where uuid = %s", Jsonb(entered), product)


def test_Y32_tom_waits_on_for_a_size_that_ada_renames(db: PersonaDatabase) -> None:
    product, tom = add_product(db, ("S", 3), ("M", 0)), db.user_id("talent")
    add_wish(db, product, "M")
    for sizes in (
        [("S", 3, "M"), ("M", 0, "L")],
        [("M", 3, "L"), ("L", 0, "M")],
        [("L", 3, "L"), ("M", 0, "XL")],
    ):
        rename_sizes(db, product, *sizes)
        assert fetch_restock_events(db) == [], "nothing came back"
    restock(db, product, ("L", 3), ("XL", 5))
    assert fetch_restock_events(db) == [(product, tom, "XL")]


def test_Y32_tom_waits_on_for_any_size_when_the_only_one_gets_a_name(db: PersonaDatabase) -> None:
    product = add_product(db, ("", 0))
    add_wish(db, product, "")
    rename_sizes(db, product, ("", 0, "M"))
    restock(db, product, ("M", 0), ("L", 2))
    assert fetch_restock_events(db) == [(product, db.user_id("talent"), "")]


def test_Y32_a_wish_without_a_question_is_told_nothing(db: PersonaDatabase) -> None:
    product = add_product(db, ("", 0))
    add_wish(db, product)
    restock(db, product, ("", 5))
    assert fetch_restock_events(db) == []


def test_Y32_a_hidden_product_is_back_once_it_is_published(db: PersonaDatabase) -> None:
    product = add_product(db, ("", 0))
    add_wish(db, product, "")
    db.run_as("admin", "update public.products set hidden = true where uuid = %s", product)
    restock(db, product, ("", 5))
    assert fetch_restock_events(db) == []
    db.run_as("admin", "update public.products set hidden = false where uuid = %s", product)
    assert fetch_restock_events(db) == [(product, db.user_id("talent"), "")]


def test_Y32_the_message_names_the_product_and_its_size(db: PersonaDatabase) -> None:
    db.sql("update auth.users set email_confirmed_at = now()")
    product = add_product(db, ("M", 0))
    add_wish(db, product, "M")
    restock(db, product, ("M", 1))
    db.sql("update private.outbox set not_before = now()")
    db.sql("select private.create_messages(true)")
    heading = db.sql("select heading from public.products where uuid = %s", product)[0][0]
    messages = db.sql("select way, data from private.messages where kind = 'back_in_stock'")
    assert messages == [("mail", {"heading": f"{heading}, M"})]


def test_Y32_Z1_the_message_has_the_products_name_in_the_other_language_too(db: PersonaDatabase) -> None:
    product = add_product(db, ("", 0))
    add_wish(db, product, "")
    named = '{"id": {"heading": "Kebaya Akar", "category": "Busana"}, "en": {"heading": ""}}'
    db.sql("update public.products set heading = 'Root', translations = %s where uuid = %s", named, product)
    restock(db, product, ("", 5))
    data = "select private.message_payload(outbox) from private.outbox where kind = 'back_in_stock'"
    assert db.sql(data) == [({"heading": "Root", "heading_id": "Kebaya Akar"},)]
