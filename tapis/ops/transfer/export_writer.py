"""Writes a consistent export of a shop into one file, while it is in use."""

import importlib.metadata
import tempfile
from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from psycopg import Connection

from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.storage.blobs.blob_store import BlobMissing, BlobUnreadable
from tapis.ops.first_value import first_value
from tapis.ops.maintenance.image_checks import compute_checksum
from tapis.ops.maintenance.sealed_tar import EXPORT, SealedTarWriter
from tapis.ops.maintenance.snapshot import pause_sweeping
from tapis.ops.migrate.history import applied_migrations
from tapis.ops.migrate.runner import is_hosted
from tapis.ops.progress import with_progress
from tapis.ops.transfer.account_rows import iterate_record_members
from tapis.ops.transfer.export_format import FILES, PICTURES, ExportedPicture
from tapis.ops.transfer.image_storage import ImageStorage
from tapis.ops.transfer.table_rows import list_additions

FIXED_TIME = 0.0  # equal shops give equal files
REPEATABLE_READ = "set transaction isolation level repeatable read, read only"

queries = NamedQueries(__file__)


@dataclass(slots=True)
class ExportReport:
    """The result. `missing` and `damaged`: names of images with these problems in the shop itself."""

    rows: dict[str, int] = field(default_factory=dict)
    pictures: int = 0
    missing: list[str] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)
    other_files: int = 0  # files in buckets that are not the shop's
    additions: list[str] = field(default_factory=list)  # tables, views and columns that are not the shop's


async def write_export(
    connection: Connection, storage: ImageStorage, target: BinaryIO, folder: Path
) -> ExportReport:
    """Write the shop to `target`; each part is buffered in `folder`. `connection` is the owner's.

    After an exception the file is unusable.
    """
    writer, report, pictures = SealedTarWriter(target, FIXED_TIME), ExportReport(), list[ExportedPicture]()
    # A hosted project has no sweeper.
    paused = nullcontext() if is_hosted(connection) else pause_sweeping(connection)
    with paused, connection.transaction():
        connection.execute(REPEATABLE_READ)
        migrations = applied_migrations(connection)
        for name, lines in iterate_record_members(connection):
            report.rows[name] = _add_lines(writer, name, lines, folder)
        report.other_files = first_value(connection, queries.count_other_files)
        report.additions = list_additions(connection)
        images = connection.execute(queries.images).fetchall()
        for version, etag, facts in with_progress("Images in the export", images):
            try:
                pictures.append(await _add_picture(writer, storage, version, facts))
            except (BlobMissing, BlobUnreadable):
                report.missing.append(facts["name"])
                continue
            if etag and len(etag) == len(pictures[-1].sha256) and etag != pictures[-1].sha256:
                report.damaged.append(facts["name"])
    report.pictures = _add_lines(writer, FILES, (picture.line() for picture in pictures), folder)
    writer.finish(_manifest(migrations, report))
    return report


def _add_lines(writer: SealedTarWriter, name: str, lines: Iterable[str], folder: Path) -> int:
    count = 0
    with tempfile.TemporaryFile(dir=folder) as content:
        for count, line in enumerate(lines, 1):  # noqa: B007 – the last value is the count
            content.write(line.encode() + b"\n")
        writer.add(name, content)
    return count


async def _add_picture(
    writer: SealedTarWriter, storage: ImageStorage, version: str, facts: dict[str, Any]
) -> ExportedPicture:
    with await storage.fetch(facts["name"], version) as content:
        size, sha256 = compute_checksum(content)
        writer.add(PICTURES + facts["name"], content)
    return ExportedPicture(**facts, size=size, sha256=sha256)


def _manifest(migrations: dict[str, str], report: ExportReport) -> dict[str, Any]:
    return {
        "format": EXPORT.format,
        "tapis": importlib.metadata.version("tapis"),
        "migrations": dict(sorted(migrations.items())),
        "rows": report.rows,
        "pictures": report.pictures,
        "missing": report.missing,
        "damaged": report.damaged,
    }
