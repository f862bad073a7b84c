"""`tapis serve`: opens the shop."""

import json
import logging.config
import os
import signal
import sys
from contextlib import ExitStack, suppress
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from tapis.cli import gateway
from tapis.cli.access import bring_up_to_date
from tapis.cli.address import Address, hold, told
from tapis.cli.options import DATA, Data
from tapis.postgres import Embedded, Ownership, open_folder
from tapis.postgres.owner import SERVER
from tapis.settings import Settings, load


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
    logging.config.dictConfig(gateway.LOGGING)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, leave)  # until the gateway runs, which drains first
    settings = load(data=data.absolute(), host=host, port=port)
    with ExitStack() as stack:
        database = database_url(stack, settings)
        address = stack.enter_context(hold(host, port))
        os.environ |= environment(settings, address, database)
        if keeps_a_folder(settings):
            stack.enter_context(told(settings.data, address))
        gateway.run(address, lambda: announce(address, settings.data if accounts else None))


def leave(_number: int, _frame: FrameType | None) -> None:
    """End with everything put away."""
    raise SystemExit(0)


def keeps_a_folder(settings: Settings) -> bool:
    """Whether anything of the shop lies in the data folder: then one server owns it."""
    return not (settings.database_url and settings.storage_url)


def database_url(stack: ExitStack, settings: Settings) -> str:
    """Own the data folder, have a database run and up to date, and say how the gateway signs in.

    A database elsewhere is brought up to date only if we may sign in as its owner. Raises PostgresError,
    MigrationError or psycopg.Error.
    """
    if not settings.database_url:
        server = Embedded(settings.data)
        stack.callback(server.stop)
        urls = server.start()
        bring_up_to_date(urls.superuser)
        return urls.authenticator
    if keeps_a_folder(settings):
        open_folder(settings.data)
        ownership = Ownership(settings.data)
        stack.callback(ownership.release)
        ownership.take(SERVER)
    if settings.owner_url:
        bring_up_to_date(settings.owner_url)
    return settings.database_url


def environment(settings: Settings, address: Address, database: str) -> dict[str, str]:
    """What the gateway's worker reads its settings from, besides what was there."""
    return {
        "TAPIS_DATA": str(settings.data),
        "TAPIS_HOST": address.host,
        "TAPIS_PORT": str(address.port),
        "TAPIS_DATABASE_URL": database,
        "TAPIS_OWNER_URL": "",  # the gateway has no use for it
    }


def announce(address: Address, accounts: Path | None) -> None:
    """Say where the shop is open, and, of a demo shop, who may sign in."""
    lines = [f"Tapis is open at {address.url}"]
    if accounts:
        lines.append(f"Data folder: {accounts}")
        with suppress(FileNotFoundError):
            people = json.loads((accounts / "demo-accounts.json").read_text())
            lines += [f"{person['role']:12}{person['email']:28}{person['password']}" for person in people]
    typer.echo("\n".join(lines))
    sys.stdout.flush()
