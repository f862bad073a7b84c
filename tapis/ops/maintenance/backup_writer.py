"""Takes a backup: one file with everything that a shop knows, while people order and upload.

In it: the whole database, so accounts with their password hashes, sessions, signing keys, orders, roles; and
every picture, also those that were removed within the last day. Whoever has the file has the shop.
Not in it: brand.toml, the settings, logs, smaller versions of pictures (made again when asked for), and the
accounts' file of a demo shop.

The database's snapshot decides which pictures belong. Their bytes are written before their rows and never
changed, and no sweep deletes a file meanwhile, so all that the snapshot names is there to be copied.
"""

import importlib.metadata
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, BinaryIO

from tapis.gateway.storage.blobs.blob_store import BlobMissing
from tapis.ops.maintenance.installation import Installation
from tapis.ops.maintenance.sealed_tar import BACKUP, DUMP, Writer
from tapis.ops.maintenance.snapshot import Moment, moment, nothing_swept
from tapis.ops.migrate import no_migration
from tapis.ops.postgres import pg_dump

CHECKSUMS = """select version, trim(both '"' from metadata ->> 'eTag') from storage.objects"""


@dataclass(slots=True)
class Report:
    """What a backup holds; `missing` and `damaged` name pictures that the shop itself has not got whole."""

    orders: int = 0
    pictures: int = 0
    missing: list[str] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)


async def take(installation: Installation, target: BinaryIO, scratch: BinaryIO) -> Report:
    """Write a backup to `target`; `scratch` holds the database meanwhile, because a tar tells sizes first.

    Raises PostgresError, psycopg.Error or OSError, and then what was written is worth nothing.
    """
    writer, taken = Writer(target, time.time()), datetime.now(UTC)
    with installation.connect() as guard, nothing_swept(guard):
        with no_migration(guard), installation.connect() as connection, moment(connection) as now:
            pg_dump.dump(installation.owner_url, now.snapshot, scratch)
            checksums = dict(connection.execute(CHECKSUMS).fetchall())
        writer.add(DUMP, scratch)
        report = await _add_pictures(installation, writer, now, checksums)
    writer.finish(_manifest(taken, now, report))
    return report


async def _add_pictures(
    installation: Installation, writer: Writer, now: Moment, checksums: Mapping[str, str]
) -> Report:
    report = Report(orders=int(now.tables["public.transactions"][0]))
    for version, name in now.pictures:
        try:
            with await installation.store.fetch(version) as content:
                digest = writer.add(f"files/{version[:2]}/{version}", content)
        except BlobMissing:
            if name:
                report.missing.append(name)
            continue
        report.pictures += 1
        if name and digest != checksums[version]:
            report.damaged.append(name)
    return report


def _manifest(taken: datetime, now: Moment, report: Report) -> Mapping[str, Any]:
    return {
        "format": BACKUP.format,
        "tapis": importlib.metadata.version("tapis"),
        "taken": taken.isoformat(timespec="seconds"),
        "migrations": now.migrations,
        "tables": now.tables,
        "pictures": report.pictures,
        "missing": report.missing,
        "damaged": report.damaged,
    }
