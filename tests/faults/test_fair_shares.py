"""While a crowd holds all that it can get of something, an honest buyer on another address is served."""

from collections.abc import Iterator
from contextlib import contextmanager

import anyio.to_thread
import httpx
import pytest

from tests.conftest import PASSWORD, Shop, prepared, serving, shop_at
from tests.example_rows import put, row
from tests.faults.concurrent_clients import ATTACKS, HONEST_ADDRESS, Attack, Crowd, attacking, gather_crowd
from tests.postgres.os_processes import PATIENCE_SECONDS
from tests.test_orders import build_order, send_order


@pytest.fixture(scope="module")
def besieged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    """A shop with a product and a buyer, whom no crowd knows."""
    data = prepared(tmp_path_factory.mktemp("besieged") / "data")
    with serving(data) as url, shop_at(url, data) as opened:
        put(opened.sql, "products", row("products", opened.user_id("talent")))
        yield opened


@contextmanager
def honest_buyer(shop: Shop) -> Iterator[httpx.Client]:
    """A browser on an address of its own."""
    transport = httpx.HTTPTransport(local_address=HONEST_ADDRESS)
    headers = shop.headers(shop.token("talent"))
    with httpx.Client(
        base_url=shop.url, headers=headers, transport=transport, timeout=PATIENCE_SECONDS
    ) as client:
        yield client


def buy(shop: Shop) -> list[int]:
    """The statuses that somebody is answered with who signs in, looks around, and orders with a proof."""
    email = shop.persona("talent").email
    with honest_buyer(shop) as client:
        answers = [
            client.post("/auth/v1/token?grant_type=password", json={"email": email, "password": PASSWORD}),
            client.get("/rest/v1/products?select=heading&limit=5&order=heading"),
            client.get("/rest/v1/transactions?select=uuid"),
            send_order(client, build_order(shop, client)),
        ]
    return [answer.status_code for answer in answers]


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
async def test_abuse_a_crowd_from_four_addresses_keeps_no_buyer_on_a_fifth_out(
    besieged: Shop, attack: Attack
) -> None:
    crowd: Crowd = await gather_crowd(besieged)
    async with attacking(crowd, attack):
        assert await anyio.to_thread.run_sync(buy, besieged) == [200, 200, 200, 201]
