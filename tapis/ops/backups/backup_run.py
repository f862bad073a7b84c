"""Makes one backup: writes and verifies it, publishes it under its name, records it, prunes old ones.

One run per shop at a time, under an advisory lock. An interrupted run leaves nothing that looks like a
backup.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

import psycopg

from tapis.advisory_locks import BACKUP_RUN
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.errors import DatabaseUnavailable, StoreUnavailable
from tapis.gateway.settings import ConfigError
from tapis.gateway.storage.identity import refuse_other_shop
from tapis.ops.backups.archive_name import ArchiveName
from tapis.ops.backups.destinations import PART, Destination
from tapis.ops.backups.retention import Retention, select_prunable
from tapis.ops.command_errors import CommandError
from tapis.ops.first_value import first_value
from tapis.ops.maintenance.backup_checks import is_on_disk_of
from tapis.ops.maintenance.backup_writer import BackupReport, write_backup
from tapis.ops.maintenance.image_checks import compute_checksum
from tapis.ops.maintenance.installation import Installation
from tapis.ops.maintenance.sealed_tar import DUMP, open_archive
from tapis.ops.postgres import pg_dump
from tapis.ops.postgres.folder_lock import inherit_owner

# Free space that a backup leaves on its disk; on the shop's own, which orders and uploads need, a twentieth
# within these limits, but never more than a tenth.
SPARE_BYTES = 64_000_000
MIN_SHOP_BYTES, MAX_SHOP_BYTES = 1_000_000_000, 10_000_000_000

queries = NamedQueries(__file__)


@dataclass(frozen=True, slots=True)
class Backup:
    """A finished backup: `name` at `location`, and the report of its contents.

    `not_pruned`: why an old backup could not be deleted, or empty.
    """

    name: ArchiveName
    location: str
    bytes: int
    report: BackupReport
    not_pruned: str = ""


async def make_backup(
    installation: Installation, destination: Destination, reason: str, retention: Retention | None
) -> Backup:
    """Make a backup and record its success or failure. Requires `backup_lock`.

    Raises CommandError with what to do.
    """
    started_at = datetime.now(UTC)
    try:
        with _translate_errors(destination):
            backup = await _write_verified(
                installation, destination, started_at, before_upgrade=reason == "upgrade"
            )
    except CommandError as refusal:
        _record(installation, (reason, started_at, None, None, str(refusal)), None)
        raise
    entry = (reason, started_at, str(backup.name), backup.bytes, None)
    _record(installation, entry, backup.report.unusable)
    return replace(backup, not_pruned=await _prune(installation, destination, backup, retention))


async def _prune(
    installation: Installation, destination: Destination, backup: Backup, retention: Retention | None
) -> str:
    """Delete old backups by the retention policy; returns why one could not be deleted, or empty.

    A failure is not raised: the new backup is good.
    """
    failure, newest = "", backup.name
    try:
        # A backup dated in the future by a wrong clock must not count as newer than this one.
        past = [name for name in await destination.names(newest.shop) if name.taken <= newest.taken]
        lacking = _count_lacking_pictures(installation, past) | {newest: backup.report.unusable}
        for old in select_prunable(lacking, retention):
            try:
                await destination.remove(old)
            except (OSError, StoreUnavailable) as error:
                failure = f"{old} in {destination} could not be deleted ({_cause(error)})"
    except (OSError, StoreUnavailable, psycopg.Error) as error:
        failure = f"Old backups in {destination} could not be listed ({_cause(error)})"
    return failure and f"{failure}: remove the cause, or the disk fills."


def _count_lacking_pictures(installation: Installation, names: list[ArchiveName]) -> dict[ArchiveName, int]:
    """How many pictures each backup lacks; without those of another shop with the same identity: a copy of
    this data folder, or its original.

    One from before the first record, which is kept for ninety days, counts as made here.
    """
    with installation.connect() as connection:
        if not first_value(connection, queries.has_records):
            return dict.fromkeys(names, 0)
        recorded, since = connection.execute(queries.find_recorded).fetchone() or ({}, None)
    made_here = [name for name in names if str(name) in recorded or (since and name.taken < since)]
    return {name: recorded.get(str(name), 0) for name in made_here}


def _cause(error: Exception) -> str:
    return getattr(error, "strerror", "") or str(error)


@contextmanager
def backup_lock(connection: psycopg.Connection, wait_seconds: int) -> Iterator[bool]:
    """Whether the lock was acquired; waits up to `wait_seconds` for another run of the shop."""
    try:
        connection.execute(f"set lock_timeout = '{max(wait_seconds * 1000, 1)}ms'")
        connection.execute(queries.lock, [BACKUP_RUN])
    except psycopg.errors.LockNotAvailable:
        yield False
        return
    yield True
    connection.execute(queries.unlock, [BACKUP_RUN])


async def _write_verified(
    installation: Installation, destination: Destination, started_at: datetime, *, before_upgrade: bool
) -> Backup:
    # Not a store that lost its pictures: of such a shop the database is all that is left to back up.
    with suppress(psycopg.errors.UndefinedFunction):  # before an upgrade from an old version
        await refuse_other_shop(installation.database, installation.store)
    name = ArchiveName(
        read_shop_digits(installation), started_at.replace(microsecond=0), before_upgrade=before_upgrade
    )
    await destination.remove_unfinished(name.shop)
    _require_space(installation, destination)
    unfinished = destination.scratch / f".{name}{PART}"
    try:
        report = await _write(installation, unfinished)
        verify_archive(unfinished)
        size = unfinished.stat().st_size
        await destination.publish(unfinished, str(name))
    finally:
        unfinished.unlink(missing_ok=True)
    return Backup(name, str(destination), size, report)


async def _write(installation: Installation, file: Path) -> BackupReport:
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
    """A new file, readable only by the shop's account."""
    file.touch(mode=0o600, exist_ok=False)
    if data.exists():
        inherit_owner(file, data)
    return file.open("wb")


