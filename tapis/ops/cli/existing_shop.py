"""Database and images of a shop that is there already: opening it neither creates nor migrates anything."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

import psycopg

from tapis.gateway.settings import Settings
from tapis.gateway.storage.identity import ensure_same_shop
from tapis.ops.cli.database_access import find_external_database, require_owned_shop, run_embedded_server
from tapis.ops.cli.external_services import DATABASE_URL, ExternalDatabase
from tapis.ops.command_errors import CommandError
from tapis.ops.maintenance.installation import Installation, open_installation
from tapis.ops.migrate.history import require_not_newer
from tapis.ops.migrate.runner import is_hosted
from tapis.resources import DB_FOLDER

Result = TypeVar("Result")


@contextmanager
def open_existing_database(settings: Settings, *, allow_newer: bool = False) -> Iterator[tuple[str, str]]:
    """The URLs of owner and gateway; nothing is created or migrated.

    Raises CommandError when there is no shop, the database is a hosted project's or (unless `allow_newer`)
    has a newer schema.
    """
    if external := find_external_database(settings):
        with external.connect() as connection:
            require_not_hosted(connection)
            require_owned_shop(connection)
            if not allow_newer:
                require_not_newer(connection, DB_FOLDER)
        if settings.owner_url and settings.database_url:
            with ExternalDatabase(settings.database_url, DATABASE_URL, settings.data).connect():
                pass  # both URLs must work before anything begins
        yield external.url, settings.database_url or external.url
        return
    with run_embedded_server(settings) as urls:
        with psycopg.connect(urls.superuser) as connection:
            require_owned_shop(connection)  # a first start may have been interrupted
            if not allow_newer:
                require_not_newer(connection, DB_FOLDER)
        yield urls.superuser, urls.authenticator


def run_on_existing_shop(
    settings: Settings, work: Callable[[Installation], Awaitable[Result]], *, allow_newer: bool = False
) -> Result:
    """Run `work` on a shop without migrating it; raises StoreMismatch if store and database differ."""

    async def run(owner_url: str, gateway_url: str) -> Result:
        async with open_installation(settings, owner_url, gateway_url) as installation:
            with suppress(psycopg.errors.UndefinedFunction):  # an older database, which `doctor` reports
                await ensure_same_shop(installation.database, installation.store)
            return await work(installation)

    with open_existing_database(settings, allow_newer=allow_newer) as urls:
        return asyncio.run(run(*urls))


def require_not_hosted(connection: psycopg.Connection) -> None:
    """Raise CommandError for a hosted project, which manages rows and files itself."""
    if is_hosted(connection):
        raise CommandError("A hosted project has backups and checks of its own; this is not for it.")
