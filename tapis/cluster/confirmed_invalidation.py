"""Cache invalidation between gateways: no write is acknowledged before every gateway has processed it.

A notification arrives some milliseconds after the commit. So that the next request of a writer may go to
another gateway, each listener holds an advisory lock of the channel, shared with the others:

listener   holds the shared lock │ is notified │ releases it, takes it again │ invalidates once more
writer     commits │ waits for the exclusive lock │ responds

A listener that was quicker than the writer's request for the lock holds it again, with no reason to release
it: so a waiting writer repeats the notification from another connection.

A gateway that ends loses the lock with its connection. One that hangs delays a writer by at most a second.
"""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress

from psycopg import AsyncConnection
from psycopg import Error as PostgresError

from tapis.advisory_locks import CONTENT_LISTENERS, KEYS_LISTENERS
from tapis.gateway.database import ANON, Database
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.errors import DatabaseUnavailable
from tapis.gateway.invalidation import CONTENT, KEYS, InvalidationListener, Subscriber

LOCKS = {CONTENT: CONTENT_LISTENERS, KEYS: KEYS_LISTENERS}
REPEAT_SECONDS = (0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.256)
log = logging.getLogger("tapis.cluster.confirmed_invalidation")

queries = NamedQueries(__file__)


class ClusterInvalidationListener(InvalidationListener):
    def __init__(self, url: str, database: Database) -> None:
        super().__init__(url)
        self._database = database

    async def confirm(self, channel: str) -> None:
        """Wait at most a second until every gateway has processed the committed, notified changes."""
        repeating = asyncio.create_task(self._repeat(channel))
        try:
            await self._database.run(ANON, queries.wait_for_listeners, (LOCKS[channel],))
        except (PostgresError, DatabaseUnavailable) as error:
            details = {"channel": channel, "error": type(error).__name__}
            log.warning("not every gateway has confirmed a change", extra=details)
        finally:
            repeating.cancel()

    async def _repeat(self, channel: str) -> None:
        for pause in REPEAT_SECONDS:
            await asyncio.sleep(pause)
            # With a timeout: the notification may be queued behind the request for the lock.
            with suppress(PostgresError, DatabaseUnavailable, TimeoutError):
                async with asyncio.timeout(pause):
                    await self._database.run(ANON, queries.repeat_notification, (channel,))

    async def _subscribe(self, connection: AsyncConnection, channel: str) -> None:
        await super()._subscribe(connection, channel)
        if channel not in LOCKS:
            return
        await connection.execute(f"select pg_advisory_lock_shared({LOCKS[channel]})")

    async def _notify(
        self, connection: AsyncConnection, channel: str, subscriber: Subscriber, payloads: Sequence[str]
    ) -> None:
        """Release waiting writers, then process what they wrote."""
        if channel not in LOCKS:  # no writer waits
            await super()._notify(connection, channel, subscriber, payloads)
            return
        subscriber.is_current = False
        await subscriber.on_notify()
        lock = LOCKS[channel]
        await connection.execute(
            f"select pg_advisory_unlock_shared({lock}); select pg_advisory_lock_shared({lock})"
        )
        await subscriber.on_notify()
        subscriber.is_current = True
