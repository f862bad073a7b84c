"""Has prepared variants made by a worker process, one image at a time.

The worker starts when the queue holds something and ends when it is empty, so an idle shop pays no memory.
"""

import fcntl
import logging
import subprocess
import sys
import threading
import time
from pathlib import Path

from tapis.gateway.storage.variants.queue import VariantQueue

log = logging.getLogger("tapis.gateway.storage")

WORKER = "tapis.gateway.storage.variants.worker"
# After a worker that failed.
PAUSE_SECONDS = 5.0


class VariantSupervisor:
    """Starts the worker; of the gateway processes over one data folder one does at a time."""

    def __init__(self, data: Path, storage_url: str, worker: str = WORKER) -> None:
        self.queue = VariantQueue(data)
        self._command = [sys.executable, "-m", worker, str(data), storage_url]
        self._lock = threading.Lock()
        self._running = False

    def add(self, version: str) -> None:
        """Have the prepared variants of this image made soon. Costs the caller one empty file."""
        try:
            self.queue.add(version)
        except OSError:  # a full disk: they are rendered on request
            log.warning("variants were not queued", exc_info=True)
        self.wake()

    def wake(self) -> None:
        """Have the queue worked off, in a thread that waits for the worker."""
        with self._lock:
            if self._running or not self.queue:
                return
            self._running = True
        threading.Thread(target=self._supervise, name="variant-supervisor", daemon=True).start()

    def _supervise(self) -> None:
        while self._continues():
            with (self.queue.folder / ".lock").open("ab") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                if self.queue and self._run_worker() != 0:
                    time.sleep(PAUSE_SECONDS)

    def _continues(self) -> bool:
        with self._lock:
            self._running = bool(self.queue)
            return self._running

    def _run_worker(self) -> int:
        """Run the worker until the queue is empty. It ends with us: we hold the other end of its input."""
        with subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
        ) as process:
            for line in process.stderr or ():
                log.warning("variant worker", extra={"output": line.rstrip()})
            return process.wait()
