"""Where a shop is open: found, held, and told to other commands."""

import errno
import http.client
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tapis.cli.refusal import CommandRefused
from tapis.settings import Settings

BUSY_SECONDS = 2.0  # a killed predecessor may still be closing
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 – what to ask when the server listens to all


@dataclass(frozen=True, slots=True)
class Address:
    """An IP address and a port to listen on."""

    host: str
    port: int

    @property
    def url(self) -> str:
        """What to type into a browser on this machine."""
        host = EVERYWHERE.get(self.host, self.host)
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"

    def answers(self) -> bool:
        """Whether the first page is served now."""
        connection = http.client.HTTPConnection(EVERYWHERE.get(self.host, self.host), self.port, timeout=10)
        try:
            connection.request("GET", "/")
            return connection.getresponse().status < 500
        except OSError:
            return False
        except http.client.HTTPException:
            return False
        finally:
            connection.close()


@contextmanager
def hold(host: str, port: int) -> Iterator[Address]:
    """Keep an address for ourselves; port 0 takes a free one. Raises CommandRefused when it is in use.

    Workers share the port (SO_REUSEPORT), so two servers would silently share it as well. The first bind refuses
    that; the second, which shares but never listens, keeps the port until the workers have it and after.
    """
    try:
        family, kind, _, _, place = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, OverflowError) as error:
        raise CommandRefused(f"{host}:{port} is not an address to listen on.") from error
    with _alone(family, kind, place[:2]) as probe:
        found = probe.getsockname()[:2]
    with socket.socket(family, kind) as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        held.bind(found)
        yield Address(*found)


def _alone(family: socket.AddressFamily, kind: socket.SocketKind, host: str, port: int) -> socket.socket:
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        probe = socket.socket(family, kind)
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(place)
        except OSError as error:
            probe.close()
            if error.errno == errno.EADDRINUSE and time.monotonic() < deadline:
                time.sleep(0.1)
                continue
            raise CommandRefused(
                f"Can't listen on {place[0]}:{place[1]}: {error.strerror.lower()}."
            ) from error
        return probe


@contextmanager
def told(data: Path, address: Address) -> Iterator[None]:
    """Note the address in the data folder while the shop is open there."""
    note = data / "address"
    note.write_text(address.url + "\n")
    try:
        yield
    finally:
        with suppress(OSError):
            note.unlink()


def public_address(settings: Settings) -> str:
    """The address for front ends: as set, else as the running server noted it, else as it would be."""
    with suppress(OSError):
        return settings.site_url or (settings.data / "address").read_text().strip()
    return Address(settings.host, settings.port).url
