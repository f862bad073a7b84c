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
class Look:
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
        self.looks: list[Look] = []

    def run(self) -> None:
        """Look, and look again."""
        with self._client as client:
            while not self._closing.wait(PAUSE):
                began = time.monotonic()
                try:
                    is_answered = client.get(self._path).status_code == 200
                except httpx.TransportError:
                    is_answered = False
                self.looks.append(Look(began, time.monotonic(), is_answered))

    def during(self, since: float, until: float) -> list[Look]:
        """Those that overlap with this time."""
        return [look for look in self.looks if look.ended >= since and look.began <= until]

    def gap(self, since: float, until: float) -> float:
        """The longest time in which no request was answered."""
        times = [look.ended for look in self.during(since, until) if look.is_answered]
        marks = [since, *times, until]
        return max(after - before for before, after in pairwise(marks))

    def failures(self, since: float, until: float) -> str:
        """How many of them failed, and how long the slowest one that was answered took."""
        looks = self.during(since, until)
        failed = sum(not look.is_answered for look in looks)
        slowest = max((look.ended - look.began for look in looks if look.is_answered), default=0.0)
        return f"{failed} of {len(looks):,}, the slowest answer after {slowest:.2f} s"
