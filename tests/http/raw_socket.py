"""Bytes on a socket: what no well-behaved client library would send."""

import re
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

STATUS = re.compile(rb"HTTP/1\.1 (\d{3}) [A-Z]")


@dataclass(frozen=True, slots=True)
class Heard:
    """Everything received until the server closed the connection, or `patience` seconds of silence."""

    text: bytes
    closed: bool

    @property
    def statuses(self) -> list[int]:
        """The status of each answer, in order."""
        return [int(status) for status in STATUS.findall(self.text)]


def connect(url: str, patience: float = 5) -> socket.socket:
    """A connection to the shop."""
    parts = urlsplit(url)
    line = socket.create_connection((parts.hostname or "", parts.port or 80), timeout=patience)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return line


def listen(line: socket.socket) -> Heard:
    """Read until the end, or until nothing more comes."""
    text = b""
    try:
        while piece := line.recv(65536):
            text += piece
    except TimeoutError:
        return Heard(text, closed=False)
    except ConnectionError:
        pass
    return Heard(text, closed=True)


def say(url: str, message: bytes, patience: float = 5) -> Heard:
    """Send these bytes on a connection of their own and receive."""
    with connect(url, patience) as line:
        try:
            line.sendall(message)
        except ConnectionError:
            return Heard(b"", closed=True)
        return listen(line)
