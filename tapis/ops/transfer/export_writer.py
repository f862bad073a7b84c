"""Writes a consistent export of a shop into one file, while it is in use."""

import importlib.metadata
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import psycopg

from tapis.gateway.storage.blobs.blob_store import BlobMissing
from tapis.ops.maintenance.image_checks import checksum
from tapis.ops.maintenance.sealed_tar import Writer
from tapis.ops.maintenance.snapshot import sweeping_paused
from tapis.ops.migrate import applied_migrations, is_hosted
from tapis.ops.transfer import account_rows, table_rows
from tapis.ops.transfer.export_format import (
    EXPORT,
    FILES,
    IDENTITIES,
    PEOPLE,
    PICTURES,
    TransferRefused,
    records_of,
)
from tapis.ops.transfer.image_files import ImageStorage, Picture, Stored, list_images, other_files
from tapis.resources import DB_FOLDER

Connection = psycopg.Connection[Any]
FIXED_TIME = 0.0  # equal shops are equal files
REPEATABLE_READ = "set transaction isolation level repeatable read, read only"


@dataclass(slots=True)
class Report:
    """What was written. `missing` and `damaged` name images that are so in the shop itself."""

    rows: dict[str, int] = field(default_factory=dict)
    pictures: int = 0
    missing: list[str] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)
    other_files: int = 0  # files in buckets that are not the shop's


async def write_export(
    connection: Connection, storage: ImageStorage, target: BinaryIO, folder: Path
) -> Report:
    """Write the shop to `target`; each part is buffered in `folder`. `connection` is the owner's.

    Raises TransferRefused, psycopg.Error, StoreAway or OSError; the file is unusable then.
    """
    migrations = require_same_migrations(connection)
    writer, report = Writer(target, FIXED_TIME), Report()
    with _sweeping_paused(connection), connection.transaction():
        connection.execute(REPEATABLE_READ)
        for name, lines in _parts(connection):
            report.rows[name] = _add_lines(writer, name, lines, folder)
        report.other_files = other_files(connection)
        found = [
            picture
            for stored in list_images(connection)
            if (picture := await _add_picture(writer, storage, stored, report))
        ]
    report.pictures = _add_lines(writer, FILES, (picture.line() for picture in found), folder)
    writer.finish(_manifest(migrations, report))
    return report


def require_same_migrations(connection: Connection) -> Mapping[str, str]:
    """The applied migrations. Raises TransferRefused unless they are those of this program."""
    seen = applied_migrations(connection)
    known = {file.name for file in (DB_FOLDER / "migrations").glob("*.sql")}
    if known - seen.keys():
        raise TransferRefused("This database is not up to date; run `tapis migrate` on it first.")
    if seen.keys() - known:
        raise TransferRefused("A newer version of Tapis has migrated this database; install that version.")
    return seen


def _parts(connection: Connection) -> Iterator[tuple[str, Iterator[str]]]:
    yield PEOPLE, account_rows.lines(connection)
    yield IDENTITIES, table_rows.lines(connection, table_rows.IDENTITIES)
    for table in sorted(table_rows.shop_tables(connection), key=str):
        yield records_of(str(table)), table_rows.lines(connection, table)


def _add_lines(writer: Writer, name: str, lines: Iterable[str], folder: Path) -> int:
    count = 0
    with tempfile.TemporaryFile(dir=folder) as content:
        for count, line in enumerate(lines, 1):  # noqa: B007 – the last one is how many there are
            content.write(line.encode() + b"\n")
        writer.add(name, content)
    return count


async def _add_picture(
    writer: Writer, storage: ImageStorage, stored: Stored, report: Report
) -> Picture | None:
    try:
        with await storage.fetch(stored) as content:
            size, sha256 = checksum(content)
            writer.add(PICTURES + stored.name, content)
    except BlobMissing:
        report.missing.append(stored.name)
        return None
    if stored.etag and len(stored.etag) == len(sha256) and stored.etag != sha256:
        report.damaged.append(stored.name)
    return stored.measured(size, sha256)


@contextmanager
def _sweeping_paused(connection: Connection) -> Iterator[None]:
    """No files are deleted meanwhile; a hosted project has no sweeper."""
    if is_hosted(connection):
        yield
        return
    with sweeping_paused(connection):
        yield


def _manifest(migrations: Mapping[str, str], report: Report) -> Mapping[str, Any]:
    return {
        "format": EXPORT.format,
        "tapis": importlib.metadata.version("tapis"),
        "migrations": dict(sorted(migrations.items())),
        "rows": report.rows,
        "pictures": report.pictures,
        "missing": report.missing,
        "damaged": report.damaged,
    }
