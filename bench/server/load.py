"""Runs wrk, against several servers in turns."""

import re
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

CLIENTS = 32
UNITS = {"us": 0.001, "ms": 1.0, "s": 1000.0}


@dataclass(frozen=True, slots=True)
class Run:
    """Answers a second, the 99th percentile in milliseconds, and how many answers were refusals."""

    rate: float
    p99: float
    failed: int


def wrk(
    url: str, seconds: int, headers: Mapping[str, str] | None = None, *more: str, clients: int = CLIENTS
) -> Run:
    """One run of 32 clients on one thread; `more` is a script and what it is given."""
    options = [part for name, value in (headers or {}).items() for part in ("-H", f"{name}: {value}")]
    script = ["-s", more[0]] if more else []
    command = ["wrk", "-t1", f"-c{clients}", f"-d{seconds}s", "--latency", *options, *script, url]
    printed = subprocess.run(
        [*command, *(["--", *more[1:]] if more else [])], check=True, capture_output=True, text=True
    ).stdout
    rate = re.search(r"Requests/sec:\s+([\d.]+)", printed)
    p99 = re.search(r"99%\s+([\d.]+)(us|ms|s)", printed)
    bad = re.search(r"Non-2xx or 3xx responses: (\d+)", printed)
    if rate is None or p99 is None:
        raise RuntimeError(printed)
    return Run(float(rate[1]), float(p99[1]) * UNITS[p99[2]], int(bad[1]) if bad else 0)


def in_turns(rounds: int, contenders: Mapping[str, Callable[[], Run]]) -> dict[str, list[Run]]:
    """Each contender once a round, so that whatever else the machine does meets all of them."""
    found: dict[str, list[Run]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, ask in contenders.items():
            run = ask()
            if run.failed:
                raise RuntimeError(f"{name}: {run.failed} answers were refusals")
            found[name].append(run)
    return found


def rates(runs: Sequence[Run]) -> float:
    """The median rate."""
    return median(run.rate for run in runs)
