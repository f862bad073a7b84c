"""What one visitor costs: bytes over the wire, processor seconds of each part, time of the database."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from bench.load_test import database_statistics, resource_usage
from bench.load_test.recording import Recording, Visit, weight
from bench.load_test.scenario import Stage, megabytes_stored, wait_until_made
from bench.load_test.table import table
from bench.load_test.visitor_process import Crowd

# How many visits are averaged: those that write are dearer, and their pictures are made smaller afterwards.
VISITS = {"browse": 150, "again": 150, "without pictures": 300, "order": 20, "register": 10}
NAMES = {
    "again": "browse, second time",
    "without pictures": "browse, files from elsewhere",
}


@dataclass(frozen=True, slots=True)
class Cost:
    """One visit of a kind: requests, MB to and from the visitor, milliseconds by part and of SQL, MB kept."""

    requests: int
    down: float
    up: float
    busy: Mapping[str, float]
    database: float
    transactions: float
    stored: float


def costs(here: Stage, recording: Recording, visitors: Crowd, part: float) -> dict[str, Cost]:
    """Every kind of visit, so many times `part`, one after the other."""
    return {
        kind: _cost(here, recording, visitors, kind, max(2, round(visits * part)))
        for kind, visits in VISITS.items()
    }


def _cost(here: Stage, recording: Recording, visitors: Crowd, kind: str, visits: int) -> Cost:
    read, busy = database_statistics.read(here.shop, settled=True), here.parts.seconds()
    stored = megabytes_stored(here.shop)
    visitors.one_by_one(kind, visits)
    wait_until_made(here.shop)
    used = resource_usage.difference(here.parts.seconds(), busy)
    after = database_statistics.read(here.shop, settled=True)
    return Cost(
        *weight(recording.visits[kind]),
        {name: 1000 * seconds / visits for name, seconds in used.items()},
        (after.milliseconds - read.milliseconds) / visits,
        (after.transactions - read.transactions) / visits,
        (megabytes_stored(here.shop) - stored) / visits,
    )


def show(found: Mapping[str, Cost]) -> None:
    """Print the visits, a line each."""
    rows = [
        [
            NAMES.get(kind, kind),
            f"{cost.requests}",
            f"{cost.down:.2f}",
            f"{cost.up:.2f}",
            *(
                f"{cost.busy.get(part, 0.0):.1f}"
                for part in (resource_usage.GATEWAY, resource_usage.DATABASE, resource_usage.MAKER)
            ),
            f"{cost.database:.1f}",
            f"{cost.transactions:.1f}",
            f"{cost.stored:.1f}",
        ]
        for kind, cost in found.items()
    ]
    heads = "One visit|requests|MB down|MB up|gateway|PostgreSQL|variants|SQL|transactions|MB kept"
    print("\nMilliseconds of a core by part; SQL: milliseconds that statements took.\n")
    table(heads.split("|"), rows)


def show_pages(recording: Recording) -> None:
    """Print each public page by itself: requests and KB, on a phone and a desktop, first and again."""
    rows = []
    for path in recording.pages["phone"]:
        cells = [path]
        for device in ("phone", "desktop"):
            for time in ("first", "again"):
                requests, down, _ = weight(recording.pages[device][path][time])
                cells.append(f"{requests} · {down * 1000:,.0f}")
        rows.append(cells)
    print("\nEach page entered by itself and read to its end: requests · KB over the wire.\n")
    table(["Page", "phone, first", "phone, again", "desktop, first", "desktop, again"], rows)


def as_facts(found: Mapping[str, Cost]) -> dict[str, object]:
    """For the file."""
    return {kind: asdict(cost) for kind, cost in found.items()}


def page_facts(pages: Mapping[str, Mapping[str, Visit]]) -> dict[str, object]:
    """For the file: requests and MB of each page, entered first and again."""
    return {
        path: {
            time: dict(zip(("requests", "down", "up"), weight(visit), strict=True))
            for time, visit in of.items()
        }
        for path, of in pages.items()
    }
