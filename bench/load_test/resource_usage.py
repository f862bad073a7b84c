"""What each part of the shop uses of the processors and of the memory, read from /proc."""

import os
import threading
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from tests.process_tree import Tree, descendants

GATEWAY, DATABASE, MAKER, DRAWING = "gateway", "PostgreSQL", "variants", "drawing"
TICKS = os.sysconf("SC_CLK_TCK")
LOOK_SECONDS = 0.25
WEIGH_EVERY = 20  # looks: to add up memory costs more than to read clocks

Seconds = Mapping[str, float]


class Parts(threading.Thread):
    """Looks at all processes of an open shop, again and again: of those that end, the last look counts."""

    def __init__(self, tree: Tree) -> None:
        super().__init__(daemon=True)
        self._tree = tree
        self._guard = threading.Lock()
        self._ended: dict[str, float] = defaultdict(float)
        self._alive: dict[tuple[int, str], tuple[str, float]] = {}
        self._heaviest: dict[str, float] = {}
        self._looks = 0
        self.start()

    def run(self) -> None:
        """Until the program ends."""
        pause = threading.Event()
        while not pause.wait(LOOK_SECONDS):
            self._look()
            self._looks += 1
            if self._looks % WEIGH_EVERY == 0:
                self._weigh()

    def seconds(self) -> Seconds:
        """Processor seconds of each part since it began; differences of two readings are what counts."""
        self._look()
        with self._guard:
            used = self._ended.copy()
            for part, seconds in self._alive.values():
                used[part] += seconds
            return dict(used)

    def heaviest(self) -> Mapping[str, float]:
        """MB of each part at the heaviest moment since the last time this was asked."""
        with self._guard:
            found, self._heaviest = self._heaviest, {}
        return dict(found)

    def _look(self) -> None:
        with self._guard:
            now = {}
            for pid, part in self._processes():
                with suppress(OSError, IndexError):
                    facts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                    used = (int(facts[11]) + int(facts[12])) / TICKS
                    now[pid, facts[19]] = (part, used)
            for process, (part, seconds) in self._alive.items():
                if process not in now:
                    self._ended[part] += seconds
            self._alive = now

    def _weigh(self) -> None:
        weighed: dict[str, float] = defaultdict(float)
        for pid, part in self._processes():
            with suppress(OSError):
                lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
                kilobytes = sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
                weighed[part] += kilobytes / 1024
        with self._guard:
            if sum(weighed.values()) > sum(self._heaviest.values()):
                self._heaviest = weighed

    def _processes(self) -> list[tuple[int, str]]:
        postgres = {self._tree.postmaster, *descendants(self._tree.postmaster)}
        return [(pid, DATABASE if pid in postgres else _part(pid)) for pid in {*self._tree.all(), *postgres}]


def _part(pid: int) -> str:
    with suppress(OSError):
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
        if b"tapis.gateway.storage.variants.worker" in command:
            return MAKER
        if b"renderer.py" in command:
            return DRAWING
    return GATEWAY


def difference(after: Seconds, before: Seconds) -> dict[str, float]:
    """What was used in between, by part."""
    return {part: after[part] - before.get(part, 0.0) for part in after}
