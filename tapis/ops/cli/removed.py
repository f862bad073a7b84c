"""`tapis removed`: pictures that were removed, and the way back while their bytes are kept (24 hours)."""

import typer

from tapis.gateway.settings import load
from tapis.gateway.storage.objects import find_removed, list_removed, restore_removed
from tapis.ops.cli.options import DATA, Data
from tapis.ops.cli.unchanged_shop import on_installation
from tapis.ops.maintenance.installation import Installation
from tapis.ops.refusals import CommandRefused

removed = typer.Typer(no_args_is_help=True, help="Pictures that were removed, and the way back.")


@removed.command("list")
def show(data: Data = DATA) -> None:
    """List what can be brought back, newest first: when it was removed (UTC), and its name."""
    found = on_installation(load(data=data.absolute()), lambda shop: list_removed(shop.database))
    for picture in found:
        typer.echo(f"{picture.removed_at:%Y-%m-%d %H:%M}  {picture.name}")
    if not found:
        typer.echo("Nothing was removed within the last day.")


@removed.command("restore")
def bring_back(name: str, data: Data = DATA) -> None:
    """Bring a picture back under its name, whole and by whom it was uploaded."""
    on_installation(load(data=data.absolute()), lambda shop: restore(shop, name))
    typer.echo(f"{name} is back.")


async def restore(shop: Installation, name: str) -> None:
    """Bring back what was removed last under this name."""
    version = await find_removed(shop.database, name)
    if version is None:
        raise CommandRefused(f"No picture of the name {name} was removed within the last day.")
    if not await restore_removed(shop.database, version):
        raise CommandRefused(f"Another picture is called {name} by now.")
