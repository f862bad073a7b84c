"""What the visitors of all Locust processes met: requests by kind, and how long they took."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Latencies:
    """Requests of one kind: how many, how many failed, and percentiles of their milliseconds."""

    requests: int
    failures: int
    p50: float
    p95: float
    p99: float


@dataclass(frozen=True, slots=True)
class Report:
    """All requests by kind and together, bytes received, visits by kind (or `failed`), processor seconds."""

    seconds: float
    requests: Mapping[str, Latencies]
    total: Latencies
    bytes: int
    visits: Mapping[str, int]
    errors: Sequence[str]
    locust: float


def merged(parts: Sequence[Mapping[str, Any]]) -> Report:
    """One report of what each process wrote down (`statistics_since_reset` in locustfile.py)."""
    by_name: defaultdict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for part in parts:
        for one in part["requests"]:
            by_name[one["name"]].append(one)
    return Report(
        max(part["seconds"] for part in parts),
        {name: _latencies(found) for name, found in by_name.items()},
        _latencies([one for part in parts for one in part["requests"]]),
        sum(part["bytes"] for part in parts),
        dict(sum((Counter(part["visits"]) for part in parts), Counter())),
        [error for part in parts for error in part["errors"]],
        sum(part["locust"] for part in parts),
    )


def _latencies(found: Sequence[Mapping[str, Any]]) -> Latencies:
    times: Counter[float] = Counter()
    for one in found:
        times.update({float(milliseconds): number for milliseconds, number in one["times"].items()})
    return Latencies(
        sum(one["requests"] for one in found),
        sum(one["failures"] for one in found),
        *(_percentile(times, part) for part in (0.5, 0.95, 0.99)),
    )


def _percentile(times: Mapping[float, int], part: float) -> float:
    """The milliseconds within which this part of all requests was answered; 0 without any."""
    left = part * sum(times.values())
    for milliseconds in sorted(times):
        left -= times[milliseconds]
        if left <= 0:
            return milliseconds
    return 0.0
