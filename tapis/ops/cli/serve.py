"""`tapis serve`: opens the shop."""

import json
import logging.config
import os
import signal
import sys
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Annotated

import typer

from tapis.gateway.auth import check_settings
from tapis.gateway.logs import CONFIG
from tapis.gateway.metrics import FOLDER
from tapis.gateway.settings import Settings, load
from tapis.ops.cli import gateway_process
from tapis.ops.cli.bucket_check import refuse_unusable_bucket
from tapis.ops.cli.common_options import DATA, Data
from tapis.ops.cli.database_access import bring_up_to_date, refuse_an_open_database, require_notifications
from tapis.ops.cli.listen_address import Address, hold, told
from tapis.ops.postgres import EmbeddedServer


def serve(
    data: Data = DATA,
    host: Annotated[str, typer.Option(envvar="TAPIS_HOST", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(envvar="TAPIS_PORT", help="Port to listen on; 0 takes a free one.")
    ] = 8000,
    accounts: Annotated[
        bool, typer.Option("--accounts", help="Also print the accounts of the demo shop.")
    ] = False,
) -> None:
    """Open the shop: database, gateway and pages, until SIGTERM or Ctrl-C."""
    logging.config.dictConfig(CONFIG)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, leave)  # until the gateway runs, which drains first
    settings = load(data=data.absolute(), host=host, port=port)
    check_settings(settings)
    refuse_unusable_bucket(settings.storage_url)
    server = EmbeddedServer(settings.data)
    with ExitStack() as stack:
        stack.callback(server.stop)
        if keeps_a_folder(settings):
            server.lock_folder()
        address = stack.enter_context(hold(host, port))
        database = database_url(server, settings)
        refuse_an_open_database(database)
        os.environ |= environment(settings, address, database)
        if settings.metrics:
            os.environ[FOLDER] = stack.enter_context(TemporaryDirectory(prefix="tapis-counts-"))
        if keeps_a_folder(settings):
            stack.enter_context(told(settings.data, address))
        gateway_process.run(
            address, lambda: announce(address, settings.data if accounts else None), settings.workers
        )


def leave(_number: int, _frame: FrameType | None) -> None:
    """End with everything put away."""
    raise SystemExit(0)


def keeps_a_folder(settings: Settings) -> bool:
    """Whether anything of the shop lies in the data folder: then one server owns it."""
    return not (settings.database_url and settings.storage_url)


def database_url(server: EmbeddedServer, settings: Settings) -> str:
    """Have a database run and up to date, and say how the gateway signs in.

    A database elsewhere is brought up to date only if we may sign in as its owner. Raises CommandRefused,
    PostgresError, MigrationError or psycopg.Error.
    """
    if not settings.database_url:
        urls = server.start()
        bring_up_to_date(urls.superuser)
        return urls.authenticator
    if settings.owner_url:
        bring_up_to_date(settings.owner_url)
    require_notifications(settings)
    return settings.database_url


def environment(settings: Settings, address: Address, database: str) -> dict[str, str]:
    """What the gateway's worker reads its settings from, besides what was there."""
    return {
        "TAPIS_DATA": str(settings.data),
        "TAPIS_HOST": address.host,
        "TAPIS_PORT": str(address.port),
        "TAPIS_DATABASE_URL": database,
        "TAPIS_LISTEN_URL": settings.listen_url if settings.database_url else "",
        "TAPIS_OWNER_URL": "",  # the gateway has no use for it
    }


def announce(address: Address, accounts: Path | None) -> None:
    """Say where the shop is open, and, of a demo shop, who may sign in."""
    lines = [f"Tapis is open at {address.url}"]
    if accounts:
        lines.append(f"Data folder: {accounts}")
        with suppress(FileNotFoundError):
            people = json.loads((accounts / "demo-accounts.json").read_text())
            lines += [f"{person['role']:12}{person['email']:32}{person['password']}" for person in people]
    typer.echo("\n".join(lines))
    sys.stdout.flush()
