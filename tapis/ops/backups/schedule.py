"""Makes the backups that TAPIS_BACKUPS asks for, while `tapis serve` runs."""

import logging
import subprocess
import threading

from tapis.ops.backups.backup_request import (
    BUSY_SECONDS,
    BackupOutcome,
    BackupRequest,
    start_backup_process,
    wait_for_outcome,
)

INITIAL_DELAY_SECONDS = 2.0
STOP_SECONDS = 10.0
log = logging.getLogger("tapis.backups")


class BackupSchedule(threading.Thread):
    """Runs the backup process, which makes a backup if one is due and returns when to run it again.

    Each gateway of a shop has a schedule; the lock in the database lets one of them make the backup.
    """

    def __init__(self, request: BackupRequest) -> None:
        super().__init__(name="backups", daemon=True)
        self._request = request
        self._stopping = threading.Event()
        self._process: subprocess.Popen[str] | None = None

    def run(self) -> None:
        pause = INITIAL_DELAY_SECONDS
        while not self._stopping.wait(pause):
            try:
                pause = self._run_process()
            except (OSError, ValueError):
                log.exception("backup failed")
                pause = BUSY_SECONDS

    def stop(self) -> None:
        """Cancel a running backup; it leaves no files."""
        self._stopping.set()
        if process := self._process:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()

    def _run_process(self) -> float:
        self._process = start_backup_process(self._request)
        outcome = wait_for_outcome(self._process)
        if not self._stopping.is_set():
            log_outcome(outcome)
        return outcome.seconds


def log_outcome(outcome: BackupOutcome) -> None:
    if outcome.refused:
        log.error("backup failed", extra={"cause": outcome.refused})
    elif outcome.name:
        facts = {"file": outcome.name, "location": outcome.location, "bytes": outcome.bytes}
        log.info("backup made", extra=facts)
    if outcome.not_pruned:
        log.warning("old backup not deleted", extra={"cause": outcome.not_pruned})
    if outcome.damaged:
        log.warning("pictures missing or damaged in the shop", extra={"count": outcome.damaged})
