"""Processor time and memory of each part of the shop, read from /proc."""

import os
import threading
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from tests.process_tree import Tree, descendants

GATEWAY, DATABASE, VARIANTS, RENDERING = "gateway", "PostgreSQL", "variants", "rendering"
TICKS = os.sysconf("SC_CLK_TCK")
SAMPLE_SECONDS = 0.25
SAMPLES_PER_MEMORY_SAMPLE = 20  # summing up memory costs more than reading processor time

Seconds = Mapping[str, float]


class ResourceMonitor(threading.Thread):
    """Samples all processes of a running shop; the last sample of a process that ended counts."""

    def __init__(self, tree: Tree) -> None:
        super().__init__(daemon=True)
        self._tree = tree
        self._lock = threading.Lock()
        self._ended: dict[str, float] = defaultdict(float)
        self._alive: dict[tuple[int, str], tuple[str, float]] = {}
        self._peak_memory: dict[str, float] = {}
        self._samples = 0
        self.start()

    def run(self) -> None:
        """Sample until the program ends."""
        pause = threading.Event()
        while not pause.wait(SAMPLE_SECONDS):
            self._sample_cpu()
            self._samples += 1
            if self._samples % SAMPLES_PER_MEMORY_SAMPLE == 0:
                self._sample_memory()

    def seconds(self) -> Seconds:
        """Processor seconds of each part since the start; compare two readings."""
        self._sample_cpu()
        with self._lock:
            used = self._ended.copy()
            for part, seconds in self._alive.values():
                used[part] += seconds
            return dict(used)

    def peak_memory(self) -> Mapping[str, float]:
        """MB of each part at the highest sample since the last call."""
        with self._lock:
            found, self._peak_memory = self._peak_memory, {}
        return dict(found)

    def _sample_cpu(self) -> None:
        with self._lock:
            current = {}
            for pid, part in self._processes():
                with suppress(OSError, IndexError):
                    facts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                    used = (int(facts[11]) + int(facts[12])) / TICKS
                    current[pid, facts[19]] = (part, used)
            for process, (part, seconds) in self._alive.items():
                if process not in current:
                    self._ended[part] += seconds
            self._alive = current

    def _sample_memory(self) -> None:
        memory: dict[str, float] = defaultdict(float)
        for pid, part in self._processes():
            with suppress(OSError):
                lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
                kilobytes = sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
                memory[part] += kilobytes / 1024
        with self._lock:
            if sum(memory.values()) > sum(self._peak_memory.values()):
                self._peak_memory = memory

    def _processes(self) -> list[tuple[int, str]]:
        postgres = {self._tree.postmaster, *descendants(self._tree.postmaster)}
        return [(pid, DATABASE if pid in postgres else _part(pid)) for pid in {*self._tree.all(), *postgres}]


def _part(pid: int) -> str:
    with suppress(OSError):
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
        if b"tapis.gateway.storage.images.worker" in command and os.getpriority(os.PRIO_PROCESS, pid):
            return VARIANTS
        if b"renderer.py" in command:
            return RENDERING
    return GATEWAY


def difference(after: Seconds, before: Seconds) -> dict[str, float]:
    """The differences of two readings, by part."""
    return {part: after[part] - before.get(part, 0.0) for part in after}
