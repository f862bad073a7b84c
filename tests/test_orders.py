"""An order over HTTP, from the picture of the payment to the row, as the cart sends it."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import httpx
import psycopg
import pytest
import pyvips

from tests.access_matrix import checksum
from tests.auth.conftest import wait_until
from tests.conftest import Account, Shop
from tests.example_rows import Row, image, line, put, row

CATEGORY = "What Tom orders"
PICTURE = bytes(pyvips.Image.black(64, 64).jpegsave_buffer())


def upload_proof(client: httpx.Client) -> Row:
    """Upload a picture of a payment; returns its image value."""
    filename = f"bukti-{uuid4()}.jpg"
    path = f"/storage/v1/object/tapis/transactions/invoices/{filename}"
    response = client.post(path, content=PICTURE, headers={"Content-Type": "image/jpeg"})
    assert response.status_code == 200, response.text
    return image(filename)


def build_order(shop: Shop, client: httpx.Client) -> Row:
    """Build a valid order of one product."""
    product = put(shop.sql, "products", row("products", shop.user_id("talent")))
    return row(
        "transactions",
        shop.user_id("talent"),
        transactions=[line(product)],
        invoice_image=upload_proof(client),
    )


def send_order(client: httpx.Client, order: Row, **headers: str) -> httpx.Response:
    """Send an order as the cart does."""
    return client.post("/rest/v1/transactions", json=order, headers=headers)


def count_orders(shop: Shop, order: Row) -> int:
    """The number of rows of this order."""
    return len(shop.sql("select 1 from public.transactions where uuid = %s", order["uuid"]))


@pytest.fixture(scope="module")
def tom_account(shop: Shop) -> Account:
    """Tom's account."""
    return shop.account("talent")


@pytest.fixture
def tom(shop: Shop, tom_account: Account) -> Iterator[httpx.Client]:
    """Tom's client; his orders are deleted afterwards."""
    with shop.client(tom_account.token) as client:
        yield client
    shop.sql("delete from public.transactions where user_id = %s", tom_account.user_id)
    shop.sql("delete from public.products where category = %s", CATEGORY)
    shop.sql("delete from storage.objects where owner_id = %s", tom_account.user_id)


def test_C6_tom_orders_and_reads_his_order_back(shop: Shop, tom: httpx.Client) -> None:
    order = build_order(shop, tom)
    response = send_order(tom, order, Prefer="return=representation")
    assert response.status_code == 201
    (stored,) = response.json()
    assert (stored["uuid"], stored["status"]) == (order["uuid"], "Processed")
    assert tom.get(f"/rest/v1/transactions?uuid=eq.{order['uuid']}").json() == [stored]


def test_C6_the_same_order_again_is_a_success_and_one_row(shop: Shop, tom: httpx.Client) -> None:
    order = build_order(shop, tom)
    assert send_order(tom, order).status_code == 201
    shop.sql("update public.products set price = price + 1 where category = %s", CATEGORY)
    repeated = send_order(tom, order)
    assert (repeated.status_code, repeated.content, repeated.headers["content-range"]) == (201, b"", "*/*")
    shop.sql("delete from public.products where category = %s", CATEGORY)
    assert send_order(tom, order).status_code == 201
    again = send_order(tom, order, Prefer="return=representation")
    assert (again.status_code, again.json()) == (201, [])
    assert count_orders(shop, order) == 1


def test_C6_fifty_times_at_once_is_one_row(shop: Shop, tom: httpx.Client) -> None:
    order = build_order(shop, tom)
    with ThreadPoolExecutor(50) as threads:
        answers = [*threads.map(lambda _: send_order(tom, order), range(50))]
    assert [answer.status_code for answer in answers] == [201] * 50
    assert count_orders(shop, order) == 1


def test_X2_a_moved_price_is_a_409_that_the_cart_can_read(shop: Shop, tom: httpx.Client) -> None:
    order = build_order(shop, tom)
    product = order["transactions"][0]["uuid"]
    shop.sql("update public.products set price = 200000 where uuid = %s", product)
    before = checksum(shop.sql)
    response = send_order(tom, order)
    assert response.status_code == 409
    told = response.json()
    assert (told["code"], told["hint"]) == ("PT409", "price_moved")
    assert told["message"] == 'The price of "Selendang" has changed from Rp. 150.000 to Rp. 200.000.'
    assert json.loads(told["details"]) == [
        {"uuid": product, "heading": "Selendang", "old_price": 150_000, "new_price": 200_000}
    ]
    assert checksum(shop.sql) == before


def test_X2_nobody_is_charged_a_price_that_moves_while_the_order_is_judged(
    shop: Shop, tom: httpx.Client
) -> None:
    collected = put(shop.sql, "delivery_ways", row("delivery_ways", "", kind="pickup", areas=[], price=0))
    order = build_order(shop, tom) | {"delivery_way": {"uuid": collected, "fee": 0}}
    product = order["transactions"][0]["uuid"]
    waiting = """
        select 1 from pg_locks join pg_stat_activity using (pid)
        where relation = 'public.delivery_ways'::regclass and not granted
            and query ilike '%insert into%transactions%'
    """
    with ThreadPoolExecutor(1) as thread, psycopg.connect(shop.superuser) as other:
        other.execute("lock table public.delivery_ways in access exclusive mode")  # asked after the prices
        sent = thread.submit(send_order, tom, order, Prefer="return=representation")
        wait_until(lambda: shop.sql(waiting) != [])
        other.execute("update public.products set price = 200000 where uuid = %s", [product])
    assert sent.result().json()[0]["transactions"][0]["price"] == 150_000
    shop.sql("delete from public.delivery_ways where uuid = %s", collected)


@pytest.mark.parametrize("role", ["none", "leadership", "admin"])
def test_R1_who_may_not_order_is_told_so_whatever_they_send(shop: Shop, tom: httpx.Client, role: str) -> None:
    order = build_order(shop, tom)
    forged: list[Row] = [
        {"uuid": "no uuid"},
        {"transactions": "x"},
        {"transactions": []},
        {"created_at": "never"},
    ]
    token = shop.token(role)  # before the checksum: who is given a role stands in the record of changes
    before = checksum(shop.sql)
    with shop.client(token) as client:
        for wrong in forged:
            response = send_order(client, order | wrong)
            assert (response.status_code, response.json()["code"]) == (403, "42501"), wrong
    assert checksum(shop.sql) == before


def test_V6_a_forged_quantity_is_a_400_with_a_sentence(shop: Shop, tom: httpx.Client) -> None:
    order = build_order(shop, tom)
    order["transactions"][0]["quantity_to_buy"] = -1
    before = checksum(shop.sql)
    response = send_order(tom, order)
    assert (response.status_code, response.json()["code"]) == (400, "23514")
    assert response.json()["message"].startswith("An order needs 1 to 100 lines")
    assert checksum(shop.sql) == before


def test_T5_tom_deletes_his_order_and_its_picture_and_nobody_elses(shop: Shop, tom: httpx.Client) -> None:
    order = build_order(shop, tom)
    assert send_order(tom, order).status_code == 201
    name = f"transactions/invoices/{order['invoice_image']['filename']}"
    removed = tom.request("DELETE", "/storage/v1/object/tapis", json={"prefixes": [name]})
    assert [found["name"] for found in removed.json()] == [name]
    assert tom.delete(f"/rest/v1/transactions?uuid=eq.{order['uuid']}").status_code == 204
    assert count_orders(shop, order) == 0
