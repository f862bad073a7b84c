"""Visitors who read all the time; when they were answered, and when not."""

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import httpx

PAUSE = 0.05
TIMEOUT = 30.0


@dataclass(frozen=True, slots=True)
class Read:
    """One request: when it began and ended, and whether it was answered."""

    began: float
    ended: float
    is_answered: bool


class Visitor(threading.Thread):
    """Reads one address until the run ends."""

    def __init__(self, url: str, path: str, headers: Mapping[str, str], closing: threading.Event) -> None:
        super().__init__(name=path)
        self._client = httpx.Client(base_url=url, headers=headers, timeout=TIMEOUT)
        self._path, self._closing = path, closing
        self.reads: list[Read] = []

    def run(self) -> None:
        """Read, and read again."""
        with self._client as client:
            while not self._closing.wait(PAUSE):
                began = time.monotonic()
                try:
                    is_answered = client.get(self._path).status_code == 200
                except httpx.TransportError:
                    is_answered = False
                self.reads.append(Read(began, time.monotonic(), is_answered))

    def during(self, since: float, until: float) -> list[Read]:
        """Those that overlap with this time."""
        return [read for read in self.reads if read.ended >= since and read.began <= until]

    def gap(self, since: float, until: float) -> float:
        """The longest time in which no request was answered."""
        times = [read.ended for read in self.during(since, until) if read.is_answered]
        marks = [since, *times, until]
        return max(after - before for before, after in pairwise(marks))

    def failures(self, since: float, until: float) -> str:
        """How many of them failed, and how long the slowest one that was answered took."""
        reads = self.during(since, until)
        failed = sum(not read.is_answered for read in reads)
        slowest = max((read.ended - read.began for read in reads if read.is_answered), default=0.0)
        return f"{failed} of {len(reads):,}, the slowest answer after {slowest:.2f} s"
