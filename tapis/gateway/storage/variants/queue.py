"""The queue of images whose prepared variants are still to be made, and the supervisor of its worker process.

The queue is a file for each image, so that a kill loses none. The worker starts when the queue holds
something and ends when it is empty, so an idle shop pays no memory.
"""

import fcntl
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tapis.gateway.storage.blobs.blob_store import KEY

# The variants of an image that ended the worker this often are rendered on request only.
MOST_ATTEMPTS = 3
WORKER = "tapis.gateway.storage.variants.worker"
PAUSE_SECONDS = 5.0  # after a worker that failed
log = logging.getLogger("tapis.gateway.storage")


class VariantQueue:
    """A folder of files named by version, the oldest first; a byte is added for each attempt."""

    def __init__(self, data: Path) -> None:
        self.folder = data / "variants" / "waiting"

    def add(self, version: str, *, requested: bool = False) -> None:
        """Add an image; one that is in the queue keeps its place, a requested one is next. Raises OSError."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = self.folder / version
        if not path.exists():
            path.touch()
        if requested:
            with suppress(FileNotFoundError):
                os.utime(path, (0, 0))  # older than any other

    def remove(self, version: str) -> None:
        (self.folder / version).unlink(missing_ok=True)

    def next(self) -> str | None:
        """The image that is next, its attempt counted, which puts it behind the others; None without one."""
        while oldest := min(self._files(), default=None):
            _, path = oldest
            with suppress(FileNotFoundError):
                if path.stat().st_size < MOST_ATTEMPTS:
                    with path.open("ab") as file:
                        file.write(b".")
                    return path.name
                path.unlink()
        return None

    def __bool__(self) -> bool:
        return any(self._files())

    def _files(self) -> Iterator[tuple[int, Path]]:
        with suppress(FileNotFoundError):
            for path in self.folder.iterdir():
                with suppress(FileNotFoundError):
                    if KEY.fullmatch(path.name):
                        yield path.stat().st_mtime_ns, path


class VariantSupervisor:
    """Starts the worker; of the gateway processes over one data folder one does at a time."""

    def __init__(self, data: Path, storage_url: str) -> None:
        self.queue = VariantQueue(data)
        self._command = [sys.executable, "-m", WORKER, str(data), storage_url]
        self._lock = threading.Lock()
        self._running = False

    def add(self, version: str, *, requested: bool = False) -> None:
        """Have the prepared variants of this image made soon. Costs the caller one empty file."""
        try:
            self.queue.add(version, requested=requested)
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
