"""The content version: one number that grows whenever a public record changes, seen alike by all workers.

It lies in memory that the workers of one server share, so a write in one of them is known to all of them
before its answer leaves. Writes from elsewhere (psql, the command line, another machine) are heard of
(tapis/gateway/invalidation.py).
"""

import asyncio
import fcntl
import mmap
import tempfile
from contextlib import suppress
from typing import IO

LOOK_SECONDS = 0.1  # how soon a waiting task notices a change made in another worker


class SharedCounter:
    """A number in memory that forked processes share.

    Adding holds a lock on a file behind it, which the kernel releases when its holder dies; so a crash leaves
    neither a locked nor a lower number.
    """

    def __init__(self) -> None:
        self._file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 – lives as long as the server
        self._file.write(bytes(mmap.PAGESIZE))  # a disk that fills up later must not matter
        self._file.flush()
        self._cells = memoryview(mmap.mmap(self._file.fileno(), mmap.PAGESIZE)).cast("Q")

    @property
    def value(self) -> int:
        """The number now; an aligned cell is read in one piece."""
        return self._cells[0]

    def add(self) -> None:
        """One more, whoever else adds."""
        fcntl.lockf(self._file, fcntl.LOCK_EX)
        try:
            self._cells[0] += 1
        finally:
            fcntl.lockf(self._file, fcntl.LOCK_UN)


class ContentVersion:
    """The content version of one worker's view; a Listener to writes elsewhere (gateway/invalidation.py).

    `is_current` says whether what was read at this version may still be given out.
    """

    def __init__(self, shared: SharedCounter | None = None) -> None:
        self.is_current = False
        self._shared = shared or SharedCounter()
        self._bumped = asyncio.Event()

    @property
    def version(self) -> int:
        """The version now. Read it before a query: what the query finds is at least this new."""
        return self._shared.value

    def bump(self) -> None:
        """Tell all workers that content changed: after the commit, before the answer leaves."""
        self._shared.add()
        self._bumped.set()

    async def wait(self, after: int) -> int:
        """Sleep until the version is higher than `after`, and return it."""
        while self.version <= after:
            self._bumped.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._bumped.wait(), LOOK_SECONDS)
        return self.version

    async def hear(self) -> None:
        """Somebody changed something, or may have while nobody listened."""
        self.bump()
