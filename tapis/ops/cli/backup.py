"""`tapis backup FILE`: everything that a shop knows in one file (see maintenance/backup_writer.py)."""

import asyncio
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from tapis.fsync import fsync_folder
from tapis.gateway.settings import Settings, load
from tapis.ops.cli.command import DATA, CommandRefused, Data
from tapis.ops.cli.database_access import unchanged_database
from tapis.ops.maintenance.backup_writer import Report, take
from tapis.ops.maintenance.installation import open_installation
from tapis.ops.maintenance.sealed_tar import BACKUP
from tapis.ops.postgres import pg_dump


def backup(
    file: Annotated[str, typer.Argument(help="Where to; `-` writes to standard output.")],
    data: Data = DATA,
) -> None:
    """Put the database and the pictures into one file, while the shop is open.

    The file holds accounts and signing keys, so it is secret: only its owner may read it.
    """
    settings = load(data=data.absolute())
    with unchanged_database(settings) as (owner_url, gateway_url):
        pg_dump.programs_for(owner_url)  # refuses before anything is written
        with output(file) as (opened, folder):
            report = asyncio.run(write(settings, (owner_url, gateway_url), opened, folder))
    typer.echo(describe(file, report), err=True)
    if report.missing or report.damaged:
        raise typer.Exit(1)


async def write(settings: Settings, urls: tuple[str, str], opened: BinaryIO, folder: Path) -> Report:
    """Take the backup; the dump is buffered in `folder`. Raises CommandRefused."""
    try:
        async with open_installation(settings, *urls) as installation:
            with tempfile.TemporaryFile(dir=folder) as scratch:
                return await take(installation, opened, scratch)
    except OSError as error:
        raise CommandRefused(f"The backup could not be written: {error.strerror or error}.") from error


@contextmanager
def output(file: str, noun: str = BACKUP.noun) -> Iterator[tuple[BinaryIO, Path]]:
    """A file to write to, and the folder it is in. It gets its name when it is complete and on the disk."""
    if file == "-":
        if sys.stdout.isatty():
            raise CommandRefused(f"{noun.capitalize()} is binary: send it to a file or a program.")
        yield sys.stdout.buffer, Path(tempfile.gettempdir())
        sys.stdout.buffer.flush()
        return
    path = Path(file).absolute()
    unfinished = _new_file(path)
    try:
        with unfinished.open("wb") as opened:
            yield opened, path.parent
            opened.flush()
            os.fsync(opened.fileno())
        unfinished.rename(path)
    finally:
        unfinished.unlink(missing_ok=True)
    fsync_folder(path.parent)


def _new_file(path: Path) -> Path:
    """An empty file beside `path` that only its owner may read. Raises CommandRefused."""
    if path.exists() and not path.is_file():
        raise CommandRefused(f"{path} is not a file that can be replaced.")
    try:
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as error:
        raise CommandRefused(f"{path} can't be written: {error.strerror}.") from error
    os.close(descriptor)
    return Path(name)


def describe(file: str, report: Report) -> str:
    where = "" if file == "-" else f" in {file}"
    text = f"{report.orders} orders and {report.pictures} pictures are{where or ' in the backup'}."
    bad = report.missing + report.damaged
    if not bad:
        return text
    return f"{text} {len(bad)} pictures are missing or damaged in the shop itself; `tapis doctor` names them."
