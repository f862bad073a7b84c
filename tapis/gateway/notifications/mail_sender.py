"""Sends due mails, several per connection to the mail server."""

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

# Seconds of exponential backoff while the mail server is unavailable.
MIN_BACKOFF, MAX_BACKOFF = 2.0, 300.0
log = logging.getLogger("tapis.gateway.notifications")


class MessageStore(Protocol):
    """Stores the state of messages."""

    async def claim(self, message: DueMessage) -> bool: ...
    async def record(self, message: DueMessage, outcome: str, error: str | None = None) -> None: ...


class MailSender:
    def __init__(self, context: Context, store: MessageStore) -> None:
        self._context = context
        self._settings = context.settings
        self._store = store
        self._idle: list[smtp.SmtpConnection] = []
        self._connecting = asyncio.Lock()
        self._backoff = 0.0
        self._retry_at = 0.0

    @property
    def has_server(self) -> bool:
        return bool(self._settings.smtp_url)

    @property
    def is_ready(self) -> bool:
        """Whether there is a mail server, and no backoff is in effect."""
        return self.has_server and time.monotonic() >= self._retry_at

    async def send(self, message: DueMessage) -> None:
        """Send a mail; while the mail server is unavailable it stays queued."""
        try:
            await self._send(message)
        except PostgresError:  # from the store: the outcome itself is known
            raise
        except Exception:
            log.exception("mail not sent")
            await self._store.claim(message)  # counts the attempt, if it was not claimed
            await self._store.record(message, "retry", "The mail could not be made or sent.")

    async def disconnect(self) -> None:
        while self._idle:
            await self._idle.pop().close()

    async def _send(self, message: DueMessage) -> None:
        try:
            mail = compose_notification(await self._context.current_settings(), message)
        except ValueError:
            await self._store.record(message, "dropped", "The address fits into no mail.")
            return
        connection = await self._acquire_connection(message)
        if connection is None:
            return
        try:
            is_claimed = await self._store.claim(message)
            if is_claimed:
                await connection.deliver(mail)
        except smtp.MailNotSent as error:
            await connection.close()
            await self._record_failure(message, error)
            return
        except BaseException:
            await connection.close()
            raise
        self._idle.append(connection)
        if is_claimed:
            await self._store.record(message, "sent")

    async def _acquire_connection(self, message: DueMessage) -> smtp.SmtpConnection | None:
        """An exclusive connection; None while the server is unavailable. One mail at a time connects."""
        async with self._connecting:
            if self._idle:
                return self._idle.pop()
            if not self.is_ready:
                return None
            try:
                connection = await smtp.connect(smtp.MailServer.of(self._settings.smtp_url))
            except smtp.MailNotSent as error:
                self._backoff = min(max(MIN_BACKOFF, 2 * self._backoff), MAX_BACKOFF)
                self._retry_at = time.monotonic() + self._backoff
                await self._record_failure(message, error)
                return None
        self._backoff = 0.0
        return connection

    async def _record_failure(self, message: DueMessage, error: smtp.MailNotSent) -> None:
        metrics.count_event("mail_failures")
        log.warning("mail not sent", extra={"cause": str(error)})
        outcome = "dropped" if isinstance(error, smtp.RecipientRefused) else "retry"
        await self._store.record(message, outcome, str(error))
