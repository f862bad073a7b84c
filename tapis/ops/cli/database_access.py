"""The database as its owner: the embedded one of the data folder, or an external one."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import psycopg
import typer
from psycopg import AsyncConnection, AsyncRawCursor

from tapis.gateway.database import Transaction
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.notifications.push_keys import ensure_push_key
from tapis.gateway.settings import Settings, load_settings
from tapis.gateway.tokens.signing_keys import ensure_keys
from tapis.ops import postgres
from tapis.ops.backups import upgrade_backup
from tapis.ops.cli.external_services import DATABASE_URL, OWNER_URL, ExternalDatabase
from tapis.ops.cli.failures import DISK_FULL, has_free_space
from tapis.ops.cli.folder_shop import require_embedded, require_same_folder
from tapis.ops.command_errors import CommandError
from tapis.ops.first_value import first_value
from tapis.ops.maintenance.store_check import require_empty_store
from tapis.ops.migrate.history import NO_SHOP, has_history, require_same_schema
from tapis.ops.migrate.runner import (
    MigrationReport,
    describe_violations,
    is_hosted,
    migrate,
    require_privileges,
)
from tapis.ops.postgres.connection_parameters import parse_owner_url
from tapis.resources import DB_FOLDER

APPLICATION_NAME = "tapis"  # the audit log shows it as "command line" (db/functions/audit.sql)
# So that objects in schema public can't shadow PostgreSQL's; times in UTC wherever the server is. For one
# transaction, as the connection of a hosted project may come from a pooler, which gives it to others.
TRANSACTION_SETTINGS = "set local search_path = ''; set local timezone = 'UTC'"
PROBE_CHANNEL, PROBE_SECONDS = "tapis_probe", 3.0
log = logging.getLogger("tapis.ops.migrate")

queries = NamedQueries(__file__)
Result = TypeVar("Result")


def prepare_database(
    owner_url: str, settings: Settings | None = None, *, yield_to_newer: bool = False
) -> MigrationReport:
    """Migrate and create missing keys; `yield_to_newer`: keep the rules of a newer version.

    With `settings` a backup is made first; without them the shop must be new, or have a backup.
    """
    with ExternalDatabase(owner_url, OWNER_URL).connect() as connection:
        require_privileges(connection)
        if settings:
            upgrade_backup.backup_before_upgrade(connection, owner_url, settings)
        report = migrate(connection, DB_FOLDER, log=log.warning, yield_to_newer=yield_to_newer)
        if not report.hosted:
            ensure_keys(connection)
            ensure_push_key(connection)
        return report


def require_empty_store_for_new_shop(settings: Settings) -> None:
    """Raise CommandError or ConfigError for a new database if there are pictures already."""
    if settings.owner_url:
        with ExternalDatabase(settings.owner_url, OWNER_URL, settings.data).connect() as connection:
            is_new = not (has_history(connection) or is_hosted(connection))
    else:
        is_new = not (settings.database_url or postgres.has_database(settings.data))
        if is_new:
            require_embedded(settings)
    if is_new:
        require_empty_store(settings)


def require_safe_database(gateway_url: str) -> None:
    """Check, with the gateway's login, that the database may be served. Raises CommandError."""
    with ExternalDatabase(gateway_url, DATABASE_URL).connect() as connection:
        require_same_schema(connection, DB_FOLDER)
        if (row := connection.execute(queries.can_set_roles).fetchone()) and not row[1]:
            raise CommandError(
                f"{row[0]} can't act for visitors: sign in as authenticator in TAPIS_DATABASE_URL."
            )
        if found := describe_violations(connection, DB_FOLDER, login=True):
            raise CommandError(f"This database can't be served: {'; '.join(found)}.")


def require_notifications(settings: Settings) -> None:
    """Raise CommandError if NOTIFY does not arrive: gateways would serve stale caches."""
    sender = ExternalDatabase(settings.database_url, DATABASE_URL, settings.data)
    receiver = ExternalDatabase(settings.listen_url, "TAPIS_LISTEN_URL") if settings.listen_url else sender
    with receiver.connect() as listener, sender.connect() as connection:
        listener.execute(f"listen {PROBE_CHANNEL}")
        connection.execute(f"notify {PROBE_CHANNEL}")
        if not [*listener.notifies(timeout=PROBE_SECONDS, stop_after=1)]:
            raise CommandError(
                f"Notifications don't arrive through {receiver.setting}, as behind a pooler: "
                "name the server of the same database itself in TAPIS_LISTEN_URL."
            )


