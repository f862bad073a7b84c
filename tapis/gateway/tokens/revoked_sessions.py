"""Sessions that just ended, in memory that all workers of one server share: known to all before the answer.

What ended elsewhere (the command line, another machine) or longer ago is read from the database
(tapis/gateway/tokens/keyring.py).
"""

import fcntl
import mmap
import tempfile
from collections.abc import Iterable
from typing import IO
from uuid import UUID

SLOTS = 16_384  # a worker that no request reached while more than these ended waits for the database's list
HEAD, SLOT = 8, 16  # bytes: how many were ever written, then their uuids in turn


class RevokedSessions:
    """A ring of session ids; make it before the workers are forked.

    Writing holds a lock on the file behind it, which the kernel releases when its holder dies. The count is
    written last, so no reader sees a slot that is half written.
    """

    def __init__(self) -> None:
        self._file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 – lives as long as the server
        self._file.write(bytes(HEAD + SLOTS * SLOT))  # a disk that fills up later must not matter
        self._file.flush()
        self._memory = mmap.mmap(self._file.fileno(), HEAD + SLOTS * SLOT)
        self._count = memoryview(self._memory)[:HEAD].cast("Q")

    @property
    def count(self) -> int:
        """How many have ended; an aligned cell is read in one piece."""
        return self._count[0]

    def add(self, session_ids: Iterable[str]) -> None:
        """Add sessions that have ended: after the commit, before the response is sent."""
        fcntl.lockf(self._file, fcntl.LOCK_EX)
        try:
            for session_id in session_ids:
                place = HEAD + self._count[0] % SLOTS * SLOT
                self._memory[place : place + SLOT] = UUID(session_id).bytes
                self._count[0] += 1
        finally:
            fcntl.lockf(self._file, fcntl.LOCK_UN)

    def since(self, count: int) -> list[str]:
        """Those that ended after the first `count`, the last `SLOTS` of them."""
        now = self.count
        return [self._at(number) for number in range(max(count, now - SLOTS), now)]

    def _at(self, number: int) -> str:
        place = HEAD + number % SLOTS * SLOT
        return str(UUID(bytes=self._memory[place : place + SLOT]))
