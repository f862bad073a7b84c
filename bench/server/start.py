"""From the command to the first page, and what an idle shop holds in memory."""

import time
from pathlib import Path
from statistics import median

from bench.server.figures import Figure, limit
from tests.conftest import serving

STARTS = 5
IDLE_SECONDS = 15


def start(data: Path) -> list[Figure]:
    """Cold starts of a prepared shop, then the memory of the last, when nothing has happened for a while."""
    seconds, megabytes = [], 0.0
    for _ in range(STARTS):
        begun = time.monotonic()
        shop = serving(data)
        with shop:
            seconds.append(time.monotonic() - begun)
            if len(seconds) == STARTS and shop.process:
                time.sleep(IDLE_SECONDS)
                megabytes = memory_of_tree(shop.process.pid)
    return [
        limit("Cold start → first page, median of 5", median(seconds), "s", most=2),
        limit("Idle memory, server and PostgreSQL (PSS)", megabytes, "MB", most=200),
    ]


def memory_of_tree(pid: int) -> float:
    """Megabytes of a process and all below it; shared pages count in proportion."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    own = next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return own + sum(memory_of_tree(int(child)) for child in children)
