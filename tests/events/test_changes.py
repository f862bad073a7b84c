"""The event stream tells screens which tables changed, as far as their reader may read them."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from uuid import uuid4

import httpx
import jwt
import pytest

from tapis.gateway.database import Database
from tapis.gateway.events.change_streams import MAX_STREAMS_PER_PERSON
from tests.access_matrix import PROMISES
from tests.conftest import Account, Shop, prepared, serving, shop_at
from tests.deployments.gateways import Gateway
from tests.deployments.postgres import free_port
from tests.example_rows import put, row
from tests.lone_gateway import read_keyring
from tests.test_orders import build_order, send_order

PATH = "/events/v1/changes"
LAST = "zzz"  # said after everything else
SECONDS = 30  # for what must come at once on an idle machine
OF_PEOPLE = ("audition_announcements", "audition_registrations", "transactions")


@pytest.fixture(scope="module")
def workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    """A shop with two workers, each with its own streams."""
    data = prepared(tmp_path_factory.mktemp("workers") / "data")
    with serving(data, TAPIS_WORKERS="2") as url, shop_at(url, data) as shop:
        yield shop


class EventStream:
    """An open stream."""

    def __init__(self, answer: httpx.Response) -> None:
        self.lines = answer.aiter_lines()

    async def read_until(self, last: str = LAST) -> set[str]:
        """The tables that are named before the last one."""
        tables: set[str] = set()
        async with asyncio.timeout(SECONDS):
            async for line in self.lines:
                if line.startswith("data: "):
                    table = json.loads(line.removeprefix("data: "))["table"]
                    if table == last:
                        return tables
                    tables.add(table)
        raise AssertionError(f"the stream ended; it had said {tables}")

    async def read_to_end(self) -> set[str]:
        """The tables that are named before the response ends cleanly."""
        async with asyncio.timeout(SECONDS):
            return {line async for line in self.lines if line.startswith("data: ")}


@asynccontextmanager
async def open_stream(shop: Shop, token: str) -> AsyncIterator[EventStream]:
    """The open stream of a reader."""
    async with (
        httpx.AsyncClient(base_url=shop.url, headers=shop.headers(token), timeout=SECONDS) as client,
        client.stream("GET", PATH) as answer,
    ):
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        opened = EventStream(answer)
        assert await anext(opened.lines) == ": open"
        yield opened


def notify(shop: Shop, *changed: Mapping[str, object]) -> None:
    """Notify like the shop's triggers and dispatcher, and end with an event for everybody."""
    everything = [json.dumps(change) for change in (*changed, {"table": LAST, "everybody": True})]
    shop.sql("select pg_notify('tapis_screens', one) from unnest(%s::text[]) as one", everything)


async def test_Y17_each_stream_says_what_its_reader_may_read_and_no_more(workers: Shop) -> None:
    tom = workers.account("talent")
    readers = {role: workers.account(role) for role in ("talent", "leadership", "admin")}
    async with AsyncExitStack() as stack:
        of_tom = await stack.enter_async_context(open_stream(workers, tom.token))
        others = {
            role: await stack.enter_async_context(open_stream(workers, account.token))
            for role, account in readers.items()
        }
        notify(workers, *({"table": table, "user_id": tom.user_id} for table in OF_PEOPLE))
        assert await of_tom.read_until() == {*OF_PEOPLE}
        for role, stream in others.items():
            readable = {table for table in OF_PEOPLE if PROMISES["tables"][table]["select"][role] == "all"}
            assert await stream.read_until() == readable, role
        notify(workers, {"table": "review_queue", "admins": True})
        assert (
            await of_tom.read_until()
            == await others["talent"].read_until()
            == await others["leadership"].read_until()
            == set()
        )
        assert await others["admin"].read_until() == {"review_queue"}


async def test_Y17_an_order_is_heard_of_by_its_buyer_and_by_ada(workers: Shop) -> None:
    tom, rina, ada = (workers.account(role) for role in ("talent", "talent", "admin"))
    async with AsyncExitStack() as stack:
        of_tom, of_rina, of_ada = [
            await stack.enter_async_context(open_stream(workers, one.token)) for one in (tom, rina, ada)
        ]
        with workers.client(tom.token) as client:
            order = build_order(workers, client)
            assert send_order(client, order).status_code == 201
        for stream in (of_tom, of_ada):
            await stream.read_until("transactions")
        notify(workers)
        assert "transactions" not in await of_rina.read_until()


