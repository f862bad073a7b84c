"""Progress of long commands on standard error: one updated line on a terminal, occasional lines in a log.

Nothing is printed for work of less than two seconds.
"""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TextIO, TypeVar

SILENT_SECONDS = 2.0
# Between two lines: on a terminal, and in a log.
TERMINAL_SECONDS, LOG_SECONDS = 0.2, 15.0
Item = TypeVar("Item")


class Progress:
    """Call it for each completed item of `total`."""

    def __init__(
        self,
        label: str,
        total: int,
        output: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._label = label
        self._total = total
        self._done = 0
        self._output = output or sys.stderr
        self._clock = clock
        self._start = self._last = clock()
        self._width = 0

    def __call__(self) -> None:
        self._done += 1
        now = self._clock()
        pause = TERMINAL_SECONDS if self._output.isatty() else LOG_SECONDS
        if now - self._start >= SILENT_SECONDS and now - self._last >= pause:
            self._last = now
            self._write(f"{self._label}: {self._done:,} of {self._total:,}, {self._time_left(now)} left")

    def close(self) -> None:
        """Clear the line before the command's own output."""
        if self._width:
            self._output.write(f"\r{' ' * self._width}\r")
            self._output.flush()

    def _write(self, line: str) -> None:
        if self._output.isatty():
            self._output.write(f"\r{line.ljust(self._width)}")
            self._width = max(self._width, len(line))
        else:
            self._output.write(f"{line}\n")
        self._output.flush()

    def _time_left(self, now: float) -> str:
        seconds = round((now - self._start) / self._done * (self._total - self._done))
        return f"{seconds} s" if seconds < 100 else f"{round(seconds / 60)} min"


def with_progress(label: str, items: Iterable[Item]) -> Iterator[Item]:
    """Yield the items; each is counted when the next is requested."""
    items = list(items)
    progress = Progress(label, len(items))
    try:
        for item in items:
            yield item
            progress()
    finally:
        progress.close()
