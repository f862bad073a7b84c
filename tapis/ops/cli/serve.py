"""`tapis serve`: runs database, gateway and pages."""

import json
import logging.config
import os
import signal
from collections.abc import MutableMapping
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Annotated

import psycopg
import typer

from tapis.gateway.logs import CONFIG
from tapis.gateway.metrics import FOLDER
from tapis.gateway.settings import SETTINGS, Settings, load_settings
from tapis.ops.backups.backup_request import build_backup_request
from tapis.ops.backups.schedule import BackupSchedule
from tapis.ops.cli import gateway_process, ignore_ending_signals
from tapis.ops.cli.database_access import (
    prepare_database,
    require_empty_store_for_new_shop,
    require_notifications,
    require_safe_database,
)
from tapis.ops.cli.external_services import require_usable_bucket
from tapis.ops.cli.folder_shop import require_same_folder, write_shop_id
from tapis.ops.cli.listen_address import (
    ListenAddress,
    publish_address,
    reserve_address,
    reserve_metrics_address,
    uses_data_folder,
)
from tapis.ops.cli.options import DATA, Data
from tapis.ops.cli.settings_checks import require_named_database
from tapis.ops.command_errors import CommandError
from tapis.ops.maintenance.store_check import require_same_shop
from tapis.ops.postgres import EmbeddedServer


def serve(
    data: Data = DATA,
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one.")
    ] = None,
    accounts: Annotated[
        bool, typer.Option("--accounts", help="Also print the accounts of the demo shop.")
    ] = False,
) -> None:
    """Open the shop: database, gateway and pages, until SIGTERM or Ctrl-C."""
    logging.config.dictConfig(CONFIG)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _exit_cleanly)  # until the gateway runs and handles signals itself
    settings = load_settings(data=data, host=host, port=port)
    _refuse_hosted_project(settings)
    require_named_database(settings)
    require_usable_bucket(settings.storage_url)
    server = EmbeddedServer(settings.data)
    with ExitStack() as stack:
        stack.callback(server.stop)
        if uses_data_folder(settings):
            server.lock_folder()
        address = stack.enter_context(reserve_address(settings.host, settings.port))
        if settings.metrics:
            stack.enter_context(reserve_metrics_address(settings))
        gateway_url, owner_url = _start_database(server, settings)
        require_safe_database(gateway_url)
        require_same_shop(settings, gateway_url)
        with psycopg.connect(gateway_url, autocommit=True) as connection:
            write_shop_id(settings.data, connection)
        if settings.metrics:
            os.environ[FOLDER] = stack.enter_context(TemporaryDirectory(prefix="tapis-counts-"))
        if uses_data_folder(settings):
            stack.enter_context(publish_address(settings.data, address))
        backups = _create_backup_schedule(settings, owner_url)
        stack.callback(backups.stop)

        def on_ready() -> None:
            if settings.backups:
                backups.start()
            with suppress(OSError):  # nobody may read the output
                _print_address(address, settings.data if accounts else None)

        _clear_settings_variables(os.environ)
        gateway_process.run_gateway(address, on_ready, _build_worker_settings(settings, address, gateway_url))


def _refuse_hosted_project(settings: Settings) -> None:
    if settings.backend_url and not settings.database_url:
        raise CommandError("A hosted project is served by its host: build the pages with `make web`.")


def _exit_cleanly(_number: int, _frame: FrameType | None) -> None:
    ignore_ending_signals()
    raise SystemExit(0)


def _start_database(server: EmbeddedServer, settings: Settings) -> tuple[str, str]:
    """Start the embedded database, or check an external one, and migrate it if the owner's URL is set.

    Returns the URLs of gateway and owner; the latter is empty if unknown to this gateway.
    """
    require_empty_store_for_new_shop(settings)
    if not settings.database_url:
        urls = server.start()
        with psycopg.connect(urls.superuser) as connection:
            require_same_folder(settings.data, connection)
        prepare_database(urls.superuser, settings)
        return urls.authenticator, urls.superuser
    if settings.owner_url:
        prepare_database(settings.owner_url, settings, yield_to_newer=True)
    require_notifications(settings)
    return settings.database_url, settings.owner_url


def _create_backup_schedule(settings: Settings, owner_url: str) -> BackupSchedule:
    """The schedule of TAPIS_BACKUPS, not started. Raises CommandError if backups are impossible."""
    if settings.backups and not owner_url:
        raise CommandError(
            "TAPIS_BACKUPS needs the owner's address of the database: set TAPIS_OWNER_URL, "
            "or leave the backups to a gateway that has it."
        )
    return BackupSchedule(build_backup_request("schedule", settings, owner_url))


def _build_worker_settings(settings: Settings, address: ListenAddress, database: str) -> Settings:
    """The settings of worker processes: the listening address, the database, but not the owner's URL."""
    return replace(settings, host=address.host, port=address.port, database_url=database, owner_url="")


def _clear_settings_variables(environment: MutableMapping[str, str]) -> None:
    """Remove settings from the environment: workers get theirs directly, and must not see some of these."""
    for setting in SETTINGS:
        environment.pop(setting.variable, None)


def _print_address(address: ListenAddress, accounts: Path | None) -> None:
    lines = [f"Tapis is open at {address.url}"]
    if accounts:
        lines.append(f"Data folder: {accounts}")
        with suppress(FileNotFoundError):
            people = json.loads((accounts / "demo-accounts.json").read_text())
            lines += [f"{person['role']:12}{person['email']:32}{person['password']}" for person in people]
    typer.echo("\n".join(lines))
