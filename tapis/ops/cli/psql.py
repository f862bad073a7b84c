"""`tapis psql`: PostgreSQL's own terminal on the shop's database, as its owner."""

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from tapis.gateway.settings import Settings, load_settings
from tapis.ops.cli.database_access import run_embedded_server
from tapis.ops.cli.external_services import OWNER_URL, ExternalDatabase
from tapis.ops.cli.options import DATA, Data
from tapis.ops.command_errors import CommandError
from tapis.ops.postgres.client_programs import open_invocation


def psql(
    arguments: Annotated[
        list[str] | None, typer.Argument(help="For psql itself, after `--`: `-- -c 'select 1'`.")
    ] = None,
    data: Data = DATA,
) -> None:
    """Open psql as the database's owner, past every policy; standard input and exit status are psql's."""
    with (
        open_owner_database(load_settings(data=data)) as url,
        open_invocation(url, "psql") as (command, environment),
        ignore_interrupts(),
    ):
        process = subprocess.run([*command, *(arguments or ())], env=environment, check=False)
    raise typer.Exit(process.returncode)


@contextmanager
def open_owner_database(settings: Settings) -> Iterator[str]:
    """The owner's URL of an existing database: nothing is created or migrated.

    Raises CommandError when there is none, or only the gateway's address is known.
    """
    if settings.owner_url:
        with ExternalDatabase(settings.owner_url, OWNER_URL, settings.data).connect():
            pass  # reports connection errors
        yield settings.owner_url
    elif settings.database_url:
        raise CommandError("psql works as the database's owner: set TAPIS_OWNER_URL.")
    else:
        with run_embedded_server(settings) as urls:
            yield urls.superuser


@contextmanager
def ignore_interrupts() -> Iterator[None]:
    """Ctrl-C cancels psql's statement, not the server that this command may have started."""
    before = signal.signal(signal.SIGINT, lambda *_: None)  # not SIG_IGN, which psql would inherit
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
