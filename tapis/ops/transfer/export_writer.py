"""Export: reads a shop as it is at one moment and writes it into one file, while people order and upload."""

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
from tapis.ops.maintenance.schema_drift import HAS_LEDGER, LEDGER
from tapis.ops.maintenance.sealed_tar import Writer
from tapis.ops.maintenance.snapshot import nothing_swept
from tapis.ops.migrate import is_hosted
from tapis.ops.transfer import account_rows, table_rows
from tapis.ops.transfer.export_format import (
    EXPORT,
    FILES,
    IDENTITIES,
    PEOPLE,
    PICTURES,
    MoveRefused,
    records_of,
)
from tapis.ops.transfer.image_files import Home, Picture, Stored, elsewhere, stored_pictures
from tapis.resources import DB_FOLDER

Connection = psycopg.Connection[Any]
NO_TIME = 0.0  # equal shops are equal files
ONE_MOMENT = "set transaction isolation level repeatable read, read only"


@dataclass(slots=True)
class Report:
    """What a file holds. `missing` and `damaged` name pictures that the shop itself has not got whole."""

    rows: dict[str, int] = field(default_factory=dict)
    pictures: int = 0
    missing: list[str] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)
    elsewhere: int = 0  # files in buckets that are not the shop's


async def pack(connection: Connection, home: Home, target: BinaryIO, folder: Path) -> Report:
    """Write all of a shop to `target`; each part passes through a nameless file in `folder`.

    `connection` is the owner's. Raises MoveRefused, psycopg.Error, StoreAway or OSError; what was written is
    worth nothing then.
    """
    migrations = refuse_other_version(connection)
    writer, report = Writer(target, NO_TIME), Report()
    with _pictures_stay(connection), connection.transaction():
        connection.execute(ONE_MOMENT)
        for name, lines in _parts(connection):
            report.rows[name] = _add_lines(writer, name, lines, folder)
        report.elsewhere = elsewhere(connection)
        found = [
            picture
            for stored in stored_pictures(connection)
            if (picture := await _add_picture(writer, home, stored, report))
        ]
    report.pictures = _add_lines(writer, FILES, (picture.line() for picture in found), folder)
    writer.finish(_manifest(migrations, report))
    return report


def refuse_other_version(connection: Connection) -> Mapping[str, str]:
    """The migrations that the database has seen. Raises MoveRefused unless they are those of this program."""
    row = connection.execute(HAS_LEDGER).fetchone()
    seen = dict(connection.execute(LEDGER).fetchall()) if row and row[0] else {}
    known = {file.name for file in (DB_FOLDER / "migrations").glob("*.sql")}
    if known - seen.keys():
        raise MoveRefused("This database is not up to date; run `tapis migrate` on it first.")
    if seen.keys() - known:
        raise MoveRefused("A newer Tapis has used this database; install that version.")
    return seen


def _parts(connection: Connection) -> Iterator[tuple[str, Iterator[str]]]:
    """Everything that is rows: the member's name, and its lines."""
    yield PEOPLE, account_rows.lines(connection)
    yield IDENTITIES, table_rows.lines(connection, table_rows.IDENTITIES)
    for table in sorted(table_rows.shops_tables(connection), key=str):
        yield records_of(str(table)), table_rows.lines(connection, table)


def _add_lines(writer: Writer, name: str, lines: Iterable[str], folder: Path) -> int:
    """Add a member made of lines; gives how many."""
    count = 0
    with tempfile.TemporaryFile(dir=folder) as content:
        for count, line in enumerate(lines, 1):  # noqa: B007 – the last one is how many there are
            content.write(line.encode() + b"\n")
        writer.add(name, content)
    return count


async def _add_picture(writer: Writer, home: Home, stored: Stored, report: Report) -> Picture | None:
    try:
        with await home.fetch(stored) as content:
            size, sha256 = checksum(content)
            writer.add(PICTURES + stored.name, content)
    except BlobMissing:
        report.missing.append(stored.name)
        return None
    if stored.etag and len(stored.etag) == len(sha256) and stored.etag != sha256:
        report.damaged.append(stored.name)
    return stored.measured(size, sha256)


@contextmanager
def _pictures_stay(connection: Connection) -> Iterator[None]:
    """No bytes are deleted meanwhile; a hosted project sweeps nothing."""
    if is_hosted(connection):
        yield
        return
    with nothing_swept(connection):
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
