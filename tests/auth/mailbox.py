"""A mail server of our own: speaks just enough SMTP over TCP, and keeps every mail it is given."""

import email
import email.policy
import queue
import socketserver
import threading
import time
from email.message import EmailMessage
from typing import Self


class _Conversation(socketserver.StreamRequestHandler):
    server: "Mailbox"

    def handle(self) -> None:
        self._say("220 mailbox")
        while line := self.rfile.readline():
            verb = line.split()[0].upper() if line.split() else b""
            if verb == b"EHLO":
                self._say("250 mailbox")
            elif verb == b"DATA":
                self._say("354 go on")
                self.server.take(self._read_mail())
                self._say("250 taken")
            elif verb == b"QUIT":
                self._say("221 bye")
                return
            else:
                self._say("250 fine")

    def _read_mail(self) -> bytes:
        lines = []
        while (line := self.rfile.readline()) not in {b".\r\n", b""}:
            lines.append(line.removeprefix(b"."))
        return b"".join(lines)

    def _say(self, text: str) -> None:
        self.wfile.write(text.encode() + b"\r\n")


class Mailbox(socketserver.ThreadingTCPServer):
    """Listens on a free port of this machine for the length of a `with` block."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Conversation)
        self.mails: queue.Queue[EmailMessage] = queue.Queue()
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05})

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self._thread.join()
        self.server_close()

    def take(self, raw: bytes) -> None:
        parsed = email.message_from_bytes(raw, policy=email.policy.default)
        assert isinstance(parsed, EmailMessage)
        self.mails.put(parsed)

    def next_mail(self, to: str, seconds: float = 10) -> EmailMessage:
        """The next mail to somebody; mails to others are passed over. Raises queue.Empty when none comes."""
        end = time.monotonic() + seconds
        while True:
            mail = self.mails.get(timeout=max(0, end - time.monotonic()))
            if mail["To"] == to:
                return mail
