"""Wishes: a person's own, one for each product, and one message when what they wait for is back."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import pytest
from psycopg.types.json import Jsonb

from tests.database.conftest import House
from tests.example_rows import put, row


def wish(house: House, product: str, size: str | None = None) -> None:
    tom = house.user_id("talent")
    refused = house.insert(
        "talent", "wishes", row("wishes", tom, product_uuid=product, awaited_size=size)
    ).refused
    assert refused is None


def wishes(house: House) -> Sequence[tuple[Any, ...]]:
    tom = house.user_id("talent")
    return house.sql(
        "select product_uuid::text, awaited_size from public.wishes where user_id = %s order by 1", tom
    )


def restock(house: House, product: str, *sizes: tuple[str, int | None]) -> None:
    entered = [{"size": size, "stock": stock} for size, stock in sizes]
    house.ask("admin", "update public.products set sizes = %s where uuid = %s", Jsonb(entered), product)


def announced(house: House) -> Sequence[tuple[Any, ...]]:
    return house.sql(
        "select record::text, user_id::text, data ->> 'size' from private.outbox where kind = 'back_in_stock'"
    )


def product_of(house: House, *sizes: tuple[str, int | None]) -> str:
    entered = [{"size": size, "stock": stock} for size, stock in sizes]
    return put(house.sql, "products", row("products", house.other, sizes=entered))


def test_Y32_a_wish_that_tom_sends_again_replaces_the_one_before(house: House) -> None:
    product = str(uuid4())
    wish(house, product)
    wish(house, product, "M")
    assert wishes(house) == [(product, "M")]
    put(house.sql, "wishes", row("wishes", house.other, product_uuid=product))
    assert house.ask("talent", "select count(*)::int as mine from public.wishes") == [{"mine": 1}]


def test_Y32_of_a_persons_wishes_the_hundred_newest_count(house: House) -> None:
    for _ in range(101):
        put(house.sql, "wishes", row("wishes", house.user_id("talent")))
    assert len(wishes(house)) == 100


@pytest.mark.parametrize(
    ("size", "sold", "back"),
    [
        ("M", [("M", 0), ("L", 3)], [("M", 1), ("L", 3)]),
        ("", [("M", 0), ("L", 0)], [("M", 0), ("L", 2)]),
        ("", [("", 0)], [("", 2)]),
    ],
)  # fmt: skip
def test_Y32_tom_is_told_once_that_what_he_waits_for_is_back(
    house: House, size: str, sold: list[tuple[str, int | None]], back: list[tuple[str, int | None]]
) -> None:
    product, tom = product_of(house, *sold), house.user_id("talent")
    wish(house, product, size)
    restock(house, product, *sold)
    assert announced(house) == []
    restock(house, product, *back)
    restock(house, product, *sold)
    restock(house, product, *back)
    assert announced(house) == [(product, tom, size)]
    assert wishes(house) == [(product, None)]


def test_Y32_a_wish_without_a_question_is_told_nothing(house: House) -> None:
    product = product_of(house, ("", 0))
    wish(house, product)
    restock(house, product, ("", 5))
    assert announced(house) == []


def test_Y32_a_hidden_product_is_back_once_it_is_published(house: House) -> None:
    product = product_of(house, ("", 0))
    wish(house, product, "")
    house.ask("admin", "update public.products set hidden = true where uuid = %s", product)
    restock(house, product, ("", 5))
    assert announced(house) == []
    house.ask("admin", "update public.products set hidden = false where uuid = %s", product)
    assert announced(house) == [(product, house.user_id("talent"), "")]


def test_Y32_the_message_names_the_product_and_its_size(house: House) -> None:
    house.sql("update auth.users set email_confirmed_at = now()")
    product = product_of(house, ("M", 0))
    wish(house, product, "M")
    restock(house, product, ("M", 1))
    house.sql("update private.outbox set not_before = now()")
    house.sql("select private.create_messages(true)")
    heading = house.sql("select heading from public.products where uuid = %s", product)[0][0]
    said = house.sql("select way, data from private.messages where kind = 'back_in_stock'")
    assert said == [("mail", {"heading": f"{heading}, M"})]


def test_Y32_Z1_the_message_has_the_products_name_in_the_other_language_too(house: House) -> None:
    product = product_of(house, ("", 0))
    wish(house, product, "")
    named = '{"id": {"heading": "Kebaya Akar", "category": "Busana"}, "en": {"heading": ""}}'
    house.sql(
        "update public.products set heading = 'Root', translations = %s where uuid = %s", named, product
    )
    restock(house, product, ("", 5))
    data = "select private.message_values(outbox) from private.outbox where kind = 'back_in_stock'"
    assert house.sql(data) == [({"heading": "Root", "heading_id": "Kebaya Akar"},)]
