"""`tapis migrate`: migrates a database."""

from typing import Annotated

import typer

from tapis.gateway.settings import load
from tapis.ops import migrate as migrations
from tapis.ops import postgres
from tapis.ops.cli.command import DATA, Data
from tapis.ops.cli.database_access import external_database, prepare_database


def migrate(
    data: Data = DATA,
    database_url: Annotated[
        str, typer.Option(envvar="TAPIS_OWNER_URL", help="An external PostgreSQL, as its owner.")
    ] = "",
) -> None:
    """Migrate a database: the embedded one, any PostgreSQL, or a hosted project's."""
    settings = load(data=data)
    if database_url and database_url != settings.owner_url:
        typer.echo(describe(prepare_database(database_url, "--database-url")))
        return
    if external := external_database(settings):
        typer.echo(describe(prepare_database(external.url, external.setting)))
        return
    with postgres.ensure_server(settings.data) as urls:
        typer.echo(describe(prepare_database(urls.superuser)))


def describe(report: migrations.Report) -> str:
    where = " The hosted project's own roles and schemas were not changed." if report.hosted else ""
    if not report.applied:
        return f"The tables are up to date; functions and policies were replaced.{where}"
    return f"Applied {', '.join(report.applied)}, and replaced all functions and policies.{where}"
