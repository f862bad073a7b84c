"""`tapis removed`: pictures that were removed, and the way back while their bytes are kept (24 hours)."""

import asyncio

import typer

from tapis.cli.access import as_it_is
from tapis.cli.options import DATA, Data
from tapis.cli.refusal import CommandRefused
from tapis.keeping.premises import open_premises
from tapis.settings import Settings, load
from tapis.storage.restoring import Removed, find_removed, list_removed, put_back

removed = typer.Typer(no_args_is_help=True, help="Pictures that were removed, and the way back.")


@removed.command("list")
def show(data: Data = DATA) -> None:
    """List what can be brought back, newest first: when it was removed (UTC), and its name."""
    settings = load(data=data.absolute())
    with as_it_is(settings) as urls:
        found = asyncio.run(read(settings, urls))
    for picture in found:
        typer.echo(f"{picture.removed_at:%Y-%m-%d %H:%M}  {picture.name}")
    if not found:
        typer.echo("Nothing was removed within the last day.")


@removed.command("restore")
def bring_back(name: str, data: Data = DATA) -> None:
    """Bring a picture back under its name, whole and by whom it was uploaded."""
    settings = load(data=data.absolute())
    with as_it_is(settings) as urls:
        asyncio.run(restore(settings, urls, name))
    typer.echo(f"{name} is back.")


async def read(settings: Settings, urls: tuple[str, str]) -> list[Removed]:
    """What can be brought back."""
    async with open_premises(settings, *urls) as premises:
        return await list_removed(premises.database)


async def restore(settings: Settings, urls: tuple[str, str], name: str) -> None:
    """Bring back what was removed last under this name. Raises CommandRefused."""
    async with open_premises(settings, *urls) as premises:
        version = await find_removed(premises.database, name)
        if version is None:
            raise CommandRefused(f"No picture of the name {name} was removed within the last day.")
        if not await put_back(premises.database, version):
            raise CommandRefused(f"Another picture is called {name} by now.")
