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
from tapis.gateway.storage.blobs.storage_url import open_store
from tapis.ops.cli.backup import output
from tapis.ops.cli.command import DATA, BackendUrl, CommandRefused, Data
from tapis.ops.cli.database_access import owner_url
from tapis.ops.maintenance.installation import connect
from tapis.ops.migrate import is_hosted
from tapis.ops.transfer.export_format import EXPORT, PEOPLE, TransferRefused, records_of
from tapis.ops.transfer.export_writer import Report, write_export
from tapis.ops.transfer.hosted_storage import open_hosted_storage
from tapis.ops.transfer.image_files import ImageStorage, OwnStorage

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
            storage = storage_of(connection, settings, backend_url)
            report = asyncio.run(write(connection, storage, opened, folder))
    except TransferRefused as refusal:
        raise CommandRefused(str(refusal)) from refusal
    except StoreAway as error:
        raise CommandRefused("The image store does not respond; nothing was exported.") from error
    except OSError as error:
        raise CommandRefused(f"The export could not be written: {error.strerror or error}.") from error
    for sentence in describe(file, report):
        typer.echo(sentence, err=True)
    if report.missing or report.damaged:
        raise typer.Exit(1)


async def write(
    connection: psycopg.Connection[Any],
    reached: AbstractAsyncContextManager[ImageStorage],
    opened: BinaryIO,
    folder: Path,
) -> Report:
    async with reached as storage:
        return await write_export(connection, storage, opened, folder)


def storage_of(
    connection: psycopg.Connection[Any], settings: Settings, backend_url: str
) -> AbstractAsyncContextManager[ImageStorage]:
    """Where the images of this database's shop are. Raises TransferRefused without a project's address."""
    if not is_hosted(connection):
        return own_storage(settings)
    # From the environment only: others could read a command line.
    service_key = os.environ.get(SERVICE_KEY, "")
    if not (backend_url and service_key):
        raise TransferRefused(
            f"This is a hosted project: set TAPIS_BACKEND_URL to its address and {SERVICE_KEY} to its "
            "service key, so that its pictures can be reached."
        )
    return open_hosted_storage(backend_url, service_key)


@asynccontextmanager
async def own_storage(settings: Settings) -> AsyncIterator[ImageStorage]:
    yield OwnStorage(open_store(settings.data, settings.storage_url), settings.data / "scratch")


def describe(file: str, report: Report) -> list[str]:
    where = "the export" if file == "-" else file
    orders = report.rows[records_of("public.transactions")]
    counts = f"{report.rows[PEOPLE]} people, {orders} orders, all records and {report.pictures} pictures"
    lines = [f"{counts} are in {where}. Sessions and keys are not: people sign in again."]
    if report.other_files:
        lines.append(
            f"{report.other_files} files are in other buckets than the shop's and were not exported."
        )
    if bad := len(report.missing) + len(report.damaged):
        lines.append(f"{bad} pictures are missing or damaged in the shop itself.")
    return lines
