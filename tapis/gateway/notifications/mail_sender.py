"""Sends the mails that are due, several over one connection to the mail server."""

import logging
import time
from collections.abc import Sequence
from email.message import EmailMessage
from typing import Protocol

from psycopg import Error as PostgresError

from tapis.gateway import metrics
from tapis.gateway.mail import smtp
from tapis.gateway.notifications.due_messages import DueMessage
from tapis.gateway.notifications.notification_mail import compose_notification
from tapis.gateway.settings import Settings

# While the mail server is away: seconds until the next try, doubled each time.
FIRST_PAUSE, LONGEST_PAUSE = 2.0, 300.0
log = logging.getLogger("tapis.gateway.notifications")


class MessageStore(Protocol):
    """Where the state of messages is kept."""

    @property
    def is_stopping(self) -> bool: ...
    async def begin(self, message: DueMessage) -> bool: ...
    async def settle(self, message: DueMessage, outcome: str, error: str | None = None) -> None: ...


class MailSender:
    def __init__(self, settings: Settings, store: MessageStore) -> None:
        self._settings = settings
        self._store = store
        self._connection: smtp.Connection | None = None
        self._pause = 0.0
        self._ready_from = 0.0

    @property
    def has_server(self) -> bool:
        return bool(self._settings.smtp_url)

    @property
    def is_ready(self) -> bool:
        """Whether the mail server may be tried now."""
        return self.has_server and time.monotonic() >= self._ready_from

    async def send(self, due: Sequence[DueMessage]) -> None:
        """Send these, or as many as the mail server and a stop allow; the others stay as they are."""
        try:
            for message in due:
                if self._store.is_stopping or not self.is_ready:
                    return
                try:
                    await self._send(message)
                except PostgresError:  # of the store: what became of the message is known
                    raise
                except Exception:  # no single message ends the sending of all others
                    log.exception("mail not sent")
                    await self._disconnect()
                    await self._store.begin(message)  # counts the attempt, if it was not begun
                    await self._store.settle(message, "retry", "The mail could not be made or sent.")
        finally:
            await self._disconnect()

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection:
            await connection.close()

    async def _send(self, message: DueMessage) -> None:
        try:
            mail = compose_notification(self._settings, message)
        except ValueError:
            await self._store.settle(message, "dropped", "The address fits into no mail.")
            return
        try:
            connection = self._connection or await smtp.connect(smtp.MailServer.of(self._settings.smtp_url))
        except smtp.MailNotSent as error:
            self._pause = min(max(FIRST_PAUSE, 2 * self._pause), LONGEST_PAUSE)
            self._ready_from = time.monotonic() + self._pause
            await self._not_sent(message, error)
            return
        self._connection, self._pause = connection, 0.0
        if await self._store.begin(message):
            await self._deliver(connection, message, mail)

    async def _deliver(self, connection: smtp.Connection, message: DueMessage, mail: EmailMessage) -> None:
        try:
            await connection.deliver(mail)
        except smtp.MailNotSent as error:
            await self._disconnect()
            await self._not_sent(message, error)
            return
        await self._store.settle(message, "sent")

    async def _not_sent(self, message: DueMessage, error: smtp.MailNotSent) -> None:
        metrics.count("mail_failures")
        log.warning("mail not sent", extra={"cause": str(error)})
        outcome = "dropped" if isinstance(error, smtp.RecipientRefused) else "retry"
        await self._store.settle(message, outcome, str(error))
