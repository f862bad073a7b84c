"""`tapis backup`: all data of a shop in one file (see maintenance/backup_writer.py)."""

import tempfile
from functools import partial
from typing import Annotated

import typer

from tapis.gateway.settings import Settings, load_settings
from tapis.ops.backups.backup_request import build_backup_request, run_backup_process
from tapis.ops.cli.doctor import format_text_report
from tapis.ops.cli.existing_shop import open_existing_database, run_on_existing_shop
from tapis.ops.cli.options import DATA, Data
from tapis.ops.cli.output_file import open_atomic_file
from tapis.ops.maintenance.backup_writer import BackupReport, write_backup
from tapis.ops.maintenance.installation import Installation
from tapis.ops.maintenance.invariants import QUICK_CHECKS, run_checks
from tapis.ops.maintenance.sealed_tar import BACKUP
from tapis.ops.postgres.client_programs import find_client_programs

DAMAGED = " {count} pictures are missing or damaged in the shop itself; `tapis doctor` names them."


def backup(
    file: Annotated[
        str,
        typer.Argument(
            help="Where to; `-` writes to standard output. Without it: beside those of each night."
        ),
    ] = "",
    data: Data = DATA,
) -> None:
    """Put the database and the pictures into one file, while the shop is open.

    The file holds accounts and signing keys, so it is secret: only its owner may read it.
    """
    settings = load_settings(data=data)
    with open_existing_database(settings):  # one server for both, where the shop is at rest
        damaged = _backup_to_file(file, settings) if file else _backup_to_destination(settings)
        _warn_of_faults(settings)
    if damaged:
        raise typer.Exit(1)


def _warn_of_faults(settings: Settings) -> None:
    """Print faults of the shop, which the backup contains too; files are checked only by `tapis doctor`."""
    found = run_on_existing_shop(settings, partial(run_checks, checks=QUICK_CHECKS))
    if wrong := [finding for finding in found if finding.kind.is_wrong]:
        typer.echo(
            f"Warning: this backup is of a shop that is not well.\n{format_text_report([], wrong)}", err=True
        )


def _backup_to_destination(settings: Settings) -> int:
    """Make a verified backup in TAPIS_BACKUPS_TO; returns the count of damaged pictures."""
    with open_existing_database(settings) as (owner_url, _):
        outcome = run_backup_process(build_backup_request("command", settings, owner_url))
    text = f"{outcome.name} is in {outcome.location}: {outcome.bytes / 1_000_000:,.1f} MB, read back."
    typer.echo(text + (DAMAGED.format(count=outcome.damaged) if outcome.damaged else ""), err=True)
    if outcome.not_pruned:
        typer.echo(f"Warning: {outcome.not_pruned}", err=True)
    return outcome.damaged


def _backup_to_file(file: str, settings: Settings) -> int:
    """Write a backup to a file; returns the count of damaged pictures."""

    async def write(shop: Installation) -> BackupReport:
        find_client_programs(shop.owner_url)  # refuses before anything is written
        with (
            open_atomic_file(file, BACKUP.noun) as (opened, folder),
            tempfile.TemporaryFile(dir=folder) as scratch,
        ):
            return await write_backup(shop, opened, scratch)

    report = run_on_existing_shop(settings, write)
    typer.echo(_describe_backup(file, report), err=True)
    return report.unusable


def _describe_backup(file: str, report: BackupReport) -> str:
    where = "the backup" if file == "-" else file
    text = f"{report.orders} orders and {report.pictures} pictures are in {where}."
    return text + (DAMAGED.format(count=report.unusable) if report.unusable else "")
