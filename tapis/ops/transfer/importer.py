"""Import: an export into an empty shop; pictures, then people and records in one transaction, or nothing.

The past is not judged again: while the rows go in, the triggers of the shop's own tables are off, so that no
order is priced anew and no log is written about what the log already tells. Only what others own keeps its
triggers: each new account becomes a talent, and the records of roles put that right. Before the transaction
commits, everything is read again as an export would read it, and must be the file, byte for byte.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import psycopg
from psycopg import sql

from tapis.ops.maintenance.backup_restorer import refuse_newer
from tapis.ops.maintenance.image_checks import checksum
from tapis.ops.maintenance.sealed_tar import Archive
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
from tapis.ops.transfer.export_writer import refuse_other_version
from tapis.ops.transfer.image_files import Home, NotTaken, Picture, told_pictures
from tapis.ops.transfer.table_rows import Table

Connection = psycopg.Connection[Any]
ROLES = Table("private", "user_roles")
FULL = "This shop is not empty; an export goes into an empty one."
# An import that failed may have used names; in an empty shop they stand for nothing.
FORGET_NAMES = "delete from private.object_names where bucket_id = 'tapis'"
PICTURES_THERE = "select from storage.objects where bucket_id = 'tapis' limit 1"
TELL = "select pg_notify('tapis_changed', %s)"


@dataclass(slots=True)
class Report:
    """What came in. `refused`: files that are no pictures, with the reason; `strangers`: accounts without a
    password that can be checked here.
    """

    people: int = 0
    orders: int = 0
    pictures: int = 0
    refused: dict[str, str] = field(default_factory=dict)
    strangers: int = 0


async def unpack(archive: Archive, connection: Connection, home: Home) -> Report:
    """Fill an empty shop that is up to date, or leave it empty and raise.

    Raises MoveRefused, BackupRefused, psycopg.Error, StoreAway or OSError.
    """
    refuse_newer(archive.manifest, EXPORT)
    refuse_other_version(connection)
    refuse_full(connection)
    connection.execute(FORGET_NAMES)
    report = Report()
    try:
        pictures = await _put_pictures(archive, home, report)
        with connection.transaction():
            _fill(archive, connection, lambda: home.enter(connection, pictures))
            _prove(archive, connection)
            report.strangers = account_rows.without_usable_password(connection)
    except BaseException:
        await home.undo()
        raise
    report.people = int(archive.manifest["rows"][PEOPLE])
    report.orders = int(archive.manifest["rows"][records_of("public.transactions")])
    report.pictures = len(pictures)
    return report


def refuse_full(connection: Connection) -> None:
    """Raise MoveRefused if there is an account, a record or a picture already."""
    refuse_rows(connection)
    if connection.execute(PICTURES_THERE).fetchall():
        raise MoveRefused(FULL)


def refuse_rows(connection: Connection) -> None:
    """Raise MoveRefused if there is an account or a record already."""
    for table in (account_rows.USERS, *table_rows.shops_tables(connection)):
        if (
            table != table_rows.OBJECT_NAMES
            and connection.execute(sql.SQL("select from {} limit 1").format(table.identifier)).fetchall()
        ):
            raise MoveRefused(FULL)


async def _put_pictures(archive: Archive, home: Home, report: Report) -> Sequence[Picture]:
    """Store every picture; gives those that were taken."""
    taken = []
    with archive.open(FILES) as content:
        pictures = list(told_pictures(content))
    for picture in pictures:
        with archive.open(PICTURES + picture.name) as content:
            if checksum(content)[1] != picture.sha256:
                raise MoveRefused(f"{picture.name} of this export is damaged.")
            content.seek(0)
            try:
                await home.put(picture, content)
            except NotTaken as refusal:
                report.refused[picture.name] = str(refusal)
            else:
                taken.append(picture)
    return taken


def _fill(archive: Archive, connection: Connection, add_pictures: Callable[[], None]) -> None:
    own = table_rows.shops_tables(connection)
    with _without_triggers(connection, own):
        refuse_rows(connection)  # two imports take turns at the tables; the second sees the first
        add_pictures()  # before the record of their names, which a trigger begins and the file completes
        with archive.open(PEOPLE) as content:
            account_rows.fill(connection, content)
        connection.execute(
            sql.SQL("delete from {}").format(ROLES.identifier)
        )  # each account's first, by trigger
        for table in (table_rows.IDENTITIES, *own):
            name = IDENTITIES if table == table_rows.IDENTITIES else records_of(str(table))
            if name in archive.members:
                with archive.open(name) as content:
                    table_rows.fill(connection, table, content)
    account_rows.show_roles(connection)
    for table in own:
        connection.execute(TELL, [table.name])


@contextmanager
def _without_triggers(connection: Connection, own: Iterable[Table]) -> Iterator[None]:
    """The shop's own triggers are off until the end of the block, or of the transaction if it fails."""
    own = list(own)
    for table in own:
        connection.execute(sql.SQL("alter table {} disable trigger user").format(table.identifier))
    yield
    for table in own:
        connection.execute(sql.SQL("alter table {} enable trigger user").format(table.identifier))


def _prove(archive: Archive, connection: Connection) -> None:
    """Read everything again. Raises MoveRefused unless it is what the file says."""
    found = {
        PEOPLE: account_rows.lines(connection),
        IDENTITIES: table_rows.lines(connection, table_rows.IDENTITIES),
    }
    found |= {
        records_of(str(table)): table_rows.lines(connection, table)
        for table in table_rows.shops_tables(connection)
    }
    for name, lines in found.items():
        digest = hashlib.sha256()
        for line in lines:
            digest.update(line.encode() + b"\n")
        if name in archive.sums and digest.hexdigest() != archive.sums[name]:
            raise MoveRefused(f"{name} did not arrive as it was sent; nothing was imported.")
