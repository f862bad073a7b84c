"""`tapis maintenance`: visitors read a page while administrators work."""

from typing import Annotated

import typer

from tapis.gateway.database.named_queries import NamedQueries
from tapis.ops.cli.database_access import open_shop
from tapis.ops.cli.options import DATA, Data
from tapis.ops.command_errors import CommandError
from tapis.ops.migrate.runner import is_hosted

MAX_TEXT_LENGTH = 1000  # characters, as in private.maintenance

maintenance = typer.Typer(
    no_args_is_help=True, help="Maintenance mode: visitors read a page, administrators work."
)
queries = NamedQueries(__file__)


@maintenance.command("on")
def turn_on(
    text: Annotated[str, typer.Argument(help="What visitors read beside the shop's own sentence.")] = "",
    data: Data = DATA,
) -> None:
    """Have visitors, talents and leaders read a page, in every gateway at once, until `off`."""
    if len(text) > MAX_TEXT_LENGTH:
        raise CommandError(f"The text may have {MAX_TEXT_LENGTH:,} characters; this one has {len(text):,}.")
    with open_shop(data) as connection:
        if is_hosted(connection):
            raise CommandError("A hosted project has no maintenance mode.")
        connection.execute(queries.begin, [text])
    typer.echo("Visitors read that the shop is under maintenance; `tapis maintenance off` opens it again.")


@maintenance.command("off")
def turn_off(data: Data = DATA) -> None:
    """Open the shop again."""
    with open_shop(data) as connection:
        ended = connection.execute(queries.end).rowcount
    typer.echo("The shop is open again." if ended else "The shop was not under maintenance.")


@maintenance.command("status")
def print_status(data: Data = DATA) -> None:
    """Print whether it is on, since when (UTC), and its text."""
    with open_shop(data) as connection:
        row = connection.execute(queries.show).fetchone()
    if row is None:
        typer.echo("The shop is open.")
    else:
        typer.echo(f"Under maintenance since {row[0]:%Y-%m-%d %H:%M}.{f' {row[1]}' if row[1] else ''}")