def find_external_database(settings: Settings) -> ExternalDatabase | None:
    """The configured database, preferably as its owner; None for the embedded one."""
    if settings.owner_url:
        return ExternalDatabase(settings.owner_url, OWNER_URL, settings.data)
    if settings.database_url:
        return ExternalDatabase(settings.database_url, DATABASE_URL, settings.data)
    return None


@contextmanager
def run_embedded_server(settings: Settings, *, create: bool = False) -> Iterator[postgres.ConnectionUrls]:
    """Run the server of the data folder, and check that it is the folder's shop. Raises CommandError."""
    require_embedded(settings)
    try:
        with postgres.ensure_server(settings.data, create=create) as urls:
            with psycopg.connect(urls.superuser) as connection:
                require_same_folder(settings.data, connection)
            yield urls
    except psycopg.OperationalError as error:
        if has_free_space(settings.data):
            raise
        raise CommandError(DISK_FULL) from error


def require_shop(settings: Settings) -> None:
    """Raise CommandError if the embedded database is configured but missing."""
    if find_external_database(settings) is None:
        require_embedded(settings)
        postgres.require_database(settings.data)


def require_owned_shop(connection: psycopg.Connection) -> None:
    """Raise CommandError unless there is a shop, and the login is its owner, not the gateway."""
    exists, is_owner = connection.execute(queries.owns_shop).fetchone() or (False, False)
    if not exists:
        raise CommandError(NO_SHOP)
    if not is_owner:
        raise CommandError("Only the owner of the database may do this: set TAPIS_OWNER_URL.")


@contextmanager
def open_migrated_database(settings: Settings, *, create: bool = False) -> Iterator[str]:
    """The owner's URL of an up-to-date database, for the duration of a command.

    An external database must be migrated already; the embedded one is migrated here unless a running server
    has done so. Without one the command ends with a CommandError, unless it may `create` a shop.
    """
    if external := find_external_database(settings):
        with external.connect() as connection:
            require_same_schema(connection, DB_FOLDER)
            require_owned_shop(connection)
        yield external.url
        return
    if create and not postgres.has_database(settings.data):
        require_embedded(settings)
        require_empty_store(settings)
        typer.echo(f"There was no shop in {settings.data}; a new one is made.", err=True)
    with run_embedded_server(settings, create=create) as urls:
        if not (urls.shared and _has_api_keys(urls.superuser)):
            prepare_database(urls.superuser, settings)
        else:
            _require_upgraded(urls.superuser)
        yield urls.superuser


@contextmanager
def open_shop(data: Path) -> Iterator[psycopg.Connection]:
    """A transaction as the owner in the up-to-date database of a folder."""
    with (
        open_migrated_database(load_settings(data=data)) as url,
        owner_connection(url) as connection,
    ):
        yield connection


def run_as_owner(data: Path, work: Callable[[Transaction], Awaitable[Result]]) -> Result:
    """Run `work` in a transaction as the owner in the up-to-date database of a folder."""
    with open_migrated_database(load_settings(data=data)) as url:
        return run_in_transaction(url, work)


def run_in_transaction(url: str, work: Callable[[Transaction], Awaitable[Result]]) -> Result:
    async def run() -> Result:
        async with owner_transaction(url) as tx:
            return await work(tx)

    return asyncio.run(run())


@contextmanager
def owner_connection(url: str) -> Iterator[psycopg.Connection]:
    """A transaction that bypasses every policy; only for the command line."""
    with (
        psycopg.connect(**_connection_parameters(url), autocommit=True) as connection,
        connection.transaction(),
    ):
        connection.execute(TRANSACTION_SETTINGS)
        yield connection


@asynccontextmanager
async def owner_transaction(url: str) -> AsyncIterator[Transaction]:
    """The same for the gateway's functions."""
    connection = await AsyncConnection.connect(
        **_connection_parameters(url), autocommit=True, cursor_factory=AsyncRawCursor
    )
    async with connection, connection.transaction():
        await connection.execute(TRANSACTION_SETTINGS)
        yield Transaction(connection)


def _connection_parameters(url: str) -> dict[str, Any]:
    return {**parse_owner_url(url), "application_name": APPLICATION_NAME}


def _require_upgraded(url: str) -> None:
    """Raise MigrationError unless the running shop is of this program's version."""
    with psycopg.connect(url) as connection:
        require_same_schema(connection, DB_FOLDER, "restart the shop, which migrates it")


def _has_api_keys(url: str) -> bool:
    with owner_connection(url) as connection:
        return bool(first_value(connection, queries.has_api_keys))
