"""Metrics for Prometheus; without TAPIS_METRICS, `count_event` only looks into an empty dict.

The values are in files that all workers of one server map (`prometheus_client`'s multiprocess mode), so any
worker serves the sums. Label values are constants of this file, never from a request: arbitrary paths can't
exhaust memory, and no metric names a person.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.types import Scope

from tapis.gateway.background import run_in_background
from tapis.gateway.http_methods import METHODS
from tapis.gateway.services import SERVICES, find_service

if TYPE_CHECKING:
    from prometheus_client import Counter

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
# Names for `count_event`, and their descriptions.
EVENTS = {
    "uploads": "Pictures stored",
    "renders": "Variants of pictures made",
    "cache_hits": "Public reads answered from memory",
    "cache_misses": "Public reads that queried the database",
    "sign_in_failures": "Sign-ins refused for a wrong email or password",
    "mail_failures": "Mails that the mail server did not accept; the log says why",
    "notifications_sent": "Notifications that mail servers and push services accepted",
    "rate_limited": "Requests refused by a rate limit (429)",
    "overloads": "Requests refused because too many were in progress (503)",
    "swept_files": "Files removed because nothing refers to them",
    "unexpected_errors": "Responses of 500; the log has a stack trace of each",
}
SERVICE_NAMES = {prefix: prefix.split("/")[1] for prefix in SERVICES}
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
REFRESH_SECONDS = 1

Observe = Callable[[Scope, int, float], None]
# Name and description of each gauge → a function that returns its value.
Gauges = Mapping[tuple[str, str], Callable[[], float]]
_events: dict[str, "Counter"] = {}


def count_event(event: str, times: int = 1) -> None:
    counter = _events.get(event)
    if counter is not None:
        counter.inc(times)


def enable_metrics() -> Observe:
    """Enable the counters; returns the observer of responses. Needs PROMETHEUS_MULTIPROC_DIR."""
    from prometheus_client import Counter, Histogram  # noqa: PLC0415 – reads the variable when imported

    for name, meaning in EVENTS.items():
        _events[name] = Counter(f"tapis_{name}", meaning)
    requests = Counter("tapis_requests", "Requests answered", ("service", "verb", "status"))
    seconds = Histogram(
        "tapis_request_seconds", "From a request to the end of its response", ("service",), buckets=BUCKETS
    )
    counters: dict[tuple[str, str, int], Counter] = {}
    histograms = {service: seconds.labels(service) for service in (*SERVICE_NAMES.values(), "pages")}

    def observe(scope: Scope, status: int, duration: float) -> None:
        method = scope["method"]
        key = (service_from_path(scope["path"]), method if method in METHODS else "other", status // 100)
        if key not in counters:
            counters[key] = requests.labels(key[0], key[1], f"{key[2]}xx")
        counters[key].inc()
        histograms[key[0]].observe(duration)

    return observe


def service_from_path(path: str) -> str:
    return SERVICE_NAMES.get(find_service(path), "pages")


@asynccontextmanager
async def serve_metrics(address: str, gauges: Gauges, shared_gauges: Gauges) -> AsyncIterator[None]:
    """Serve sums over all workers, and `shared_gauges`, whose value is the same in each.

    Every worker listens, and the kernel picks one. Raises OSError.
    """
    from prometheus_client import CollectorRegistry, exposition, start_http_server  # noqa: PLC0415 – as above
    from prometheus_client.multiprocess import MultiProcessCollector  # noqa: PLC0415

    _remove_dead_workers()
    exposition.ThreadingWSGIServer.allow_reuse_port = True
    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    host, _, port = address.rpartition(":")
    start_http_server(int(port), host.strip("[]"), registry)
    async with run_in_background(partial(_refresh, gauges, shared_gauges)):
        yield


async def _refresh(gauges: Gauges, shared_gauges: Gauges) -> None:
    from prometheus_client import Gauge  # noqa: PLC0415 – as above

    sums = {Gauge(*names, multiprocess_mode="livesum"): value for names, value in gauges.items()}
    shared = {Gauge(*names, multiprocess_mode="livemax"): value for names, value in shared_gauges.items()}
    while True:
        for gauge, value in (sums | shared).items():
            gauge.set(value())
        await asyncio.sleep(REFRESH_SECONDS)


def _remove_dead_workers() -> None:
    """Drop the gauges of killed workers."""
    from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415 – as above

    for file in Path(os.environ[FOLDER]).glob("gauge_live*.db"):
        pid = int(file.stem.rpartition("_")[2])
        if not Path(f"/proc/{pid}").exists():
            mark_process_dead(pid)
