"""`tapis migrate`: migrates a database."""

from typing import Annotated

import typer

from tapis.gateway.settings import load_settings
from tapis.ops.cli.database_access import (
    find_external_database,
    prepare_database,
    require_empty_store_for_new_shop,
    run_embedded_server,
)
from tapis.ops.cli.options import DATA, Data
from tapis.ops.migrate.runner import MigrationReport


def migrate(
    data: Data = DATA,
    backup: Annotated[
        bool, typer.Option(help="Back up a shop with content before; without, you have a backup of your own.")
    ] = True,
) -> None:
    """Migrate a database: the embedded one, any PostgreSQL, or a hosted project's."""
    settings = load_settings(data=data)
    backed_up = settings if backup else None
    require_empty_store_for_new_shop(settings)
    if external := find_external_database(settings):
        typer.echo(_describe_migration(prepare_database(external.url, backed_up)))
        return
    with run_embedded_server(settings, create=True) as urls:
        typer.echo(_describe_migration(prepare_database(urls.superuser, backed_up)))


def _describe_migration(report: MigrationReport) -> str:
    where = " The hosted project's own roles and schemas were not changed." if report.hosted else ""
    if not report.applied:
        return f"The tables are up to date; functions and policies were replaced.{where}"
    return f"Applied {', '.join(report.applied)}, and replaced all functions and policies.{where}"
