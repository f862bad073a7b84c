"""Imports an export into an empty shop: images, then accounts and records in one transaction, or nothing.

The triggers of the shop's own tables are disabled for it: orders keep their prices. Tables of the platform
keep theirs, as not every owner may disable them; what these write into the shop's tables about accounts and
images, such as roles and audit entries, is deleted before the rows of the file are inserted. Before the
transaction commits, everything is exported again and must equal the file, byte for byte.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field

from psycopg import Connection, sql

from tapis.advisory_locks import IMPORT
from tapis.gateway.database.named_queries import NamedQueries
from tapis.ops.command_errors import CommandError
from tapis.ops.first_value import first_value
from tapis.ops.maintenance.backup_restorer import require_known_migrations
from tapis.ops.maintenance.image_checks import compute_checksum
from tapis.ops.maintenance.installation import connect_as_owner
from tapis.ops.maintenance.sealed_tar import SealedTar
from tapis.ops.progress import with_progress
from tapis.ops.transfer import account_rows, table_rows
from tapis.ops.transfer.export_format import (
    FILES,
    PEOPLE,
    PICTURES,
    RECORDS,
    ExportedPicture,
    parse_pictures,
    records_member_name,
)
from tapis.ops.transfer.hosted_storage import ImageRejected
from tapis.ops.transfer.image_storage import ImageStorage
from tapis.ops.transfer.table_rows import ExportTable
from tapis.resources import DB_FOLDER

# Exports from before this migration contain absolute URLs, and versions of referenced pictures.
RELATIVE_URLS = "0023_addresses_without_origin.sql"
# Migrations that corrected existing rows, and correct those of an older export.
CORRECTIONS = (RELATIVE_URLS, "0030_accounts_by_digits.sql")
NOT_EMPTY = (
    "This shop is not empty; an export goes into an empty one. "
    "After an import that was interrupted, import the same file again, or begin with a new database or "
    "project."
)
BUSY = "Another import into this shop is running."

queries = NamedQueries(__file__)


@dataclass(slots=True)
class ImportReport:
    """What was imported. `refused`: rejected files, with the reason; `without_password`: accounts whose
    password can't be verified here.
    """

    people: int = 0
    orders: int = 0
    pictures: int = 0
    refused: dict[str, str] = field(default_factory=dict)
    without_password: int = 0


async def import_archive(archive: SealedTar, connection: Connection, storage: ImageStorage) -> ImportReport:
    """Fill an empty, migrated shop; after an exception it is still empty."""
    require_known_migrations(archive)
    with archive.open(FILES) as content:
        pictures = list(parse_pictures(content))
    _require_known_tables(archive, connection)
    _require_no_rows(connection, except_tables=table_rows.WRITTEN_WITH_IMAGES)
    await storage.remove_abandoned_uploads(connection, [picture.name for picture in pictures])
    _require_empty_shop(connection)
    connection.execute(queries.forget_names)
    report = ImportReport()
    try:
        pictures = await _put_pictures(archive, pictures, storage, report)
        with connection.transaction():
            _insert_all(archive, connection, lambda: storage.insert_rows(connection, pictures))
            _verify(archive, connection)
            for correction in CORRECTIONS:
                if _is_older(archive, correction):
                    connection.execute((DB_FOLDER / "migrations" / correction).read_bytes())
            report.without_password = account_rows.count_unusable_passwords(connection)
    except BaseException:
        await storage.undo(connection)
        raise
    report.people = int(archive.manifest["rows"][PEOPLE])
    report.orders = int(archive.manifest["rows"][records_member_name("public.transactions")])
    report.pictures = len(pictures)
    return report


@contextmanager
def import_lock(owner_url: str) -> Iterator[None]:
    """Refuse a second import at the same time, which would take the first one's images for remains.

    The lock is a transaction's, as a pooler before a hosted project keeps those of a session.
    """
    with closing(connect_as_owner(owner_url)) as guard:
        guard.execute(queries.begin_unlimited)
        if not first_value(guard, queries.try_lock, IMPORT):
            raise CommandError(BUSY)
        yield


def _require_known_tables(archive: SealedTar, connection: Connection) -> None:
    """Raise CommandError for rows of a table that this shop does not have."""
    known = set(map(account_rows.archive_member_name, table_rows.list_shop_tables(connection)))
    for name, member in archive.members.items():
        if name.startswith(RECORDS) and member.size and name not in known:
            raise CommandError(
                f"{name} of this export belongs to no table of the shop's."
                f"{_advice(archive) or ' Export again with this Tapis, which leaves it out.'}"
            )


def _require_empty_shop(connection: Connection) -> None:
    """Raise CommandError if there is an account, a record or an image."""
    _require_no_rows(connection)
    if connection.execute(queries.has_images).fetchall():
        raise CommandError(NOT_EMPTY)


def _require_no_rows(
    connection: Connection, except_tables: Collection[ExportTable] = table_rows.PREFILLED_TABLES
) -> None:
    for table in (account_rows.USERS, *table_rows.list_shop_tables(connection)):
        if (
            table not in except_tables
            and connection.execute(sql.SQL("select from {} limit 1").format(table.identifier)).fetchall()
        ):
            raise CommandError(NOT_EMPTY)


async def _put_pictures(
    archive: SealedTar, pictures: Sequence[ExportedPicture], storage: ImageStorage, report: ImportReport
) -> list[ExportedPicture]:
    """Store every image; returns those that were accepted."""
    accepted = []
    for picture in with_progress("Images imported", pictures):
        with archive.open(PICTURES + picture.name) as content:
            if compute_checksum(content)[1] != picture.sha256:
                raise CommandError(f"{picture.name} of this export is damaged.")
            content.seek(0)
            try:
                await storage.put(picture, content)
            except ImageRejected as refusal:
                report.refused[picture.name] = str(refusal)
            else:
                accepted.append(picture)
    return accepted


def _insert_all(archive: SealedTar, connection: Connection, add_pictures: Callable[[], None]) -> None:
    tables = table_rows.list_shop_tables(connection)
    with _without_triggers(connection, tables):
        # A concurrent import waits for the lock, and then sees the rows of the first.
        _require_no_rows(connection, except_tables=table_rows.WRITTEN_WITH_IMAGES)
        add_pictures()  # before the table of their names, filled by a trigger and completed by the file
        with archive.open(PEOPLE) as content:
            account_rows.insert_accounts(connection, content)
        filled = [table for table in tables if account_rows.archive_member_name(table) in archive.members]
        _delete_all(connection, [table for table in filled if table != table_rows.OBJECT_NAMES])
        for table in (table_rows.IDENTITIES, *filled):
            with archive.open(account_rows.archive_member_name(table)) as content:
                table_rows.insert_rows(connection, table, content, _advice(archive))
    account_rows.copy_roles_to_accounts(connection)
    connection.execute(queries.enter_stock)
    for table in tables:
        connection.execute(queries.notify_change, [table.name])


def _delete_all(connection: Connection, tables: Sequence[ExportTable]) -> None:
    """Delete rows written by triggers of the platform's tables, referencing tables first."""
    for table in reversed(tables):
        connection.execute(sql.SQL("delete from {}").format(table.identifier))


