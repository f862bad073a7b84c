"""`tapis import FILE`: an export into an empty folder, database or hosted project."""

import asyncio
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import psycopg
import typer

from tapis.gateway.errors import StoreAway
from tapis.gateway.settings import Settings, load
from tapis.ops import postgres
from tapis.ops.cli.command import DATA, BackendUrl, CommandRefused, Data
from tapis.ops.cli.database_access import prepare_database
from tapis.ops.cli.export import storage_of
from tapis.ops.maintenance.installation import connect
from tapis.ops.maintenance.sealed_tar import Archive, BackupRefused, open_archive
from tapis.ops.maintenance.staging_folder import staged
from tapis.ops.transfer.export_format import EXPORT, TransferRefused
from tapis.ops.transfer.image_files import ImageStorage
from tapis.ops.transfer.importer import Report, import_archive


def imports(
    file: Annotated[Path, typer.Argument(help="The file that `tapis export` wrote.")],
    data: Data = DATA,
    backend_url: BackendUrl = "",
) -> None:
    """Fill an empty shop with what `tapis export` wrote; all of it, or nothing."""
    settings = load(data=data.absolute())
    try:
        archive = open_archive(file, EXPORT)
        with empty_target(settings) as (place, url), connect(url) as connection:
            storage = storage_of(connection, place, backend_url)
            report = asyncio.run(read(archive, connection, storage))
    except (BackupRefused, TransferRefused) as refusal:
        raise CommandRefused(str(refusal)) from refusal
    except StoreAway as error:
        raise CommandRefused("The image store does not respond; nothing was imported.") from error
    except OSError as error:
        raise CommandRefused(f"The shop could not be imported: {error.strerror or error}.") from error
    for sentence in describe(report):
        typer.echo(sentence)


@contextmanager
def empty_target(settings: Settings) -> Iterator[tuple[Settings, str]]:
    """A migrated external database, or a new folder."""
    if settings.owner_url:
        yield settings, settings.owner_url
        return
    if settings.database_url:
        raise CommandRefused("TAPIS_OWNER_URL is not set: only the owner of a database may fill it.")
    with staged(settings.data) as stage, postgres.ensure_server(stage) as urls:
        prepare_database(urls.superuser)
        yield replace(settings, data=stage), urls.superuser


async def read(
    archive: Archive, connection: psycopg.Connection[Any], reached: AbstractAsyncContextManager[ImageStorage]
) -> Report:
    async with reached as storage:
        return await import_archive(archive, connection, storage)


def describe(report: Report) -> list[str]:
    counts = f"{report.people} people, {report.orders} orders, all records and {report.pictures} pictures"
    lines = [f"{counts} are here; people sign in with their old passwords."]
    if report.without_password:
        lines.append(
            f"{report.without_password} accounts have no password that can be checked; they need a new one."
        )
    lines += [f"{name} was left out: {reason.rstrip('.')}." for name, reason in report.refused.items()]
    return lines
