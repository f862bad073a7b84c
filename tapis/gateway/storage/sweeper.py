"""Deletes what has not been needed for a day: images that no record names, removed images and
records, bytes without a row.

In two steps, so that everything was recoverable for a day before its bytes are deleted:

1. an image of a day ago that no record names is removed, as if by its owner
2. bytes are deleted: of what was removed a day ago, unless a record still names it, and of uploads that were
   never committed

This is the only place that deletes the bytes of images. It does so under a lock that a backup shares, so the
files that the backup's snapshot of the database names exist until they are copied.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import psycopg

from tapis.gateway import metrics
from tapis.gateway.database import STORAGE_SERVICE, Database, Transaction
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.storage.blobs.blob_store import BlobStore
from tapis.gateway.storage.storage_context import StorageContext
from tapis.gateway.storage.variants.bucket_variants import BucketVariants

log = logging.getLogger("tapis.gateway.storage")

RECOVERABLE_SECONDS = 24 * 3600
SWEEP_SECONDS = 900
BATCH = 100  # deleted in one transaction, which must not be idle for long
# The database's refusal while it doesn't know which columns name pictures.
UNDECLARED = "pictures_undeclared"
# Any constant will do; a backup holds it shared while it copies files.
BACKUP_LOCK = 7_461_706_974


queries = NamedQueries(__file__)


class BackupRuns(Exception):
    """A backup is copying files, or another gateway sweeps: nothing is deleted now."""


class SweepRefused(Exception):
    """Nothing is swept, for the reason in the sentence."""


async def keep_sweeping(storage: StorageContext) -> None:
    """Sweep at once and then every quarter of an hour, until cancelled. Failures are logged."""
    while True:
        try:
            metrics.count("swept_files", await sweep(storage))
        except BackupRuns:
            log.info("sweep postponed: a backup or another sweep is running")
        except SweepRefused as refused:
            log.warning("%s", refused)
        except Exception:  # the next one may succeed
            log.exception("sweep failed")
        await asyncio.sleep(SWEEP_SECONDS)


async def sweep(storage: StorageContext, seconds: float = RECOVERABLE_SECONDS) -> int:
    """Take both steps with what is older than `seconds`; returns the files deleted.

    Raises BackupRuns, SweepRefused.
    """
    count = await sweep_bytes(storage.database, storage.bytes, seconds)
    if storage.variants.shared:
        await _sweep_shared_variants(storage.database, storage.variants.shared)
    await sweep_local_variants(storage)
    return count


async def sweep_local_variants(storage: StorageContext) -> None:
    """Delete the variants on this machine of removed images, and keep the others within bounds."""
    files = storage.variants.files
    for version in await _unreadable(storage.database, await asyncio.to_thread(files.versions)):
        await asyncio.to_thread(files.forget, version)
    await asyncio.to_thread(files.shrink)


async def _sweep_shared_variants(database: Database, shared: BucketVariants) -> None:
    async for found in shared.by_version():
        for version in await _unreadable(database, list(found)):
            await shared.delete(found[version])


async def _unreadable(database: Database, versions: list[str]) -> list[str]:
    if not versions:
        return []
    found = await database.run(STORAGE_SERVICE, queries.find_unreadable, (versions,), read_only=True)
    return [row[0] for row in found.rows]


async def sweep_bytes(database: Database, store: BlobStore, seconds: float = RECOVERABLE_SECONDS) -> int:
    """As `sweep`, without variants, which can be made again."""
    try:
        await database.run(STORAGE_SERVICE, queries.remove_unclaimed, (seconds,))
        await database.run(STORAGE_SERVICE, queries.forget_deleted_records)
        return await _sweep_removed(database, store, seconds) + await _sweep_unknown(database, store, seconds)
    except psycopg.Error as error:
        if error.diag.message_hint != UNDECLARED:
            raise
        raise SweepRefused(f"Nothing is swept: {error.diag.message_primary}.") from error


async def _sweep_removed(database: Database, store: BlobStore, seconds: float) -> int:
    """Bytes first, then the note about them: after a kill in between, the next sweep repeats it."""
    count, kept = 0, list[str]()
    while True:
        async with _deleting(database) as transaction:
            expired = (await transaction.run(queries.find_expired, (seconds, kept, BATCH))).rows
            if not expired:
                return count
            removed = [version for version, restored in expired if not restored]
            named = [row[0] for row in (await transaction.run(queries.find_named, (removed,))).rows]
            for version in set(removed).difference(named):
                await store.remove(version)
                count += 1
            done = [version for version, _ in expired if version not in named]
            await transaction.run(queries.forget_removed, (done,))
            kept += named


async def _sweep_unknown(database: Database, store: BlobStore, seconds: float) -> int:
    count = 0
    async for keys in store.keys_older_than(seconds):
        for start in range(0, len(keys), BATCH):
            async with _deleting(database) as transaction:
                batch = keys[start : start + BATCH]
                for (version,) in (await transaction.run(queries.find_unknown, (batch,))).rows:
                    await store.remove(version)
                    count += 1
    return count


@asynccontextmanager
async def _deleting(database: Database) -> AsyncIterator[Transaction]:
    """A transaction in which bytes may be deleted. Raises BackupRuns."""
    async with database.transaction(STORAGE_SERVICE) as transaction:
        if not (await transaction.run(queries.try_lock, (BACKUP_LOCK,))).value:
            raise BackupRuns
        yield transaction
