"""Recently ended sessions, in memory shared by a server's workers: visible to all before the response.

Sessions ended elsewhere (command line, another machine) or longer ago are read from the database
(tapis/gateway/tokens/keyring.py).
"""

import fcntl
import mmap
import tempfile
from collections.abc import Iterable
from typing import IO
from uuid import UUID

SLOTS = 16_384  # a worker that was idle while more sessions ended waits for the database's list
HEADER_BYTES, SLOT_BYTES = 8, 16  # the count of all ever written, then a UUID per slot


class RevokedSessions:
    """A ring buffer of session ids; create it before the workers are forked.

    Writing holds a lock on the file behind it, which the kernel releases when its holder dies. The count is
    written last, so no reader sees a partly written slot.
    """

    def __init__(self) -> None:
        self._file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 – lives as long as the server
        # Allocated now: a disk that is full later doesn't matter.
        self._file.write(bytes(HEADER_BYTES + SLOTS * SLOT_BYTES))
        self._file.flush()
        self._memory = mmap.mmap(self._file.fileno(), HEADER_BYTES + SLOTS * SLOT_BYTES)
        self._count = memoryview(self._memory)[:HEADER_BYTES].cast("Q")

    @property
    def count(self) -> int:
        """How many have ended; reading an aligned cell is atomic."""
        return self._count[0]

    def add(self, session_ids: Iterable[str]) -> None:
        """Add sessions that have ended: after the commit, before the response is sent."""
        fcntl.lockf(self._file, fcntl.LOCK_EX)
        try:
            for session_id in session_ids:
                offset = HEADER_BYTES + self._count[0] % SLOTS * SLOT_BYTES
                self._memory[offset : offset + SLOT_BYTES] = UUID(session_id).bytes
                self._count[0] += 1
        finally:
            fcntl.lockf(self._file, fcntl.LOCK_UN)

    def since(self, count: int) -> list[str]:
        """Sessions that ended after the first `count`, at most the last `SLOTS`."""
        now = self.count
        return [self._at(number) for number in range(max(count, now - SLOTS), now)]

    def _at(self, number: int) -> str:
        offset = HEADER_BYTES + number % SLOTS * SLOT_BYTES
        return str(UUID(bytes=self._memory[offset : offset + SLOT_BYTES]))
