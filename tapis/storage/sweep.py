"""What nobody needs any more, a day later: removed pictures, bytes whose row never came, stale variants."""

import asyncio
import logging

from tapis.context import Context
from tapis.database import STORAGE_SERVICE, Database
from tapis.storage.depot import Depot, open_depot

log = logging.getLogger("tapis.storage")

RECOVERABLE_SECONDS = 24 * 3600
SWEEP_SECONDS = 3600
BATCH = 500
# `restored`: somebody put the row back, so only the note about its removal goes.
EXPIRED = """
select version, exists (select from storage.objects object where object.version = removed.version) as restored
from storage.removed removed
where removed_at < now() - make_interval(secs => $1)
order by removed_at limit $2
"""
FORGET = "delete from storage.removed where version = any($1::text[])"
UNKNOWN = """
select version from unnest($1::text[]) version
where not exists (select from storage.objects object where object.version = version.version)
  and not exists (select from storage.removed removed where removed.version = version.version)
"""


async def keep_sweeping(context: Context) -> None:
    """Sweep at once and then every hour, until cancelled. Whatever goes wrong is logged and tried again."""
    depot = open_depot(context)
    while True:
        try:
            await sweep(depot)
        except Exception:  # the next hour may be better
            log.exception("sweep failed")
        await asyncio.sleep(SWEEP_SECONDS)


async def sweep(depot: Depot, seconds: float = RECOVERABLE_SECONDS) -> int:
    """Delete the bytes of everything removed, or never finished, longer than `seconds` ago; tell how many."""
    count = await _sweep_removed(depot, seconds)
    async for keys in depot.bytes.keys_older_than(seconds):
        for version in await _unknown(depot.database, keys):
            await depot.bytes.remove(version)
            count += 1
    for version in await _unknown(depot.database, await asyncio.to_thread(depot.variants.versions)):
        await asyncio.to_thread(depot.variants.forget, version)
    await asyncio.to_thread(depot.variants.shrink)
    return count


async def _sweep_removed(depot: Depot, seconds: float) -> int:
    """Bytes first, then the note about them: killed in between, the next sweep does it again."""
    count = 0
    while expired := (await depot.database.run(STORAGE_SERVICE, EXPIRED, (seconds, BATCH))).rows:
        gone = [version for version, restored in expired if not restored]
        for version in gone:
            await depot.bytes.remove(version)
        await depot.database.run(STORAGE_SERVICE, FORGET, ([version for version, _ in expired],))
        count += len(gone)
    return count


async def _unknown(database: Database, versions: list[str]) -> list[str]:
    if not versions:
        return []
    found = await database.run(STORAGE_SERVICE, UNKNOWN, (versions,), read_only=True)
    return [row[0] for row in found.rows]
