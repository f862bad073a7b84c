"""How all who serve over one database agree: no write is acknowledged before everybody has heard of it.

The word goes out with the commit (NOTIFY), and comes some milliseconds later. So that a writer may be sent to
another machine with the next request, each listener holds a lock of the channel together with the others:

listener   holds the lock, shared │ hears │ gives it up, takes it again │ remembers things once more
writer     commits │ takes the lock alone, which is to wait for that │ answers

A listener that was quicker than the writer's wish for the lock holds it again, and knows no reason to give it
up: so a writer who waits says the word once more, from another connection.

Who dies loses the lock with the connection. Who hangs keeps a writer for no more than a second.
"""

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from psycopg import AsyncConnection
from psycopg import Error as PostgresError

from tapis.gateway.database import ANON, Database
from tapis.gateway.errors import DatabaseAway

PROOF_SECONDS = 0.5  # how often the line that nobody speaks on is tried, and how long that may take
RETRY_SECONDS = 0.5
CONNECT_SECONDS = 5
POOLED_SECONDS = 30.0
# The server forgets a listener that vanished without a word, and its locks, after ten seconds.
KEEPALIVES = "set tcp_keepalives_idle = 4; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3"
SAY_AGAIN = "select pg_notify($1, '')"
SAY_AGAIN_AFTER = (0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.256)  # seconds, one after the other
# In one statement: a lock that is waited for longer is given up (55P03), which the writer only notes.
WAIT_FOR_ALL = "select set_config('lock_timeout', '1s', true), pg_advisory_xact_lock($1::bigint)"
log = logging.getLogger("tapis.gateway.invalidation")

Connection = AsyncConnection[tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Channel:
    """What is told: the channel's name, and the number of its lock (any constant of our own)."""

    name: str
    lock: int


CHANGED = Channel("tapis_changed", 7_461_706_977)
KEYS = Channel("tapis_keys", 7_461_706_976)


class Listener(Protocol):
    """Keeps in memory what others may change; `is_current` tells them whether to trust it now."""

    is_current: bool

    async def hear(self) -> None:
        """Something was told, or may have been missed: forget it, or read it again."""


async def wait_for_subscribers(database: Database, channel: Channel) -> None:
    """Wait until everybody has heard what was committed and told on the channel; a second at most."""
    again = asyncio.create_task(_say_again(database, channel))
    try:
        await database.run(ANON, WAIT_FOR_ALL, (channel.lock,))
    except (PostgresError, DatabaseAway) as error:
        log.warning("not all have heard", extra={"channel": channel.name, "error": type(error).__name__})
    finally:
        again.cancel()


async def _say_again(database: Database, channel: Channel) -> None:
    for pause in SAY_AGAIN_AFTER:
        await asyncio.sleep(pause)
        # Given up soon: on its way it may stand behind the very wish for the lock that it is to help.
        with suppress(PostgresError, DatabaseAway, TimeoutError):
            async with asyncio.timeout(pause):
                await database.run(ANON, SAY_AGAIN, (channel.name,))


async def listen(url: str, listeners: Mapping[Channel, Listener]) -> None:
    """Hear for ever, on a connection of our own, through every loss of the database."""
    while True:
        try:
            connection = await AsyncConnection.connect(url, autocommit=True, connect_timeout=CONNECT_SECONDS)
        except (PostgresError, OSError) as error:
            # A database that is away changes nothing, as far as anybody can tell: memory is served on.
            _tell(listeners, is_current=_is_away(error))
            log.warning("not listening", extra={"error": type(error).__name__})
            await asyncio.sleep(RETRY_SECONDS)
            continue
        try:
            async with connection:
                await _listen(connection, listeners)
        except (PostgresError, OSError, TimeoutError) as error:
            log.warning("the line to the database was lost", extra={"error": type(error).__name__})
        _tell(listeners, is_current=False)  # until we know whether only the line was lost


async def _listen(connection: Connection, listeners: Mapping[Channel, Listener]) -> None:
    if await _is_pooled(connection):
        _tell(listeners, is_current=False)
        log.warning("a pooler tells of no changes, so nothing is kept in memory: set TAPIS_LISTEN_URL")
        await asyncio.sleep(POOLED_SECONDS)
        return
    await connection.execute(KEEPALIVES)
    by_name = {channel.name: channel for channel in listeners}
    for channel, listener in listeners.items():
        listener.is_current = False
        await connection.execute(f"listen {channel.name}")
        await connection.execute(f"select pg_advisory_lock_shared({channel.lock})")
        await listener.hear()  # whatever changed while nobody listened
        listener.is_current = True
    while True:
        told = connection.notifies(timeout=PROOF_SECONDS, stop_after=1)
        for name in {notice.channel async for notice in told}:
            await _stand_aside(connection, by_name[name], listeners[by_name[name]])
        await asyncio.wait_for(connection.execute("select"), PROOF_SECONDS)


async def _stand_aside(connection: Connection, channel: Channel, listener: Listener) -> None:
    """Let the writers pass who wait for us; what they wrote meanwhile is heard with them."""
    listener.is_current = False
    await listener.hear()
    await connection.execute(
        f"select pg_advisory_unlock_shared({channel.lock}); select pg_advisory_lock_shared({channel.lock})"
    )
    await listener.hear()
    listener.is_current = True


async def _is_pooled(connection: Connection) -> bool:
    """Whether the process that answers is not the one that greeted us: no line of our own to listen on."""
    row = await (await connection.execute("select pg_backend_pid()")).fetchone()
    return row is None or row[0] != connection.info.backend_pid


def _tell(listeners: Mapping[Channel, Listener], *, is_current: bool) -> None:
    for listener in listeners.values():
        listener.is_current = is_current


def _is_away(error: Exception) -> bool:
    """Whether no server answered, or one that is only starting or stopping (57P)."""
    state = error.sqlstate if isinstance(error, PostgresError) else None
    return state is None or state.startswith("57P")
