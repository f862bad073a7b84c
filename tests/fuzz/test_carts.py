"""Carts, compared with a second implementation: valid orders are stored with the product's facts."""

import json
import re
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.example_rows import Row, image, line, put, put_file, row
from tests.fuzz.conftest import PARSER_SETTINGS, FuzzTarget
from tests.fuzz.generators import JSON

PRICE = 150_000
UUID_OF = {"kain": str(uuid4()), "tas": str(uuid4()), "gone": str(uuid4())}
WRONG: list[Any] = [None, "", "1", -1, 0, 1.5, 1e308, 2**53, True, [], {}, "2", 10**30]
CHANGES = st.dictionaries(
    st.sampled_from(["uuid", "price", "quantity_to_buy", "inserted_at", "heading", "image", "extra"]),
    st.sampled_from(WRONG) | JSON,
    max_size=2,
)
LINES = st.builds(
    lambda which, quantity, price, changes: line(UUID_OF[which], price, quantity_to_buy=quantity) | changes,
    st.sampled_from(["kain", "kain", "tas", "gone"]),
    st.sampled_from([1, 1, 2, 999, 1000, 0]),
    st.sampled_from([PRICE, PRICE, PRICE, PRICE + 1]),
    st.just({}) | CHANGES,
)
CARTS = (
    st.lists(LINES, max_size=4) | st.lists(LINES, min_size=1, max_size=1).map(lambda one: one * 101) | JSON
)


def expected_answer(cart: Any) -> str:
    """The expected answer to a cart: `taken`, or the hint of the refusal."""
    if not isinstance(cart, list) or not 1 <= len(cart) <= 100 or not all(map(is_line, cart)):
        return "lines"
    if any(
        str(UUID(one["uuid"])) == UUID_OF["gone"] or str(UUID(one["uuid"])) not in UUID_OF.values()
        for one in cart
    ):
        return "product_gone"
    if any(one["price"] != PRICE for one in cart):
        return "price_moved"
    return "taken" if is_text(cart) else "no_text"


def is_text(value: Any) -> bool:
    """Whether PostgreSQL can store it: no half of a surrogate pair, and no zero."""
    written = json.dumps(value, ensure_ascii=False)
    return "\\u0000" not in written and written == written.encode("utf-8", "replace").decode()


def is_line(value: Any) -> bool:
    """Whether this is a line: a product's uuid, a whole price, a whole quantity, and no null anywhere."""
    if not isinstance(value, dict) or holds_null(value) or not is_uuid(value.get("uuid")):
        return False
    price, quantity = value.get("price"), value.get("quantity_to_buy")
    return is_whole(price, 0, 2**53 - 1) and is_whole(quantity, 1, 999)


def is_uuid(value: Any) -> bool:
    """As PostgreSQL reads one: hyphens after any four digits, braces around it or not."""
    return isinstance(value, str) and bool(
        re.fullmatch(r"(\{)?([0-9a-f]{4}-?){7}[0-9a-f]{4}(?(1)\})", value, re.IGNORECASE)
    )


def is_whole(value: Any, least: int, most: int) -> bool:
    """Whether this is a whole number within bounds; true is none."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return bool(is_number and least <= value <= most and value % 1 == 0)


def holds_null(value: Any) -> bool:
    """Whether there is a null at any depth."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return value is None or any(map(holds_null, inner))


def is_date(value: Any) -> bool:
    """Whether the cart says when a line was put in, in the only way that is generated here."""
    return bool(value == "2026-11-20T10:00:00.000Z")


@pytest.fixture(scope="module")
def proof(target: FuzzTarget) -> str:
    """Two products, and the name of a picture of Tom's payment."""
    for name in ("kain", "tas"):
        put(target.sql, "products", row("products", "", uuid=UUID_OF[name], price=PRICE))
    return put_file(target.sql, "transactions/invoices", target.user_id)


def forget_order(target: FuzzTarget, uuid: str) -> None:
    """Remove an order with every trace, past all triggers, so that the next example may use its proof."""
    target.sql("set session_replication_role = replica")
    target.sql("delete from public.transactions where uuid = %s", uuid)
    target.sql("delete from public.audit_log where record_id = %s", uuid)
    target.sql("delete from public.payments where record = %s", uuid)
    target.sql("delete from private.outbox where record = %s", uuid)
    target.sql("delete from private.record_pictures where record = %s", uuid)
    target.sql("delete from private.order_seals where uuid = %s", uuid)
    target.sql("set session_replication_role = origin")


@PARSER_SETTINGS
@given(cart=CARTS)
def test_C6_an_order_is_taken_if_its_lines_are_sound(target: FuzzTarget, proof: str, cart: Any) -> None:
    order: Row = row("transactions", target.user_id, transactions=cart, invoice_image=image(proof))
    before = target.state()
    answer = target.clients["tom"].post(
        "/rest/v1/transactions", content=json.dumps(order), headers={"Content-Type": "application/json"}
    )
    assert answer.status_code < 500
    expected = expected_answer(cart)
    dates = [one["inserted_at"] for one in cart if "inserted_at" in one] if expected != "lines" else []
    if expected == "taken" and all(map(is_date, dates)):
        assert answer.status_code == 201, answer.text
        stored = target.sql("select transactions from public.transactions where uuid = %s", order["uuid"])
        forget_order(target, order["uuid"])
        facts = [(kept["heading"], kept["price"], kept["quantity_to_buy"]) for kept in stored[0][0]]
        assert facts == [("Selendang", PRICE, one["quantity_to_buy"]) for one in cart]
    elif all(map(is_date, dates)):
        assert answer.status_code in (400, 409)
        assert answer.json()["hint"] == expected or answer.json()["code"].startswith(("22", "PGRST")), (
            answer.text
        )
    else:
        assert answer.status_code in (201, 400, 409)
        forget_order(target, order["uuid"])
    assert target.state() == before
