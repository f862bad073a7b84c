"""What is counted while the shop runs; while nobody watches, counting is a look into an empty table.

Numbers lie in files that all workers of one server map (`prometheus_client`'s multiprocess mode), so
whichever worker is asked tells the sum. Labels are words of this file, never of a request: nobody can fill
the memory by asking for strange addresses, and no count names a person.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.types import Scope

if TYPE_CHECKING:
    from prometheus_client import Counter

# What services count by `count(name)`, and what it means.
EVENTS = {
    "uploads": "Pictures stored",
    "renders": "Smaller versions of pictures made",
    "cache_hits": "Public reads answered from memory",
    "cache_misses": "Public reads that asked the database",
    "sign_in_failures": "Sign-ins refused for a wrong email or password",
    "mail_failures": "Mails that the mail server did not take",
    "rate_limited": "Requests refused because somebody tried too often",
    "overloads": "Requests refused because too much was in work",
    "swept_files": "Files removed because nothing refers to them",
    "unexpected_errors": "Answers of 500",
}
SERVICES = ("auth", "rest", "storage")
VERBS = frozenset({"GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"})
DURATIONS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

Observe = Callable[[Scope, int, float], None]
_events: dict[str, "Counter"] = {}


def count(event: str, times: int = 1) -> None:
    """Count something of EVENTS."""
    counter = _events.get(event)
    if counter is not None:
        counter.inc(times)


def start_counting() -> Observe:
    """Count from now on; returns what takes each answered request: its scope, status, seconds.

    The numbers' files lie in the folder named by PROMETHEUS_MULTIPROC_DIR, which must be set before.
    """
    from prometheus_client import Counter, Histogram  # noqa: PLC0415 – reads the folder's name when imported

    for name, meaning in EVENTS.items():
        _events[name] = Counter(f"tapis_{name}", meaning)
    requests = Counter("tapis_requests", "Requests answered", ("service", "verb", "status"))
    seconds = Histogram(
        "tapis_request_seconds", "How long an answer took to begin and end", ("service",), buckets=DURATIONS
    )
    asked: dict[tuple[str, str, int], Counter] = {}
    took = {service: seconds.labels(service) for service in (*SERVICES, "pages")}

    def observe(scope: Scope, status: int, duration: float) -> None:
        verb = scope["method"]
        key = (requests_of(scope["path"]), verb if verb in VERBS else "other", status // 100)
        if key not in asked:
            asked[key] = requests.labels(key[0], key[1], f"{key[2]}xx")
        asked[key].inc()
        took[key[0]].observe(duration)

    return observe


def requests_of(path: str) -> str:
    """The service that an address belongs to."""
    first, _, rest = path[1:].partition("/")
    return first if first in SERVICES and rest.startswith("v1") else "pages"
