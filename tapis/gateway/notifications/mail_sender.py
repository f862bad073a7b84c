"""Sends mails that are due, several over each connection to the mail server."""

import asyncio
import logging
import time
from typing import Protocol

from psycopg import Error as PostgresError

from tapis.gateway import metrics
from tapis.gateway.context import Context
from tapis.gateway.mail import smtp
from tapis.gateway.notifications.due_messages import DueMessage
from tapis.gateway.notifications.notification_mail import compose_notification

# While the mail server is unavailable: seconds until the next try, doubled each time.
FIRST_PAUSE, LONGEST_PAUSE = 2.0, 300.0
log = logging.getLogger("tapis.gateway.notifications")


class MessageStore(Protocol):
    """Where the state of messages is kept."""

    async def claim(self, message: DueMessage) -> bool: ...
    async def record(self, message: DueMessage, outcome: str, error: str | None = None) -> None: ...


class MailSender:
    def __init__(self, context: Context, store: MessageStore) -> None:
        self._context = context
        self._settings = context.settings
        self._store = store
        self._idle: list[smtp.Connection] = []
        self._connecting = asyncio.Lock()
        self._pause = 0.0
        self._ready_from = 0.0

    @property
    def has_server(self) -> bool:
        return bool(self._settings.smtp_url)

    @property
    def is_ready(self) -> bool:
        """Whether the mail server may be tried now."""
        return self.has_server and time.monotonic() >= self._ready_from

    async def send(self, message: DueMessage) -> None:
        """Send it; while the mail server is unavailable it stays queued."""
        try:
            await self._send(message)
        except PostgresError:  # of the store: what became of the message is known
            raise
        except Exception:
            log.exception("mail not sent")
            await self._store.claim(message)  # counts the attempt, if it was not claimed
            await self._store.record(message, "retry", "The mail could not be made or sent.")

    async def disconnect(self) -> None:
        """Close the connections that wait for the next mail."""
        while self._idle:
            await self._idle.pop().close()

    async def _send(self, message: DueMessage) -> None:
        try:
            mail = compose_notification(await self._context.current_settings(), message)
        except ValueError:
            await self._store.record(message, "dropped", "The address fits into no mail.")
            return
        connection = await self._connected(message)
        if connection is None:
            return
        try:
            is_claimed = await self._store.claim(message)
            if is_claimed:
                await connection.deliver(mail)
        except smtp.MailNotSent as error:
            await connection.close()
            await self._not_sent(message, error)
            return
        except BaseException:
            await connection.close()
            raise
        self._idle.append(connection)
        if is_claimed:
            await self._store.record(message, "sent")

    async def _connected(self, message: DueMessage) -> smtp.Connection | None:
        """A connection of one's own; None while the server is unavailable, which one mail at a time tries."""
        async with self._connecting:
            if self._idle:
                return self._idle.pop()
            if not self.is_ready:
                return None
            try:
                connection = await smtp.connect(smtp.MailServer.of(self._settings.smtp_url))
            except smtp.MailNotSent as error:
                self._pause = min(max(FIRST_PAUSE, 2 * self._pause), LONGEST_PAUSE)
                self._ready_from = time.monotonic() + self._pause
                await self._not_sent(message, error)
                return None
        self._pause = 0.0
        return connection

    async def _not_sent(self, message: DueMessage, error: smtp.MailNotSent) -> None:
        metrics.count("mail_failures")
        log.warning("mail not sent", extra={"cause": str(error)})
        outcome = "dropped" if isinstance(error, smtp.RecipientRefused) else "retry"
        await self._store.record(message, outcome, str(error))
