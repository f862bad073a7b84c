"""Makes the variants of new pictures beforehand: a process of its own, one at a time, behind everything else.

It starts when something waits and ends when nothing does, so that an idle shop pays no memory for it. What a
damaged codec could do, it does to this process only.

    python -m tapis.storage.workbench FOLDER [STORAGE_URL]
"""

import asyncio
import fcntl
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pyvips

from tapis.settings import Settings
from tapis.storage.bytestore import BytesMissing, Bytestore
from tapis.storage.formats import recognise
from tapis.storage.locks import claimed
from tapis.storage.options import PREPARED_WIDTHS, Options
from tapis.storage.rendering import prepared_forms, resized, widest, written
from tapis.storage.stores import open_store
from tapis.storage.waiting import Waiting

log = logging.getLogger("tapis.storage")

LINGER_SECONDS = 2.0
POLL_SECONDS = 0.05
# After a maker that ended badly.
REST_SECONDS = 5.0


class Workbench:
    """This worker's way to have the queue worked off; of all workers one has it done at a time."""

    def __init__(self, settings: Settings) -> None:
        self.waiting = Waiting(settings.data / "variants" / "waiting")
        self._command = [sys.executable, "-m", __name__, str(settings.data), settings.storage_url]
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


def prepare(store: Bytestore, folder: Path, version: str) -> None:
    """Make every prepared variant of a picture that is not there yet.

    Raises pyvips.Error, BytesMissing, OSError.
    """
    with asyncio.run(store.fetch(version)) as source:
        source.seek(0)
        form = recognise(source.read(64))
        if form is None:
            return
        image = widest(source)
    for wanted in prepared_forms(form):
        contents: dict[int, bytes] = {}
        for width in PREPARED_WIDTHS:
            name = Options(width, 0, "cover", 0, wanted).file_name
            with claimed(folder / version[:2] / version / name) as file:
                if file is not None:
                    real = min(width, image.width)  # never enlarged, so the widths above are all the same
                    contents[real] = contents.get(real) or written(resized(image, width), wanted)
                    file.write(contents[real])


def main() -> None:
    """Work off the queue of a data folder, then linger for a moment: uploads come in handfuls."""
    data, storage_url = Path(sys.argv[1]), sys.argv[2]
    os.nice(10)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for our parent; we end with it
    threading.Thread(target=_end_with_parent, daemon=True).start()
    store, waiting = open_store(data, storage_url), Waiting(data / "variants" / "waiting")
    last = time.monotonic()
    while time.monotonic() - last < LINGER_SECONDS:
        if (version := waiting.next()) is None:
            time.sleep(POLL_SECONDS)
            continue
        try:
            prepare(store, data / "variants", version)
        except (pyvips.Error, BytesMissing, OSError) as error:
            log.warning("variants of %s were not made: %s", version, error)
        waiting.done(version)
        last = time.monotonic()


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    main()
