"""The content version: one number that grows whenever a public record changes, seen alike by all workers.

It lies in memory that the workers of one server share, so a write in one of them is known to all of them
before its answer leaves. Writes from elsewhere (psql, the command line, another machine) arrive as
notifications.
"""

import asyncio
import fcntl
import logging
import mmap
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import IO

from psycopg import AsyncConnection
from psycopg import Error as PostgresError

CHANNEL = "tapis_changed"
LOOK_SECONDS = 0.1  # how soon a waiting task notices a change made in another worker
PROOF_SECONDS = 15  # how often the line that nobody speaks on is tried
RETRY_SECONDS = 1.0
log = logging.getLogger("tapis.changes")


class SharedNumber:
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


class Changes:
    """The content version of one worker's view; `listen` keeps it in step with writes from elsewhere."""

    def __init__(self, shared: SharedNumber | None = None) -> None:
        self._shared = shared or SharedNumber()
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

    async def listen(self, url: str, also: Mapping[str, Callable[[], None]] | None = None) -> None:
        """Hear notifications for ever, on a connection of our own, through every loss of the database.

        `also` names other channels, and what to call when something is told there or may have been missed.
        """
        while True:
            try:
                await self._listen(url, {CHANNEL: self.bump, **(also or {})})
            except (PostgresError, OSError, TimeoutError) as error:
                log.warning("not listening for changes", extra={"error": type(error).__name__})
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self, url: str, heard: Mapping[str, Callable[[], None]]) -> None:
        async with await AsyncConnection.connect(url, autocommit=True) as connection:
            for channel, hear in heard.items():
                await connection.execute(f"listen {channel}")
                hear()  # whatever changed while nobody listened
            while True:
                async for told in connection.notifies(timeout=PROOF_SECONDS, stop_after=1):
                    heard[told.channel]()
                await asyncio.wait_for(connection.execute("select 1"), PROOF_SECONDS)
