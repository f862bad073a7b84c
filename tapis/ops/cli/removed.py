"""`tapis removed`: pictures that were removed and files that were set aside, and the way back."""

from typing import Annotated

import typer

from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.settings import load_settings
from tapis.gateway.storage.objects import find_removed_version, list_removed_objects, restore_removed_object
from tapis.gateway.storage.sweep_plan import SweepPlan
from tapis.gateway.storage.sweeper import BackupRunning, SweepRefused, plan_sweep, sweep_blobs
from tapis.ops.cli.existing_shop import run_on_existing_shop
from tapis.ops.cli.one_line import to_one_line
from tapis.ops.cli.options import DATA, Data
from tapis.ops.command_errors import CommandError
from tapis.ops.maintenance.installation import Installation

removed = typer.Typer(no_args_is_help=True, help="Pictures that were removed, and the way back.")
MAX_LISTED = 100

queries = NamedQueries(__file__)


@removed.command("list")
def show(data: Data = DATA) -> None:
    """List what is kept although no record has it, newest first: since when (UTC), and its name."""
    removed_objects = run_on_existing_shop(
        load_settings(data=data), lambda shop: list_removed_objects(shop.database)
    )
    for item in removed_objects:
        typer.echo(f"{item.since:%Y-%m-%d %H:%M}  {item.name or f'file {item.version}, of no picture'}")
    if not removed_objects:
        typer.echo("Nothing is kept that was removed.")


@removed.command("restore")
def restore(name: str, data: Data = DATA) -> None:
    """Bring a picture back under its name, whole and by whom it was uploaded."""
    run_on_existing_shop(load_settings(data=data), lambda shop: restore_picture(shop, name))
    typer.echo(f"{name} is back.")


@removed.command("sweep")
def sweep(
    confirm: Annotated[bool, typer.Option("--confirm", help="Do it, however much it is.")] = False,
    data: Data = DATA,
) -> None:
    """Show what the next sweep would take; with --confirm, take it, also where the shop asks first."""
    try:
        plan, names = run_on_existing_shop(load_settings(data=data), lambda shop: _run_sweep(shop, confirm))
    except BackupRunning as error:
        raise CommandError("Nothing was swept: a backup or another sweep is running.") from error
    except SweepRefused as refused:
        raise CommandError(str(refused)) from refused
    for step in plan.steps or ["There is nothing to sweep."]:
        typer.echo(step)
    for name in names[:MAX_LISTED]:
        typer.echo(f"    {to_one_line(name)}")
    if len(names) > MAX_LISTED:
        typer.echo(f"    and {len(names) - MAX_LISTED:,} more")
    if plan.steps and not confirm:
        typer.echo("Nothing was done yet; `tapis removed sweep --confirm` does it.")


async def _run_sweep(shop: Installation, confirm: bool) -> tuple[SweepPlan, list[str]]:
    """The plan, and what each file of it is called."""
    plan = await plan_sweep(shop.database, shop.store)
    files = {
        "unclaimed": [image for image, _ in plan.unclaimed],
        "expired": [version for version, _ in plan.expired],
        "unknown": [*plan.unknown, *plan.old_unknown],
    }
    with shop.connect() as connection:
        names = [name for (name,) in connection.execute(queries.names_of_plan, files).fetchall()]
    if confirm:
        await sweep_blobs(shop.database, shop.store, confirmed=True)
    return plan, names


async def restore_picture(shop: Installation, name: str) -> None:
    """Restore the picture that was last removed with this name."""
    version = await find_removed_version(shop.database, name)
    if version is None:
        raise CommandError(f"No picture of the name {name} is kept; `tapis removed list` shows all that are.")
    if not await restore_removed_object(shop.database, version):
        raise CommandError(f"{name} can't come back: its time has passed, or another picture has its name.")
