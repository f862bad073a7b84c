"""Checks before startup that database and store belong to one shop; if not, prints a sentence.

    python -m tapis.ops.maintenance.store_check DATA STORAGE_URL   (silent when all is well)

A separate program for a bucket: obstore has threads that don't survive a fork. The environment variable
TAPIS_DATABASE_URL has the gateway's address of the database; without one no pictures may be there.
"""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

from tapis.gateway.database import Database
from tapis.gateway.errors import DatabaseUnavailable, StoreUnavailable
from tapis.gateway.settings import ConfigError, Settings
from tapis.gateway.storage.blobs.storage_url import open_blob_store
from tapis.gateway.storage.identity import ensure_same_shop, require_no_pictures
from tapis.ops.command_errors import DATABASE_UNAVAILABLE, CommandError

CHECK_SECONDS, STATEMENT_SECONDS = 60, 8
UNAVAILABLE = "The store that TAPIS_STORAGE_URL names does not respond; try again later."


def require_same_shop(settings: Settings, gateway_url: str) -> None:
    """Raise CommandError or ConfigError unless the pictures are those of this database."""
    _run(settings, gateway_url)


def require_empty_store(settings: Settings) -> None:
    """Before creating a database: raise CommandError or ConfigError if there are pictures already."""
    _run(settings, "")


def _run(settings: Settings, gateway_url: str) -> None:
    if not settings.storage_url:
        asyncio.run(_check_store(settings.data, "", gateway_url))
        return
    # The URL by the environment: other users can read command lines.
    check_bucket(__name__, str(settings.data), settings.storage_url, TAPIS_DATABASE_URL=gateway_url)


def check_bucket(program: str, *arguments: str, **environment: str) -> None:
    """Run a check of the bucket in a separate process. Raises CommandError with its output."""
    try:
        process = subprocess.run(
            [sys.executable, "-m", program, *arguments],
            env=os.environ | environment,
            capture_output=True,
            text=True,
            check=True,
            timeout=CHECK_SECONDS,
        )
    except subprocess.SubprocessError as error:
        raise CommandError("The store that TAPIS_STORAGE_URL names could not be checked.") from error
    if process.stdout:
        raise CommandError(process.stdout)


async def _check_store(data: Path, storage_url: str, database_url: str) -> None:
    """Compare the store with this database; without one it must be empty. Raises ConfigError."""
    store = open_blob_store(data, storage_url)
    if not database_url:
        await require_no_pictures(store)
        return
    async with Database(database_url, 1, STATEMENT_SECONDS) as database:
        await ensure_same_shop(database, store)


def main() -> None:
    try:
        asyncio.run(_check_store(Path(sys.argv[1]), sys.argv[2], os.environ["TAPIS_DATABASE_URL"]))
    except ConfigError as refusal:
        sys.stdout.write(str(refusal))
    except StoreUnavailable:
        sys.stdout.write(UNAVAILABLE)
    except DatabaseUnavailable:
        sys.stdout.write(DATABASE_UNAVAILABLE)
    sys.stdout.flush()
    os._exit(0)  # the library's threads sometimes abort a process that exits normally


if __name__ == "__main__":
    main()
