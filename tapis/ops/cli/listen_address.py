"""The address that the shop listens on: reserved, and published to other commands."""

import errno
import http.client
import os
import socket
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tapis.gateway.settings import Settings
from tapis.gateway.settings.table import LOOPBACK, local_url
from tapis.ops.command_errors import CommandError

BUSY_SECONDS = 2.0  # the socket of a killed server may be closing
RETRY_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class ListenAddress:
    host: str
    port: int

    @property
    def url(self) -> str:
        return local_url(self.host, self.port)

    def answers(self) -> bool:
        """Whether a page is served, including the maintenance page with status 503."""
        connection = http.client.HTTPConnection(LOOPBACK.get(self.host, self.host), self.port, timeout=10)
        try:
            connection.request("GET", "/")
            answer = connection.getresponse()
            return answer.status < 500 or answer.getheader("Content-Type", "").startswith("text/html")
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()


@contextmanager
def reserve_address(
    host: str, port: int, settings: str = "TAPIS_HOST or TAPIS_PORT (`--port`)", *, by_workers: bool = True
) -> Iterator[ListenAddress]:
    """Reserve an address; port 0 takes a free one. Raises CommandError, naming `settings`, when it is in use.

    Workers share the port (SO_REUSEPORT), so two servers would share it unnoticed. The first bind prevents
    that; the second, which shares but never listens, keeps the port while workers restart.
    """
    family, ip = resolve_host(host)
    try:
        with _bind_exclusively(family, ip, port) as probe:
            address = probe.getsockname()[:2]
    except OSError as error:
        reason = f"Can't listen on {ip}:{port}: {os.strerror(error.errno or 0).lower()}."
        remedy = ", or end what listens there" if error.errno == errno.EADDRINUSE else ""
        raise CommandError(f"{reason} Correct {settings}{remedy}.") from error
    with _socket(family) as reserved:
        reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        reserved.bind(address)
        if by_workers:  # SO_REUSEPORT lets these in; the server of metrics would need SO_REUSEADDR
            reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 0)
        yield ListenAddress(*address)


def resolve_host(host: str) -> tuple[socket.AddressFamily, str]:
    try:
        results = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError as error:
        raise CommandError(f"{host} is not an address of this machine.") from error
    family, _, _, _, sockaddr = results[0]
    return family, str(sockaddr[0])


def _bind_exclusively(family: socket.AddressFamily, ip: str, port: int) -> socket.socket:
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        probe = _socket(family)
        try:
            probe.bind((ip, port))
        except OSError as error:
            probe.close()
            if error.errno != errno.EADDRINUSE or time.monotonic() > deadline:
                raise
            time.sleep(RETRY_SECONDS)
        else:
            return probe


def _socket(family: socket.AddressFamily) -> socket.socket:
    created = socket.socket(family, socket.SOCK_STREAM)
    created.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    return created


def reserve_metrics_address(settings: Settings) -> AbstractContextManager[ListenAddress]:
    host, _, port = settings.metrics.rpartition(":")
    return reserve_address(host.strip("[]"), int(port), "TAPIS_METRICS", by_workers=False)


def uses_data_folder(settings: Settings) -> bool:
    """Whether database or images are in the data folder, which then is locked by one server."""
    return not (settings.database_url and settings.storage_url)


@contextmanager
def publish_address(data: Path, address: ListenAddress) -> Iterator[None]:
    """Write the address into the data folder until the end of the block."""
    file = data / "address"
    file.write_text(address.url + "\n")
    try:
        yield
    finally:
        with suppress(OSError):
            file.unlink()


def is_address_published(data: Path) -> bool:
    """Whether a server of this folder is running, or was killed and not restarted."""
    return (data / "address").exists()


def resolve_public_url(settings: Settings) -> str:
    """The URL for front ends: as configured, else of the running server, else of one started now.

    Empty if the database is external and no server of this folder runs: other gateways may serve it.
    """
    with suppress(OSError):
        return settings.site_url or (settings.data / "address").read_text().strip()
    if settings.database_url or settings.owner_url:
        return ""
    return local_url(settings.host, settings.port)
