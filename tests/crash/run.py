"""Kills the shop at random instants while people order, and counts what is lost."""

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tests.crash.acknowledged_writes import Ledger
from tests.crash.harness import CrashHarness, besiege
from tests.crash.killable_shop import KINDS, Kind
from tests.crash.verification import Findings, doctor
from tests.crash.workload import Person

TOMS = 8
# A shop that has not recovered by then never will.
PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class Plan:
    """How many kills, at least how many orders, and how long the shop works between two kills on average."""

    kills: int
    orders: int
    seconds_between: float
    seed: int


@dataclass(slots=True)
class Outcome:
    """What a run found."""

    ledger: Ledger
    kills: Counter[str] = field(default_factory=Counter)
    recoveries: list[tuple[float, str]] = field(default_factory=list)
    seconds: float = 0.0
    surprises: list[str] = field(default_factory=list)
    findings: Findings | None = None
    doctor: str = ""
    retries: int = 0

    @property
    def is_clean(self) -> bool:
        """Whether nothing is wrong."""
        return bool(self.findings and self.findings.are_none and not self.surprises and not self.doctor)


def crash(data: Path, plan: Plan) -> Outcome:
    """Open a shop in `data`, kill it as planned, and compare what it holds with what it acknowledged."""
    with besiege(data, TOMS) as harness:
        outcome = Outcome(harness.ledger)
        people: list[Person] = [harness.ada, *harness.toms]
        start = time.monotonic()
        for person in people:
            person.start()
        try:
            _kill_as_planned(harness, plan, outcome, people)
        finally:
            harness.closing.set()
            for person in people:
                person.join()
        outcome.seconds = time.monotonic() - start
        outcome.retries = sum(person.connection.failures for person in people)
        outcome.surprises = [str(person.surprise) for person in people if person.surprise]
        outcome.findings = harness.audit()
        outcome.doctor = doctor(data)
    return outcome


def _kill_as_planned(harness: CrashHarness, plan: Plan, outcome: Outcome, people: list[Person]) -> None:
    chance = random.Random(plan.seed)
    kinds = [KINDS[number % len(KINDS)] for number in range(plan.kills)]
    chance.shuffle(kinds)
    for kind in kinds:
        time.sleep(chance.uniform(0, 2 * plan.seconds_between))
        _kill(harness, kind, chance, outcome)
        if any(person.surprise for person in people):
            return
    while len(harness.ledger.orders) < plan.orders and all(person.is_alive() for person in people):
        time.sleep(0.1)


def _kill(harness: CrashHarness, kind: Kind, chance: random.Random, outcome: Outcome) -> None:
    recovery = harness.ledger.begin_recovery()
    kind.strike(harness.shop.tree, chance)
    if kind.opens_again:
        harness.shop.open_again()
    if not recovery.over.wait(PATIENCE):
        raise TimeoutError(f"no order was acknowledged for {PATIENCE:.0f} s after the {kind.name} was killed")
    outcome.kills[kind.name] += 1
    outcome.recoveries.append((recovery.seconds or 0.0, kind.name))


def summary(outcome: Outcome) -> str:
    """The figures, one a line."""
    assert outcome.findings
    found, ledger = outcome.findings, outcome.ledger
    kinds = ", ".join(f"{name} {count}" for name, count in sorted(outcome.kills.items()))
    seconds = sorted(took for took, _ in outcome.recoveries) or [0.0]
    figures = {
        "kills -9": f"{outcome.kills.total()} in {outcome.seconds:.0f} s ({kinds})",
        "acknowledged orders": f"{len(ledger.orders):,}, each with a picture of its own",
        "acknowledged uploads": f"{len(ledger.uploads):,}",
        "acknowledged public rows": f"{len(ledger.rows):,}",
        "requests sent again": f"{outcome.retries:,}",
        "orders lost": len(found.lost),
        "orders doubled": len(found.doubled),
        "orders changed": len(found.changed),
        "orders never sent": len(found.unasked),
        "pictures lost or changed": len(found.pictures),
        "public rows lost or changed": len(found.rows),
        "surprising answers": " ".join([str(len(outcome.surprises)), *outcome.surprises[:3]]),
        "tapis doctor": outcome.doctor or "finds nothing",
        "recovery": f"median {statistics.median(seconds):.2f} s, worst {seconds[-1]:.2f} s",
    }
    longest = {kind: max(took for took, of in outcome.recoveries if of == kind) for kind in outcome.kills}
    worst = {f"  after a kill of {kind}": f"worst {longest[kind]:.2f} s" for kind in sorted(longest)}
    return "\n".join(f"{name:36} {value}" for name, value in (figures | worst).items())


def main(arguments: list[str] | None = None) -> int:
    """Run, print one summary; 1 when anything was lost, doubled or changed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--orders", type=int, default=50_000)
    parser.add_argument("--seconds-between", type=float, default=2.5)
    parser.add_argument("--seed", type=int, default=1976)
    with tempfile.TemporaryDirectory(prefix="tapis-crash-") as folder:
        outcome = crash(Path(folder) / "data", Plan(**vars(parser.parse_args(arguments))))
    sys.stdout.write(summary(outcome) + "\n")
    return 0 if outcome.is_clean else 1


if __name__ == "__main__":
    sys.exit(main())
