"""Removes unused files, and deletes them permanently only after a period of recovery (thirty days).

1. An unreferenced image is removed after a day, as if by its owner. A file without a row is set aside: that
   the database doesn't know a file is no reason to delete it.
2. Removed and set-aside files, and deleted records, are recoverable for TAPIS_RECOVERABLE_DAYS. Then a
   removed image is marked, which ends its recovery, and its bytes are deleted: after a crash in between, the
   next sweep repeats it.

Ages count only time in which the shop was seen running (db/functions/running.sql). Unusually many files that
nobody removed wait until an operator confirms the sweep (`tapis removed sweep --confirm`).

This is the only place that deletes the bytes of images that have or had a row. It does so under a lock that
a backup shares, so the files that the backup's database snapshot references exist until they are copied.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING

import psycopg

from tapis.advisory_locks import BLOB_DELETION
from tapis.gateway import metrics
from tapis.gateway.database import STORAGE_SERVICE, Database, Transaction
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.storage.blobs.blob_store import BlobStore
from tapis.gateway.storage.storage_context import StorageContext
from tapis.gateway.storage.sweep_plan import SweepPlan
from tapis.gateway.storage.variants.bucket_variants import BucketVariants

if TYPE_CHECKING:
    from datetime import datetime

log = logging.getLogger("tapis.gateway.storage")

DAY = 24 * 3600
SWEEP_SECONDS = 900
JUMP_SECONDS = 3600
BATCH = 100  # deleted in one transaction, which must not be idle for long
# The database's error hint while it doesn't know which columns reference pictures.
UNDECLARED = "pictures_undeclared"

queries = NamedQueries(__file__)


class BackupRunning(Exception):
    """A backup or another sweep holds the lock: nothing is deleted now."""


class SweepRefused(Exception):
    """Nothing more than what was decided before is swept; the message says why."""


class ClockMonitor:
    """Compares the database's clock with this machine's uptime, and records that the shop is running."""

    def __init__(self, database: Database, recoverable_days: int) -> None:
        self._database = database
        self._days = recoverable_days
        self._last: tuple[datetime, float] | None = None

    async def check(self, uptime: float | None = None) -> bool:
        """Returns whether the clock jumped; `uptime` is for tests."""
        # Unlike the monotonic clock, it also runs while the machine is suspended.
        seconds = time.clock_gettime(time.CLOCK_BOOTTIME) if uptime is None else uptime
        present = (await self._database.run(STORAGE_SERVICE, "select clock_timestamp()")).value
        jumped = False
        if self._last:
            passed = (present - self._last[0]).total_seconds()
            jumped = abs(passed - (seconds - self._last[1])) > JUMP_SECONDS
        self._last = present, seconds
        await self._database.run(STORAGE_SERVICE, queries.record_uptime, (jumped, self._days))
        return jumped


async def sweep_periodically(storage: StorageContext) -> None:
    """Sweep at once and then every quarter of an hour, until cancelled. Failures are logged."""
    monitor = ClockMonitor(storage.database, storage.settings.recoverable_days)
    while True:
        try:
            await monitor.check()
            metrics.count_event("swept_files", await sweep(storage))
        except BackupRunning:
            log.info("sweep postponed: a backup or another sweep is running")
        except SweepRefused as refused:
            log.warning("%s", refused)
        except Exception:  # the next one may succeed
            log.exception("sweep failed")
        await asyncio.sleep(SWEEP_SECONDS)


async def sweep(storage: StorageContext) -> int:
    """Run both steps; returns the number of deleted files. Raises BackupRunning, SweepRefused."""
    try:
        count = await sweep_blobs(storage.database, storage.bytes)
    except SweepRefused:
        await _sweep_variants(storage)
        raise
    await _sweep_variants(storage)
    return count


async def _sweep_variants(storage: StorageContext) -> None:
    if storage.variants.shared:
        await _sweep_shared_variants(storage.database, storage.variants.shared)
    await _sweep_local_variants(storage)


async def _sweep_local_variants(storage: StorageContext) -> None:
    """Delete local variants of removed images, and limit the size of the others."""
    files = storage.variants.files
    for version in await _unreadable(storage.database, await asyncio.to_thread(files.versions)):
        await asyncio.to_thread(files.delete, version)
    await asyncio.to_thread(files.shrink)


async def _sweep_shared_variants(database: Database, shared: BucketVariants) -> None:
    async for paths_by_version in shared.by_version():
        for version in await _unreadable(database, list(paths_by_version)):
            await shared.delete(paths_by_version[version])


async def _unreadable(database: Database, versions: list[str]) -> list[str]:
    if not versions:
        return []
    found = await database.run(STORAGE_SERVICE, queries.find_unreadable, (versions,), read_only=True)
    return [row[0] for row in found.rows]


async def sweep_blobs(
    database: Database, store: BlobStore, *, confirmed: bool = False, upload_seconds: float = DAY
) -> int:
    """As `sweep`, without variants, which can be made again.

    `upload_seconds`: how old a file without a row must be, so that its upload is over. What was removed never
    waits for an answer about the rest, and what is marked waits only for backups.
    """
    count = await _delete_marked(database, store)
    plan = await plan_sweep(database, store, upload_seconds)
    with _translate_errors():
        await database.run(STORAGE_SERVICE, queries.purge_deleted_records)
        for batch in _batches([version for version, _ in plan.expired]):
            await database.run(STORAGE_SERVICE, queries.mark_expired, (batch,))
        count += await _delete_marked(database, store)
        if plan.question and not confirmed:
            raise SweepRefused(f"The sweep waits: {plan.question}; `tapis doctor` says what to do.")
        await _remove_unclaimed(database, [image for image, _ in plan.unclaimed])
        await database.run(STORAGE_SERVICE, queries.quarantine, (plan.unknown,))
        return count + await _delete_unknown(database, store, plan.old_unknown)


async def plan_sweep(database: Database, store: BlobStore, upload_seconds: float = DAY) -> SweepPlan:
    """Plan a sweep. Raises SweepRefused when that is not possible now."""
    with _translate_errors():
        if hours := (await database.run(STORAGE_SERVICE, queries.hours_to_wait, read_only=True)).value:
            raise SweepRefused(
                f"Nothing is swept: the clock jumped; the shop must run for {hours} more hours before that."
            )
        await database.run(STORAGE_SERVICE, queries.release_referenced)
        unclaimed = await database.run(STORAGE_SERVICE, queries.find_unclaimed, (DAY,), read_only=True)
        expired = await database.run(STORAGE_SERVICE, queries.find_expired, read_only=True)
        old_unknown = await database.run(STORAGE_SERVICE, queries.find_old_unknown, read_only=True)
        pictures = await database.run(STORAGE_SERVICE, queries.count_pictures, read_only=True)
    return SweepPlan(
        unclaimed=[(image, folder) for image, folder in unclaimed.rows],
        expired=[(version, folder) for version, folder in expired.rows],
        unknown=[key async for key in find_unknown_files(database, store, upload_seconds)],
        old_unknown=[version for (version,) in old_unknown.rows],
        pictures={folder: int(count) for folder, count in pictures.rows},
    )


async def find_unknown_files(database: Database, store: BlobStore, seconds: float) -> AsyncIterator[str]:
    """Older files without a row that are not set aside yet."""
    async for keys in store.keys_older_than(seconds):
        found = await database.run(STORAGE_SERVICE, queries.find_unknown_files, (keys,), read_only=True)
        for (version,) in found.rows:
            yield version


async def _remove_unclaimed(database: Database, images: list[str]) -> None:
    for batch in _batches(images):
        async with database.transaction(STORAGE_SERVICE) as transaction:
            locked = [image for (image,) in (await transaction.run(queries.lock_unclaimed, (batch,))).rows]
            removed = await transaction.run(queries.remove_unclaimed, (locked, DAY))
        for version, folder in removed.rows:
            _log_deletion("an image was removed that no record names", version, folder)


async def _delete_marked(database: Database, store: BlobStore) -> int:
    count = 0
    while True:
        async with _deletion_transaction(database) as transaction:
            marked = (await transaction.run(queries.find_deletable, (BATCH,))).rows
            if not marked:
                return count
            for version, folder, is_restored in marked:
                if not is_restored:
                    await store.remove(version)
                    _log_deletion("the bytes of a removed image were deleted", version, folder)
                    count += 1
            await transaction.run(queries.purge_removed, ([version for version, *_ in marked],))


async def _delete_unknown(database: Database, store: BlobStore, versions: Sequence[str]) -> int:
    count = 0
    for batch in _batches(versions):
        async with _deletion_transaction(database) as transaction:
            for version in batch:
                if (await transaction.run(queries.purge_unknown, (version,))).rows:
                    await store.remove(version)
                    _log_deletion("a file of no row was deleted", version, "")
                    count += 1
    return count


def _log_deletion(message: str, version: str, folder: str) -> None:
    log.info(message, extra={"version": version, "folder": folder})


def _batches(items: Sequence[str]) -> Iterator[list[str]]:
    for start in range(0, len(items), BATCH):
        yield list(items[start : start + BATCH])


@contextmanager
def _translate_errors() -> Iterator[None]:
    """Translate the error UNDECLARED into SweepRefused."""
    try:
        yield
    except psycopg.Error as error:
        if error.diag.message_hint != UNDECLARED:
            raise
        raise SweepRefused(f"Nothing is swept: {error.diag.message_primary}.") from error


@asynccontextmanager
async def _deletion_transaction(database: Database) -> AsyncIterator[Transaction]:
    """A transaction in which bytes may be deleted. Raises BackupRunning."""
    async with database.transaction(STORAGE_SERVICE) as transaction:
        if not (await transaction.run(queries.try_lock, (BLOB_DELETION,))).value:
            raise BackupRunning
        yield transaction
