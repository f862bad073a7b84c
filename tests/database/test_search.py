"""Search of products: in either language, with a typing error, and never wider than what is typed."""

from typing import Any

import pytest
from psycopg.types.json import Jsonb

from tests.database.conftest import PersonaDatabase
from tests.example_rows import put, row

WORDS: dict[str, dict[str, Any]] = {
    "bag": {"heading": "Woven bag", "sub_heading": "Wood", "category": "Bag", "description": "Tapis inside"},
    "kebaya": {"heading": "Kebaya Melati", "sub_heading": "Silk", "category": "Dress", "description": "50%"},
    "paper": {"heading": "Kertas kado", "sub_heading": "Bagus", "category": "Paper", "description": None},
    "scarf": {
        "heading": "Long scarf", "sub_heading": "Silk", "category": "Scarf", "description": "",
        "translations": {"id": {"heading": "Selendang panjang"}},
    },
}  # fmt: skip


@pytest.fixture
def catalogue(db: PersonaDatabase) -> dict[str, str]:
    """What each product is called here, by its uuid."""
    db.sql("delete from public.products")
    return {
        put(db.sql, "products", row("products", db.other, **texts)): name for name, texts in WORDS.items()
    }


def search_products(
    db: PersonaDatabase, catalogue: dict[str, str], words: str, *, near: bool = False
) -> set[str]:
    rows = db.run_as("anon", "select uuid::text from public.search_products(%s, %s)", words, near)
    return {catalogue[one["uuid"]] for one in rows}


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("keb", {"kebaya"}),
        ("SILK", {"kebaya", "scarf"}),
        ("silk 50", {"kebaya"}),
        ("tas", {"bag", "paper"}),
        ("gaun", {"kebaya"}),
        ("panjang", {"scarf"}),
        ("shawl", {"scarf"}),
        ("50%", {"kebaya"}),
        ("g_ld", set()),
        ("silk .*", set()),
        (" ", {"bag", "kebaya", "paper", "scarf"}),
    ],
)  # fmt: skip
def test_Y32_anna_finds_a_product_by_what_it_is_called_in_either_language(
    db: PersonaDatabase, catalogue: dict[str, str], words: str, names: set[str]
) -> None:
    """Part of a word is found as it is typed, so "tas" stands in "kertas", too; synonyms are whole words."""
    assert search_products(db, catalogue, words) == names


@pytest.mark.parametrize(
    ("words", "name"), [("kebya", "kebaya"), ("selendnag", "scarf"), ("wovven bag", "bag")]
)
def test_Y32_a_typing_error_finds_what_is_near(
    db: PersonaDatabase, catalogue: dict[str, str], words: str, name: str
) -> None:
    assert search_products(db, catalogue, words) == set()
    assert search_products(db, catalogue, words, near=True) == {name}
    assert search_products(db, catalogue, "xylophone", near=True) == set()


SIZES: dict[str, list[dict[str, Any]]] = {
    "bag": [],
    "kebaya": [{"size": "M", "stock": 2}, {"size": "L", "stock": 0}],
    "paper": [{"size": "", "stock": 0}],
    "scarf": [{"size": "L", "stock": None}],
}


@pytest.mark.parametrize(
    ("filters", "names"),
    [
        ("in_size => 'M'", {"kebaya"}),
        ("in_size => 'L'", {"scarf"}),
        ("in_size => 'XL'", set()),
        ("in_stock => true", {"bag", "kebaya", "scarf"}),
        ("words => 'silk', in_size => 'L', in_stock => true", {"scarf"}),
        ("words => 'kertas', in_stock => true", set()),
        ("words => 'kertas'", {"paper"}),
    ],
)
def test_Y32_anna_filters_by_size_and_by_what_is_in_stock(
    db: PersonaDatabase, catalogue: dict[str, str], filters: str, names: set[str]
) -> None:
    """A size counts where it can be bought; what nobody counts is in stock."""
    for uuid, name in catalogue.items():
        db.sql("update public.products set sizes = %s where uuid = %s", Jsonb(SIZES[name]), uuid)
    rows = db.run_as("anon", f"select uuid::text from public.search_products({filters})")
    assert {catalogue[one["uuid"]] for one in rows} == names
    offered = db.run_as("anon", "select size, products from public.product_sizes order by size")
    assert [tuple(one.values()) for one in offered] == [("L", 1), ("M", 1)]


def test_Y32_a_word_without_an_end_is_answered_at_once(
    db: PersonaDatabase, catalogue: dict[str, str]
) -> None:
    db.sql("set local statement_timeout = '5s'")
    assert search_products(db, catalogue, "xq" * 15_000, near=True) == set()
    assert search_products(db, catalogue, "xq" * 15_000) == set()
