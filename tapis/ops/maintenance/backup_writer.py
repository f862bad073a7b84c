"""Writes a backup of a shop into one file, while it is in use.

It contains the whole database (accounts with password hashes, sessions, signing keys, orders, roles) and all
images, also removed ones that can be restored. The file is as secret as the shop. Not in it: brand.toml,
settings, logs, image variants (made again on demand), and the accounts' file of a demo shop.

The database snapshot determines the images. Their bytes are written before their rows and never
change, and no sweep deletes a file, so everything that the snapshot names can be copied.
"""

import importlib.metadata
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, BinaryIO

from tapis.gateway.storage.blobs.blob_store import BlobMissing, BlobUnreadable, read_blob
from tapis.ops.maintenance.installation import Installation
from tapis.ops.maintenance.sealed_tar import BACKUP, DUMP, SealedTarWriter
from tapis.ops.maintenance.snapshot import Snapshot, export_snapshot, pause_sweeping, queries
from tapis.ops.migrate.migration_lock import migrations_blocked
from tapis.ops.postgres import pg_dump
from tapis.ops.progress import with_progress


@dataclass(slots=True)
class BackupReport:
    """The result; `missing` and `damaged`: names of images with these problems in the shop itself."""

    orders: int = 0
    pictures: int = 0
    missing: list[str] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)

    @property
    def unusable(self) -> int:
        """The number of images that the backup lacks."""
        return len(self.missing) + len(self.damaged)


async def write_backup(installation: Installation, target: BinaryIO, scratch: BinaryIO) -> BackupReport:
    """Write a backup to `target`; `scratch` buffers each part, because a tar begins with sizes.

    A picture that can't be read is reported as damaged. After an exception the file is unusable.
    """
    writer, started_at = SealedTarWriter(target, time.time()), datetime.now(UTC)
    with installation.connect() as guard, pause_sweeping(guard):
        with (
            migrations_blocked(guard),
            installation.connect() as connection,
            export_snapshot(connection) as snapshot,
        ):
            pg_dump.dump_database(installation.owner_url, snapshot.snapshot, scratch)
            checksums: dict[str, str] = dict(connection.execute(queries.image_checksums).fetchall())
        writer.add(DUMP, scratch)
        report = await _add_pictures(installation, writer, snapshot, checksums, scratch)
    writer.finish(_manifest(started_at, snapshot, report))
    return report


async def _add_pictures(
    installation: Installation,
    writer: SealedTarWriter,
    snapshot: Snapshot,
    checksums: Mapping[str, str],
    scratch: BinaryIO,
) -> BackupReport:
    report = BackupReport(orders=int(snapshot.tables["public.transactions"][0]))
    for version, name in with_progress("Images in the backup", snapshot.pictures):
        try:
            with await installation.store.fetch(version) as content:
                _replace_content(scratch, content)
        except BlobMissing:
            if name:
                report.missing.append(name)
            continue
        except BlobUnreadable:
            if name:
                report.damaged.append(name)
            continue
        digest = writer.add(f"files/{version[:2]}/{version}", scratch)
        report.pictures += 1
        if name and digest != checksums[version]:
            report.damaged.append(name)
    return report


def _replace_content(scratch: BinaryIO, blob: BinaryIO) -> None:
    """Raises BlobUnreadable, for the blob only."""
    scratch.seek(0)
    scratch.truncate()
    scratch.writelines(read_blob(blob))


def _manifest(started_at: datetime, snapshot: Snapshot, report: BackupReport) -> Mapping[str, Any]:
    return {
        "format": BACKUP.format,
        "tapis": importlib.metadata.version("tapis"),
        "taken": started_at.isoformat(timespec="seconds"),
        "migrations": snapshot.migrations,
        "tables": snapshot.tables,
        "pictures": report.pictures,
        "missing": report.missing,
        "damaged": report.damaged,
    }
