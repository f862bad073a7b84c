"""Cost of one visit: bytes over the wire, processor time of each part, time of SQL statements."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from bench.load_test import database_statistics, resource_usage
from bench.load_test.recording import Recording, Visit, weight
from bench.load_test.scenario import LoadTestShop, megabytes_stored
from bench.load_test.table import table
from bench.load_test.visitor_process import Visitors
from bench.prepared_sizes import make_missing_sizes

# How many visits are averaged; those that write cost more, and produce variants afterwards.
VISITS = {"browse": 150, "again": 150, "without pictures": 300, "order": 20, "register": 10}
NAMES = {
    "again": "browse, second time",
    "without pictures": "browse, files on a CDN",
}


@dataclass(frozen=True, slots=True)
class Cost:
    """One visit of a kind: requests, MB each way, milliseconds by part and of SQL, MB stored."""

    requests: int
    down: float
    up: float
    cpu_seconds: Mapping[str, float]
    database: float
    transactions: float
    stored: float


def costs(target: LoadTestShop, recording: Recording, visitors: Visitors, part: float) -> dict[str, Cost]:
    """Measure every kind of visit, one after the other, `part` of the full number each."""
    return {
        kind: _cost(target, recording, visitors, kind, max(2, round(visits * part)))
        for kind, visits in VISITS.items()
    }


def _cost(target: LoadTestShop, recording: Recording, visitors: Visitors, kind: str, visits: int) -> Cost:
    read, cpu_seconds = database_statistics.read(target.shop, after_flush=True), target.monitor.seconds()
    stored = megabytes_stored(target.shop)
    visitors.one_by_one(kind, visits)
    make_missing_sizes(target.shop)
    used = resource_usage.difference(target.monitor.seconds(), cpu_seconds)
    after = database_statistics.read(target.shop, after_flush=True)
    return Cost(
        *weight(recording.visits[kind]),
        {name: 1000 * seconds / visits for name, seconds in used.items()},
        (after.milliseconds - read.milliseconds) / visits,
        (after.transactions - read.transactions) / visits,
        (megabytes_stored(target.shop) - stored) / visits,
    )


def print_costs(found: Mapping[str, Cost]) -> None:
    """Print one row for each kind of visit."""
    rows = [
        [
            NAMES.get(kind, kind),
            f"{cost.requests}",
            f"{cost.down:.2f}",
            f"{cost.up:.2f}",
            *(
                f"{cost.cpu_seconds.get(part, 0.0):.1f}"
                for part in (resource_usage.GATEWAY, resource_usage.DATABASE, resource_usage.VARIANTS)
            ),
            f"{cost.database:.1f}",
            f"{cost.transactions:.1f}",
            f"{cost.stored:.1f}",
        ]
        for kind, cost in found.items()
    ]
    heads = "One visit|requests|MB down|MB up|gateway|PostgreSQL|variants|SQL|transactions|MB stored"
    print("\nMilliseconds of a core by part; SQL: milliseconds that statements took.\n")
    table(heads.split("|"), rows)


def print_pages(recording: Recording) -> None:
    """Print requests and KB of each public page, on a phone and a desktop, with an empty and a warm cache."""
    rows = []
    for path in recording.pages["phone"]:
        cells = [path]
        for device in ("phone", "desktop"):
            for time in ("first", "again"):
                requests, down, _ = weight(recording.pages[device][path][time])
                cells.append(f"{requests} · {down * 1000:,.0f}")
        rows.append(cells)
    print("\nEach page opened by itself and scrolled to its end: requests · KB over the wire.\n")
    table(["Page", "phone, first", "phone, again", "desktop, first", "desktop, again"], rows)


def as_json(found: Mapping[str, Cost]) -> dict[str, object]:
    return {kind: asdict(cost) for kind, cost in found.items()}


def pages_as_json(pages: Mapping[str, Mapping[str, Visit]]) -> dict[str, object]:
    """Requests and MB of each page, with an empty and a warm cache."""
    return {
        path: {
            time: dict(zip(("requests", "down", "up"), weight(visit), strict=True))
            for time, visit in of.items()
        }
        for path, of in pages.items()
    }
