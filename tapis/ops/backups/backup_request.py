"""Starts the backup process for `tapis serve` and commands, and reads its result.

A separate process doesn't slow down the workers, its S3 library doesn't survive their fork, and the owner's
database URL must not be in a process that handles visitors' requests. The URL is passed on standard input,
because other processes can read an environment.
"""

import json
import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass

from tapis.gateway.settings import Settings
from tapis.ops.command_errors import CommandError

PROGRAM = "tapis.ops.backups.backup_process"
BUSY_SECONDS = 3600.0  # until the schedule retries after a failure, or while another gateway makes a backup


@dataclass(frozen=True, slots=True)
class BackupRequest:
    """The settings of the backup process, which reads none itself.

    `reason`: schedule (only if one is due), upgrade (only if migrations wait), or command.
    """

    reason: str
    owner_url: str
    data: str
    storage_url: str
    backups: str
    backups_to: str


@dataclass(frozen=True, slots=True)
class BackupOutcome:
    """The result: a new backup, or why it was `refused`.

    `damaged`: count of damaged pictures in the shop. `not_pruned`: why an old backup could not be deleted.
    `seconds`: when the schedule asks again.
    """

    refused: str = ""
    name: str = ""
    location: str = ""
    bytes: int = 0
    damaged: int = 0
    not_pruned: str = ""
    seconds: float = BUSY_SECONDS


def build_backup_request(reason: str, settings: Settings, owner_url: str) -> BackupRequest:
    return BackupRequest(
        reason, owner_url, str(settings.data), settings.storage_url, settings.backups, settings.backups_to
    )


def start_backup_process(request: BackupRequest) -> "subprocess.Popen[str]":
    """Start the process; `wait_for_outcome` reads its result."""
    process = subprocess.Popen(
        [sys.executable, "-m", PROGRAM, str(os.getpid())],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        start_new_session=True,  # Ctrl-C goes to the parent, which ends it
    )  # fmt: skip
    with suppress(BrokenPipeError):
        if process.stdin:
            process.stdin.write(json.dumps(asdict(request)))
            process.stdin.close()
    return process


def wait_for_outcome(process: "subprocess.Popen[str]") -> BackupOutcome:
    """Wait for the process. A process that ends without a result counts as `refused`."""
    answer = process.stdout.read() if process.stdout else ""
    process.wait()
    return BackupOutcome(**json.loads(answer)) if answer else BackupOutcome(refused="The backup ended early.")


def run_backup_process(request: BackupRequest) -> BackupOutcome:
    """Make a backup in a separate process. Raises CommandError."""
    process = start_backup_process(request)
    try:
        outcome = wait_for_outcome(process)
    except BaseException:
        process.terminate()
        raise
    if outcome.refused:
        raise CommandError(outcome.refused)
    return outcome