def verify_archive(file: Path) -> None:
    """Read a backup back: its seal, the checksum of each member, the whole dump. Raises CommandError."""
    archive = open_archive(file)
    with archive.file:
        for name, digest in archive.sums.items():
            with archive.open(name) as content:
                if compute_checksum(content)[1] != digest:
                    raise CommandError(f"{name} was read back from the backup with another content.")
        with archive.open(DUMP) as content:
            pg_dump.require_readable_dump(content)


def read_shop_digits(installation: Installation) -> str:
    """The eight digits that stand for this shop in the names of its backups."""
    with installation.connect() as connection:
        has_identity = first_value(connection, queries.has_identity)
        shop = first_value(connection, queries.shop if has_identity else queries.shop_without_identity)
    return str(shop or "00000000")


def _require_space(installation: Installation, destination: Destination) -> None:
    with installation.connect() as connection:
        needed = int(first_value(connection, queries.bytes_of_the_shop))
    total, _, free = shutil.disk_usage(destination.scratch)
    needed += SPARE_BYTES
    if is_on_disk_of(str(destination.scratch), installation.settings.data):
        needed += min(max(total // 20, MIN_SHOP_BYTES), total // 10, MAX_SHOP_BYTES)
    if free < needed:
        raise CommandError(
            f"A backup needs up to {_megabytes(needed)} MB in {destination.scratch}, where "
            f"{_megabytes(free)} MB are free: free some space, or name another place in TAPIS_BACKUPS_TO."
        )


def _megabytes(count: int) -> str:
    return f"{count / 1_000_000:,.0f}"


def _record(installation: Installation, entry: tuple[object, ...], damaged: int | None) -> None:
    with installation.connect() as connection:
        # The table, or its column, is missing before an upgrade from an old version.
        if first_value(connection, queries.has_records_of_damage):
            connection.execute(queries.record, (*entry, damaged))
        elif first_value(connection, queries.has_records):
            connection.execute(queries.record_without_damage, entry)


@contextmanager
def _translate_errors(destination: Destination) -> Iterator[None]:
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
    except (DatabaseUnavailable, psycopg.Error) as error:
        raise CommandError(f"The backup could not be made: {' '.join(str(error).split())}.") from error
