"""`tapis removed`: pictures that were removed, and the way back while their bytes are kept (24 hours)."""

import asyncio

import typer

from tapis.gateway.settings import Settings, load
from tapis.gateway.storage.objects import RemovedObject, find_removed, list_removed, restore_removed
from tapis.ops.cli.command import DATA, CommandRefused, Data
from tapis.ops.cli.database_access import unchanged_database
from tapis.ops.maintenance.installation import open_installation

removed = typer.Typer(no_args_is_help=True, help="Pictures that were removed, and the way back.")


@removed.command("list")
def show(data: Data = DATA) -> None:
    """List what can be brought back, newest first: when it was removed (UTC), and its name."""
    settings = load(data=data.absolute())
    with unchanged_database(settings) as urls:
        found = asyncio.run(read(settings, urls))
    for picture in found:
        typer.echo(f"{picture.removed_at:%Y-%m-%d %H:%M}  {picture.name}")
    if not found:
        typer.echo("Nothing was removed within the last day.")


@removed.command("restore")
def bring_back(name: str, data: Data = DATA) -> None:
    """Bring a picture back under its name, whole and by whom it was uploaded."""
    settings = load(data=data.absolute())
    with unchanged_database(settings) as urls:
        asyncio.run(restore(settings, urls, name))
    typer.echo(f"{name} is back.")


async def read(settings: Settings, urls: tuple[str, str]) -> list[RemovedObject]:
    async with open_installation(settings, *urls) as installation:
        return await list_removed(installation.database)


async def restore(settings: Settings, urls: tuple[str, str], name: str) -> None:
    """Bring back what was removed last under this name. Raises CommandRefused."""
    async with open_installation(settings, *urls) as installation:
        version = await find_removed(installation.database, name)
        if version is None:
            raise CommandRefused(f"No picture of the name {name} was removed within the last day.")
        if not await restore_removed(installation.database, version):
            raise CommandRefused(f"Another picture is called {name} by now.")
