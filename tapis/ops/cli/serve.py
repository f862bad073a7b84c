"""`tapis serve`: runs database, gateway and pages."""

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
from tapis.ops.cli.database_access import prepare_database, require_notifications, require_safe_database
from tapis.ops.cli.external_services import require_usable_bucket
from tapis.ops.cli.listen_address import Address, published, reserve
from tapis.ops.cli.options import DATA, Data
from tapis.ops.postgres import EmbeddedServer


def serve(
    data: Data = DATA,
    host: Annotated[str, typer.Option(envvar="TAPIS_HOST", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(envvar="TAPIS_PORT", min=0, max=65535, help="Port to listen on; 0 takes a free one."),
    ] = 8000,
    accounts: Annotated[
        bool, typer.Option("--accounts", help="Also print the accounts of the demo shop.")
    ] = False,
) -> None:
    """Open the shop: database, gateway and pages, until SIGTERM or Ctrl-C."""
    logging.config.dictConfig(CONFIG)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, exit_cleanly)  # until the gateway runs, which drains first
    settings = load(data=data.absolute(), host=host, port=port)
    check_settings(settings)
    require_usable_bucket(settings.storage_url)
    server = EmbeddedServer(settings.data)
    with ExitStack() as stack:
        stack.callback(server.stop)
        if uses_data_folder(settings):
            server.lock_folder()
        address = stack.enter_context(reserve(host, port))
        database = database_url(server, settings)
        require_safe_database(database)
        os.environ |= environment(settings, address, database)
        if settings.metrics:
            os.environ[FOLDER] = stack.enter_context(TemporaryDirectory(prefix="tapis-counts-"))
        if uses_data_folder(settings):
            stack.enter_context(published(settings.data, address))
        gateway_process.run(
            address, lambda: print_address(address, settings.data if accounts else None), settings.workers
        )


def exit_cleanly(_number: int, _frame: FrameType | None) -> None:
    raise SystemExit(0)


def uses_data_folder(settings: Settings) -> bool:
    """Whether database or images are in the data folder: then one server locks it."""
    return not (settings.database_url and settings.storage_url)


def database_url(server: EmbeddedServer, settings: Settings) -> str:
    """The gateway's address of a database that runs and is migrated.

    An external database is migrated only if its owner's address is set.
    """
    if not settings.database_url:
        urls = server.start()
        prepare_database(urls.superuser)
        return urls.authenticator
    if settings.owner_url:
        prepare_database(settings.owner_url)
    require_notifications(settings)
    return settings.database_url


def environment(settings: Settings, address: Address, database: str) -> dict[str, str]:
    """Settings of the worker processes that differ from those of this one."""
    return {
        "TAPIS_DATA": str(settings.data),
        "TAPIS_HOST": address.host,
        "TAPIS_PORT": str(address.port),
        "TAPIS_DATABASE_URL": database,
        "TAPIS_LISTEN_URL": settings.listen_url if settings.database_url else "",
        "TAPIS_OWNER_URL": "",  # the gateway must not have it
    }


def print_address(address: Address, accounts: Path | None) -> None:
    lines = [f"Tapis is open at {address.url}"]
    if accounts:
        lines.append(f"Data folder: {accounts}")
        with suppress(FileNotFoundError):
            people = json.loads((accounts / "demo-accounts.json").read_text())
            lines += [f"{person['role']:12}{person['email']:32}{person['password']}" for person in people]
    typer.echo("\n".join(lines))
    sys.stdout.flush()
