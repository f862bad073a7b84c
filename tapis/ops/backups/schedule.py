"""Makes the backups that TAPIS_BACKUPS asks for, while `tapis serve` runs."""

import logging
import subprocess
import threading

from tapis.ops.backups.backup_request import BUSY_SECONDS, Outcome, Request, outcome_of, start

FIRST_SECONDS = 2.0  # after the shop opened
STOP_SECONDS = 10.0
log = logging.getLogger("tapis.backups")


class BackupSchedule(threading.Thread):
    """Asks the backup process whether a backup is due: it makes one if so, and says when to ask again.

    Each gateway of a shop has a schedule; the database lets one of them make the backup.
    """

    def __init__(self, request: Request) -> None:
        super().__init__(name="backups", daemon=True)
        self._request = request
        self._stopping = threading.Event()
        self._process: subprocess.Popen[str] | None = None

    def run(self) -> None:
        pause = FIRST_SECONDS
        while not self._stopping.wait(pause):
            try:
                pause = self._ask()
            except (OSError, ValueError):
                log.exception("backup failed")
                pause = BUSY_SECONDS

    def stop(self) -> None:
        """End a backup that is being made; nothing of it is left."""
        self._stopping.set()
        if process := self._process:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()

    def _ask(self) -> float:
        self._process = start(self._request)
        outcome = outcome_of(self._process)
        if not self._stopping.is_set():
            report(outcome)
        return outcome.seconds


def report(outcome: Outcome) -> None:
    """A log line for a backup that was made or failed, and for what else was found."""
    if outcome.refused:
        log.error("backup failed", extra={"cause": outcome.refused})
    elif outcome.name:
        facts = {"file": outcome.name, "place": outcome.location, "bytes": outcome.bytes}
        log.info("backup made", extra=facts)
    if outcome.not_pruned:
        log.warning("old backup not deleted", extra={"cause": outcome.not_pruned})
    if outcome.damaged:
        log.warning("pictures missing or damaged in the shop", extra={"count": outcome.damaged})
