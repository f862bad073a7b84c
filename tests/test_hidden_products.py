"""A hidden product: administrators alone see it, nobody orders it, and orders keep it."""

import json
from collections.abc import Iterator

import httpx
import pytest

from tests.conftest import Shop
from tests.example_rows import Row, line, put, row
from tests.test_orders import upload_proof

SECRET = "Tapis Rahasia"
ROLES = ("anon", "none", "talent", "leadership")


@pytest.fixture
def hidden_product(shop: Shop) -> Iterator[Row]:
    """A product with stock that Ada has hidden."""
    one = row("products", "", heading=SECRET, category=SECRET, price=775_001)
    one |= {"hidden": True, "sizes": [{"size": "M", "stock": 3}]}
    put(shop.sql, "products", one)
    yield one
    shop.sql("delete from public.transactions where transactions @> %s", json.dumps([{"uuid": one["uuid"]}]))
    shop.sql("delete from public.products where uuid = %s", one["uuid"])


def open_client(shop: Shop, role: str) -> httpx.Client:
    return shop.client(None if role == "anon" else shop.token(role))


def list_read_addresses(product: str) -> list[str]:
    searched = SECRET.replace(" ", "%20")
    return [
        "products?select=*&order=created_at.desc,uuid",
        f"products?select=*&uuid=eq.{product}",
        f"products?select=heading&heading=eq.{searched}",
        "products?select=heading&hidden=eq.true",
        "products?select=heading&price=eq.775001",
        "products?select=heading&sizes=cs.[{%22size%22:%22M%22}]&hidden=is.true",
        f"product_categories?category=eq.{searched}",
        f"rpc/search_products?words={searched}",
        "rpc/search_products?words=rahasya&near=true",
    ]


@pytest.mark.parametrize("role", ROLES)
def test_Y31_no_way_of_reading_shows_a_hidden_product_to_anybody_but_ada(
    shop: Shop, hidden_product: Row, role: str
) -> None:
    """Also after Ada has read the same: what she sees is in no memory."""
    with open_client(shop, "admin") as ada, open_client(shop, role) as stranger:
        for way in list_read_addresses(hidden_product["uuid"]):
            address = f"/rest/v1/{way}"
            seen = ada.get(address)
            assert SECRET in seen.text or "category" in way, way
            assert seen.headers["cache-control"] == "no-store"
            for _ in range(2):
                assert SECRET not in stranger.get(address).text, way
            counted = stranger.head(address, headers={"Prefer": "count=exact"})
            assert counted.headers["content-range"].endswith("/0") or way.endswith("created_at.desc,uuid")
            assert SECRET in ada.get(address).text or "category" in way, way


def test_Y31_somebody_who_became_an_administrator_puts_nothing_hidden_into_memory(
    shop: Shop, hidden_product: Row
) -> None:
    """The token is older than the role: the database knows better than what it says."""
    address = f"/rest/v1/products?select=heading&or=(uuid.eq.{hidden_product['uuid']},price.lt.0)"
    lea = shop.account("leadership")
    shop.set_role(lea.user_id, "admin")
    with shop.client(lea.token) as promoted, shop.client() as anna:
        promoted.get(address)
        answer = anna.get(address)
    assert (answer.json(), answer.headers["cache-control"]) == ([], "public, no-cache")


def test_Y31_a_product_leaves_and_comes_back_with_the_next_answer(shop: Shop, hidden_product: Row) -> None:
    uuid = hidden_product["uuid"]
    page = f"/products/tapis-rahasia-{uuid[:8]}"
    public = f"/rest/v1/products?select=heading&uuid=eq.{uuid}"
    with open_client(shop, "admin") as ada, open_client(shop, "anon") as anna:
        for is_hidden in (False, True):
            changed = ada.patch(f"/rest/v1/products?uuid=eq.{uuid}", json={"hidden": is_hidden})
            assert changed.status_code == 204
            assert (anna.get(public).json() == []) is is_hidden
            assert (f"{uuid[:8]}</loc>" not in anna.get("/sitemap.xml").text) is is_hidden
            shown = anna.get(page)
            assert (shown.status_code == 404) is is_hidden
            pages = [shown, anna.get("/"), anna.get("/products")]
            assert not is_hidden or SECRET not in "".join(page.text for page in pages)


@pytest.mark.parametrize("pieces", [1, 9], ids=["there are so many", "there are fewer"])
def test_Y31_tom_cant_order_a_hidden_product_and_learns_nothing_about_it(
    shop: Shop, hidden_product: Row, pieces: int
) -> None:
    tom = shop.persona("talent")
    ordered = line(hidden_product["uuid"], price=1, heading="Guessed", quantity_to_buy=pieces, size="M")
    with shop.client(tom.token) as client:
        order = row("transactions", tom.user_id, transactions=[ordered], invoice_image=upload_proof(client))
        answer = client.post("/rest/v1/transactions", json=order)
    assert (answer.status_code, answer.json()["hint"]) == (409, "product_gone")
    assert answer.json()["message"] == '"Guessed" is no longer sold.'
    assert json.loads(answer.json()["details"]) == [{"uuid": hidden_product["uuid"]}]


def test_Y31_an_order_keeps_what_was_hidden_after_it(shop: Shop, hidden_product: Row) -> None:
    tom = shop.persona("talent")
    uuid = hidden_product["uuid"]
    ordered = line(uuid, price=hidden_product["price"], quantity_to_buy=1, size="M")
    shop.sql("update public.products set hidden = false where uuid = %s", uuid)
    with shop.client(tom.token) as client:
        order = row("transactions", tom.user_id, transactions=[ordered], invoice_image=upload_proof(client))
        assert client.post("/rest/v1/transactions", json=order).status_code == 201
        shop.sql("update public.products set hidden = true where uuid = %s", uuid)
        (kept,) = client.get(f"/rest/v1/transactions?uuid=eq.{order['uuid']}").json()
    assert [one["heading"] for one in kept["transactions"]] == [SECRET]


def test_Y31_nobody_but_ada_hides_and_a_price_before_is_a_higher_one(shop: Shop, hidden_product: Row) -> None:
    address = f"/rest/v1/products?uuid=eq.{hidden_product['uuid']}"
    with open_client(shop, "talent") as tom, open_client(shop, "admin") as ada:
        tom.patch(address, json={"hidden": False})
        assert shop.sql("select hidden from public.products where uuid = %s", hidden_product["uuid"]) == [
            (True,)
        ]
        for price_before, status in ((775_002, 204), (775_001, 400)):
            assert ada.patch(address, json={"price_before": price_before}).status_code == status
        assert ada.patch(address, json={"price": 900_000}).json()["code"] == "23514"


def test_Y31_ada_says_of_each_product_how_few_are_few(shop: Shop, hidden_product: Row) -> None:
    address = f"/rest/v1/low_stock?uuid=eq.{hidden_product['uuid']}"
    shop.sql("update public.products set hidden = false where uuid = %s", hidden_product["uuid"])
    with open_client(shop, "admin") as ada:
        for few_from, listed in ((None, 1), (2, 0), (3, 1)):
            shop.sql(
                "update public.products set few_from = %s where uuid = %s", few_from, hidden_product["uuid"]
            )
            assert len(ada.get(address).json()) == listed, few_from