@contextmanager
def _without_triggers(connection: Connection, tables: Iterable[ExportTable]) -> Iterator[None]:
    tables = list(tables)
    for table in tables:
        connection.execute(sql.SQL("alter table {} disable trigger user").format(table.identifier))
    yield
    for table in tables:
        connection.execute(sql.SQL("alter table {} enable trigger user").format(table.identifier))


def _verify(archive: SealedTar, connection: Connection) -> None:
    for name, lines in account_rows.iterate_record_members(connection):
        digest = hashlib.sha256()
        for line in lines:
            digest.update(line.encode() + b"\n")
        if _is_older(archive, RELATIVE_URLS) and name == records_member_name(str(table_rows.RECORD_PICTURES)):
            continue
        if name in archive.sums and digest.hexdigest() != archive.sums[name]:
            raise CommandError(f"{name} differs after the import; nothing was imported.{_advice(archive)}")


def _advice(archive: SealedTar) -> str:
    """Additional advice for an export of an earlier version: tables may have new columns."""
    if not any(_is_older(archive, file.name) for file in (DB_FOLDER / "migrations").glob("*.sql")):
        return ""
    version = archive.manifest["tapis"]
    return f" It is of an earlier Tapis ({version}): import it with that one, and upgrade the shop."


def _is_older(archive: SealedTar, migration: str) -> bool:
    return migration not in archive.manifest["migrations"]
