"""A real SMTP server (aiosmtpd) that keeps every mail.

python -m tests.auth.smtp_server    prints its address, then each mail as a line of JSON, until its input ends
"""

import asyncio
import email
import email.policy
import json
import queue
import ssl
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from email.message import EmailMessage
from typing import Self

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from tests.postgres.os_processes import PATIENCE_SECONDS


class Mailbox:
    """Listens on a free port of this machine for the length of a `with` block, but for `away()`.

    With a `certificate` it demands STARTTLS, with `accounts` (user → password) it demands one of them, and it
    knows that nobody lives at the addresses in `unknown`.
    """

    def __init__(
        self,
        certificate: ssl.SSLContext | None = None,
        accounts: Mapping[str, str] | None = None,
        unknown: frozenset[str] = frozenset(),
        host: str = "127.0.0.1",
    ) -> None:
        self.mails: queue.Queue[EmailMessage] = queue.Queue()
        self.port = 0
        self.host = host
        # Called with a mail in hand, before it is taken.
        self.meanwhile: Callable[[], object] = lambda: None
        # Address → what is answered instead of taking its mails.
        self.refusals: dict[str, str] = {}
        self._certificate = certificate
        self._accounts = accounts
        self._unknown = unknown
        self._open = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._serve(),))

    @property
    def url(self) -> str:
        return f"smtp://{self.host}:{self.port}"

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._open.wait(PATIENCE_SECONDS)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._closing.set)
        self._thread.join()
        self._loop.close()

    @contextmanager
    def offline(self) -> Iterator[None]:
        """Refuse connections within the block."""
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result(10)
        try:
            yield
        finally:
            asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result(10)

    async def _serve(self) -> None:
        self._closing = asyncio.Event()
        await self._listen()
        self._open.set()
        await self._closing.wait()
        await self._close()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    async def _listen(self) -> None:
        self._server = await self._loop.create_server(self._create_session, self.host, self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _close(self) -> None:
        self._server.close()

    def _create_session(self) -> SMTP:
        return SMTP(
            self,
            hostname="mailbox",
            loop=self._loop,
            tls_context=self._certificate,
            require_starttls=self._certificate is not None,
            auth_required=self._accounts is not None,
            auth_require_tls=self._certificate is not None,
            authenticator=self._authenticate,
        )

    def _authenticate(
        self, _server: SMTP, _session: Session, _envelope: Envelope, _how: str, reported: object
    ) -> AuthResult:
        assert isinstance(reported, LoginPassword)
        right = (self._accounts or {}).get(reported.login.decode()) == reported.password.decode()
        return AuthResult(success=right, handled=False)

    async def handle_RCPT(
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        if address in self.refusals:
            return self.refusals[address]
        if address in self._unknown:
            return f"550 5.1.1 <{address}> nobody lives here"
        envelope.rcpt_tos.append(address)
        return "250 fine"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:
        await asyncio.to_thread(self.meanwhile)
        assert isinstance(envelope.content, bytes)
        parsed = email.message_from_bytes(envelope.content, policy=email.policy.default)
        assert isinstance(parsed, EmailMessage)
        self.mails.put(parsed)
        return "250 taken"

    def next_mail(self, to: str, seconds: float = PATIENCE_SECONDS) -> EmailMessage:
        """The next mail to an address; others are dropped. Raises queue.Empty when none arrives."""
        end = time.monotonic() + seconds
        while True:
            mail = self.mails.get(timeout=max(0, end - time.monotonic()))
            if mail["To"] == to:
                return mail


def get_body_text(mail: EmailMessage, kind: str) -> str:
    """The text of a mail's `plain` or `html` body."""
    found = mail.get_body((kind,))
    assert found is not None
    return str(found.get_content())


def print_line(line: str) -> None:
    """Print and flush a line."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def print_mails(box: Mailbox) -> None:
    """Print each mail as it arrives, forever."""
    while True:
        mail = box.mails.get()
        reported = {"to": mail["To"], "subject": mail["Subject"], "language": mail["Content-Language"]}
        print_line(json.dumps(reported | {kind: get_body_text(mail, kind) for kind in ("plain", "html")}))


if __name__ == "__main__":
    with Mailbox() as opened:
        print_line(opened.url)
        threading.Thread(target=print_mails, args=(opened,), daemon=True).start()
        sys.stdin.read()
