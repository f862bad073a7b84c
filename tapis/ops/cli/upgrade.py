"""`tapis upgrade`: a data folder of an older PostgreSQL, moved to the one that this program runs."""

import asyncio
import time
from pathlib import Path
from typing import Annotated

import typer

from tapis.gateway import failpoints
from tapis.gateway.settings import Settings, load
from tapis.ops.cli.backup import sentence, target, write
from tapis.ops.cli.command_error import CommandRefused
from tapis.ops.cli.common_options import DATA, Data
from tapis.ops.cli.database_access import bring_up_to_date
from tapis.ops.maintenance import upgrade as upgrading
from tapis.ops.maintenance.backup_restorer import refuse_newer
from tapis.ops.maintenance.backup_writer import Report
from tapis.ops.maintenance.findings import Finding
from tapis.ops.maintenance.sealed_tar import Archive, BackupRefused, open_archive
from tapis.ops.postgres.configuration import VERSION
from tapis.ops.postgres.pg_dump import DumpFailed
from tapis.ops.postgres.upgrade import Move, moving


def upgrade(
    data: Data = DATA,
    programs: Annotated[
        Path | None, typer.Option(help="Folder with the programs of the old version.", show_default=False)
    ] = None,
    backup: Annotated[
        Path | None,
        typer.Option(help="Where the backup goes; else into the data folder.", show_default=False),
    ] = None,
) -> None:
    """Move the embedded database to this program's PostgreSQL: backup, new database, proof, change of places.

    The shop is closed meanwhile. Until the last moment nothing of the old database is changed; afterwards it
    lies beside the new one until you remove it.
    """
    settings = load(data=data.absolute())
    if settings.database_url:
        raise CommandRefused("TAPIS_DATABASE_URL is set: a database elsewhere is upgraded where it runs.")
    failpoints.watch(settings.hold_at)
    try:
        with moving(settings.data, programs) as move:
            if move is None:
                typer.echo(f"The database in {settings.data} is of PostgreSQL {VERSION} already.")
                return
            carry_out(move, settings, (backup or default_backup(settings.data)).absolute())
    except BackupRefused as refusal:
        raise CommandRefused(f"{refusal} Nothing was changed.") from refusal
    except OSError as error:
        raise CommandRefused(f"The upgrade failed: {error.strerror or error}.") from error


def default_backup(data: Path) -> Path:
    """In the data folder, named for what comes after it."""
    return data / f"before-postgresql-{VERSION}.tar"


def carry_out(move: Move, settings: Settings, backup: Path) -> None:
    """All steps, each told when it is done."""
    if not backup.parent.is_dir():
        raise CommandRefused(f"There is no folder {backup.parent}.")
    upgrading.refuse_full_disk(settings.data, move.place.cluster, backup)
    told = Told()
    told.that(f"PostgreSQL {move.version} to {VERSION}: the database in {settings.data}.")
    report = back_up(move, settings, backup)
    told.that(f"Backup: {sentence(str(backup), report)}")
    found = fill(move, settings, open_archive(backup))
    told.that(f"The new database has every row, and `tapis doctor` finds {len(found) or 'nothing'}.")
    aside = move.change_places()
    told.that(f"It is in its place. The old one is in {aside}.")
    typer.echo("Open the shop as ever; remove the old database and the backup when you need neither.")
    for finding in found:
        typer.echo(f"[{finding.code}] As it was before: {finding.sentence}")


def back_up(move: Move, settings: Settings, file: Path) -> Report:
    """A backup like any other, which `tapis restore` reads without the old programs."""
    with move.old_server() as urls, target(str(file)) as (opened, folder):
        failpoints.reached("upgrade: old server runs")
        report = asyncio.run(write(settings, (urls.superuser, urls.authenticator), opened, folder))
    failpoints.reached("upgrade: backup taken")
    return report


def fill(move: Move, settings: Settings, archive: Archive) -> list[Finding]:
    """Make the new database from the backup; gives what was wrong in the shop already."""
    refuse_newer(archive.manifest)
    with move.new_server() as urls:
        failpoints.reached("upgrade: new server runs")
        try:
            upgrading.load(archive, move.place.upgrading, urls.superuser)
        except DumpFailed as failure:
            raise BackupRefused(f"PostgreSQL {VERSION} does not take this database: {failure}.") from failure
        failpoints.reached("upgrade: loaded")
        bring_up_to_date(urls.superuser)
        found = asyncio.run(upgrading.examined(archive, settings, urls))
        failpoints.reached("upgrade: proven")
        return found


class Told:
    """Lines for whoever waits: what is done, and how many seconds after the beginning."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    def that(self, sentence: str) -> None:
        """Tell one thing."""
        typer.echo(f"{time.monotonic() - self._start:6.1f} s  {sentence}")
