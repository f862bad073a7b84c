"""The season's night: the highest rate of visits that this machine holds, and five minutes at that rate."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from bench.load_test import database_statistics, resource_usage
from bench.load_test.database_statistics import Statement
from bench.load_test.scenario import Stage, unmade
from bench.load_test.table import table
from bench.load_test.visitor_process import Crowd

FIRST_RATE, STEP = 8.0, 1.5
TRIES, LOST_STEP = 3, 0.9  # a night that did not hold is tried again at so much of its rate
STEP_SECONDS, NIGHT_SECONDS, LEAST_SECONDS = 20, 300, 15
THINK_SECONDS, CYCLE_SECONDS = 4, 30
MOST_P95 = 500  # milliseconds, of all requests
LEAST_DONE = 0.9  # of the visits that should have begun, so many have ended


@dataclass(frozen=True, slots=True)
class Evening:
    """Some seconds at a rate: what the visitors met, and what that took."""

    rate: float
    met: Mapping[str, Any]
    busy: Mapping[str, float]
    database: float
    transactions: int
    memory: Mapping[str, float]
    unmade: int
    dearest: list[Statement]

    @property
    def done(self) -> float:
        """Visits a second that came to their end."""
        ended = sum(number for kind, number in self.met["visits"].items() if kind != "left")
        return float(ended / self.met["seconds"])

    @property
    def held(self) -> bool:
        """Whether nobody was refused, nobody waited, and everybody who came could finish."""
        calm = bool(self.met["failures"] == 0 and self.met["p95"] <= MOST_P95)
        return calm and self.done >= LEAST_DONE * self.rate


def highest_rate(here: Stage, visitors: Crowd, part: float) -> list[Evening]:
    """Steps up until one does not hold, then one step of half the size from the last that did."""
    rate = FIRST_RATE
    steps: list[Evening] = []
    while not steps or steps[-1].held:
        steps.append(evening(here, visitors, rate, STEP_SECONDS * part))
        show_step(steps[-1])
        rate *= STEP
    visitors.leave()
    steps.append(evening(here, visitors, rate / STEP**1.5, STEP_SECONDS * part))
    show_step(steps[-1])
    visitors.leave()
    return steps


def best(steps: list[Evening]) -> float:
    """The highest rate that held; less than the first where none did."""
    return max((step.rate for step in steps if step.held), default=FIRST_RATE / STEP)


def night(here: Stage, visitors: Crowd, rate: float, part: float) -> Evening:
    """So long at the highest rate that holds, this one or less."""
    found = evening(here, visitors, rate, NIGHT_SECONDS * part)
    visitors.leave()
    for _ in range(1, TRIES):
        if found.held:
            break
        show_step(found)
        found = evening(here, visitors, found.rate * LOST_STEP, NIGHT_SECONDS * part)
        visitors.leave()
    return found


def evening(here: Stage, visitors: Crowd, rate: float, seconds: float) -> Evening:
    """Everybody comes, then so many seconds are looked at."""
    seconds = max(seconds, LEAST_SECONDS)
    visitors.gather(rate, seconds, THINK_SECONDS, CYCLE_SECONDS)
    database_statistics.forget_statements(here.shop)
    here.parts.heaviest()
    read, busy = database_statistics.read(here.shop, settled=False), here.parts.seconds()
    met = visitors.outcome()
    used = resource_usage.difference(here.parts.seconds(), busy)
    after = database_statistics.read(here.shop, settled=False)
    return Evening(
        rate,
        met,
        used | {"visitors": met["locust"]},
        after.milliseconds - read.milliseconds,
        after.transactions - read.transactions,
        here.parts.heaviest(),
        unmade(here.shop),
        database_statistics.dearest(here.shop),
    )


def show_step(one: Evening) -> None:
    """Print one rate that was tried."""
    met = one.met
    held = "held" if one.held else "NOT HELD"
    cores = ", ".join(f"{part} {seconds / met['seconds']:.2f}" for part, seconds in one.busy.items())
    print(
        f"{one.rate:6.1f} visits/s: {one.done:.1f} done, {met['total'] / met['seconds']:,.0f} requests/s, "
        f"p95 {met['p95']:.0f} ms, {met['failures']} failures, {held}   (cores: {cores})",
        flush=True,
    )
    for error in met["errors"][:3]:
        print("        ", error)


def show_night(one: Evening) -> None:
    """Print what visitors met, by kind of request, and where the time went."""
    met, seconds = one.met, one.met["seconds"]
    megabits = met["bytes"] * 8 / 1e6 / seconds
    print(
        f"\n{seconds:.0f} seconds at {one.rate:.1f} visits/s: {met['total'] / seconds:,.0f} requests/s, "
        f"{megabits:,.0f} Mbit/s, {met['failures']} errors; {one.unmade} pictures still without variants.\n"
    )
    rows = [
        [name, f"{of['requests']:,}", f"{of['failures']}", *(f"{of[p]:.0f}" for p in ("p50", "p95", "p99"))]
        for name, of in sorted(met["requests"].items(), key=lambda item: -item[1]["requests"])
    ]
    table(["Request", "number", "errors", "p50 ms", "p95 ms", "p99 ms"], rows)
    print()
    rows = [
        [part, f"{used / seconds:.2f}", f"{one.memory.get(part, 0):.0f}" if part in one.memory else ""]
        for part, used in sorted(one.busy.items(), key=lambda item: -item[1])
    ]
    table(["Part", "cores used", "MB at most"], rows)
    busy = one.database / 1000 / seconds
    print(f"\nStatements ran {busy:.2f} s a second, {one.transactions / seconds:,.0f} transactions/s:\n")
    rows = [
        [f"`{of.text}`", f"{of.calls / seconds:,.1f}", f"{of.milliseconds / max(1, of.calls):.3f}"]
        for of in one.dearest
    ]
    table(["Statement", "a second", "ms each"], rows)


def as_facts(one: Evening) -> dict[str, Any]:
    """For the file."""
    return asdict(one) | {"done": one.done, "held": one.held}
