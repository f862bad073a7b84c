"""How `tapis serve` and commands have a backup made: by a process of its own.

It must not slow down those that serve, its store's library doesn't survive their fork, and the owner's
address of the database must not be where visitors' requests are handled. That address is passed by standard
input: an environment can be read from outside.
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
BUSY_SECONDS = 3600.0  # until the schedule asks again after a failure, or while another gateway is at it


@dataclass(frozen=True, slots=True)
class Request:
    """What the process is given of the settings; it reads none.

    `reason`: schedule (only if one is due), upgrade (only if migrations wait), or command.
    """

    reason: str
    owner_url: str
    data: str
    storage_url: str
    backups: str
    backups_to: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """A new backup, the count of `damaged` pictures of its shop, the `seconds` until the schedule's next.

    `not_pruned`: why an old one is still there.
    """

    refused: str = ""
    name: str = ""
    location: str = ""
    bytes: int = 0
    damaged: int = 0
    not_pruned: str = ""
    seconds: float = BUSY_SECONDS


def request_for(reason: str, settings: Settings, owner_url: str) -> Request:
    return Request(
        reason, owner_url, str(settings.data), settings.storage_url, settings.backups, settings.backups_to
    )


def start(request: Request) -> "subprocess.Popen[str]":
    """Start the process; `outcome_of` reads its answer."""
    process = subprocess.Popen(
        [sys.executable, "-m", PROGRAM, str(os.getpid())],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        start_new_session=True,  # Ctrl-C is for whoever started it, who ends it
    )  # fmt: skip
    with suppress(BrokenPipeError):
        if process.stdin:
            process.stdin.write(json.dumps(asdict(request)))
            process.stdin.close()
    return process


def outcome_of(process: "subprocess.Popen[str]") -> Outcome:
    """Wait for its end. `refused` also where it ended without an answer."""
    answer = process.stdout.read() if process.stdout else ""
    process.wait()
    return Outcome(**json.loads(answer)) if answer else Outcome(refused="The backup ended early.")


def make(request: Request) -> Outcome:
    """Make a backup in a process of its own. Raises CommandError."""
    process = start(request)
    try:
        outcome = outcome_of(process)
    except BaseException:
        process.terminate()
        raise
    if outcome.refused:
        raise CommandError(outcome.refused)
    return outcome
