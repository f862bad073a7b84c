"""TLS for PostgreSQL's own programs, which come without it: a private socket, an encrypted line from there.

The program connects to a socket in a folder that only this account enters. What passes is encrypted on its
way to the server, whose certificate is checked as the address asks; ours is shown if the address names one.
"""

import asyncio
import ssl
import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from psycopg import pq
from psycopg.conninfo import conninfo_to_dict, make_conninfo

TLS_PLEASE = bytes.fromhex("0000000804d2162f")  # the protocol's SSLRequest
SASL, BOUND = (10).to_bytes(4), b"SCRAM-SHA-256-PLUS\0"
PIECE = 2**16
# What the way to the server needs, and the program on this side of the socket must not be told.
OF_THE_WAY = ("host", "hostaddr", "port", "channel_binding", "gssencmode", "requirepeer", "requiressl")


@contextmanager
def encrypted(url: str) -> Iterator[str]:
    """An address that a program without TLS can use, for the length of the block."""
    given = {
        option.keyword.decode(): option.val.decode() for option in pq.Conninfo.get_defaults() if option.val
    }
    way = given | {name: str(value) for name, value in conninfo_to_dict(url).items()}
    host = way.get("hostaddr") or way.get("host", "")
    if not host or host.startswith(("/", "@")) or way.get("sslmode") == "disable":
        yield url
        return
    rest = {
        name: value
        for name, value in conninfo_to_dict(url).items()
        if name not in OF_THE_WAY and not name.startswith("ssl")
    }
    with TemporaryDirectory(prefix="tapis-way-") as folder, _open(Path(folder) / ".s.PGSQL.5432", way):
        yield make_conninfo("", **rest, host=folder, port=5432, sslmode="disable")


@contextmanager
def _open(place: Path, way: Mapping[str, str]) -> Iterator[None]:
    """Listen at `place` on a thread of our own."""
    loop, done, begun = asyncio.new_event_loop(), asyncio.Event(), threading.Event()

    async def lead(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            there, back = await _reach(way)
            await asyncio.gather(_pump(reader, back), _pump(there, writer, first=_greeting))
        writer.close()

    async def listen() -> None:
        async with await asyncio.start_unix_server(lead, place):
            begun.set()
            await done.wait()

    def run() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(listen())

    thread = threading.Thread(target=run, name="tunnel", daemon=True)
    thread.start()
    begun.wait()
    try:
        yield
    finally:
        loop.call_soon_threadsafe(done.set)
        thread.join()


async def _reach(way: Mapping[str, str]) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """The server, behind TLS. Raises OSError."""
    host = (way.get("host") or way["hostaddr"]).partition(",")[0]
    address = way.get("hostaddr", host).partition(",")[0]
    reader, writer = await asyncio.open_connection(address, int(way.get("port", "5432").partition(",")[0]))
    writer.write(TLS_PLEASE)
    if await reader.readexactly(1) == b"S":
        await writer.start_tls(context(way), server_hostname=host)
    elif way.get("sslmode") not in {None, "allow", "prefer"}:
        raise OSError("the server speaks no TLS")
    return reader, writer


def context(way: Mapping[str, str]) -> ssl.SSLContext:
    """What an address asks of the other side's certificate, and which one it shows, as libpq reads it."""
    mode, home = way.get("sslmode", "prefer"), Path.home() / ".postgresql"
    root = way.get("sslrootcert") or _if_there(home / "root.crt")
    made = ssl.create_default_context(cafile=root if root not in {None, "system"} else None)
    made.check_hostname = mode == "verify-full" or root == "system"
    if not mode.startswith("verify") and not (mode == "require" and root):
        made.verify_mode = ssl.CERT_NONE
    if certificate := way.get("sslcert") or _if_there(home / "postgresql.crt"):
        key = way.get("sslkey") or str(home / "postgresql.key")
        made.load_cert_chain(certificate, key, way.get("sslpassword"))
    return made


async def _pump(
    source: asyncio.StreamReader,
    target: asyncio.StreamWriter,
    first: Callable[[asyncio.StreamReader], Awaitable[bytes]] | None = None,
) -> None:
    """Pass on what comes until no more does."""
    try:
        if first:
            target.write(await first(source))
        while piece := await source.read(PIECE):
            target.write(piece)
            await target.drain()
    finally:
        target.close()


async def _greeting(source: asyncio.StreamReader) -> bytes:
    """The server's first message. How to sign in bound to the channel is left out: the program sees none."""
    head = await source.readexactly(5)
    body = await source.readexactly(int.from_bytes(head[1:]) - 4)
    if head[:1] == b"R" and body[:4] == SASL:
        body = body.replace(BOUND, b"")
    return head[:1] + (len(body) + 4).to_bytes(4) + body


def _if_there(file: Path) -> str | None:
    return str(file) if file.exists() else None
