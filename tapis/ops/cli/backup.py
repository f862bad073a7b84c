"""`tapis backup FILE`: everything that a shop knows in one file (see maintenance/backup_writer.py)."""

import tempfile
from typing import Annotated

import typer

from tapis.gateway.settings import load
from tapis.ops.cli.options import DATA, Data
from tapis.ops.cli.output_file import written_file
from tapis.ops.cli.unchanged_shop import on_installation
from tapis.ops.maintenance.backup_writer import Report, take
from tapis.ops.maintenance.installation import Installation
from tapis.ops.maintenance.sealed_tar import BACKUP
from tapis.ops.postgres.client_programs import programs_for


def backup(
    file: Annotated[str, typer.Argument(help="Where to; `-` writes to standard output.")],
    data: Data = DATA,
) -> None:
    """Put the database and the pictures into one file, while the shop is open.

    The file holds accounts and signing keys, so it is secret: only its owner may read it.
    """

    async def write(shop: Installation) -> Report:
        programs_for(shop.owner_url)  # refuses before anything is written
        with (
            written_file(file, BACKUP.noun) as (opened, folder),
            tempfile.TemporaryFile(dir=folder) as scratch,
        ):
            return await take(shop, opened, scratch)

    report = on_installation(load(data=data.absolute()), write)
    typer.echo(describe(file, report), err=True)
    if report.missing or report.damaged:
        raise typer.Exit(1)


def describe(file: str, report: Report) -> str:
    where = "the backup" if file == "-" else file
    text = f"{report.orders} orders and {report.pictures} pictures are in {where}."
    bad = report.missing + report.damaged
    if not bad:
        return text
    return f"{text} {len(bad)} pictures are missing or damaged in the shop itself; `tapis doctor` names them."
