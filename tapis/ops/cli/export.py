"""`tapis export FILE`: people, records and pictures, for another installation (see tapis/ops/transfer)."""

import asyncio
from typing import Annotated

import psycopg
import typer

from tapis.gateway.settings import Settings, load
from tapis.ops.cli.database_access import owner_url
from tapis.ops.cli.options import DATA, Data
from tapis.ops.cli.output_file import atomic_file
from tapis.ops.maintenance.installation import connect
from tapis.ops.transfer.export_format import EXPORT, PEOPLE, records_member_name
from tapis.ops.transfer.export_writer import Report, write_export
from tapis.ops.transfer.image_storage import open_image_storage


def export(
    file: Annotated[str, typer.Argument(help="Where to; `-` writes to standard output.")],
    data: Data = DATA,
) -> None:
    """Put people, records and pictures into one file, for `tapis import` elsewhere; the shop may be open.

    The file holds the hashes of passwords, so it is secret: only its owner may read it.
    """
    settings = load(data=data.absolute())
    with owner_url(settings) as url, connect(url) as connection:
        report = asyncio.run(write(file, connection, settings))
    for sentence in describe(file, report):
        typer.echo(sentence, err=True)
    if report.missing or report.damaged:
        raise typer.Exit(1)


async def write(file: str, connection: psycopg.Connection, settings: Settings) -> Report:
    async with open_image_storage(connection, settings) as storage:
        with atomic_file(file, EXPORT.noun) as (opened, folder):
            return await write_export(connection, storage, opened, folder)


def describe(file: str, report: Report) -> list[str]:
    where = "the export" if file == "-" else file
    orders = report.rows[records_member_name("public.transactions")]
    counts = f"{report.rows[PEOPLE]} people, {orders} orders, all records and {report.pictures} pictures"
    lines = [f"{counts} are in {where}. Sessions and keys are not: people sign in again."]
    if report.other_tables:
        lines.append(f"Not the shop's own, and not exported: {', '.join(report.other_tables)}.")
    if report.other_files:
        lines.append(
            f"{report.other_files} files are in other buckets than the shop's and were not exported."
        )
    if bad := len(report.missing) + len(report.damaged):
        lines.append(f"{bad} pictures are missing or damaged in the shop itself.")
    return lines
