"""The notification dispatcher: creates messages from private.outbox, and sends them.

Messages are sent independently, so none waits for a slow recipient; recipients are served in turn.

Of all gateways and workers one dispatches: the one whose connection holds an advisory lock. Every statement
of the dispatcher runs on that connection, so after losing the lock it can't commit anything.

The state `sending` is committed before a message is sent, and the outcome afterwards. If the process dies in
between, delivery is uncertain: the message is sent once more, with the same Message-ID
(docs/decisions/notifications.md).
"""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from functools import partial
from time import monotonic
from typing import Any
from uuid import UUID

from psycopg import AsyncConnection, AsyncRawCursor
from psycopg import Error as PostgresError

from tapis.advisory_locks import DISPATCHER
from tapis.gateway import failpoints, metrics
from tapis.gateway.context import Context
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.database.session_settings import is_behind_pooler
from tapis.gateway.fair_share import CapacityExceeded, FairShare, Holder, ShareClaim, current_holder
from tapis.gateway.invalidation import CONNECT_SECONDS, KEEPALIVES, POOLED_SECONDS
from tapis.gateway.notifications.due_messages import EMAIL_CHANNELS, PUSH, DueMessage
from tapis.gateway.notifications.mail_sender import MailSender
from tapis.gateway.notifications.notification_texts import render_message
from tapis.gateway.notifications.web_push import PushOutcome, PushSender, PushSubscription

POLL_SECONDS = 1.0
RETRY_SECONDS = 2.0
RECOVERY_SECONDS = 3_600.0  # interval of deleting old messages and lapsing unreviewed orders
STOP_SECONDS = 5.0  # for messages being sent
BATCH = 50  # messages per query
MAX_MAILS, MAX_MAILS_PER_PERSON = 4, 1
MAX_PUSHES, MAX_PUSHES_PER_PERSON = 64, 2
log = logging.getLogger("tapis.gateway.notifications")

queries = NamedQueries(__file__)


