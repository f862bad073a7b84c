"""What nobody needs any more, a day later: pictures that no record names, removed ones, bytes without a row.

Two steps, so that nothing goes without having been recoverable for a day:

1. a picture that came a day ago and that no record names is removed, as if its owner had done it
2. bytes go for good: of what was removed a day ago, unless a record still names it, and of uploads that
   never came to a row

Of all gateways over one bucket one sweeps in a quarter of an hour; each clears its own machine of variants.

This is the only place that deletes bytes which were once a picture. It does so under a lock that a backup
shares, so every file that the backup's snapshot of the database names stays until the backup has it.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tapis.gateway import metrics
from tapis.gateway.context import Context
from tapis.gateway.database import STORAGE_SERVICE, Database, Transaction
from tapis.gateway.storage.blobs.blob_store import BlobStore
from tapis.gateway.storage.blobs.leases import Leases
from tapis.gateway.storage.blobs.s3_store import S3BlobStore
from tapis.gateway.storage.storage_context import StorageContext, open_storage_context
from tapis.gateway.storage.variants.shared_variants import SharedVariants

log = logging.getLogger("tapis.gateway.storage")

RECOVERABLE_SECONDS = 24 * 3600
SWEEP_SECONDS = 900
# In the bucket: who has swept last. Its age decides, and leaves room for clocks and slow sweeps.
TURN = "sweep"
TURN_SECONDS = SWEEP_SECONDS - 60
BATCH = 100  # deleted in one transaction, which must not be idle for long
# Any constant will do; a backup takes it shared, for as long as it copies files.
BACKUP_LOCK = 7_461_706_974
TRY_LOCK = "select pg_try_advisory_xact_lock($1)"
REMOVE_UNCLAIMED = """
delete from storage.objects
where id in (select private.unclaimed_pictures(make_interval(secs => $1))) returning version
"""
# `restored`: somebody put the row back, so only the note about its removal goes.
EXPIRED = """
select version, exists (select from storage.objects object where object.version = removed.version) as restored
from storage.removed removed
where removed_at < now() - make_interval(secs => $1) and not version = any($2::text[])
order by removed_at limit $3
"""
STILL_NAMED = "select private.still_named($1)"
FORGET = "delete from storage.removed where version = any($1::text[])"
UNKNOWN = """
select version from unnest($1::text[]) version
where not exists (select from storage.objects object where object.version = version.version)
  and not exists (select from storage.removed removed where removed.version = version.version)
"""


# Of these nobody sees a variant any more, although the bytes may come back within their day.
UNSEEN = """
select version from unnest($1::text[]) version
where not exists (select from storage.objects object where object.version = version.version)
"""


class BackupRuns(Exception):
    """A backup is copying files: nothing is deleted now."""


async def keep_sweeping(context: Context) -> None:
    """Sweep at once and then every quarter of an hour, until cancelled. What goes wrong is logged."""
    storage = open_storage_context(context)
    while True:
        try:
            if await is_our_turn(storage.bytes):
                metrics.count("swept_files", await sweep(storage))
            else:
                await sweep_own_variants(storage)
        except BackupRuns:
            log.info("sweep put off: a backup is being taken")
        except Exception:  # the next time may be better
            log.exception("sweep failed")
        await asyncio.sleep(SWEEP_SECONDS)


async def is_our_turn(store: BlobStore) -> bool:
    """Whether nobody else has swept this store within the last quarter of an hour."""
    return not isinstance(store, S3BlobStore) or await Leases(store).take(TURN, TURN_SECONDS)


async def sweep(storage: StorageContext, seconds: float = RECOVERABLE_SECONDS) -> int:
    """Take both steps with what is older than `seconds`; tell how many files' bytes went.

    Raises BackupRuns; what is done by then stays done.
    """
    count = await sweep_bytes(storage.database, storage.bytes, seconds)
    if storage.variants.shared:
        await _sweep_shared_variants(storage.database, storage.variants.shared)
    await sweep_own_variants(storage)
    return count


async def sweep_own_variants(storage: StorageContext) -> None:
    """Forget the variants on this machine of pictures that are gone; keep the others within bounds."""
    versions = await asyncio.to_thread(storage.variants.files.versions)
    for version in await _unseen(storage.database, versions):
        await asyncio.to_thread(storage.variants.files.forget, version)
    await asyncio.to_thread(storage.variants.files.shrink)


async def _sweep_shared_variants(database: Database, shared: SharedVariants) -> None:
    async for found in shared.versions():
        for version in await _unseen(database, list(found)):
            await shared.forget(found[version])


async def _unseen(database: Database, versions: list[str]) -> list[str]:
    if not versions:
        return []
    found = await database.run(STORAGE_SERVICE, UNSEEN, (versions,), read_only=True)
    return [row[0] for row in found.rows]


async def sweep_bytes(database: Database, store: BlobStore, seconds: float = RECOVERABLE_SECONDS) -> int:
    """As `sweep`, without the variants, which can be made again."""
    await database.run(STORAGE_SERVICE, REMOVE_UNCLAIMED, (seconds,))
    return await _sweep_removed(database, store, seconds) + await _sweep_unknown(database, store, seconds)


async def _sweep_removed(database: Database, store: BlobStore, seconds: float) -> int:
    """Bytes first, then the note about them: killed in between, the next sweep does it again."""
    count, kept = 0, list[str]()
    while True:
        async with _deleting(database) as transaction:
            expired = (await transaction.run(EXPIRED, (seconds, kept, BATCH))).rows
            if not expired:
                return count
            gone = [version for version, restored in expired if not restored]
            named = [row[0] for row in (await transaction.run(STILL_NAMED, (gone,))).rows]
            for version in set(gone).difference(named):
                await store.remove(version)
                count += 1
            forgotten = [version for version, _ in expired if version not in named]
            await transaction.run(FORGET, (forgotten,))
            kept += named


async def _sweep_unknown(database: Database, store: BlobStore, seconds: float) -> int:
    count = 0
    async for keys in store.keys_older_than(seconds):
        for start in range(0, len(keys), BATCH):
            async with _deleting(database) as transaction:
                for version in await _unknown(transaction, keys[start : start + BATCH]):
                    await store.remove(version)
                    count += 1
    return count


async def _unknown(transaction: Transaction, versions: list[str]) -> list[str]:
    if not versions:
        return []
    return [row[0] for row in (await transaction.run(UNKNOWN, (versions,))).rows]


@asynccontextmanager
async def _deleting(database: Database) -> AsyncIterator[Transaction]:
    """A transaction in which bytes may be deleted. Raises BackupRuns."""
    async with database.transaction(STORAGE_SERVICE) as transaction:
        if not (await transaction.run(TRY_LOCK, (BACKUP_LOCK,))).value:
            raise BackupRuns
        yield transaction
