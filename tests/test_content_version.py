"""What Ada changes, everyone sees: the content version grows with every write to a public table."""

import asyncio
import json
import os
import re
from collections.abc import Iterator
from multiprocessing import get_context
from typing import Any

import httpx
import psycopg
import pytest

from tapis.cluster.confirmed_invalidation import LOCKS, ClusterInvalidationListener, queries
from tapis.gateway.cache.content_version import ContentVersion, SharedCounter
from tapis.gateway.database import ANON, Database
from tapis.gateway.invalidation import CONTENT, InvalidationListener
from tapis.resources import DB_FOLDER
from tests.conftest import Shop
from tests.example_rows import CHANGED, PUBLIC, SETTINGS, Row, key_of, put, row
from tests.postgres.os_processes import eventually


@pytest.fixture
def stored_row(shop: Shop, table: str) -> Iterator[Row]:
    """A row that is gone afterwards, whatever was written."""
    values = row(table, shop.user_id("admin"))
    yield values
    shop.sql(f"delete from public.{table} where uuid = %s", values["uuid"])


@pytest.mark.parametrize("table", [*PUBLIC, *SETTINGS])
async def test_every_write_to_a_public_table_sends_a_notification(
    shop: Shop, table: str, stored_row: Row
) -> None:
    changes = ContentVersion()
    listening = asyncio.create_task(InvalidationListener(shop.authenticator).listen({CONTENT: changes}))
    async with asyncio.timeout(10):  # the connection is open
        await changes.wait(0)
    for write in (
        lambda: put(shop.sql, table, stored_row),
        lambda: shop.sql(f"update public.{table} set updated_at = now() where uuid = %s", stored_row["uuid"]),
        lambda: shop.sql(f"delete from public.{table} where uuid = %s", stored_row["uuid"]),
    ):
        before = changes.version
        write()
        async with asyncio.timeout(10):
            await changes.wait(before)
    listening.cancel()


async def test_who_waits_for_changes_can_be_cancelled_at_the_moment_of_one() -> None:
    changes = ContentVersion()

    async def listen() -> None:
        while True:
            await changes.wait(changes.version)

    listening = asyncio.create_task(listen())
    await asyncio.sleep(0)
    changes.bump()
    await asyncio.sleep(0)
    listening.cancel()
    await asyncio.wait([listening], timeout=5)
    assert listening.cancelled()


DECLARED = re.compile(
    r"create trigger _900_notify_casting .* on public\.(\w+)\n.*tg__notify_casting\('(\w+)'\);"
)
SCREENS = sorted(
    found for file in (DB_FOLDER / "policies").glob("*.sql") for found in DECLARED.findall(file.read_text())
)


def is_notified(screen: psycopg.Connection, change: dict[str, Any]) -> bool:
    return any(json.loads(each.payload) == change for each in screen.notifies(timeout=10))


@pytest.mark.parametrize(("table", "audience"), SCREENS)
def test_Y37_every_write_to_a_table_of_castings_tells_the_open_screens_of_who_may_read_it(
    shop: Shop, table: str, audience: str
) -> None:
    stored_row = row(table, shop.user_id("talent"))
    key = key_of(table)
    ((column, value),) = CHANGED[table].items()
    writes: Any = (
        lambda: put(shop.sql, table, stored_row),
        lambda: shop.sql(f"update public.{table} set {column} = %s where {key} = %s", value, stored_row[key]),
        lambda: shop.sql(f"delete from public.{table} where {key} = %s", stored_row[key]),
    )
    for write in writes:
        with psycopg.connect(shop.superuser, autocommit=True) as screen:
            screen.execute("listen tapis_screens")
            write()
            assert is_notified(screen, {"table": table, audience: True})
    of_events = "audition_announcements", "audition_registrations", "event_registrations", "events"
    for left in (*of_events, "payments"):
        shop.sql(f"delete from public.{left}")


def test_Z13_every_gateway_is_notified_when_maintenance_begins_or_ends(shop: Shop) -> None:
    with psycopg.connect(shop.superuser, autocommit=True) as gateway:
        gateway.execute("listen tapis_maintenance")
        with psycopg.connect(shop.superuser) as terminal:  # in one transaction: the shop stays open
            terminal.execute("insert into private.maintenance default values")
            terminal.execute("delete from private.maintenance")
        assert [stored_row.channel for stored_row in gateway.notifies(timeout=5, stop_after=1)] == [
            "tapis_maintenance"
        ]


async def test_Ada_never_waits_for_a_listener_that_was_already_notified(
    shop: Shop, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A listener that is quicker than the writer's request for the lock holds it again when that comes."""
    channel = "tapis_tried"
    monkeypatch.setitem(LOCKS, channel, 7)
    changes = ContentVersion()
    async with Database(shop.authenticator, 2, 8) as database:
        invalidation = ClusterInvalidationListener(shop.authenticator, database)
        listening = asyncio.create_task(invalidation.listen({channel: changes}))
        async with asyncio.timeout(10):
            await changes.wait(0)
        for _ in range(50):
            await database.run(ANON, queries.repeat_notification, (channel,))
            await invalidation.confirm(channel)
        assert not [line for line in caplog.messages if line.startswith("not every gateway")]
        listening.cancel()


@pytest.mark.parametrize("table", PUBLIC)
def test_what_is_written_in_SQL_is_soon_read_through_the_gateway(shop: Shop, table: str) -> None:
    stored_row = row(table, shop.user_id("admin"))
    address = f"/rest/v1/{table}?select=uuid&uuid=eq.{stored_row['uuid']}"
    with shop.client() as anna:
        assert anna.get(address).json() == []
        put(shop.sql, table, stored_row)
        assert fetches(anna, address, [{"uuid": stored_row["uuid"]}])
        shop.sql(f"delete from public.{table} where uuid = %s", stored_row["uuid"])
        assert fetches(anna, address, [])


def fetches(anna: httpx.Client, address: str, rows: list[dict[str, str]]) -> bool:
    return eventually(lambda: bool(anna.get(address).json() == rows))


async def test_what_one_worker_changes_wakes_the_others() -> None:
    shared = SharedCounter()
    here, there = ContentVersion(shared), ContentVersion(shared)
    waiting = asyncio.create_task(there.wait(there.version))
    here.bump()
    async with asyncio.timeout(5):
        assert here.version == there.version == await waiting


def test_no_change_is_lost_when_four_workers_count_at_once() -> None:
    shared = SharedCounter()
    fork = get_context("fork")
    workers = [fork.Process(target=_count, args=(shared, 2_000)) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert shared.value == 8_000


def test_a_worker_that_dies_while_it_counts_leaves_no_lock() -> None:
    shared = SharedCounter()
    worker = get_context("fork").Process(target=_die_with_the_lock, args=(shared,))
    worker.start()
    worker.join()
    shared.add()
    assert shared.value == 1


def _count(shared: SharedCounter, times: int) -> None:
    for _ in range(times):
        shared.add()


class Deadly(list[int]):
    """A cell that ends whoever looks into it."""

    def __getitem__(self, _index: object) -> Any:
        os._exit(9)


def _die_with_the_lock(shared: SharedCounter) -> None:
    shared._cells = Deadly()  # type: ignore[assignment]  # noqa: SLF001
    shared.add()
