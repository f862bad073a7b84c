"""The database as its owner: the embedded one of the data folder, or an external one."""

import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import psycopg
from psycopg import AsyncConnection, AsyncRawCursor

from tapis.gateway.database import Transaction
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.settings import Settings
from tapis.gateway.tokens.signing_keys import ensure_keys
from tapis.ops import postgres
from tapis.ops.cli.command import CommandRefused
from tapis.ops.cli.external_services import ExternalDatabase
from tapis.ops.migrate import (
    Report,
    SchemaStatus,
    find_violations,
    is_hosted,
    migrate,
    newer_schema,
    schema_status,
)
from tapis.resources import DB_FOLDER

APPLICATION_NAME = "tapis"  # the audit log shows it as "command line" (db/functions/audit.sql)
PROBE_CHANNEL, PROBE_SECONDS = "tapis_probe", 3.0
log = logging.getLogger("tapis.ops.migrate")


queries = NamedQueries(__file__)


def prepare_database(owner_url: str, setting: str = "TAPIS_OWNER_URL") -> Report:
    """Migrate, and create the signing keys if there are none.

    Raises CommandRefused (with the setting's name), MigrationError or psycopg.Error.
    """
    with ExternalDatabase(owner_url, setting).connect() as connection:
        report = migrate(connection, DB_FOLDER, log=log.warning)
        if not report.hosted:
            ensure_keys(connection)
        return report


def require_safe_database(gateway_url: str) -> None:
    """Check, with the gateway's login, that the database may be served. Raises CommandRefused."""
    with ExternalDatabase(gateway_url, "TAPIS_DATABASE_URL").connect() as connection:
        require_schema_version(schema_status(connection, DB_FOLDER))
        if (row := connection.execute(queries.can_set_roles.encode()).fetchone()) and not row[1]:
            raise CommandRefused(
                f"{row[0]} can't act for visitors: sign in as authenticator in TAPIS_DATABASE_URL."
            )
        if found := find_violations(connection, DB_FOLDER, login=True):
            raise CommandRefused(f"This database can't be served: {'; '.join(found)}.")


def require_notifications(settings: Settings) -> None:
    """Raise CommandRefused where NOTIFY does not arrive: gateways would serve stale caches."""
    sender = ExternalDatabase(settings.database_url, "TAPIS_DATABASE_URL")
    receiver = ExternalDatabase(settings.listen_url, "TAPIS_LISTEN_URL") if settings.listen_url else sender
    with receiver.connect() as listener, sender.connect() as connection:
        listener.execute(f"listen {PROBE_CHANNEL}")
        connection.execute(f"notify {PROBE_CHANNEL}")
        if not [*listener.notifies(timeout=PROBE_SECONDS, stop_after=1)]:
            raise CommandRefused(
                f"Notifications don't arrive through {receiver.setting}, as behind a pooler: "
                "name the server of the same database itself in TAPIS_LISTEN_URL."
            )


def require_schema_version(status: SchemaStatus) -> None:
    """Raise CommandRefused unless the schema is that of this program."""
    if status.is_newer:
        raise CommandRefused(newer_schema(status.newest))
    if not status.has_history:
        raise CommandRefused("This database has no shop yet: run `tapis migrate` as its owner.")
    if status.is_older:
        raise CommandRefused("This database is older than this program: run `tapis migrate` as its owner.")


def external_database(settings: Settings) -> ExternalDatabase | None:
    """The database that the settings name, preferably as its owner; None for the embedded one."""
    if settings.owner_url:
        return ExternalDatabase(settings.owner_url, "TAPIS_OWNER_URL")
    return ExternalDatabase(settings.database_url, "TAPIS_DATABASE_URL") if settings.database_url else None


@contextmanager
def owner_url(settings: Settings) -> Iterator[str]:
    """The owner's address of an up-to-date database, for the length of a command.

    An external database must be migrated already; the embedded one is migrated here unless a running server
    has done so. Raises CommandRefused, PostgresError, MigrationError or psycopg.Error.
    """
    if external := external_database(settings):
        with external.connect() as connection:
            require_schema_version(schema_status(connection, DB_FOLDER))
        yield external.url
        return
    with postgres.ensure_server(settings.data) as urls:
        if not (urls.shared and _has_api_keys(urls.superuser)):
            prepare_database(urls.superuser)
        yield urls.superuser


@contextmanager
def unchanged_database(settings: Settings, *, allow_newer: bool = False) -> Iterator[tuple[str, str]]:
    """The addresses of owner and gateway; nothing is created or migrated.

    Raises CommandRefused when there is no shop, the database is a hosted project's or (unless `allow_newer`)
    has a newer schema; PostgresError when the embedded one does not start.
    """
    if external := external_database(settings):
        require_not_hosted(external)
        _require_known_schema(external, allow_newer=allow_newer)
        if settings.owner_url and settings.database_url:
            with ExternalDatabase(settings.database_url, "TAPIS_DATABASE_URL").connect():
                pass  # both addresses must work before anything begins
        yield external.url, settings.database_url or external.url
        return
    if not postgres.has_database(settings.data):
        raise CommandRefused(f"There is no shop in {settings.data}.")
    with postgres.ensure_server(settings.data) as urls:
        _require_known_schema(ExternalDatabase(urls.superuser, "TAPIS_DATA"), allow_newer=allow_newer)
        yield urls.superuser, urls.authenticator


def require_not_hosted(database: ExternalDatabase) -> None:
    """Raise CommandRefused for a hosted project, which keeps rows and files by itself."""
    with database.connect() as connection:
        if is_hosted(connection):
            raise CommandRefused("A hosted project has backups and checks of its own; this is not for it.")


def _require_known_schema(database: ExternalDatabase, *, allow_newer: bool) -> None:
    with database.connect() as connection:
        status = schema_status(connection, DB_FOLDER)
        if status.is_newer and not allow_newer:
            raise CommandRefused(newer_schema(status.newest))


@asynccontextmanager
async def as_owner(url: str) -> AsyncIterator[Transaction]:
    """One transaction that bypasses every policy; only for the command line."""
    connection = await AsyncConnection.connect(
        url, autocommit=True, cursor_factory=AsyncRawCursor, application_name=APPLICATION_NAME
    )
    async with connection, connection.transaction():
        yield Transaction(connection)


def _has_api_keys(url: str) -> bool:
    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute(queries.has_api_keys.encode()).fetchone()
        return row is not None and bool(row[0])
