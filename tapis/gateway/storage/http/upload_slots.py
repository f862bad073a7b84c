"""Uploads under way, by person and by network address, and how fast their bodies must arrive."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tapis.gateway.storage import storage_errors

# As many as one browser opens connections; more only a program would send.
MAX_PER_PERSON = 6
MAX_PER_ADDRESS = 48  # many customers of one mobile carrier share an address
MAX_UPLOADS = 128
# The average rate that a body must have, after a grace period.
GRACE_SECONDS = 15
MIN_BYTES_PER_SECOND = 4_000
SILENCE_SECONDS = 30
MAX_SECONDS = 600
# After that a slower body is ended when its slot is needed.
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
    _evicted: bool = False
    _timeout: asyncio.Timeout | None = None

    @asynccontextmanager
    async def arriving(self) -> AsyncIterator[None]:
        """Wait for the next bytes in this block. Raises TimeoutError when they are late, or on eviction."""
        try:
            async with asyncio.timeout_at(self._deadline()) as self._timeout:
                yield
        finally:
            self._timeout = None

    def _deadline(self) -> float:
        if self._evicted:
            return _now()
        earned = self.received / MIN_BYTES_PER_SECOND
        return min(_now() + SILENCE_SECONDS, self.started + min(GRACE_SECONDS + earned, MAX_SECONDS))

    def rate(self) -> float:
        """Bytes per second of a body that may be evicted; infinite for any other."""
        seconds = _now() - self.started
        if self.complete or self._evicted or seconds < TRIAL_SECONDS:
            return float("inf")
        return self.received / seconds

    def evict(self) -> None:
        self._evicted = True
        if self._timeout:
            self._timeout.reschedule(_now())


class UploadSlots:
    """The uploads of one gateway process. A slow body gives up its slot when another upload needs it."""

    def __init__(self, scratch: Path, largest: int) -> None:
        self._uploads: list[Upload] = []
        self._scratch = scratch
        self._largest = largest

    @contextmanager
    def take(self, person: str | None, address: str) -> Iterator[Upload]:
        """Count an upload for the length of the block. Raises StorageRefusal 429, 503 or 507."""
        if person and sum(upload.person == person for upload in self._uploads) >= MAX_PER_PERSON:
            raise storage_errors.too_many_uploads()
        self._require_disk_space()
        neighbours = [upload for upload in self._uploads if upload.address == address]
        if len(neighbours) >= MAX_PER_ADDRESS and not _evict_slowest(neighbours):
            raise storage_errors.too_many_uploads()
        if len(self._uploads) >= MAX_UPLOADS and not _evict_slowest(self._uploads):
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


def _evict_slowest(uploads: list[Upload]) -> bool:
    slowest = min(uploads, key=Upload.rate)
    if slowest.rate() >= MIN_BYTES_PER_SECOND:
        return False
    slowest.evict()
    return True
