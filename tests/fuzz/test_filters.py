"""Filters, compared with a second implementation in Python."""

import re
from operator import eq, ge, gt, le, lt, ne
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapis.gateway.rest.ast import Condition, Expression, Field, Logic
from tests.example_rows import put, row
from tests.fuzz.conftest import PARSER_SETTINGS, FuzzTarget
from tests.rest.test_grammar import format_parameter

CATEGORY = f"for filters {uuid4()}"
TEXTS = [
    "",
    "Kain",
    "kain",
    "Selendang (sutra)",
    'the "best", ever',
    "100%",
    "a_b",
    "a\\b",
    "x.y,z",
    "null",
    "{a}",
    "é",
]
PRICES = [0, 1, 9, 10, 150_000, 2**53 - 1]
STOCK = [
    {"price": price, "description": text or None, "sub_heading": other or "-"}
    for number, text in enumerate(TEXTS)
    for price, other in [(PRICES[number % len(PRICES)], TEXTS[-number])]
]

Row = dict[str, Any]
COMPARISONS = {"eq": eq, "neq": ne, "gt": gt, "gte": ge, "lt": lt, "lte": le}
PRICE, WORDS = st.just(Field("price")), st.sampled_from([Field("description"), Field("sub_heading")])
OF_TEXT, ANY_TEXT = st.sampled_from(["eq", "neq", "isdistinct"]), st.sampled_from(TEXTS) | st.text(max_size=5)
PATTERNS = st.text("aKk%_*\\in.", max_size=6)
LISTS = st.lists(st.sampled_from(TEXTS), max_size=3).map(tuple)
NOT = st.booleans()
CONDITIONS = st.one_of(
    st.builds(Condition, PRICE, st.sampled_from(sorted(COMPARISONS)), st.sampled_from(PRICES).map(str), NOT),
    st.builds(Condition, WORDS, OF_TEXT, ANY_TEXT, NOT),
    st.builds(Condition, WORDS, st.sampled_from(["like", "ilike"]), PATTERNS, NOT),
    st.builds(Condition, WORDS, st.just("in"), LISTS, NOT),
    st.builds(Condition, WORDS, st.just("is"), st.sampled_from(["null", "not_null"]), NOT),
)
EXPRESSIONS: st.SearchStrategy[Expression] = st.recursive(
    CONDITIONS,
    lambda parts: st.builds(
        Logic,
        st.sampled_from(["and", "or"]),
        st.lists(parts, min_size=1, max_size=3).map(tuple),
        st.booleans(),
    ),
    max_leaves=6,
)


def holds(expression: Expression, product: Row) -> bool | None:
    """The result in SQL's three-valued logic; None is unknown."""
    if isinstance(expression, Condition):
        output = compare(expression, product[expression.field.column])
    else:
        found = [holds(part, product) for part in expression.parts]
        decided = expression.connective == "or"
        output = decided if decided in found else None if None in found else not decided
    return output if output is None or not expression.negated else not output


def compare(condition: Condition, value: Any) -> bool | None:
    """One comparison."""
    sent, operator = condition.value, condition.operator
    if operator == "is":
        return (value is None) is (sent == "null")
    if operator == "isdistinct":
        return bool(value != sent)
    if value is None:
        return None if sent or operator != "in" else False
    if operator == "in":
        return value in sent
    if operator in ("like", "ilike"):
        return looks_like(str(sent), value, re.IGNORECASE if operator == "ilike" else 0)
    return bool(COMPARISONS[operator](value, int(str(sent)) if isinstance(value, int) else sent))


def looks_like(pattern: str, text: str, flags: int) -> bool:
    """LIKE: % or * is any text, _ one character, and a backslash escapes the next one."""
    pieces = re.findall(r"\\(.)|(.)", pattern.replace("*", "%"), re.DOTALL)
    wild = {"%": ".*", "_": "."}
    written = "".join(
        re.escape(literal) if literal else wild.get(plain, re.escape(plain)) for literal, plain in pieces
    )
    return re.fullmatch(written, text, flags | re.DOTALL) is not None


@pytest.fixture(scope="module")
def stock(target: FuzzTarget) -> list[Row]:
    """Products whose texts need escaping in a URL."""
    products = [row("products", "", category=CATEGORY, **facts) for facts in STOCK]
    for product in products:
        put(target.sql, "products", product)
    return products


@PARSER_SETTINGS
@given(wanted=st.lists(EXPRESSIONS, min_size=1, max_size=2))
def test_W1_a_filter_finds_what_it_says(
    target: FuzzTarget, stock: list[Row], wanted: list[Expression]
) -> None:
    pairs = [format_parameter(expression) for expression in wanted] + [
        ("category", f"eq.{CATEGORY}"),
        ("select", "uuid"),
    ]
    query = "&".join(f"{quote(name, safe='')}={quote(value, safe='')}" for name, value in pairs)
    answer = target.clients["anna"].get(f"/rest/v1/products?{query}")
    if answer.status_code == 200:
        expected = {
            product["uuid"] for product in stock if all(holds(expression, product) for expression in wanted)
        }
        assert {found["uuid"] for found in answer.json()} == expected
    else:  # a pattern may not end in a lone backslash, a text hold no NUL
        assert answer.status_code == 400
        assert answer.json()["code"] in ("22025", "PGRST100"), answer.text
