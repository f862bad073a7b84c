"""Uploads under way, and how fast their bodies must arrive."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tapis.gateway.fair_share import Claim, FairShare, Full, current_holder
from tapis.gateway.storage import storage_errors

# As many as one browser opens connections; more only a program would send.
MAX_PER_PERSON = 6
MAX_UPLOADS = 128
# The average rate that a body must have, after a grace period.
GRACE_SECONDS = 15
MIN_BYTES_PER_SECOND = 4_000
SILENCE_SECONDS = 30
MAX_SECONDS = 600


def _now() -> float:
    return asyncio.get_running_loop().time()


@dataclass(eq=False, slots=True)
class Upload(Claim):
    """One upload, and how its body arrives; `started`: since when it is waited for."""

    started: float | None = None
    received: int = 0
    complete: bool = False
    _lost: bool = False
    _timeout: asyncio.Timeout | None = None

    @asynccontextmanager
    async def receiving(self) -> AsyncIterator[None]:
        """Wait for the next bytes in this block. Raises TimeoutError when they are late, or it is lost."""
        async with self._until(self._deadline()):
            yield

    @asynccontextmanager
    async def validating(self) -> AsyncIterator[None]:
        """Validate the file in this block; after it the upload is not lost any more. Raises TimeoutError."""
        async with self._until(None):
            yield
        self.on_evict = None

    @asynccontextmanager
    async def _until(self, deadline: float | None) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout_at(_now() if self._lost else deadline) as self._timeout:
                yield
        finally:
            self._timeout = None

    def _deadline(self) -> float:
        now, earned = _now(), self.received / MIN_BYTES_PER_SECOND
        self.started = now if self.started is None else self.started
        return min(now + SILENCE_SECONDS, self.started + min(GRACE_SECONDS + earned, MAX_SECONDS))

    def cancel(self) -> None:
        """Make way for another."""
        self._lost = True
        if self._timeout:
            self._timeout.reschedule(_now())


class UploadSlots:
    """The uploads of one gateway process. Who has most of them gives one up when another needs it."""

    def __init__(self, scratch: Path, largest: int) -> None:
        self._share = FairShare(MAX_UPLOADS, per_person=MAX_PER_PERSON)
        self._scratch = scratch
        self._largest = largest

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
        except Full as full:
            raise storage_errors.busy() from full
        try:
            yield upload
        finally:
            self._share.release(upload)

    def _require_disk_space(self) -> None:
        """Every upload may write the largest file twice: as it came, and as it is kept."""
        self._scratch.mkdir(parents=True, exist_ok=True, mode=0o700)
        if shutil.disk_usage(self._scratch).free < 2 * self._largest * (1 + self._share.held):
            raise storage_errors.disk_full()
