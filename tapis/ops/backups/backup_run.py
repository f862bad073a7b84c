"""Makes one backup: writes it, reads it back, gives it its name, records it, deletes what need not be kept.

One run of a shop at a time, under a lock of the database. Whatever ends a run early leaves nothing that looks
like a backup.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

import psycopg

from tapis.advisory_locks import BACKUP_RUN
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.errors import StoreUnavailable
from tapis.gateway.settings import ConfigError
from tapis.ops.backups.archive_name import ArchiveName
from tapis.ops.backups.destinations import PART, Destination
from tapis.ops.backups.retention import Retention, prunable
from tapis.ops.command_errors import CommandError
from tapis.ops.maintenance.backup_writer import Report, write_backup
from tapis.ops.maintenance.image_checks import checksum
from tapis.ops.maintenance.installation import Installation
from tapis.ops.maintenance.sealed_tar import DUMP, open_archive
from tapis.ops.postgres import pg_dump
from tapis.ops.postgres.folder_lock import inherit_owner

SPARE_BYTES = 64_000_000  # that a backup leaves free on its disk


queries = NamedQueries(__file__)


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that is there: `name` at `location`, and what was found when it was written.

    `not_pruned`: why an old one that need not be kept is still there.
    """

    name: ArchiveName
    location: str
    bytes: int
    report: Report
    not_pruned: str = ""


async def make_backup(
    installation: Installation, destination: Destination, reason: str, retention: Retention | None
) -> Backup:
    """Make a backup and record it, as successful or failed. Call it under `backup_lock`.

    Raises CommandError with what to do.
    """
    began = datetime.now(UTC)
    try:
        with _failures_explained(destination):
            made = await _make(installation, destination, began, before_upgrade=reason == "upgrade")
    except CommandError as refusal:
        _record(installation, (reason, began, None, None, str(refusal)))
        raise
    _record(installation, (reason, began, str(made.name), made.bytes, None))
    return replace(made, not_pruned=await _prune(destination, made.name, retention))


async def _prune(destination: Destination, made: ArchiveName, retention: Retention | None) -> str:
    """Delete what need not be kept; returns why something could not be deleted. The new backup is good."""
    failure = ""
    try:
        # One from the future, of a clock that was wrong, must not count as newer than this.
        past = [name for name in await destination.names(made.shop) if name.taken <= made.taken]
        for old in prunable(past, retention):
            try:
                await destination.remove(old)
            except (OSError, StoreUnavailable) as error:
                failure = f"{old} in {destination} could not be deleted ({_cause(error)})"
    except (OSError, StoreUnavailable) as error:
        failure = f"Old backups in {destination} could not be listed ({_cause(error)})"
    return failure and f"{failure}: remove the cause, or the disk fills."


def _cause(error: Exception) -> str:
    return getattr(error, "strerror", "") or str(error)


@contextmanager
def backup_lock(connection: psycopg.Connection[Any], wait_seconds: int) -> Iterator[bool]:
    """Whether this is now the only run of the shop; waits so long for another one."""
    try:
        connection.execute(f"set lock_timeout = '{max(wait_seconds * 1000, 1)}ms'")
        connection.execute(queries.lock.encode(), [BACKUP_RUN])
    except psycopg.errors.LockNotAvailable:
        yield False
        return
    yield True
    connection.execute(queries.unlock.encode(), [BACKUP_RUN])


async def _make(
    installation: Installation, destination: Destination, began: datetime, *, before_upgrade: bool
) -> Backup:
    name = ArchiveName(_shop(installation), began.replace(microsecond=0), before_upgrade=before_upgrade)
    await destination.remove_unfinished(name.shop)
    _require_space(installation, destination)
    unfinished = destination.scratch / f".{name}{PART}"
    try:
        report = await _write(installation, unfinished)
        verify(unfinished)
        size = unfinished.stat().st_size
        await destination.publish(unfinished, str(name))
    finally:
        unfinished.unlink(missing_ok=True)
    return Backup(name, str(destination), size, report)


async def _write(installation: Installation, file: Path) -> Report:
    with (
        _new_file(file, installation.settings.data) as opened,
        tempfile.TemporaryFile(dir=file.parent) as scratch,
    ):
        report = await write_backup(installation, opened, scratch)
        opened.flush()
        os.fsync(opened.fileno())
        os.posix_fadvise(opened.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)  # read back from the disk
    return report


def _new_file(file: Path, data: Path) -> BinaryIO:
    """A file that only the shop's account may read."""
    file.touch(mode=0o600, exist_ok=False)
    if data.exists():
        inherit_owner(file, data)
    return file.open("wb")


def verify(file: Path) -> None:
    """Read a backup back: its seal, the checksum of each member, the whole dump. Raises CommandError."""
    archive = open_archive(file)
    with archive.file:
        for name, digest in archive.sums.items():
            with archive.open(name) as content:
                if checksum(content)[1] != digest:
                    raise CommandError(f"{name} was read back from the backup with another content.")
        with archive.open(DUMP) as content:
            pg_dump.require_readable(content)


def _shop(installation: Installation) -> str:
    with installation.connect() as connection:
        known = connection.execute(queries.has_identity.encode()).fetchone()
        query = queries.shop if known and known[0] else queries.shop_without_identity
        row = connection.execute(query.encode()).fetchone()
    return str(row[0]) if row else "00000000"


def _require_space(installation: Installation, destination: Destination) -> None:
    with installation.connect() as connection:
        row = connection.execute(queries.bytes_of_the_shop.encode()).fetchone()
    needed, free = int(row[0]) if row else 0, shutil.disk_usage(destination.scratch).free
    if free < needed + SPARE_BYTES:
        raise CommandError(
            f"A backup needs up to {_megabytes(needed + SPARE_BYTES)} MB in {destination.scratch}, where "
            f"{_megabytes(free)} MB are free: free some space, or name another place in TAPIS_BACKUPS_TO."
        )


def _megabytes(count: int) -> str:
    return f"{count / 1_000_000:,.0f}"


def _record(installation: Installation, entry: tuple[object, ...]) -> None:
    with installation.connect() as connection:
        row = connection.execute(queries.has_records.encode()).fetchone()
        if row and row[0]:  # not before an upgrade from a version without them
            connection.execute(queries.record.encode(), entry)


@contextmanager
def _failures_explained(destination: Destination) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CommandError(
            f"The backup could not be written to {destination}: {error.strerror or error}."
        ) from error
    except ConfigError as error:
        raise CommandError(str(error)) from error
    except StoreUnavailable as error:
        raise CommandError(f"The backup could not be made: a store does not answer ({error}).") from error
    except psycopg.Error as error:
        raise CommandError(f"The backup could not be made: {' '.join(str(error).split())}.") from error
