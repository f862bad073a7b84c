"""The calls that the shop makes: what is read, sent and refused, on its own nine tables."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.access_matrix import checksum
from tests.conftest import Shop
from tests.example_rows import (
    PUBLIC,
    STORED,
    TABLES,
    TIMES,
    edit,
    image,
    put,
    put_files,
    put_order,
    row,
    row_with_files,
    without_origin,
)
from tests.rest.conftest import make_client

ONE = {"Accept": "application/vnd.pgrst.object+json"}
SHOWN = {"Prefer": "return=representation"}
COUNTED = {"Prefer": "count=exact"}
PRODUCT = "65cc8dad-d330-4779-9f0c-4a1b6a1d2c3e"


@pytest.fixture
def empty_shop(shop: Shop) -> Iterator[Shop]:
    """The shop without rows in its nine tables."""
    shop.truncate(*(f"public.{table}" for table in STORED))
    yield shop
    shop.truncate(*(f"public.{table}" for table in STORED))


@pytest.fixture
def anna(empty_shop: Shop) -> Iterator[httpx.Client]:
    """Anna visits."""
    with make_client(empty_shop, empty_shop.anon_key) as client:
        yield client


@pytest.fixture
def tom(empty_shop: Shop) -> Iterator[httpx.Client]:
    """Tom is a talent."""
    with make_client(empty_shop, empty_shop.token("talent")) as client:
        yield client


@pytest.fixture
def ada(empty_shop: Shop) -> Iterator[httpx.Client]:
    """Ada administers."""
    with make_client(empty_shop, empty_shop.token("admin")) as client:
        yield client


def fetch_row(shop: Shop, table: str, uuid: object) -> dict[str, Any]:
    return dict(shop.sql(f"select to_jsonb(t) from public.{table} t where uuid = %s", uuid)[0][0])


@pytest.mark.parametrize("table", PUBLIC)
def test_W1_anna_reads_the_newest_first(empty_shop: Shop, anna: httpx.Client, table: str) -> None:
    dates = ["2026-01-02T00:00:00+00:00", "2026-01-03T00:00:00+00:00", "2026-01-01T00:00:00+00:00"]
    for date in dates:
        put(empty_shop.sql, table, row(table, "", created_at=date))
    answer = anna.get(f"/{table}?select=*&order=created_at.desc&limit=2", headers=COUNTED)
    assert (answer.status_code, answer.headers["content-range"]) == (206, "0-1/3")
    assert [found["created_at"] for found in answer.json()] == sorted(dates, reverse=True)[:2]


@pytest.mark.parametrize("table", TABLES)
def test_W1_ada_reads_every_table_with_its_count(empty_shop: Shop, ada: httpx.Client, table: str) -> None:
    put(empty_shop.sql, table, row(table, empty_shop.user_id("talent")))
    answer = ada.get(f"/{table}?select=*&order=created_at.desc", headers=COUNTED)
    assert (answer.status_code, answer.headers["content-range"]) == (200, "0-0/1")
    head = ada.head(f"/{table}?select=*", headers=COUNTED)
    assert (head.status_code, head.headers["content-range"]) == (200, "0-0/1")


@pytest.mark.parametrize("table", ["about_us", "about_us_section"])
def test_W1_a_single_row_is_read_as_one(empty_shop: Shop, anna: httpx.Client, table: str) -> None:
    empty = anna.get(f"/{table}?select=*", headers=ONE)
    assert (empty.status_code, empty.json()["code"]) == (406, "PGRST116")
    uuid = put(empty_shop.sql, table, row(table, ""))
    assert anna.get(f"/{table}?select=*", headers=ONE).json()["uuid"] == uuid


def test_W1_the_payment_method_of_a_page_is_found_by_its_path(empty_shop: Shop, anna: httpx.Client) -> None:
    put(
        empty_shop.sql,
        "payment_methods",
        row("payment_methods", "", pathname="/profile/audition-registrations"),
    )
    cart = put(empty_shop.sql, "payment_methods", row("payment_methods", "", pathname="/shopping-cart"))
    query = {"select": "*", "pathname": "eq./shopping-cart", "order": "created_at.desc", "limit": "1"}
    assert anna.get("/payment_methods", params=query, headers=ONE).json()["uuid"] == cart


def test_W1_tom_reads_his_own_orders_and_their_number(empty_shop: Shop, tom: httpx.Client) -> None:
    me, other = empty_shop.user_id("talent"), empty_shop.user_id("leadership")
    mine = put(empty_shop.sql, "audition_announcements", row("audition_announcements", me))
    put(empty_shop.sql, "audition_announcements", row("audition_announcements", other))
    answer = tom.get("/audition_announcements", params={"user_id": f"eq.{me}"}, headers=COUNTED)
    assert answer.headers["content-range"] == "0-0/1"
    assert [found["uuid"] for found in answer.json()] == [mine]
    everyone = tom.get("/audition_announcements", headers=COUNTED)
    assert everyone.headers["content-range"] == "0-0/1"


@pytest.mark.parametrize("table", [table for table in TABLES if table != "transactions"])
def test_W2_ada_adds_and_edits_with_exactly_the_fields_of_the_forms(
    empty_shop: Shop, ada: httpx.Client, table: str
) -> None:
    tom = empty_shop.user_id("talent")
    values = row(table, tom)
    shown = put_files(empty_shop.sql, table, values, tom)
    added = ada.post(f"/{table}", json=values)
    assert (added.status_code, added.content) == (201, b"")
    kept = without_origin(fetch_row(empty_shop, table, values["uuid"]))
    # What was left empty may begin with a value of the database's own.
    sent = {name: value for name, value in shown.items() if name not in TIMES and value is not None}
    assert {name: kept[name] for name in sent} == sent
    changes = edit(table, tom)
    shown = put_files(empty_shop.sql, table, changes, tom)
    changed = ada.patch(f"/{table}?uuid=eq.{values['uuid']}", json=changes)
    assert (changed.status_code, changed.content) == (204, b"")
    after = without_origin(fetch_row(empty_shop, table, values["uuid"]))
    # An edit may send a number and dates along; the record keeps its own.
    kept_anyway = {"uuid", *TIMES}
    assert {name: after[name] for name in changes.keys() - kept_anyway} == {
        name: value for name, value in shown.items() if name not in kept_anyway
    }
    assert after["uuid"] == values["uuid"]
    assert after["created_at"] == kept["created_at"]
    assert after["updated_at"] > kept["updated_at"]
    removed = ada.delete(f"/{table}?uuid=eq.{values['uuid']}&select=uuid", headers=SHOWN)
    assert (removed.status_code, removed.json()) == (200, [{"uuid": values["uuid"]}])


def test_W2_ada_upserts_a_product(empty_shop: Shop, ada: httpx.Client) -> None:
    product = row_with_files(empty_shop.sql, "products", "")
    merge = {"Prefer": "resolution=merge-duplicates,return=representation"}
    assert ada.post("/products?select=price", json=product, headers=merge).status_code == 201
    again = ada.post("/products?select=price", json=product | {"price": 5}, headers=merge)
    assert (again.status_code, again.json()) == (200, [{"price": 5}])


REFUSED: dict[str, list[dict[str, Any]]] = {
    "slides": [{"title": " "}, {"image": image() | {"url": "javascript:alert(1)"}}, {"image": "kain.jpg"}],
    "about_us_section": [{"description": ""}, {"image": {"title": "kain"}}],
    "about_us": [{"heading": ""}, {"description": None}],
    "gallery": [{"heading": "x" * 201}, {"sub_heading": ""}],
    "products": [{"price": -1}, {"price": "NaN"}, {"price": 1.5e30}, {"category": ""}, {"price": None}],
    "payment_methods": [{"pathname": ""}, {"qris_image": None}, {"full_name": " "}],
    "audition_registrations": [
        {"age": 0}, {"age": 32_768}, {"body_weight": -1}, {"height": 1e9}, {"name": ""}, {"age": "old"},
    ],
    "audition_announcements": [
        {"audition_status": None}, {"audition_status": "maybe"}, {"training_time": "soon"},
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("table", "wrong"), [(table, wrong) for table, wrongs in REFUSED.items() for wrong in wrongs]
)
def test_V6_a_client_that_skips_the_form_is_refused(
    empty_shop: Shop, ada: httpx.Client, table: str, wrong: dict[str, Any]
) -> None:
    kept = put(empty_shop.sql, table, row(table, empty_shop.user_id("talent")))
    before = checksum(empty_shop.sql)
    added = ada.post(f"/{table}", json=row(table, empty_shop.user_id("talent"), **wrong))
    changed = ada.patch(f"/{table}?uuid=eq.{kept}", json=wrong)
    for answer in (added, changed):
        assert answer.status_code == 400, answer.text
        assert answer.json()["code"] in {"23514", "23502", "22P02", "22003", "22007"}
        assert answer.json()["message"]
        assert answer.json()["details"] is None or "kain" not in answer.json()["details"]
    assert checksum(empty_shop.sql) == before


def test_V6_ada_gives_an_order_only_a_status_that_exists(
    empty_shop: Shop, tom: httpx.Client, ada: httpx.Client
) -> None:
    order = put_order(empty_shop.sql, empty_shop.user_id("talent"))
    tom.post("/transactions", json=order).raise_for_status()
    path = f"/transactions?uuid=eq.{order['uuid']}"
    for status in ("Accepted", "Finished", "Rejected", "Processed"):
        assert ada.patch(path, json={"status": status}).status_code == 204
    refused = ada.patch(path, json={"status": "Lost"})
    assert (refused.status_code, refused.json()["code"]) == (400, "23514")
    assert fetch_row(empty_shop, "transactions", order["uuid"])["status"] == "Processed"


def test_X2_of_several_records_with_one_wrong_none_is_stored(empty_shop: Shop, ada: httpx.Client) -> None:
    before = checksum(empty_shop.sql)
    rows = [row("products", ""), row("products", "", price=-1)]
    answer = ada.post("/products?columns=" + ",".join(rows[0]), json=rows)
    assert (answer.status_code, answer.json()["code"]) == (400, "23514")
    assert checksum(empty_shop.sql) == before
