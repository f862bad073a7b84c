"""Limits of concurrent uploads, and of the rate at which their bodies arrive."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tapis.gateway.fair_share import CapacityExceeded, FairShare, ShareClaim, current_holder
from tapis.gateway.storage import storage_errors

# The number of connections that a browser opens.
MAX_PER_PERSON = 6
MAX_UPLOADS = 128
# The minimum average rate of a body, after a grace period.
GRACE_SECONDS = 15
MIN_BYTES_PER_SECOND = 4_000
SILENCE_SECONDS = 30
MAX_SECONDS = 600


def _now() -> float:
    return asyncio.get_running_loop().time()


@dataclass(eq=False, slots=True)
class Upload(ShareClaim):
    """One upload and the progress of its body; `started`: when receiving began."""

    started: float | None = None
    received: int = 0
    complete: bool = False
    _evicted: bool = False
    _timeout: asyncio.Timeout | None = None

    @asynccontextmanager
    async def receiving(self) -> AsyncIterator[None]:
        """Wait for the next bytes in this block. Raises TimeoutError when they are late, or it is evicted."""
        async with self._with_deadline(self._deadline()):
            yield

    @asynccontextmanager
    async def validating(self) -> AsyncIterator[None]:
        """Validate the file in this block; afterwards it can't be evicted. Raises TimeoutError."""
        async with self._with_deadline(None):
            yield
        self.on_evict = None

    @asynccontextmanager
    async def _with_deadline(self, deadline: float | None) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout_at(_now() if self._evicted else deadline) as self._timeout:
                yield
        finally:
            self._timeout = None

    def _deadline(self) -> float:
        now, earned_seconds = _now(), self.received / MIN_BYTES_PER_SECOND
        self.started = now if self.started is None else self.started
        return min(now + SILENCE_SECONDS, self.started + min(GRACE_SECONDS + earned_seconds, MAX_SECONDS))

    def cancel(self) -> None:
        self._evicted = True
        if self._timeout:
            self._timeout.reschedule(_now())


class UploadSlots:
    """The uploads of one gateway process; the largest holder is evicted when another needs a slot."""

    def __init__(self, scratch: Path, max_file_bytes: int) -> None:
        self._share = FairShare(MAX_UPLOADS, per_person=MAX_PER_PERSON)
        self._scratch = scratch
        self._max_file_bytes = max_file_bytes

    @contextmanager
    def acquire(self) -> Iterator[Upload]:
        """Count an upload for the length of the block. Raises StorageRefusal 429, 503 or 507."""
        upload = Upload(current_holder.get())
        upload.on_evict = upload.cancel
        if not self._share.may_hold(upload.holder):
            raise storage_errors.too_many_uploads()
        self._require_disk_space()
        try:
            self._share.acquire(upload)
        except CapacityExceeded as full:
            raise storage_errors.busy() from full
        try:
            yield upload
        finally:
            self._share.release(upload)

    def _require_disk_space(self) -> None:
        """Every upload may write a file of maximum size twice: as received, and as stored."""
        self._scratch.mkdir(parents=True, exist_ok=True, mode=0o700)
        if shutil.disk_usage(self._scratch).free < 2 * self._max_file_bytes * (1 + self._share.held):
            raise storage_errors.disk_full()
