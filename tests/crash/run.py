"""Kills the shop at random instants while people order, and counts what is lost."""

import argparse
import random
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tapis import postgres
from tests import conftest
from tests.crash.audit import Findings, audit
from tests.crash.ledger import Ledger
from tests.crash.people import Ada, Person, Tom
from tests.crash.shop import KINDS, Kind, Shop
from tests.examples import put, row

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

    kills: Counter[str] = field(default_factory=Counter)
    recoveries: list[tuple[float, str]] = field(default_factory=list)
    seconds: float = 0.0
    surprises: list[str] = field(default_factory=list)
    findings: Findings | None = None
    ledger: Ledger | None = None
    retries: int = 0


def crash(data: Path, plan: Plan) -> Outcome:
    """Open a shop in `data`, kill it as planned, and compare what it holds with what it acknowledged."""
    shop, outcome = Shop(data), Outcome()
    shop.open()
    try:
        door = _door(shop)
        ledger = outcome.ledger = Ledger(data.with_suffix(".ledger"))
        closing = threading.Event()
        ada, toms = _people(door, ledger, closing)
        people: list[Person] = [ada, *toms]
        checksums = ada.show_all()
        start = time.monotonic()
        for person in people:
            person.start()
        try:
            _kill_as_planned(shop, plan, outcome, people)
        finally:
            closing.set()
            for person in people:
                person.join()
        outcome.seconds = time.monotonic() - start
        outcome.retries = sum(person.connection.failures for person in people)
        outcome.surprises = [str(person.surprise) for person in people if person.surprise]
        outcome.findings = audit(door, ledger, checksums)
    finally:
        shop.close()
    return outcome


def _door(shop: Shop) -> conftest.Shop:
    """The ways to ask the shop; they outlive every kill."""
    keys = shop.keys()
    with postgres.borrow(shop.data) as urls:
        return conftest.Shop(shop.url, shop.data, keys["anon_key"], keys["service_key"], urls.superuser)


def _people(door: conftest.Shop, ledger: Ledger, closing: threading.Event) -> tuple[Ada, list[Tom]]:
    ada = Ada(door, door.account("admin"), ledger, closing)
    product = put(door.sql, "products", row("products", ada.account.user_id))
    toms = [Tom(door, door.account("talent"), ledger, closing) for _ in range(TOMS)]
    for tom in toms:
        tom.product = product
    return ada, toms


def _kill_as_planned(shop: Shop, plan: Plan, outcome: Outcome, people: list[Person]) -> None:
    chance = random.Random(plan.seed)
    assert outcome.ledger
    kinds = [KINDS[number % len(KINDS)] for number in range(plan.kills)]
    chance.shuffle(kinds)
    for kind in kinds:
        time.sleep(chance.uniform(0, 2 * plan.seconds_between))
        _kill(shop, kind, chance, outcome)
        if any(person.surprise for person in people):
            return
    while len(outcome.ledger.orders) < plan.orders and all(person.is_alive() for person in people):
        time.sleep(0.1)


def _kill(shop: Shop, kind: Kind, chance: random.Random, outcome: Outcome) -> None:
    assert outcome.ledger
    recovery = outcome.ledger.begin_recovery()
    kind.strike(shop.tree, chance)
    if kind.opens_again:
        shop.open_again()
    if not recovery.over.wait(PATIENCE):
        raise TimeoutError(f"no order was acknowledged for {PATIENCE:.0f} s after the {kind.name} was killed")
    outcome.kills[kind.name] += 1
    outcome.recoveries.append((recovery.seconds or 0.0, kind.name))


def summary(outcome: Outcome) -> str:
    """The figures, one a line."""
    assert outcome.ledger
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
        "tapis doctor": found.doctor or "finds nothing",
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
    return 0 if outcome.findings and outcome.findings.are_none and not outcome.surprises else 1


if __name__ == "__main__":
    sys.exit(main())
