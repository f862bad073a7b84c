"""Has the variants of new pictures made beforehand: by a process of its own, one at a time.

The maker starts when something waits and ends when nothing does, so that an idle shop pays no memory for it.
"""

import fcntl
import logging
import subprocess
import sys
import threading
import time

from tapis.gateway.settings import Settings
from tapis.gateway.storage.variants.queue import VariantQueue

log = logging.getLogger("tapis.gateway.storage")

MAKER = "tapis.gateway.storage.variants.worker"
# After a maker that ended badly.
REST_SECONDS = 5.0


class VariantJobRunner:
    """This worker's way to have the queue worked off; of all workers one has it done at a time."""

    def __init__(self, settings: Settings) -> None:
        self.waiting = VariantQueue(settings.data / "variants" / "waiting")
        self._command = [sys.executable, "-m", MAKER, str(settings.data), settings.storage_url]
        self._guard = threading.Lock()
        self._works = False

    def add(self, version: str) -> None:
        """Have the variants of this picture made soon. Costs the caller one empty file."""
        try:
            self.waiting.add(version)
        except OSError:  # a full disk: they are made when somebody asks
            log.warning("variants were not put in the queue", exc_info=True)
        self.wake()

    def wake(self) -> None:
        """Have whatever waits made; a thread of ours watches over the process that does it."""
        with self._guard:
            if self._works or not self.waiting:
                return
            self._works = True
        threading.Thread(target=self._work, name="watch-workbench", daemon=True).start()

    def _work(self) -> None:
        while self._goes_on():
            with (self.waiting.folder / ".turn").open("ab") as turn:
                fcntl.flock(turn, fcntl.LOCK_EX)
                if self.waiting and self._run() != 0:
                    time.sleep(REST_SECONDS)

    def _goes_on(self) -> bool:
        with self._guard:
            self._works = bool(self.waiting)
            return self._works

    def _run(self) -> int:
        """Run the process until nothing waits. It ends with us: it holds the other end of its input."""
        with subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
        ) as process:
            for line in process.stderr or ():
                log.warning("workbench", extra={"told": line.rstrip()})
            return process.wait()
