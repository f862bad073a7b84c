"""Cache invalidation by LISTEN/NOTIFY: writes of others (psql, the command line) take effect at once.

The workers of one server share memory, so a write in one is visible to all before its response is sent.
Several gateways over one database need more: tapis/cluster/confirmed_invalidation.py.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Protocol

from psycopg import AsyncConnection
from psycopg import Error as PostgresError

from tapis.gateway.database.session_settings import is_behind_pooler

# Channels that the database notifies.
CONTENT, KEYS, SCREENS = "tapis_changed", "tapis_keys", "tapis_screens"
MAINTENANCE = "tapis_maintenance"

PROBE_SECONDS = 0.5  # how often an idle connection is checked, and how long the check may take
RETRY_SECONDS = 0.5
CONNECT_SECONDS = 5
POOLED_SECONDS = 30.0
# The server drops a listener that vanished, and its locks, after ten seconds.
KEEPALIVES = "set tcp_keepalives_idle = 4; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3"
log = logging.getLogger("tapis.gateway.invalidation")


class Subscriber(Protocol):
    """Caches state that others may change; `is_current`: it receives notifications of changes."""

    is_current: bool

    async def on_notify(self, payloads: Sequence[str] = ()) -> None:
        """Handle a change, or a possible one: drop the cache, or read it again.

        `payloads` of the notifications; empty when the connection is new.
        """


class InvalidationListener:
    """Notifies the subscribers of each channel, on a connection of its own."""

    def __init__(self, url: str) -> None:
        self._url = url

    async def confirm(self, channel: str) -> None:
        """Wait until every gateway has processed what was committed and notified on the channel."""

    async def listen(self, subscribers: Mapping[str, Subscriber]) -> None:
        """Listen until cancelled, reconnecting after every lost connection."""
        while True:
            try:
                connection = await AsyncConnection.connect(
                    self._url, autocommit=True, connect_timeout=CONNECT_SECONDS
                )
            except (PostgresError, OSError) as error:
                # Without a database nothing changes, so caches stay valid.
                _set_current(subscribers, is_current=_is_unavailable(error))
                log.warning("not listening for changes", extra={"error": type(error).__name__})
                await asyncio.sleep(RETRY_SECONDS)
                continue
            try:
                async with connection:
                    await self._listen(connection, subscribers)
            except (PostgresError, OSError, TimeoutError) as error:
                log.warning("connection for notifications lost", extra={"error": type(error).__name__})
            finally:
                _set_current(subscribers, is_current=False)

    async def _listen(self, connection: AsyncConnection, subscribers: Mapping[str, Subscriber]) -> None:
        if await is_behind_pooler(connection):
            _set_current(subscribers, is_current=False)
            log.warning("no notifications through a pooler, so nothing is cached: set TAPIS_LISTEN_URL")
            await asyncio.sleep(POOLED_SECONDS)
            return
        await connection.execute(KEEPALIVES)
        for channel, subscriber in subscribers.items():
            subscriber.is_current = False
            await self._subscribe(connection, channel)
            await subscriber.on_notify()  # for changes before the subscription
            subscriber.is_current = True
        while True:
            notifications = connection.notifies(timeout=PROBE_SECONDS, stop_after=1)
            received = [notification async for notification in notifications]
            for channel in {notification.channel for notification in received}:
                payloads = [
                    notification.payload for notification in received if notification.channel == channel
                ]
                await self._notify(connection, channel, subscribers[channel], payloads)
            async with asyncio.timeout(PROBE_SECONDS):
                await connection.execute("select")

    async def _subscribe(self, connection: AsyncConnection, channel: str) -> None:
        await connection.execute(f"listen {channel}")

    async def _notify(
        self,
        connection: AsyncConnection,  # noqa: ARG002 – for gateways in a cluster
        channel: str,  # noqa: ARG002
        subscriber: Subscriber,
        payloads: Sequence[str],
    ) -> None:
        await subscriber.on_notify(payloads)


def _set_current(subscribers: Mapping[str, Subscriber], *, is_current: bool) -> None:
    for subscriber in subscribers.values():
        subscriber.is_current = is_current


def _is_unavailable(error: Exception) -> bool:
    """Whether no server answered, or one that is starting or shutting down (57P)."""
    state = error.sqlstate if isinstance(error, PostgresError) else None
    return state is None or state.startswith("57P")
