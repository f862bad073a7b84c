"""The page that Prometheus reads, at an address of its own that visitors cannot reach.

Every worker listens there; the kernel picks one, and it tells the sum over all of them. Just enough HTTP for
a scraper: one request, one answer, the connection ends.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
MOST_HEAD_BYTES = 16_384
LONGEST_SECONDS = 5
REFRESH_SECONDS = 1

# What is read off rather than counted: name and meaning of each → its value now.
Gauges = Mapping[tuple[str, str], Callable[[], float]]


@asynccontextmanager
async def serve_counts(address: str, gauges: Gauges) -> AsyncIterator[None]:
    """Answer `GET /metrics` at `host:port` until the end of the block. Raises OSError if it is taken."""
    host, _, port = address.rpartition(":")
    server = await asyncio.start_server(
        _answer, host.strip("[]"), int(port), reuse_port=True, limit=MOST_HEAD_BYTES
    )
    reading = asyncio.create_task(_keep_reading(gauges))
    async with server:
        yield
        reading.cancel()


async def _keep_reading(gauges: Gauges) -> None:
    """Another worker may be asked, so each writes down what it reads."""
    from prometheus_client import Gauge  # noqa: PLC0415 – as in counts.py

    meters = [
        (Gauge(name, meaning, multiprocess_mode="livesum"), value)
        for (name, meaning), value in gauges.items()
    ]
    while True:
        for meter, value in meters:
            meter.set(value())
        await asyncio.sleep(REFRESH_SECONDS)


async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(TimeoutError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        async with asyncio.timeout(LONGEST_SECONDS):
            head = await reader.readuntil(b"\r\n\r\n")
            if head.startswith((b"GET /metrics ", b"GET /metrics?")):
                writer.write(_message(b"200 OK", await asyncio.to_thread(_page)))
            else:
                writer.write(_message(b"404 Not Found", b""))
            await writer.drain()
    writer.close()


def _message(status: bytes, body: bytes) -> bytes:
    lines = [
        b"HTTP/1.1 " + status,
        b"Content-Type: text/plain; version=0.0.4; charset=utf-8",
        b"Content-Length: %d" % len(body),
        b"Cache-Control: no-store",
        b"Connection: close",
    ]
    return b"\r\n".join([*lines, b"", body])


def _page() -> bytes:
    from prometheus_client import CollectorRegistry, generate_latest  # noqa: PLC0415 – as in counts.py
    from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead  # noqa: PLC0415

    for file in Path(os.environ[FOLDER]).glob("gauge_live*.db"):
        pid = int(file.stem.rpartition("_")[2])
        if not _lives(pid):
            mark_process_dead(pid)  # a worker that was killed has no requests in work
    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    return generate_latest(registry)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True
