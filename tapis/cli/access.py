"""The database as its owner: the one in the data folder, or one that runs elsewhere."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import psycopg
from psycopg import AsyncConnection, AsyncRawCursor

from tapis import postgres
from tapis.cli.refusal import CommandRefused
from tapis.database import Transaction
from tapis.migrations import Report, complaints, is_hosted, migrate
from tapis.settings import PROJECT, Settings
from tapis.tokens.keys import ensure_keys

RULES = PROJECT / "db"
AUDITED_AS = "tapis"  # the audit log says "command line" for it (db/functions/audit.sql)
IS_READY = "select to_regclass('auth.api_keys') is not null"


def bring_up_to_date(owner_url: str) -> Report:
    """Migrate, and make the signing keys where there are none. Raises MigrationError or psycopg.Error."""
    with psycopg.connect(owner_url, autocommit=True) as connection:
        report = migrate(connection, RULES)
        if not report.hosted:
            ensure_keys(connection)
        return report


def refuse_an_open_database(gateway_url: str) -> None:
    """Ask, as the gateway, whether the database may be served. Raises CommandRefused with what is open."""
    with psycopg.connect(gateway_url, autocommit=True) as connection:
        if found := complaints(connection, RULES, login=True):
            raise CommandRefused(f"This database can't be served: {'; '.join(found)}.")


@contextmanager
def owner_url(settings: Settings) -> Iterator[str]:
    """Where the owner of the database signs in, for the length of a command.

    A database elsewhere is as its last `tapis migrate` left it; the embedded one is brought up to date unless
    a running server has done so. Raises PostgresError, MigrationError or psycopg.Error.
    """
    if elsewhere := settings.owner_url or settings.database_url:
        yield elsewhere
        return
    with postgres.borrow(settings.data) as urls:
        if not (urls.shared and _is_ready(urls.superuser)):
            bring_up_to_date(urls.superuser)
        yield urls.superuser


@contextmanager
def as_it_is(settings: Settings) -> Iterator[tuple[str, str]]:
    """Where owner and gateway sign in, with nothing made or brought up to date: for a look at a shop.

    Raises CommandRefused when the data folder holds no shop, or the database is a hosted project's, and
    PostgresError when it does not start.
    """
    if elsewhere := settings.owner_url or settings.database_url:
        refuse_hosted(elsewhere)
        yield elsewhere, settings.database_url or elsewhere
        return
    if not postgres.has_database(settings.data):
        raise CommandRefused(f"There is no shop in {settings.data}.")
    with postgres.borrow(settings.data) as urls:
        yield urls.superuser, urls.authenticator


def refuse_hosted(url: str) -> None:
    """Raise CommandRefused for a hosted project: it keeps rows and files by itself."""
    with psycopg.connect(url, autocommit=True) as connection:
        if is_hosted(connection):
            raise CommandRefused("A hosted project has its own backups and its own care; this is not for it.")


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
