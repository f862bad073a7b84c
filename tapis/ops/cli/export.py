"""`tapis export FILE`: people, records and pictures, for another installation (see tapis/ops/transfer)."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import psycopg
import typer

from tapis.gateway.errors import StoreAway
from tapis.gateway.settings import Settings, load
from tapis.gateway.storage.blobs.open_store import open_store
from tapis.ops.cli.backup import output
from tapis.ops.cli.command_error import CommandRefused
from tapis.ops.cli.common_options import DATA, BackendUrl, Data
from tapis.ops.cli.database_access import owner_url
from tapis.ops.maintenance.installation import connect
from tapis.ops.migrate import is_hosted
from tapis.ops.transfer.export_format import EXPORT, PEOPLE, MoveRefused, records_of
from tapis.ops.transfer.export_writer import Report, pack
from tapis.ops.transfer.hosted_storage import open_project
from tapis.ops.transfer.image_files import Home, OwnHome

SERVICE_KEY = "TAPIS_SERVICE_KEY"


def export(
    file: Annotated[str, typer.Argument(help="Where to; `-` writes to standard output.")],
    data: Data = DATA,
    backend_url: BackendUrl = "",
) -> None:
    """Put people, records and pictures into one file, for `tapis import` elsewhere; the shop may be open.

    The file holds the hashes of passwords, so it is secret: only its owner may read it.
    """
    settings = load(data=data.absolute())
    try:
        with (
            owner_url(settings) as url,
            connect(url) as connection,
            output(file, EXPORT.noun) as (opened, folder),
        ):
            home = home_of(connection, settings, backend_url)
            report = asyncio.run(write(connection, home, opened, folder))
    except MoveRefused as refusal:
        raise CommandRefused(str(refusal)) from refusal
    except StoreAway as error:
        raise CommandRefused("The store of pictures does not answer; nothing was exported.") from error
    except OSError as error:
        raise CommandRefused(f"The export could not be written: {error.strerror or error}.") from error
    for sentence in sentences(file, report):
        typer.echo(sentence, err=True)
    if report.missing or report.damaged:
        raise typer.Exit(1)


async def write(
    connection: psycopg.Connection[Any],
    reached: AbstractAsyncContextManager[Home],
    opened: BinaryIO,
    folder: Path,
) -> Report:
    """Reach the pictures, and write all."""
    async with reached as home:
        return await pack(connection, home, opened, folder)


def home_of(
    connection: psycopg.Connection[Any], settings: Settings, backend_url: str
) -> AbstractAsyncContextManager[Home]:
    """Where the pictures of this database's shop are. Raises MoveRefused when a project can't be asked."""
    if not is_hosted(connection):
        return own_home(settings)
    # From the environment only: others could read a command line.
    service_key = os.environ.get(SERVICE_KEY, "")
    if not (backend_url and service_key):
        raise MoveRefused(
            f"This is a hosted project: set TAPIS_BACKEND_URL to its address and {SERVICE_KEY} to its "
            "service key, so that its pictures can be reached."
        )
    return open_project(backend_url, service_key)


@asynccontextmanager
async def own_home(settings: Settings) -> AsyncIterator[Home]:
    """The store that the settings name."""
    yield OwnHome(open_store(settings.data, settings.storage_url), settings.data / "scratch")


def sentences(file: str, report: Report) -> list[str]:
    """What was written, for a person."""
    where = "the export" if file == "-" else file
    orders = report.rows[records_of("public.transactions")]
    counts = f"{report.rows[PEOPLE]} people, {orders} orders, all records and {report.pictures} pictures"
    said = [f"{counts} are in {where}. Sessions and keys are not: people sign in again."]
    if report.elsewhere:
        said.append(f"{report.elsewhere} files lie in other buckets than the shop's and were left there.")
    if bad := len(report.missing) + len(report.damaged):
        said.append(f"{bad} pictures are missing or damaged in the shop itself.")
    return said