class Dispatcher:
    def __init__(self, context: Context, push: PushSender | None) -> None:
        self._url = context.settings.listen_url or context.settings.database_url
        self._push = push
        self._lapse_days = context.settings.lapse_days
        self._mails = MailSender(context, self)
        self._connection: AsyncConnection
        self._statements = asyncio.Lock()  # keeps statements of one message out of another's transaction
        self._shares = (
            FairShare(MAX_MAILS, per_person=MAX_MAILS_PER_PERSON),
            FairShare(MAX_PUSHES, per_person=MAX_PUSHES_PER_PERSON),
        )
        self._sending: dict[UUID, asyncio.Task[None]] = {}
        # Final outcomes that were not stored, because the connection was lost.
        self._unrecorded: dict[UUID, tuple[str, str | None, timedelta | None]] = {}
        self._stopping = asyncio.Event()

    async def run(self) -> None:
        """Dispatch whenever the lock is acquired, until stopped."""
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
        """Wait for the messages being sent, so that they are not sent again."""
        self._stopping.set()
        with suppress(TimeoutError, asyncio.CancelledError):
            async with asyncio.timeout(STOP_SECONDS):
                await running

    @property
    def is_stopping(self) -> bool:
        return self._stopping.is_set()

    async def claim(self, message: DueMessage) -> bool:
        """Commit the state `sending`; False when the message is no longer to be sent."""
        ((is_claimed,),) = await self._query(queries.claim, message.id)
        failpoints.stop_at_failpoint("notification: sending")
        return bool(is_claimed)

    async def record(
        self,
        message: DueMessage,
        outcome: str,
        error: str | None = None,
        retry_after: timedelta | None = None,
    ) -> None:
        """Commit the outcome of a message: sent, dropped, failed, or retry."""
        if outcome == "sent":
            failpoints.stop_at_failpoint("notification: sent")
            metrics.count_event("notifications_sent")
        values = (outcome, error, retry_after)
        # A retry that is stored late would repeat what another worker has recovered and sent.
        if outcome != "retry":
            self._unrecorded[message.id] = values
        await self._store(message.id, *values)

    async def _store(self, message: UUID, *outcome: object) -> None:
        await self._query(queries.record, message, *outcome)
        self._unrecorded.pop(message, None)

    async def _wait_for_advisory_lock(self) -> None:
        if await is_behind_pooler(self._connection):
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
        for message, outcome in list(self._unrecorded.items()):
            await self._store(message, *outcome)
        next_recovery = 0.0
        try:
            while not self.is_stopping:
                if monotonic() >= next_recovery:
                    await self._query(queries.recover)
                    await self._query(queries.lapse, self._lapse_days)
                    next_recovery = monotonic() + RECOVERY_SECONDS
                due = await self._fetch_due()
                next_poll = monotonic() + POLL_SECONDS
                while due and monotonic() < next_poll:
                    due = self._begin_sending(due)
                    await self._wait_for_sends(next_poll)
                if not due:
                    await self._wait_for_sends(next_poll)
        finally:
            if self._sending:
                await asyncio.wait(self._sending.values())
            await self._mails.disconnect()

    async def _fetch_due(self) -> list[DueMessage]:
        """The messages to send next, one per person before anyone's second."""
        async with self._statements, self._connection.transaction():
            await self._connection.execute(queries.create_messages, [self._mails.has_server])
            failpoints.stop_at_failpoint("notification: expanded")
        channels = [PUSH, *(EMAIL_CHANNELS if self._mails.is_ready else ())]
        due = [DueMessage(*row) for row in await self._query(queries.due, BATCH, channels)]
        return [message for message in due if message.id not in self._sending]

    def _begin_sending(self, due: Sequence[DueMessage]) -> list[DueMessage]:
        """Start sending as many as there is capacity for; returns the others."""
        waiting = []
        for message in due:
            share = self._shares[message.channel == PUSH]
            claim = ShareClaim(Holder(message.user_id, message.user_id))
            try:
                share.acquire(claim)
            except CapacityExceeded:
                waiting.append(message)
            else:
                task = self._sending[message.id] = asyncio.create_task(self._send(message, claim))
                task.add_done_callback(partial(self._on_sent, message, share, claim))
        return waiting

    def _on_sent(
        self, message: DueMessage, share: FairShare, claim: ShareClaim, task: asyncio.Task[None]
    ) -> None:
        del self._sending[message.id]
        share.release(claim)
        if not task.cancelled() and (error := task.exception()):
            log.warning("message not recorded", extra={"error": type(error).__name__})

    async def _wait_for_sends(self, deadline: float) -> None:
        seconds = max(0.0, deadline - monotonic())
        if not self._sending:
            await self._mails.disconnect()
            await self._pause(seconds)
        else:
            await asyncio.wait(self._sending.values(), timeout=seconds, return_when=asyncio.FIRST_COMPLETED)

    async def _send(self, message: DueMessage, claim: ShareClaim) -> None:
        if message.channel == PUSH:
            await self._send_push(message, claim)
        else:
            await self._mails.send(message)

    async def _send_push(self, message: DueMessage, claim: ShareClaim) -> None:
        current_holder.set(claim.holder)  # for this task: the DNS lookup counts for the recipient
        if self._push is None or message.device is None:
            await self.record(message, "dropped", "the device is not subscribed any more")
            return
        if not await self.claim(message):
            return
        pushing = asyncio.create_task(self._push_message(self._push, message, message.device))
        claim.on_evict = pushing.cancel  # an unresponsive device is evicted for others
        await asyncio.wait([pushing])
        claim.on_evict = None
        outcome = PushOutcome("retry")
        if not pushing.cancelled() and not (error := pushing.exception()):
            outcome = pushing.result()
        elif not pushing.cancelled():  # one message must not stop all others
            log.error("push not sent", exc_info=error)
        state = "dropped" if outcome.state == "gone" else outcome.state
        await self.record(message, state, retry_after=outcome.retry_after)

    @staticmethod
    async def _push_message(push: PushSender, message: DueMessage, device: dict[str, str]) -> PushOutcome:
        rendered = render_message(message.kind, message.language, message.record, message.facts)
        payload = {
            "title": rendered.title,
            "body": rendered.text,
            "url": rendered.path,
            "tag": message.record,
        }
        return await push.send(
            PushSubscription(*(device[name] for name in ("endpoint", "p256dh", "auth"))), payload
        )

    async def _query(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        async with self._statements:
            cursor = await self._connection.execute(statement, values)
            return await cursor.fetchall()

    async def _pause(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stopping.wait()
