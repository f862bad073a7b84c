"""Writes a backup of a shop into one file, while it is in use.

In it: the whole database (accounts with password hashes, sessions, signing keys, orders, roles) and every
image, also removed ones that can be restored. The file is as secret as the shop. Not in it: brand.toml,
settings, logs, image variants (made again on demand), and the accounts' file of a demo shop.

The database's snapshot decides which images belong. Their bytes are written before their rows and never
change, and no sweep deletes a file, so everything that the snapshot names can be copied.
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
from tapis.ops.maintenance.snapshot import Snapshot, queries, read_snapshot, sweeping_paused
from tapis.ops.migrate import migrations_blocked
from tapis.ops.postgres import pg_dump
from tapis.ops.progress import with_progress


@dataclass(slots=True)
class Report:
    """What was written; `missing` and `damaged` name images that are so in the shop itself."""

    orders: int = 0
    pictures: int = 0
    missing: list[str] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)


async def write_backup(installation: Installation, target: BinaryIO, scratch: BinaryIO) -> Report:
    """Write a backup to `target`; `scratch` buffers the dump, because a tar begins with sizes.

    After an exception the file is unusable.
    """
    writer, taken = Writer(target, time.time()), datetime.now(UTC)
    with installation.connect() as guard, sweeping_paused(guard):
        with (
            migrations_blocked(guard),
            installation.connect() as connection,
            read_snapshot(connection) as now,
        ):
            pg_dump.dump(installation.owner_url, now.snapshot, scratch)
            checksums = dict(connection.execute(queries.image_checksums.encode()).fetchall())
        writer.add(DUMP, scratch)
        report = await _add_pictures(installation, writer, now, checksums)
    writer.finish(_manifest(taken, now, report))
    return report


async def _add_pictures(
    installation: Installation, writer: Writer, now: Snapshot, checksums: Mapping[str, str]
) -> Report:
    report = Report(orders=int(now.tables["public.transactions"][0]))
    for version, name in with_progress("Images in the backup", now.pictures):
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


def _manifest(taken: datetime, now: Snapshot, report: Report) -> Mapping[str, Any]:
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
