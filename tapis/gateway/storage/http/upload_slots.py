"""Uploads under way, by person and by network address, and how fast their bodies must arrive."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tapis.gateway.storage import storage_errors

# As many as one browser opens connections; more only a program would send.
MOST_OF_PERSON = 6
MOST_OF_ADDRESS = 48  # many customers of one mobile carrier share an address
MOST_OF_ALL = 128
# A body may pause, and has to arrive at this rate on average, from its beginning.
GRACE_SECONDS = 15
LEAST_BYTES_PER_SECOND = 4_000
SILENCE_SECONDS = 30
LONGEST_SECONDS = 600
# From when on a body that is slower than that makes way for others.
TRIAL_SECONDS = 2


def _now() -> float:
    return asyncio.get_running_loop().time()


@dataclass(eq=False, slots=True)
class Upload:
    """One upload: whose it is (None: the service key's), and how its body arrives."""

    person: str | None
    address: str
    started: float = field(default_factory=_now)
    received: int = 0
    complete: bool = False
    _makes_way: bool = False
    _timeout: asyncio.Timeout | None = None

    @asynccontextmanager
    async def arriving(self) -> AsyncIterator[None]:
        """A block that waits for the next bytes. Raises TimeoutError when they are late or make way."""
        try:
            async with asyncio.timeout_at(self._deadline()) as self._timeout:
                yield
        finally:
            self._timeout = None

    def _deadline(self) -> float:
        if self._makes_way:
            return _now()
        earned = self.received / LEAST_BYTES_PER_SECOND
        return min(_now() + SILENCE_SECONDS, self.started + min(GRACE_SECONDS + earned, LONGEST_SECONDS))

    def rate(self) -> float:
        """Bytes per second of a body that is still arriving and has had a moment to do so."""
        seconds = _now() - self.started
        if self.complete or self._makes_way or seconds < TRIAL_SECONDS:
            return float("inf")
        return self.received / seconds

    def make_way(self) -> None:
        """End the body."""
        self._makes_way = True
        if self._timeout:
            self._timeout.reschedule(_now())


class UploadSlots:
    """The uploads of one gateway process. A slow body holds no slot that somebody else needs."""

    def __init__(self, scratch: Path, largest: int) -> None:
        self._uploads: list[Upload] = []
        self._scratch = scratch
        self._largest = largest

    @contextmanager
    def take(self, person: str | None, address: str) -> Iterator[Upload]:
        """Count an upload for the length of the block. Raises StorageRefusal 429, 503 or 507."""
        if person and sum(upload.person == person for upload in self._uploads) >= MOST_OF_PERSON:
            raise storage_errors.too_many_uploads()
        self._require_disk_space()
        neighbours = [upload for upload in self._uploads if upload.address == address]
        if len(neighbours) >= MOST_OF_ADDRESS and not _slowest_makes_way(neighbours):
            raise storage_errors.too_many_uploads()
        if len(self._uploads) >= MOST_OF_ALL and not _slowest_makes_way(self._uploads):
            raise storage_errors.busy()
        upload = Upload(person, address)
        self._uploads.append(upload)
        try:
            yield upload
        finally:
            self._uploads.remove(upload)

    def _require_disk_space(self) -> None:
        """Every upload may write the largest file twice: as it came, and as it is kept."""
        self._scratch.mkdir(parents=True, exist_ok=True, mode=0o700)
        if shutil.disk_usage(self._scratch).free < 2 * self._largest * (1 + len(self._uploads)):
            raise storage_errors.disk_full()


def _slowest_makes_way(uploads: list[Upload]) -> bool:
    slowest = min(uploads, key=Upload.rate)
    if slowest.rate() >= LEAST_BYTES_PER_SECOND:
        return False
    slowest.make_way()
    return True
