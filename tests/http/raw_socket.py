"""Raw bytes on a socket, which no well-behaved HTTP client would send."""

import re
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

STATUS = re.compile(rb"HTTP/1\.1 (\d{3}) [A-Z]")


@dataclass(frozen=True, slots=True)
class ReceivedData:
    """Everything received until the server closed the connection, or `patience` seconds of silence."""

    text: bytes
    closed: bool

    @property
    def statuses(self) -> list[int]:
        """The status of each response, in order."""
        return [int(status) for status in STATUS.findall(self.text)]


def connect(url: str, patience: float = 5) -> socket.socket:
    """A connection to the shop."""
    parts = urlsplit(url)
    connection = socket.create_connection((parts.hostname or "", parts.port or 80), timeout=patience)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def receive_all(connection: socket.socket) -> ReceivedData:
    """Read until the connection is closed or silent."""
    text = b""
    try:
        while piece := connection.recv(65536):
            text += piece
    except TimeoutError:
        return ReceivedData(text, closed=False)
    except ConnectionError:
        pass
    return ReceivedData(text, closed=True)


def send_and_receive(url: str, message: bytes, patience: float = 5) -> ReceivedData:
    """Send bytes on a new connection and read the responses."""
    with connect(url, patience) as connection:
        try:
            connection.sendall(message)
        except ConnectionError:
            return ReceivedData(b"", closed=True)
        return receive_all(connection)
