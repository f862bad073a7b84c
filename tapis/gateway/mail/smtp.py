"""Sends mail by SMTP, with TLS if the server supports it."""

import asyncio
import re
import smtplib
import socket
import ssl
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import TypeVar
from urllib.parse import unquote, urlsplit

from tapis.gateway.fair_share import CapacityExceeded, FairQueue, current_holder

SECONDS = 10  # timeout of one SMTP command
SECONDS_IN_ALL = 20  # timeout of a whole operation: a user may be waiting
PORTS = {"smtp": 587, "smtps": 465}
# RFC 3463: 5.1 is about the mailbox. Any other code, or none, may be a policy, which can change.
ENHANCED_CODE = re.compile(rb"\s*([245]\.\d{1,3}\.\d{1,3})\b")
NO_SUCH_MAILBOX = "5.1."
LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})

AT_ONCE, MAX_QUEUED = 4, 200
# A separate pool, so that a slow mail server delays nothing else.
_threads = ThreadPoolExecutor(AT_ONCE, "mails")
_queue = FairQueue(AT_ONCE, MAX_QUEUED, per_person=1)
ResultT = TypeVar("ResultT")


class MailNotSent(Exception):
    """The mail server did not take a mail; the text is for the shop's owner and has no personal data."""


class RecipientRefused(MailNotSent):
    """The mail server reports permanently that the mailbox doesn't exist."""


# The first matching type gives the text.
CAUSES: tuple[tuple[type[Exception], str], ...] = (
    (smtplib.SMTPAuthenticationError, "does not accept the user and password of TAPIS_SMTP_URL"),
    (smtplib.SMTPRecipientsRefused, "takes no mail for this address"),
    (smtplib.SMTPSenderRefused, "takes no mail from this sender; TAPIS_SMTP_FROM names another"),
    (smtplib.SMTPNotSupportedError, "can't do what this mail needs: sign-in, or addresses beyond ASCII"),
    (smtplib.SMTPServerDisconnected, f"disconnected, or sent nothing for {SECONDS} seconds"),
    (smtplib.SMTPException, "refused the mail"),
    (
        ssl.SSLCertVerificationError,
        "shows a certificate of another name or of an unknown authority (SSL_CERT_FILE names more)",
    ),
    (ssl.SSLError, "speaks no TLS here: smtps:// is TLS from the first byte, smtp:// is STARTTLS"),
    (TimeoutError, f"did not answer within {SECONDS} seconds"),
    (socket.gaierror, "is a name that can't be resolved"),
    (OSError, "can't be reached"),
)


@dataclass(frozen=True, slots=True)
class MailServer:
    """The mail server of the settings; `encrypted` means TLS from the first byte."""

    host: str
    port: int
    encrypted: bool
    user: str
    password: str = field(repr=False)

    @classmethod
    def of(cls, smtp_url: str) -> "MailServer":
        url = urlsplit(smtp_url)
        return cls(
            url.hostname or "",
            url.port or PORTS[url.scheme],
            url.scheme == "smtps",
            unquote(url.username or ""),
            unquote(url.password or ""),
        )

    def __str__(self) -> str:
        return f"The mail server {self.host}:{self.port}"


class SmtpConnection:
    """An SMTP session: one mail with `send`, or several with `deliver` and then `close`."""

    def __init__(self, server: MailServer, smtp: smtplib.SMTP) -> None:
        self._server = server
        self._smtp = smtp

    async def send(self, message: EmailMessage) -> None:
        """Send this mail and disconnect. Raises MailNotSent when the server does not take it."""
        await _with_timeout(self._server, lambda: self._send(message))

    async def deliver(self, message: EmailMessage) -> None:
        """Send this mail. After MailNotSent the connection must be closed."""
        await _with_timeout(self._server, lambda: self._deliver(message))

    async def close(self) -> None:
        with suppress(MailNotSent):
            await _with_timeout(self._server, self._quit)

    def _send(self, message: EmailMessage) -> None:
        try:
            self._deliver(message)
        finally:
            self._quit()

    def _deliver(self, message: EmailMessage) -> None:
        with _translate_errors(self._server):
            self._smtp.send_message(message)

    def _quit(self) -> None:
        with suppress(OSError):
            self._smtp.quit()


async def connect(server: MailServer) -> SmtpConnection:
    return await _with_timeout(server, lambda: SmtpConnection(server, open_connection(server)))


def open_connection(server: MailServer) -> smtplib.SMTP:
    """Connect, start TLS and log in; a password is only sent over TLS, or to this machine.

    Raises MailNotSent.
    """
    with _translate_errors(server):
        context = ssl.create_default_context()
        smtp: smtplib.SMTP = (
            smtplib.SMTP_SSL(server.host, server.port, timeout=SECONDS, context=context)
            if server.encrypted
            else smtplib.SMTP(server.host, server.port, timeout=SECONDS)
        )
        try:
            _start_session(smtp, server, context)
        except BaseException:
            smtp.close()
            raise
        return smtp


def _start_session(smtp: smtplib.SMTP, server: MailServer, context: ssl.SSLContext) -> None:
    smtp.ehlo()
    encrypted = server.encrypted
    if not encrypted and smtp.has_extn("starttls"):
        smtp.starttls(context=context)
        smtp.ehlo()
        encrypted = True
    if server.user:
        if not encrypted and server.host not in LOCAL_HOSTS:
            raise MailNotSent(f"{server} offers no TLS, so the password was not sent.")
        smtp.login(server.user, server.password)


async def _with_timeout(server: MailServer, act: Callable[[], ResultT]) -> ResultT:
    try:
        async with asyncio.timeout(SECONDS_IN_ALL), _queue.slot(current_holder.get()):
            return await asyncio.get_running_loop().run_in_executor(_threads, act)
    except TimeoutError as error:
        raise MailNotSent(f"{server} takes longer than {SECONDS_IN_ALL} seconds.") from error
    except CapacityExceeded as full:
        raise MailNotSent(f"Too many wait for {server}.") from full


@contextmanager
def _translate_errors(server: MailServer) -> Iterator[None]:
    """Replace errors by a message of our own: the server's text may quote the recipient."""
    try:
        yield
    except (OSError, smtplib.SMTPException) as error:
        cause = next(text for kind_of_error, text in CAUSES if isinstance(error, kind_of_error))
        code, enhanced = _status_codes(error)
        is_permanent = isinstance(error, smtplib.SMTPRecipientsRefused) and enhanced.startswith(
            NO_SUCH_MAILBOX
        )
        kind = RecipientRefused if is_permanent else MailNotSent
        codes = " ".join(part for part in (code, enhanced) if part)
        raise kind(f"{server} {cause}{codes and f' ({codes})'}.") from error


def _status_codes(error: Exception) -> tuple[str, str]:
    """The basic and the enhanced status code, such as `550` and `5.7.1`; empty if missing."""
    code, text = 0, b""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, text = next(iter(error.recipients.values()), (0, b""))
    elif isinstance(error, smtplib.SMTPResponseException):
        code = error.smtp_code
        text = error.smtp_error if isinstance(error.smtp_error, bytes) else b""
    match = ENHANCED_CODE.match(text)
    return str(code or ""), match[1].decode() if match else ""
