"""The last pieces: many buyers at once over HTTP, each in a session of their own."""

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import httpx
import jwt
import psycopg
import pytest

from tests.auth.test_tokens import fetch_private_key
from tests.conftest import Shop
from tests.declared_pictures import FOLDER_OF_PROOFS
from tests.example_rows import Row, image, line, put, row
from tests.postgres.os_processes import eventually

BUYERS = 200


def create_buyers(shop: Shop, count: int) -> dict[str, str]:
    """Create talents; returns tokens by uuid. Each has a proof named after their uuid, without bytes.

    Uploads and sign-ins of so many would only spend time on pictures and password hashes.
    """
    ids = [str(uuid4()) for _ in range(count)]
    shop.sql(
        "insert into auth.users (id, email) select id, id || '@tapis.example' from unnest(%s::uuid[]) as id",
        ids,
    )
    shop.sql(
        "insert into storage.objects (bucket_id, name, owner_id) "
        "select 'tapis', format('%%s/%%s.jpg', %s::text, id), id from unnest(%s::text[]) as id",
        FOLDER_OF_PROOFS,
        ids,
    )
    claims = jwt.decode(shop.token("talent"), options={"verify_signature": False})
    kid, key = fetch_private_key(shop)
    claims_by_id = {user_id: {**claims, "sub": user_id, "session_id": str(uuid4())} for user_id in ids}
    return {
        user_id: jwt.encode(user_claims, key, "ES256", {"kid": kid})
        for user_id, user_claims in claims_by_id.items()
    }


def create_product(shop: Shop, **stock: int) -> str:
    sizes = [{"size": size.strip("_"), "stock": pieces} for size, pieces in stock.items()]
    return put(shop.sql, "products", row("products", "", sizes=sizes))


@pytest.fixture(autouse=True)
def _clean(shop: Shop) -> Iterator[None]:
    yield
    shop.sql("delete from public.transactions")
    shop.sql("delete from public.products where sizes <> '[]'")


def build_order(buyer: str, *lines: Row) -> Row:
    """An order that is ready to be sent."""
    return row("transactions", buyer, transactions=[*lines], invoice_image=image(f"{buyer}.jpg"))


def send_all(shop: Shop, orders: list[tuple[str, Row]]) -> list[httpx.Response]:
    """Send all orders at once, each with its buyer's token; repeats a request after a 503."""

    def send(token: str, one: Row) -> httpx.Response:
        while True:
            answer = client.post("/rest/v1/transactions", json=one, headers=shop.headers(token))
            if answer.status_code != 503:
                return answer

    limits = httpx.Limits(max_connections=len(orders))
    with (
        httpx.Client(base_url=shop.url, timeout=60, limits=limits) as client,
        ThreadPoolExecutor(len(orders)) as threads,
    ):
        return list(threads.map(lambda one: send(*one), orders))


def fetch_stock(shop: Shop, product: str) -> list[int]:
    pieces = "array(select (one ->> 'stock')::int from jsonb_array_elements(sizes) as one)"
    return list(shop.sql(f"select {pieces} from public.products where uuid = %s", product)[0][0])


def test_Y4_of_200_buyers_of_the_last_three_pieces_exactly_three_get_them(shop: Shop) -> None:
    scarf = create_product(shop, _=3)
    one = line(scarf, quantity_to_buy=1)
    people = create_buyers(shop, BUYERS)
    answers = send_all(shop, [(token, build_order(who, one)) for who, token in people.items()])
    assert Counter(answer.status_code for answer in answers) == {201: 3, 409: BUYERS - 3}
    refused = [answer.json() for answer in answers if answer.status_code == 409]
    said = {(told["hint"], told["message"]) for told in refused}
    assert said == {("out_of_stock", '"Selendang" is sold out.')}
    assert fetch_stock(shop, scarf) == [0]
    holds = shop.sql("select sum(quantity) from private.stock_holds where product_uuid = %s", scarf)
    assert holds == [(3,)]


def test_Y4_lines_in_opposite_order_wait_for_each_other_only_once(shop: Shop) -> None:
    """Two sizes of one product and another one, in three orders of lines; then Ada rejects all at once."""
    shirt, scarf = create_product(shop, M=20, L=20), create_product(shop, _=20)
    lines = [
        line(shirt, quantity_to_buy=1, size="M"),
        line(scarf, quantity_to_buy=1),
        line(shirt, quantity_to_buy=1, size="L"),
    ]
    people = create_buyers(shop, 40)
    turned = [lines, lines[::-1], [lines[1], lines[0], lines[2]]]
    orders = [
        (token, build_order(who, *turned[place % 3])) for place, (who, token) in enumerate(people.items())
    ]
    answers = send_all(shop, orders)
    assert Counter(answer.status_code for answer in answers) == {201: 20, 409: 20}
    assert (fetch_stock(shop, shirt), fetch_stock(shop, scarf)) == ([0, 0], [0])
    taken = [
        one["uuid"] for (_, one), answer in zip(orders, answers, strict=True) if answer.status_code == 201
    ]
    with shop.client(shop.token("admin")) as ada, ThreadPoolExecutor(20) as threads:
        rejected = threads.map(
            lambda uuid: ada.patch(f"/rest/v1/transactions?uuid=eq.{uuid}", json={"status": "Rejected"}),
            taken,
        )
        assert {answer.status_code for answer in rejected} == {204}
    assert (fetch_stock(shop, shirt), fetch_stock(shop, scarf)) == ([20, 20], [20])


def collect_notifications(shop: Shop, act: Callable[[], object]) -> list[str]:
    """The public tables whose change was notified to caches during an action."""
    with psycopg.connect(shop.superuser, autocommit=True) as listener:
        listener.execute("listen tapis_changed")
        listener.execute("listen the_end")
        act()
        shop.sql("notify the_end")
        told: list[str] = []
        for one in listener.notifies(timeout=60):
            if one.channel == "the_end":
                return told
            told.append(one.payload)
    raise AssertionError("the end was not told")


def test_Y4_one_of_a_hundred_pieces_is_no_news_and_one_of_the_last_is(shop: Shop) -> None:
    """Most orders make no page stale; what is left is exact for administrators, and for whoever orders."""
    scarf = create_product(shop, _=100)
    address = f"/rest/v1/products?select=sizes&uuid=eq.{scarf}"

    def buy(pieces: int) -> None:
        ((who, token),) = create_buyers(shop, 1).items()
        (answer,) = send_all(shop, [(token, build_order(who, line(scarf, quantity_to_buy=pieces)))])
        assert answer.status_code == 201

    with shop.client() as anna, shop.client(shop.token("admin")) as ada:
        assert eventually(lambda: bool(anna.get(address).json()))
        tag = anna.get(address).headers["ETag"]
        assert collect_notifications(shop, lambda: buy(1)) == []
        assert anna.get(address).headers["ETag"] == tag
        assert ada.get(address).json()[0]["sizes"][0]["stock"] == 99
        assert collect_notifications(shop, lambda: buy(93)) == []
        assert collect_notifications(shop, lambda: buy(1)) == ["products"]
        assert eventually(lambda: bool(anna.get(address).json()[0]["sizes"][0]["stock"] == 5))
        assert anna.get(address).headers["ETag"] != tag
        freed = "update public.transactions set status = 'Rejected' where transactions @> %s::jsonb"
        assert "products" in collect_notifications(shop, lambda: shop.sql(freed, f'[{{"uuid": "{scarf}"}}]'))
