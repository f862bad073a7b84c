"""What 500 slow clients cost everybody else: the p95 of ordinary requests without and with them.

.venv/bin/python -m bench.slow_clients [SECONDS]     20 per phase by default
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlsplit
from uuid import uuid4

from tests.conftest import Shop, open_shop
from tests.example_rows import put, row
from tests.storage.sample_images import noise

SLOW = 500
SECONDS = 20
ASKED_A_SECOND = 150  # in all, by the clock, whether or not earlier answers have come
GOAL = 2.0
NOBODY = "11111111-1111-4111-8111-111111111111"

Slow = Callable[["Target"], Awaitable[None]]


class Target:
    """Where the shop is, and what a client needs to say."""

    def __init__(self, shop: Shop) -> None:
        parts = urlsplit(shop.url)
        self.host, self.port = parts.hostname or "", parts.port or 80
        self.keys = f"Host: shop\r\napikey: {shop.anon_key}\r\n"
        self.tom = f"{self.keys}Authorization: Bearer {shop.token('talent')}\r\n"
        self.picture = put_picture(shop)

    async def line(self, small: bool = False) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection of its own; a `small` one takes little at a time."""
        return await asyncio.open_connection(self.host, self.port, limit=4096 if small else 65_536)


def put_picture(shop: Shop) -> str:
    """A picture of some megabytes; gives its public path."""
    path = f"tapis/products/kain-{uuid4()}.jpg"
    with shop.client(shop.token("admin")) as ada:
        headers = {"Content-Type": "image/jpeg"}
        ada.post(f"/storage/v1/object/{path}", content=noise(4), headers=headers).raise_for_status()
    return f"/storage/v1/object/public/{path}"


# ── slow clients: each of these runs until the shop closes the line, and then again ─────────────


async def drip(target: Target, head: str, then: str = "x") -> None:
    """Send the head, then a byte a second."""
    reader, writer = await target.line()
    writer.write(head.encode())
    closed = asyncio.create_task(reader.read())
    while not closed.done():
        writer.write(then.encode())
        await writer.drain()
        await asyncio.wait([closed], timeout=1)
    writer.close()


async def slow_head(target: Target) -> None:
    """Never comes to the end of its headers."""
    await drip(target, "GET / HTTP/1.1\r\nHost: shop\r\nX-Note: ")


async def slow_sign_in(target: Target) -> None:
    """Announces a body and sends a byte of it a second."""
    head = f"POST /auth/v1/token?grant_type=password HTTP/1.1\r\n{target.keys}Content-Length: 1000\r\n\r\n"
    await drip(target, head)


async def slow_order(target: Target) -> None:
    """The same, in chunks, to the data API."""
    head = f"POST /rest/v1/transactions HTTP/1.1\r\n{target.tom}Transfer-Encoding: chunked\r\n\r\n"
    await drip(target, head, "1\r\n[\r\n")


async def slow_upload(target: Target) -> None:
    """The same, to the file service, which gives a phone its time."""
    path = f"/storage/v1/object/tapis/transactions/invoices/nota-{uuid4()}.jpg"
    lines = f"{target.tom}Content-Type: image/jpeg\r\nContent-Length: 5000000\r\n\r\n"
    await drip(target, f"POST {path} HTTP/1.1\r\n{lines}")


async def slow_reader(target: Target) -> None:
    """Asks for megabytes and takes a kilobyte a second."""
    reader, writer = await target.line(small=True)
    writer.write(f"GET {target.picture} HTTP/1.1\r\nHost: shop\r\n\r\n".encode())
    piece = await reader.read(1024)
    while piece:
        await asyncio.sleep(1)
        piece = await reader.read(1024)
    writer.close()


KINDS: tuple[Slow, ...] = (slow_head, slow_sign_in, slow_order, slow_upload, slow_reader)


async def again_and_again(kind: Slow, target: Target) -> None:
    while True:
        with suppress(OSError):
            await kind(target)
        await asyncio.sleep(0.1)


@asynccontextmanager
async def slow_clients(target: Target) -> AsyncIterator[None]:
    """All slow clients at once."""
    tasks = [asyncio.create_task(again_and_again(KINDS[n % len(KINDS)], target)) for n in range(SLOW)]
    await asyncio.sleep(3)
    yield
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


# ── everybody else ──────────────────────────────────────────────────────────────────────────────


ORDINARY = ("GET /rest/v1/products?select=heading,price&limit=9", "GET /", "GET /auth/v1/settings")


async def ask(target: Target, what: str, took: list[float]) -> None:
    """One request on a line of its own; the time from connecting to the last byte, in milliseconds."""
    start = time.perf_counter()
    reader, writer = await target.line()
    writer.write(f"{what} HTTP/1.1\r\n{target.keys}Connection: close\r\n\r\n".encode())
    answer = await reader.read()
    assert b" 200 " in answer[:20], answer[:200]
    took.append((time.perf_counter() - start) * 1000)
    writer.close()


async def ordinary(target: Target, seconds: float) -> list[float]:
    """Send at fixed times, so that slow responses do not lower the rate."""
    took: list[float] = []
    requests: list[asyncio.Task[None]] = []
    start = time.perf_counter()
    for number in range(int(seconds * ASKED_A_SECOND)):
        await asyncio.sleep(max(0, start + number / ASKED_A_SECOND - time.perf_counter()))
        requests.append(asyncio.create_task(ask(target, ORDINARY[number % len(ORDINARY)], took)))
    await asyncio.gather(*requests)
    return took


def print_percentiles(name: str, took: list[float]) -> float:
    """Print a phase; gives its p95 in milliseconds."""
    parts = quantiles(took, n=100)
    print(f"{name:22}{len(took):7}{parts[49]:9.1f}{parts[94]:9.1f}{parts[98]:9.1f}")
    return parts[94]


async def measure(target: Target, seconds: float) -> float:
    """Without, with, without; gives the ratio of the p95."""
    print(f"{'':22}{'requests':>7}{'p50':>9}{'p95':>9}{'p99':>9}  ms")
    await ordinary(target, 3)
    before = print_percentiles("without", await ordinary(target, seconds))
    async with slow_clients(target):
        during = print_percentiles(f"with {SLOW} slow clients", await ordinary(target, seconds))
    after = print_percentiles("without, again", await ordinary(target, seconds))
    return during / ((before + after) / 2)


def main() -> int:
    """Exit 0 when the goal is met."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    with (
        tempfile.TemporaryDirectory(prefix="tapis-bench-") as folder,
        open_shop(Path(folder) / "data") as shop,
    ):
        for _ in range(9):
            put(shop.sql, "products", row("products", NOBODY))
        shop.sql("notify tapis_changed")
        ratio = asyncio.run(measure(Target(shop), seconds))
    print(f"p95 with slow clients: {ratio:.2f} times the usual (goal: under {GOAL:g})")
    return 0 if ratio < GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
