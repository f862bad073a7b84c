"""The database as its owner: the one in the data folder, or one that runs elsewhere."""

import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import psycopg
from psycopg import AsyncConnection, AsyncRawCursor

from tapis.gateway.database import Transaction
from tapis.gateway.settings import Settings
from tapis.gateway.tokens.signing_keys import ensure_keys
from tapis.ops import postgres
from tapis.ops.cli.command_error import CommandRefused
from tapis.ops.cli.external_database import Elsewhere
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

AUDITED_AS = "tapis"  # the audit log says "command line" for it (db/functions/audit.sql)
PROBE, HEARD_SECONDS = "tapis_probe", 3.0
MAY_TAKE_ROLES = """
select session_user, coalesce(bool_and(pg_has_role(session_user, oid, 'set')), false) from pg_roles
where rolname in ('anon', 'authenticated', 'service_role', 'supabase_auth_admin', 'supabase_storage_admin')
"""
log = logging.getLogger("tapis.ops.migrate")
IS_READY = "select to_regclass('auth.api_keys') is not null"


def bring_up_to_date(owner_url: str, setting: str = "TAPIS_OWNER_URL") -> Report:
    """Migrate, and make the signing keys where there are none.

    Raises CommandRefused (with the setting's name), MigrationError or psycopg.Error.
    """
    with Elsewhere(owner_url, setting).reached() as connection:
        report = migrate(connection, DB_FOLDER, log=log.warning)
        if not report.hosted:
            ensure_keys(connection)
        return report


def refuse_an_open_database(gateway_url: str) -> None:
    """Ask, as the gateway, whether the database may be served. Raises CommandRefused with the reason."""
    with Elsewhere(gateway_url, "TAPIS_DATABASE_URL").reached() as connection:
        require_schema_version(schema_status(connection, DB_FOLDER))
        if (row := connection.execute(MAY_TAKE_ROLES).fetchone()) and not row[1]:
            raise CommandRefused(
                f"{row[0]} can't act for visitors: sign in as authenticator in TAPIS_DATABASE_URL."
            )
        if found := find_violations(connection, DB_FOLDER, login=True):
            raise CommandRefused(f"This database can't be served: {'; '.join(found)}.")


def require_notifications(settings: Settings) -> None:
    """Raise CommandRefused where no notification comes through: workers would serve what is out of date."""
    speaker = Elsewhere(settings.database_url, "TAPIS_DATABASE_URL")
    place = Elsewhere(settings.listen_url, "TAPIS_LISTEN_URL") if settings.listen_url else speaker
    with place.reached() as listener, speaker.reached() as connection:
        listener.execute(f"listen {PROBE}")
        connection.execute(f"notify {PROBE}")
        if not [*listener.notifies(timeout=HEARD_SECONDS, stop_after=1)]:
            raise CommandRefused(
                f"No notification comes through {place.setting}, as behind a pooler: "
                "name the server of the same database itself in TAPIS_LISTEN_URL."
            )


def require_schema_version(found: SchemaStatus, *, older_too: bool = True) -> None:
    """Raise CommandRefused for a database that is newer than this program; `older_too`: or older."""
    if found.is_newer:
        raise CommandRefused(newer_schema(found.newest))
    if not found.has_history:
        raise CommandRefused("This database holds no shop yet: run `tapis migrate` as its owner.")
    if found.is_older and older_too:
        raise CommandRefused("This database is older than this program: run `tapis migrate` as its owner.")


def elsewhere(settings: Settings) -> Elsewhere | None:
    """The database that the settings name, best as its owner; None for the embedded one."""
    if settings.owner_url:
        return Elsewhere(settings.owner_url, "TAPIS_OWNER_URL")
    return Elsewhere(settings.database_url, "TAPIS_DATABASE_URL") if settings.database_url else None


@contextmanager
def owner_url(settings: Settings) -> Iterator[str]:
    """Where the owner of the database signs in, for the length of a command.

    A database elsewhere is as its last `tapis migrate` left it; the embedded one is brought up to date unless
    a running server has done so. Raises CommandRefused, PostgresError, MigrationError or psycopg.Error.
    """
    if place := elsewhere(settings):
        with place.reached() as connection:
            require_schema_version(schema_status(connection, DB_FOLDER))
        yield place.url
        return
    with postgres.ensure_server(settings.data) as urls:
        if not (urls.shared and _is_ready(urls.superuser)):
            bring_up_to_date(urls.superuser)
        yield urls.superuser


@contextmanager
def as_it_is(settings: Settings, *, newer_too: bool = False) -> Iterator[tuple[str, str]]:
    """Where owner and gateway sign in, with nothing made or brought up to date: for a look at a shop.

    Raises CommandRefused when there is no shop, the database is a hosted project's, or (unless `newer_too`) a
    newer program has used it; PostgresError when the embedded one does not start.
    """
    if place := elsewhere(settings):
        refuse_hosted(place)
        _refuse_newer(place, newer_too=newer_too)
        if settings.owner_url and settings.database_url:
            with Elsewhere(settings.database_url, "TAPIS_DATABASE_URL").reached():
                pass  # both or neither, before anything is begun
        yield place.url, settings.database_url or place.url
        return
    if not postgres.has_database(settings.data):
        raise CommandRefused(f"There is no shop in {settings.data}.")
    with postgres.ensure_server(settings.data) as urls:
        _refuse_newer(Elsewhere(urls.superuser, "TAPIS_DATA"), newer_too=newer_too)
        yield urls.superuser, urls.authenticator


def refuse_hosted(place: Elsewhere) -> None:
    """Raise CommandRefused for a hosted project: it keeps rows and files by itself."""
    with place.reached() as connection:
        if is_hosted(connection):
            raise CommandRefused("A hosted project has its own backups and its own care; this is not for it.")


def _refuse_newer(place: Elsewhere, *, newer_too: bool) -> None:
    with place.reached() as connection:
        found = schema_status(connection, DB_FOLDER)
        if found.is_newer and not newer_too:
            raise CommandRefused(newer_schema(found.newest))


@asynccontextmanager
async def as_owner(url: str) -> AsyncIterator[Transaction]:
    """One transaction past all rules: what the command line is for, and nothing else may."""
    connection = await AsyncConnection.connect(
        url, autocommit=True, cursor_factory=AsyncRawCursor, application_name=AUDITED_AS
    )
    async with connection, connection.transaction():
        yield Transaction(connection)


def _is_ready(url: str) -> bool:
    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute(IS_READY).fetchone()
        return row is not None and bool(row[0])
