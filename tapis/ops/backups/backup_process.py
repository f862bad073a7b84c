"""The process that makes backups: started by `backup_request.start`, reads a Request, writes an Outcome."""

import asyncio
import json
import os
import signal
import sys
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import psycopg

from tapis.gateway.settings import ConfigError, Settings, from_values
from tapis.ops.backups.backup_request import Outcome, Request
from tapis.ops.backups.backup_run import Backup, backup_lock, make_backup, queries
from tapis.ops.backups.destinations import open_destination
from tapis.ops.backups.retention import read_schedule
from tapis.ops.command_errors import CommandError
from tapis.ops.maintenance.installation import Installation, connect, open_installation
from tapis.ops.migrate.history import pending_migrations
from tapis.ops.postgres.launch import die_with_parent
from tapis.resources import DB_FOLDER

LOWEST_PRIORITY = 19
# How long the command line, or an upgrade, waits for a backup that is being made.
WAIT_SECONDS = 600
LONGEST_PAUSE = 6 * 3600.0  # another gateway may fail, and clocks may be set


async def handle_request(request: Request, settings: Settings) -> Outcome:
    """What this process is for."""
    wait_seconds = 0 if request.reason == "schedule" else WAIT_SECONDS
    with connect(request.owner_url) as guard, backup_lock(guard, wait_seconds) as is_alone:
        if not is_alone:
            return _busy(request)
        if request.reason == "upgrade" and not pending_migrations(guard, DB_FOLDER / "migrations"):
            return Outcome()  # another gateway went first
        if request.reason == "schedule" and (seconds := seconds_until_due(guard)) > 0:
            return Outcome(seconds=min(seconds, LONGEST_PAUSE))
        async with open_installation(settings, request.owner_url, request.owner_url) as installation:
            made = await _make(request, installation)
        seconds = LONGEST_PAUSE if request.reason == "upgrade" else seconds_until_due(guard)
    damaged = len(made.report.missing) + len(made.report.damaged)
    return Outcome(
        name=str(made.name),
        location=made.location,
        bytes=made.bytes,
        damaged=damaged,
        not_pruned=made.not_pruned,
        seconds=min(max(seconds, 1), LONGEST_PAUSE),
    )


async def _make(request: Request, installation: Installation) -> Backup:
    settings = installation.settings
    return await make_backup(
        installation, open_destination(settings), request.reason, read_schedule(settings.backups)
    )


def _busy(request: Request) -> Outcome:
    if request.reason == "schedule":
        return Outcome()
    return Outcome(refused="Another backup of this shop has been running for ten minutes; try again later.")


def seconds_until_due(connection: psycopg.Connection[Any]) -> float:
    row = connection.execute(queries.seconds_until_due.encode()).fetchone()
    return float(row[0]) if row else 0.0


def settings_of(request: Request) -> Settings:
    return from_values(
        data=Path(request.data),
        storage_url=request.storage_url,
        backups=request.backups,
        backups_to=request.backups_to,
    )


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that unfinished files are deleted
    die_with_parent(int(sys.argv[1]), signal.SIGTERM)
    with suppress(OSError):
        os.nice(LOWEST_PRIORITY)
    request = Request(**json.load(sys.stdin))
    try:
        outcome = asyncio.run(handle_request(request, settings_of(request)))
    except (CommandError, ConfigError) as refusal:
        outcome = Outcome(refused=str(refusal))
    except psycopg.Error as error:
        outcome = Outcome(refused=f"The database said: {' '.join(str(error).split())}")
    sys.stdout.write(json.dumps(asdict(outcome)))
    sys.stdout.flush()
    os._exit(0)  # the store's threads sometimes abort a process that ends the usual way


if __name__ == "__main__":
    main()
