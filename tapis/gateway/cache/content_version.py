"""The content version: a number that grows whenever a public record changes, the same for all workers.

It is in memory shared by the workers of one server, so a write in one of them is visible to all before its
response is sent. Writes from elsewhere (psql, the command line, another gateway) arrive as notifications
(tapis/gateway/invalidation.py).
"""

import asyncio
import fcntl
import mmap
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from typing import IO

POLL_SECONDS = 0.1  # how soon a waiting task notices a change made in another worker


class SharedCounter:
    """A number that forked processes share; the kernel releases the lock of a killed one."""

    def __init__(self) -> None:
        self._file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 – open as long as the server runs
        self._file.write(bytes(mmap.PAGESIZE))  # allocated now: a disk that is full later doesn't matter
        self._file.flush()
        self._cells = memoryview(mmap.mmap(self._file.fileno(), mmap.PAGESIZE)).cast("Q")

    @property
    def value(self) -> int:
        """The current number; reading an aligned cell is atomic."""
        return self._cells[0]

    def add(self) -> None:
        fcntl.lockf(self._file, fcntl.LOCK_EX)
        try:
            self._cells[0] += 1
        finally:
            fcntl.lockf(self._file, fcntl.LOCK_UN)


class ContentVersion:
    """One worker's view of the content version; caches of that version are valid while `is_current`."""

    def __init__(self, shared: SharedCounter | None = None) -> None:
        self.is_current = False
        self._shared = shared or SharedCounter()
        self._bumped = asyncio.Event()

    @property
    def version(self) -> int:
        """The current version. Read it before a query: the result is at least that new."""
        return self._shared.value

    def bump(self) -> None:
        """Announce a change; call it after the commit and before the response is sent."""
        self._shared.add()
        self._bumped.set()

    async def wait(self, after: int) -> int:
        while self.version <= after:
            self._bumped.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self._bumped.wait()
        return self.version

    async def on_notify(self, payloads: Sequence[str] = ()) -> None:  # noqa: ARG002 – any change counts
        self.bump()
