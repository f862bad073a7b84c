"""The dispatcher of notifications: makes messages of private.outbox, and has them sent.

Of all gateways and workers one dispatches: the one whose connection holds an advisory lock. Every statement
of the dispatcher runs on that connection, so whoever lost the lock commits nothing any more.

That a message is being sent is committed before it leaves, and what became of it afterwards. If the process
dies in between, nobody can know whether it arrived: it is sent once more, under the same Message-ID
(docs/decisions/notifications.md).
"""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from time import monotonic
from typing import Any
from uuid import UUID

from psycopg import AsyncConnection, AsyncRawCursor
from psycopg import Error as PostgresError

from tapis.advisory_locks import DISPATCHER
from tapis.gateway import failpoints, metrics
from tapis.gateway.context import Context
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.database.session_settings import is_pooled
from tapis.gateway.invalidation import CONNECT_SECONDS, KEEPALIVES, POOLED_SECONDS
from tapis.gateway.notifications.due_messages import PUSH, WAYS_OF_MAIL, DueMessage
from tapis.gateway.notifications.mail_sender import MailSender
from tapis.gateway.notifications.notification_texts import words_of
from tapis.gateway.notifications.web_push import Outcome, PushSender, Subscription

POLL_SECONDS = 1.0
RETRY_SECONDS = 2.0
RECOVERY_SECONDS = 3_600.0  # how often what is old is deleted
STOP_SECONDS = 5.0  # for the mail that is just being sent
BATCH = 50
log = logging.getLogger("tapis.gateway.notifications")

queries = NamedQueries(__file__)


class Dispatcher:
    def __init__(self, context: Context, push: PushSender | None) -> None:
        self._url = context.settings.listen_url or context.settings.database_url
        self._push = push
        self._mails = MailSender(context.settings, self)
        self._connection: AsyncConnection[tuple[Any, ...]]
        # What is known and could not be stored, because the connection was lost.
        self._unsettled: dict[UUID, tuple[str, str | None, timedelta | None]] = {}
        self._stopping = asyncio.Event()

    async def run(self) -> None:
        """Dispatch whenever the lock can be had, until stopped."""
        while not self._stopping.is_set():
            try:
                self._connection = await AsyncConnection.connect(
                    self._url, autocommit=True, connect_timeout=CONNECT_SECONDS, cursor_factory=AsyncRawCursor
                )
                async with self._connection:
                    await self._wait_for_advisory_lock()
            except (PostgresError, OSError) as error:
                log.warning("notification dispatcher disconnected", extra={"error": type(error).__name__})
            except Exception:  # the next round may succeed
                log.exception("notification dispatcher failed")
            await self._pause(RETRY_SECONDS)

    async def stop(self, running: asyncio.Task[None]) -> None:
        """Let the message that is just being sent end, so that it is not sent again."""
        self._stopping.set()
        with suppress(TimeoutError, asyncio.CancelledError):
            await asyncio.wait_for(running, STOP_SECONDS)

    @property
    def is_stopping(self) -> bool:
        return self._stopping.is_set()

    async def begin(self, message: DueMessage) -> bool:
        """Commit that this message is being sent; False when it is not to be sent any more."""
        ((begun,),) = await self._query(queries.begin, message.id)
        failpoints.reached("notification: sending")
        return bool(begun)

    async def settle(
        self,
        message: DueMessage,
        outcome: str,
        error: str | None = None,
        retry_after: timedelta | None = None,
    ) -> None:
        """Commit what became of a message: sent, dropped, failed, or retry."""
        if outcome == "sent":
            failpoints.reached("notification: sent")
            metrics.count("notifications_sent")
        self._unsettled[message.id] = (outcome, error, retry_after)
        await self._store(message.id)

    async def _store(self, message: UUID) -> None:
        await self._query(queries.settle, message, *self._unsettled[message])
        del self._unsettled[message]

    async def _wait_for_advisory_lock(self) -> None:
        if await is_pooled(self._connection):
            log.warning("notifications need a direct connection: set TAPIS_LISTEN_URL")
            await self._pause(POOLED_SECONDS)
            return
        await self._connection.execute(KEEPALIVES)
        await self._query(queries.act_as_sender)
        while not self.is_stopping:
            if (await self._query(queries.try_advisory_lock, DISPATCHER))[0][0]:
                await self._dispatch()
            await self._pause(RETRY_SECONDS)

    async def _dispatch(self) -> None:
        for message in list(self._unsettled):
            await self._store(message)
        recovers_at = 0.0
        while not self.is_stopping:
            if monotonic() >= recovers_at:  # between rounds nothing of this process is being sent
                await self._query(queries.recover)
                recovers_at = monotonic() + RECOVERY_SECONDS
            async with self._connection.transaction():
                await self._query(queries.create_messages, self._mails.has_server)
                failpoints.reached("notification: expanded")
            ways = [PUSH, *(WAYS_OF_MAIL if self._mails.is_ready else ())]
            due = [DueMessage(*row) for row in await self._query(queries.due, BATCH, ways)]
            await self._send(due)
            if not due:
                await self._pause(POLL_SECONDS)

    async def _send(self, due: Sequence[DueMessage]) -> None:
        mails = [message for message in due if message.way != PUSH]
        pushes = [self._send_push(message) for message in due if message.way == PUSH]
        await asyncio.gather(self._mails.send(mails), *pushes)

    async def _send_push(self, message: DueMessage) -> None:
        if self._push is None or message.device is None:
            await self.settle(message, "dropped", "the device is not subscribed any more")
            return
        if not await self.begin(message):
            return
        try:
            outcome = await self._pushed(self._push, message, message.device)
        except Exception:  # no single message ends the sending of all others
            log.exception("push not sent")
            outcome = Outcome("retry")
        state = "dropped" if outcome.state == "gone" else outcome.state
        await self.settle(message, state, retry_after=outcome.retry_after)

    @staticmethod
    async def _pushed(push: PushSender, message: DueMessage, device: dict[str, str]) -> Outcome:
        words = words_of(message.kind, message.language, message.record, message.facts)
        payload = {"title": words.title, "body": words.text, "url": words.path, "tag": message.record}
        return await push.send(
            Subscription(*(device[name] for name in ("endpoint", "p256dh", "auth"))), payload
        )

    async def _query(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        cursor = await self._connection.execute(statement.encode(), values)
        return await cursor.fetchall()

    async def _pause(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), seconds)
