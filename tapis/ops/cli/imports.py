"""`tapis import FILE`: an export into an empty folder, database or hosted project."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from tapis.gateway.settings import Settings, load_settings
from tapis.ops.cli.database_access import open_migrated_database, prepare_database
from tapis.ops.cli.options import DATA, Data
from tapis.ops.command_errors import CommandError
from tapis.ops.maintenance.installation import connect_as_owner
from tapis.ops.maintenance.sealed_tar import EXPORT, open_archive
from tapis.ops.maintenance.staging_folder import run_staged_server
from tapis.ops.transfer.image_storage import open_image_storage
from tapis.ops.transfer.importer import ImportReport, import_archive, import_lock


def imports(
    file: Annotated[Path, typer.Argument(readable=False, help="The file that `tapis export` wrote.")],
    data: Data = DATA,
) -> None:
    """Fill an empty shop with what `tapis export` wrote; all of it, or nothing."""
    settings = load_settings(data=data)
    archive = open_archive(file, EXPORT)

    async def read(target: Settings, url: str) -> ImportReport:
        with import_lock(url), connect_as_owner(url) as connection:
            async with open_image_storage(connection, target, url) as storage:
                return await import_archive(archive, connection, storage)

    try:
        with _open_migrated_target(settings) as target:
            report = asyncio.run(read(*target))
    except OSError as error:
        raise CommandError(f"The shop could not be imported: {error.strerror or error}.") from error
    for sentence in _describe_import(report):
        typer.echo(sentence)


@contextmanager
def _open_migrated_target(settings: Settings) -> Iterator[tuple[Settings, str]]:
    """A migrated external database, or a new folder."""
    if settings.owner_url:
        with open_migrated_database(settings) as url:
            yield settings, url
        return
    with run_staged_server(settings) as (target, url):
        prepare_database(url)
        yield target, url


def _describe_import(report: ImportReport) -> list[str]:
    counts = f"{report.people} people, {report.orders} orders, all records and {report.pictures} pictures"
    lines = [f"{counts} are here; people sign in with their old passwords."]
    if report.without_password:
        lines.append(
            f"{report.without_password} accounts have no password that can be checked; they need a new one."
        )
    lines += [f"{name} was left out: {reason.rstrip('.')}." for name, reason in report.refused.items()]
    return lines