async def test_Y17_what_everybody_reads_is_said_in_every_worker(workers: Shop) -> None:
    accounts = [workers.account("talent") for _ in range(6)]
    async with AsyncExitStack() as stack:
        streams = [await stack.enter_async_context(open_stream(workers, one.token)) for one in accounts]
        put(workers.sql, "slides", row("slides", ""))
        for stream in streams:
            assert await stream.read_until("slides") == set()
        workers.sql("notify tapis_screens, 'by hand'")
        for stream in streams:
            assert await stream.read_until("*") == set()


async def test_Y17_after_a_notification_that_nobody_can_read_the_next_is_heard(workers: Shop) -> None:
    tom = workers.account("talent")
    async with open_stream(workers, tom.token) as stream:
        workers.sql("select pg_notify('tapis_screens', repeat('[', 7000))")
        assert await stream.read_until("*") == set()
        put(workers.sql, "slides", row("slides", ""))
        await stream.read_until("slides")


async def test_Y17_a_stream_ends_with_its_session_and_says_nothing_more(workers: Shop) -> None:
    tom = workers.account("talent")
    elsewhere = workers.sign_in(tom.email)["access_token"]
    async with open_stream(workers, tom.token) as stream, open_stream(workers, elsewhere) as other:
        with workers.client(tom.token) as client:
            assert client.post("/auth/v1/logout?scope=local").status_code == 204
        assert await stream.read_to_end() == set()
        notify(workers)
        assert await other.read_until() == set()


async def test_Y17_a_stream_ends_with_its_token(workers: Shop) -> None:
    tom = workers.account("talent")
    async with Database(workers.authenticator, 1, 8) as database:
        issuer = str(jwt.decode(tom.token, options={"verify_signature": False})["iss"])
        keyring = await read_keyring(database, issuer.removesuffix("/auth/v1"))
        claims = {"sub": tom.user_id, "session_id": str(uuid4())}
        # And 30 s for other clocks.
        token = keyring.sign_access_token(claims, seconds=1, now=time.time() - 23)
    async with open_stream(workers, token) as stream:
        assert await stream.read_to_end() == set()


async def test_Y17_a_role_that_is_taken_away_ends_what_it_had_let_through(workers: Shop) -> None:
    ada = workers.account("admin")
    async with open_stream(workers, ada.token) as stream:
        workers.set_role(ada.user_id, "talent")
        notify(workers, {"table": "review_queue", "admins": True})
        assert await stream.read_to_end() == set()


async def test_Y17_the_oldest_of_too_many_streams_of_a_person_ends(shop: Shop) -> None:
    tom: Account = shop.account("talent")
    async with AsyncExitStack() as stack:
        first, *others = [
            await stack.enter_async_context(open_stream(shop, tom.token))
            for _ in range(MAX_STREAMS_PER_PERSON + 1)
        ]
        assert await first.read_to_end() == set()
        notify(shop)
        assert [await stream.read_until() for stream in others] == [set()] * MAX_STREAMS_PER_PERSON


@pytest.mark.parametrize(
    ("who", "status"), [("none", 403), ("anon", 401), ("service", 401), ("nonsense", 401)]
)
def test_Y17_a_stream_is_for_people_with_a_role(shop: Shop, who: str, status: int) -> None:
    tokens = {"anon": None, "service": shop.service_key, "nonsense": "x.y.z"}
    with shop.client(tokens[who] if who in tokens else shop.token(who)) as client:
        assert client.get(PATH).status_code == status
    assert httpx.get(shop.url + PATH).status_code == 401


async def test_Y17_open_streams_do_not_delay_a_stop(tmp_path: Path) -> None:
    gateway = Gateway(free_port(), prepared(tmp_path / "data"), {"TAPIS_WORKERS": "2"})
    gateway.start()
    try:
        gateway.wait()
        with shop_at(gateway.url, gateway.data) as shop:
            tokens = [shop.account("talent").token for _ in range(4)]
            async with AsyncExitStack() as stack:
                streams = [await stack.enter_async_context(open_stream(shop, token)) for token in tokens]
                await asyncio.to_thread(gateway.stop)
                assert [await stream.read_to_end() for stream in streams] == [set()] * len(streams)
    finally:
        gateway.kill()
