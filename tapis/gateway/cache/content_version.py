"""The content version: a number that grows whenever a public record changes, the same for all workers.

It is in memory that the workers of one server share, so a write in one of them is known to all before its
response leaves. Writes from elsewhere (psql, the command line, another gateway) arrive as notifications
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
    """A number that forked processes share; the kernel releases the lock of one that is killed."""

    def __init__(self) -> None:
        self._file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 – open as long as the server runs
        self._file.write(bytes(mmap.PAGESIZE))  # a disk that fills up later must not matter
        self._file.flush()
        self._cells = memoryview(mmap.mmap(self._file.fileno(), mmap.PAGESIZE)).cast("Q")

    @property
    def value(self) -> int:
        """The number now; an aligned cell is read in one piece."""
        return self._cells[0]

    def add(self) -> None:
        fcntl.lockf(self._file, fcntl.LOCK_EX)
        try:
            self._cells[0] += 1
        finally:
            fcntl.lockf(self._file, fcntl.LOCK_UN)


class ContentVersion:
    """The content version as one worker sees it; what was read at it may be sent while it `is_current`."""

    def __init__(self, shared: SharedCounter | None = None) -> None:
        self.is_current = False
        self._shared = shared or SharedCounter()
        self._bumped = asyncio.Event()

    @property
    def version(self) -> int:
        """The version now. Read it before a query: what the query finds is at least this new."""
        return self._shared.value

    def bump(self) -> None:
        """Content changed: after the commit, before the response leaves."""
        self._shared.add()
        self._bumped.set()

    async def wait(self, after: int) -> int:
        while self.version <= after:
            self._bumped.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._bumped.wait(), POLL_SECONDS)
        return self.version

    async def on_notify(self, payloads: Sequence[str] = ()) -> None:  # noqa: ARG002 – any change counts
        self.bump()
