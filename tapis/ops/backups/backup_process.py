"""Makes backups in a process started by `backup_request`: reads a BackupRequest, writes a BackupOutcome."""

import asyncio
import json
import os
import signal
import sys
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import psycopg

from tapis.gateway.settings import ConfigError, Settings, settings_from_values
from tapis.ops.backups.backup_request import BackupOutcome, BackupRequest
from tapis.ops.backups.backup_run import Backup, backup_lock, make_backup, queries
from tapis.ops.backups.destinations import open_destination
from tapis.ops.backups.retention import parse_retention
from tapis.ops.command_errors import CommandError
from tapis.ops.first_value import first_value
from tapis.ops.maintenance.installation import Installation, connect_as_owner, open_installation
from tapis.ops.migrate.history import pending_migrations
from tapis.ops.postgres.launch import die_with_parent
from tapis.resources import DB_FOLDER

LOWEST_PRIORITY = 19
# How long a command or an upgrade waits for a running backup.
WAIT_SECONDS = 600
MAX_PAUSE_SECONDS = 6 * 3600.0  # another gateway may fail, and clocks may be set


async def handle_request(request: BackupRequest, settings: Settings) -> BackupOutcome:
    wait_seconds = 0 if request.reason == "schedule" else WAIT_SECONDS
    with connect_as_owner(request.owner_url) as guard, backup_lock(guard, wait_seconds) as acquired:
        if not acquired:
            return _busy(request)
        if request.reason == "upgrade" and not pending_migrations(guard, DB_FOLDER / "migrations"):
            return BackupOutcome()  # another gateway has upgraded already
        if request.reason == "schedule" and (seconds := seconds_until_due(guard)) > 0:
            return BackupOutcome(seconds=min(seconds, MAX_PAUSE_SECONDS))
        async with open_installation(settings, request.owner_url, request.owner_url) as installation:
            backup = await _make_backup(request, installation)
        seconds = MAX_PAUSE_SECONDS if request.reason == "upgrade" else seconds_until_due(guard)
    return BackupOutcome(
        name=str(backup.name),
        location=backup.location,
        bytes=backup.bytes,
        damaged=backup.report.unusable,
        not_pruned=backup.not_pruned,
        seconds=min(max(seconds, 1), MAX_PAUSE_SECONDS),
    )


async def _make_backup(request: BackupRequest, installation: Installation) -> Backup:
    settings = installation.settings
    return await make_backup(
        installation, open_destination(settings), request.reason, parse_retention(settings.backups)
    )


def _busy(request: BackupRequest) -> BackupOutcome:
    if request.reason == "schedule":
        return BackupOutcome()
    return BackupOutcome(
        refused="Another backup of this shop has been running for ten minutes; try again later."
    )


def seconds_until_due(connection: psycopg.Connection) -> float:
    return float(first_value(connection, queries.seconds_until_due))


def settings_from_request(request: BackupRequest) -> Settings:
    return settings_from_values(
        data=Path(request.data),
        storage_url=request.storage_url,
        backups=request.backups,
        backups_to=request.backups_to,
    )


def main() -> None:
    # An exception instead of the default action, so that `finally` blocks delete unfinished files.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    die_with_parent(int(sys.argv[1]), signal.SIGTERM)
    with suppress(OSError):
        os.nice(LOWEST_PRIORITY)
    request = BackupRequest(**json.load(sys.stdin))
    try:
        outcome = asyncio.run(handle_request(request, settings_from_request(request)))
    except (CommandError, ConfigError) as refusal:
        outcome = BackupOutcome(refused=str(refusal))
    except psycopg.Error as error:
        outcome = BackupOutcome(refused=f"The database said: {' '.join(str(error).split())}")
    sys.stdout.write(json.dumps(asdict(outcome)))
    sys.stdout.flush()
    os._exit(0)  # the store's threads sometimes abort a process that ends the usual way


if __name__ == "__main__":
    main()
