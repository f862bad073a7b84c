"""Load profile: the highest rate of visits that this machine holds, and five minutes at it."""

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from bench.load_test import database_statistics, resource_usage
from bench.load_test.database_statistics import Statement
from bench.load_test.scenario import LoadTestShop
from bench.load_test.table import table
from bench.load_test.visitor_process import Visitors
from bench.load_test.visitor_report import Report
from bench.prepared_sizes import missing_sizes

FIRST_RATE, STEP = 8.0, 1.5
TRIES, RETRY_FACTOR = 3, 0.9  # a sustained run that did not hold is repeated at this part of its rate
STEP_SECONDS, SUSTAINED_SECONDS, MINIMUM_SECONDS = 20, 300, 15
THINK_SECONDS, CYCLE_SECONDS = 4, 30
VISITORS = "visitors"  # the part of the processor time that is not the shop's
MAXIMUM_P95 = 500  # milliseconds, over all requests
MINIMUM_COMPLETED = 0.9  # part of the started visits that must complete


@dataclass(frozen=True, slots=True)
class RateResult:
    """One run at a rate: the visitors' report and the resources used."""

    rate: float
    report: Report
    cpu_seconds: Mapping[str, float]
    database: float
    transactions: int
    memory: Mapping[str, float]
    pending_variants: int
    slowest_statements: list[Statement]

    @property
    def completed(self) -> float:
        """Completed visits per second."""
        ended = sum(number for kind, number in self.report.visits.items() if kind != "failed")
        return float(ended / self.report.seconds)

    @property
    def held(self) -> bool:
        """Whether no request failed, latency stayed low and nearly all visits completed."""
        is_responsive = bool(self.report.total.failures == 0 and self.report.total.p95 <= MAXIMUM_P95)
        return is_responsive and self.completed >= MINIMUM_COMPLETED * self.rate

    def rate_alone(self, cores: int) -> float:
        """Visits a second with which the shop alone fills so many cores, at its cost in this run."""
        of_shop = sum(seconds for part, seconds in self.cpu_seconds.items() if part != VISITORS)
        return self.completed * cores * self.report.seconds / of_shop


def highest_rate(target: LoadTestShop, visitors: Visitors, part: float) -> list[RateResult]:
    """Increase the rate until it does not hold, then try half a step above the last that did."""
    rate = FIRST_RATE
    steps: list[RateResult] = []
    while not steps or steps[-1].held:
        steps.append(run_at_rate(target, visitors, rate, STEP_SECONDS * part))
        print_step(steps[-1])
        rate *= STEP
    visitors.stop()
    steps.append(run_at_rate(target, visitors, rate / STEP**1.5, STEP_SECONDS * part))
    print_step(steps[-1])
    visitors.stop()
    return steps


def best(steps: list[RateResult]) -> float:
    """The highest rate that held, or one step below the first if none did."""
    return max((step.rate for step in steps if step.held), default=FIRST_RATE / STEP)


def sustained_run(target: LoadTestShop, visitors: Visitors, rate: float, part: float) -> RateResult:
    """Run for five minutes at this rate, or at a lower one if it does not hold."""
    found = run_at_rate(target, visitors, rate, SUSTAINED_SECONDS * part)
    visitors.stop()
    for _ in range(1, TRIES):
        if found.held:
            break
        print_step(found)
        found = run_at_rate(target, visitors, found.rate * RETRY_FACTOR, SUSTAINED_SECONDS * part)
        visitors.stop()
    return found


def run_at_rate(target: LoadTestShop, visitors: Visitors, rate: float, seconds: float) -> RateResult:
    """Ramp up to a rate, then measure for `seconds`."""
    seconds = max(seconds, MINIMUM_SECONDS)
    visitors.start(rate, seconds, THINK_SECONDS, CYCLE_SECONDS)
    database_statistics.reset_statements(target.shop)
    target.monitor.peak_memory()
    read, cpu_seconds = database_statistics.read(target.shop, after_flush=False), target.monitor.seconds()
    report = visitors.results()
    used = resource_usage.difference(target.monitor.seconds(), cpu_seconds)
    after = database_statistics.read(target.shop, after_flush=False)
    return RateResult(
        rate,
        report,
        used | {VISITORS: report.locust},
        after.milliseconds - read.milliseconds,
        after.transactions - read.transactions,
        target.monitor.peak_memory(),
        len(missing_sizes(target.shop)),
        database_statistics.slowest_statements(target.shop),
    )


def print_step(one: RateResult) -> None:
    """Print one rate of the search."""
    report = one.report
    held = "held" if one.held else "NOT HELD"
    cores = ", ".join(f"{part} {seconds / report.seconds:.2f}" for part, seconds in one.cpu_seconds.items())
    print(
        f"{one.rate:6.1f} visits/s: {one.completed:.1f} completed, "
        f"{report.total.requests / report.seconds:,.0f} requests/s, "
        f"p95 {report.total.p95:.0f} ms, {report.total.failures} failures, {held}   (cores: {cores})",
        flush=True,
    )
    for error in report.errors[:3]:
        print("        ", error)


def print_sustained_run(one: RateResult) -> None:
    """Print latencies by kind of request, resources by part, and the slowest statements."""
    report, seconds = one.report, one.report.seconds
    megabits = report.bytes * 8 / 1e6 / seconds
    print(
        f"\n{seconds:.0f} seconds at {one.rate:.1f} visits/s: "
        f"{report.total.requests / seconds:,.0f} requests/s, {megabits:,.0f} Mbit/s, "
        f"{report.total.failures} errors; {one.pending_variants} images still without variants.\n"
    )
    rows = [
        [name, f"{of.requests:,}", f"{of.failures}", *(f"{ms:.0f}" for ms in (of.p50, of.p95, of.p99))]
        for name, of in sorted(report.requests.items(), key=lambda item: -item[1].requests)
    ]
    table(["Request", "number", "errors", "p50 ms", "p95 ms", "p99 ms"], rows)
    print()
    rows = [
        [part, f"{used / seconds:.2f}", f"{one.memory.get(part, 0):.0f}" if part in one.memory else ""]
        for part, used in sorted(one.cpu_seconds.items(), key=lambda item: -item[1])
    ]
    table(["Part", "cores used", "MB, peak"], rows)
    cores = os.cpu_count() or 1
    print(f"\nWithout the visitors the shop fills {cores} cores at {one.rate_alone(cores):.0f} visits/s.")
    statement_seconds = one.database / 1000 / seconds
    print(
        f"\nStatements ran {statement_seconds:.2f} s a second, "
        f"{one.transactions / seconds:,.0f} transactions/s:\n"
    )
    rows = [
        [f"`{of.text}`", f"{of.calls / seconds:,.1f}", f"{of.milliseconds / max(1, of.calls):.3f}"]
        for of in one.slowest_statements
    ]
    table(["Statement", "a second", "ms each"], rows)


def as_json(one: RateResult) -> dict[str, Any]:
    alone = one.rate_alone(os.cpu_count() or 1)
    return asdict(one) | {"completed": one.completed, "held": one.held, "rate_alone": alone}
