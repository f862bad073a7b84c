"""`tapis export FILE`: people, records and pictures, for another installation (see tapis/ops/transfer)."""

import asyncio
from typing import Annotated

import psycopg
import typer

from tapis.gateway.settings import Settings, load_settings
from tapis.ops.cli.database_access import open_migrated_database
from tapis.ops.cli.options import DATA, Data
from tapis.ops.cli.output_file import open_atomic_file
from tapis.ops.maintenance.installation import connect_as_owner
from tapis.ops.maintenance.sealed_tar import EXPORT
from tapis.ops.transfer.export_format import PEOPLE, records_member_name
from tapis.ops.transfer.export_writer import ExportReport, write_export
from tapis.ops.transfer.image_storage import open_image_storage


def export(
    file: Annotated[str, typer.Argument(help="Where to; `-` writes to standard output.")],
    data: Data = DATA,
) -> None:
    """Put people, records and pictures into one file, for `tapis import` elsewhere; the shop may be open.

    The file holds the hashes of passwords, so it is secret: only its owner may read it.
    """
    settings = load_settings(data=data)
    with open_migrated_database(settings) as url, connect_as_owner(url) as connection:
        report = asyncio.run(_write_export_file(file, connection, settings, url))
    for sentence in _describe_export(file, report):
        typer.echo(sentence, err=True)
    if report.missing or report.damaged:
        raise typer.Exit(1)


async def _write_export_file(
    file: str, connection: psycopg.Connection, settings: Settings, owner_url: str
) -> ExportReport:
    async with open_image_storage(connection, settings, owner_url) as storage:
        with open_atomic_file(file, EXPORT.noun) as (opened, folder):
            return await write_export(connection, storage, opened, folder)


def _describe_export(file: str, report: ExportReport) -> list[str]:
    where = "the export" if file == "-" else file
    orders = report.rows[records_member_name("public.transactions")]
    counts = f"{report.rows[PEOPLE]} people, {orders} orders, all records and {report.pictures} pictures"
    lines = [f"{counts} are in {where}. Sessions and keys are not: people sign in again."]
    if report.additions:
        lines.append(f"Not the shop's own, and not exported: {', '.join(report.additions)}.")
    if report.other_files:
        lines.append(
            f"{report.other_files} files are in other buckets than the shop's and were not exported."
        )
    if bad := len(report.missing) + len(report.damaged):
        lines.append(f"{bad} pictures are missing or damaged in the shop itself.")
    return lines
