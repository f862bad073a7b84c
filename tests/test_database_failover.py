"""A database of two servers: what one alone has is not acknowledged, and nobody waits long for a lost one."""

import asyncio
import os
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from tapis.gateway.database import ANON, Caller, Database
from tapis.gateway.errors import DatabaseUnavailable
from tests.conftest import Shop
from tests.deployments.postgres import Server, run_postgres

SUPERUSER = Caller("postgres")
WRITE = "insert into kept values (1)"
WAITING = "select pid from pg_stat_activity where wait_event = 'SyncRep'"
Write = Callable[[Database], Awaitable[object]]


async def alone(database: Database) -> object:
    return await database.run(SUPERUSER, WRITE)


async def in_a_transaction(database: Database) -> object:
    async with database.transaction(SUPERUSER) as tx:
        return await tx.run(WRITE)


@pytest.fixture(scope="module")
def without_standby() -> Iterator[Server]:
    """A primary whose synchronous standby does not answer."""
    with run_postgres(18, tls=False) as server:
        server.sql("create table kept (one int)")
        server.sql("alter system set synchronous_standby_names = 'nobody'")
        server.stop()
        server.start()
        yield server


@pytest.fixture
async def database(without_standby: Server) -> AsyncIterator[Database]:
    """The gateway's way to that primary."""
    async with Database(without_standby.superuser, 2, 8) as opened:
        yield opened


@pytest.mark.parametrize("write", [alone, in_a_transaction])
async def test_a_write_that_gave_up_waiting_for_the_standby_is_not_acknowledged(
    without_standby: Server, database: Database, write: Write
) -> None:
    writing = asyncio.ensure_future(write(database))
    while not (waiting := await asyncio.to_thread(without_standby.sql, WAITING)):
        assert not writing.done()
    await asyncio.to_thread(without_standby.sql, f"select pg_cancel_backend({waiting[0][0]})")
    with pytest.raises(DatabaseUnavailable):
        await writing
    assert (await database.run(SUPERUSER, "select 1")).value == 1


async def test_what_is_sent_to_a_server_that_is_cut_off_fails_within_seconds(
    without_standby: Server, database: Database
) -> None:
    await database.run(SUPERUSER, "select 1")
    found = [*read_user_timeouts(without_standby.port)]
    assert found
    assert all(0 < one <= 5_000 for one in found)


def read_user_timeouts(port: int) -> Iterator[int]:
    """After which the kernel gives up each of our connections to this port."""
    for entry in Path("/proc/self/fd").iterdir():
        with suppress(OSError), socket.socket(fileno=os.dup(int(entry.name))) as ours:
            if ours.family == socket.AF_INET and ours.getpeername()[1] == port:
                yield ours.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)


async def test_a_server_that_is_silent_is_waited_for_once(shop: Shop) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        there = conninfo_to_dict(shop.authenticator)
        port = silent.getsockname()[1]
        both = {"host": f"127.0.0.1,{there['host']}", "port": f"{port},{there.get('port') or 5432}"}
        async with Database(make_conninfo("", **{**there, **both}), 3, 8) as database:
            with suppress(DatabaseUnavailable):
                await database.run(ANON, "select 1")
            began = time.monotonic()
            while database.usage().open < 3:
                await asyncio.gather(*(database.run(ANON, "select pg_sleep(0.1)") for _ in range(3)))
            assert time.monotonic() - began < 4
