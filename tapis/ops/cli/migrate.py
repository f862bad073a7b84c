"""`tapis migrate`: brings a database up to date."""

from typing import Annotated

import typer

from tapis.gateway.settings import load
from tapis.ops import migrate as migrations
from tapis.ops import postgres
from tapis.ops.cli.common_options import DATA, Data
from tapis.ops.cli.database_access import bring_up_to_date, elsewhere


def migrate(
    data: Data = DATA,
    database_url: Annotated[
        str, typer.Option(envvar="TAPIS_OWNER_URL", help="A PostgreSQL elsewhere, as its owner.")
    ] = "",
) -> None:
    """Bring a database up to date: the embedded one, any PostgreSQL, or a hosted project's."""
    settings = load(data=data)
    if database_url and database_url != settings.owner_url:
        typer.echo(sentence(bring_up_to_date(database_url, "--database-url")))
        return
    if place := elsewhere(settings):
        typer.echo(sentence(bring_up_to_date(place.url, place.setting)))
        return
    with postgres.ensure_server(settings.data) as urls:
        typer.echo(sentence(bring_up_to_date(urls.superuser)))


def sentence(report: migrations.Report) -> str:
    """What was done, for a person."""
    where = " The hosted project's own roles and schemas were left as they are." if report.hosted else ""
    if not report.applied:
        return f"The tables are up to date; functions and policies were applied anew.{where}"
    return f"Applied {', '.join(report.applied)}, and all functions and policies anew.{where}"
