"""Kills the shop at random moments under load, and counts lost writes."""

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
from tests.crash.books import find_imbalances
from tests.crash.casting import PEOPLE, find_partial_announcements
from tests.crash.harness import CrashHarness, open_harness
from tests.crash.killable_shop import KILL_TARGETS, KillTarget
from tests.crash.mail_audit import CountingMailbox, MailAudit, audit_mails, limit_mails_to
from tests.crash.verification import Findings, run_doctor
from tests.crash.workload import Person

TOMS = 8
MAILED = 2  # of them want mails, as many as the mail server can take beside the orders
SENDERS = ("gateway", "worker", "whole tree")  # kills that end who sends
# Seconds after which a shop counts as not recovering.
RECOVERY_TIMEOUT = 60.0


@dataclass(frozen=True, slots=True)
class Plan:
    """Number of kills, least number of orders, and the mean time between two kills."""

    kills: int
    orders: int
    seconds_between: float
    seed: int


@dataclass(slots=True)
class Outcome:
    """The result of a run."""

    ledger: Ledger
    kills: Counter[str] = field(default_factory=Counter)
    recoveries: list[tuple[float, str]] = field(default_factory=list)
    seconds: float = 0.0
    unexpected_responses: list[str] = field(default_factory=list)
    findings: Findings | None = None
    mails: MailAudit | None = None
    doctor: str = ""
    retries: int = 0
    unbalanced: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        """Whether nothing was lost, duplicated or unexpected."""
        return bool(
            self.findings
            and self.findings.is_empty
            and self.mails
            and self.mails.is_right(self.deaths)
            and not self.unexpected_responses
            and not self.doctor
            and not self.unbalanced
        )

    @property
    def deaths(self) -> int:
        """The number of killed processes that send mails."""
        return sum(self.kills[name] for name in SENDERS)


def run_crash_test(data: Path, plan: Plan) -> Outcome:
    """Serve a shop in `data`, kill it as planned, and compare it with the acknowledged writes."""
    with CountingMailbox() as box, open_harness(data, TOMS, **box.settings) as harness:
        mailed = [tom.account.user_id for tom in harness.toms[:MAILED]]
        limit_mails_to(harness.access, mailed)
        outcome = Outcome(harness.ledger)
        workload: list[Person] = [harness.ada, harness.bea, harness.cara, harness.lea, *harness.toms]
        start = time.monotonic()
        for person in workload:
            person.start()
        try:
            _kill_as_planned(harness, plan, outcome, workload)
        finally:
            harness.closing.set()
            for person in workload:
                person.join()
        outcome.seconds = time.monotonic() - start
        outcome.retries = sum(person.connection.failures for person in workload)
        outcome.unexpected_responses = [
            str(person.unexpected_response) for person in workload if person.unexpected_response
        ]
        outcome.findings = harness.audit()
        outcome.mails = audit_mails(harness.access, harness.ledger, mailed, box.taken)
        outcome.doctor = run_doctor(data)
    return outcome


def _kill_as_planned(harness: CrashHarness, plan: Plan, outcome: Outcome, workload: list[Person]) -> None:
    rng = random.Random(plan.seed)
    targets = [KILL_TARGETS[number % len(KILL_TARGETS)] for number in range(plan.kills)]
    rng.shuffle(targets)
    for target in targets:
        time.sleep(rng.uniform(0, 2 * plan.seconds_between))
        _kill(harness, target, rng, outcome)
        if any(person.unexpected_response for person in workload):
            return
    while len(harness.ledger.orders) < plan.orders and all(person.is_alive() for person in workload):
        time.sleep(0.1)


def _kill(harness: CrashHarness, target: KillTarget, rng: random.Random, outcome: Outcome) -> None:
    recovery = harness.ledger.begin_recovery()
    target.kill(harness.shop.tree, rng)
    if target.needs_restart:
        harness.shop.restart()
    if not recovery.over.wait(RECOVERY_TIMEOUT):
        raise TimeoutError(
            f"no order was acknowledged for {RECOVERY_TIMEOUT:.0f} s after the {target.name} was killed; "
            f"the gateway said last:\n{harness.shop.last_log_lines()}"
        )
    outcome.unbalanced += find_imbalances(harness.access, harness.bea.account.user_id)
    outcome.unbalanced += find_partial_announcements(harness.access)
    outcome.kills[target.name] += 1
    outcome.recoveries.append((recovery.seconds or 0.0, target.name))


def format_summary(outcome: Outcome) -> str:
    """The figures, one per line."""
    assert outcome.findings
    assert outcome.mails
    found, mails, ledger = outcome.findings, outcome.mails, outcome.ledger
    kinds = ", ".join(f"{name} {count}" for name, count in sorted(outcome.kills.items()))
    seconds = sorted(took for took, _ in outcome.recoveries) or [0.0]
    figures = {
        "kills -9": f"{outcome.kills.total()} in {outcome.seconds:.0f} s ({kinds})",
        "acknowledged orders": f"{len(ledger.orders):,}, each with a picture of its own",
        "decisions · refunds": f"{len(ledger.decisions):,} · {len(ledger.refunds):,}",
        "cancellations · other proofs": f"{len(ledger.cancelled):,} · {ledger.proofs.total():,}",
        "acknowledged uploads": f"{len(ledger.uploads):,}",
        "acknowledged public rows": f"{len(ledger.rows):,}",
        "announced · scans of a door": f"{ledger.announced:,} times {PEOPLE} · {len(ledger.scans):,}",
        "retried requests": f"{outcome.retries:,}",
        "orders lost": len(found.lost),
        "orders duplicated": len(found.duplicated),
        "orders changed": len(found.changed),
        "orders never sent": len(found.never_sent),
        "payments lost or doubled": " ".join([str(len(found.payments)), *found.payments[:3]]),
        "sums apart, after kills · at the end": f"{outcome.unbalanced[:3]} · {found.sums[:3]}",
        "announced in part, scans lost": " ".join([str(len(found.casting)), *found.casting[:3]]),
        "pictures lost or changed": len(found.pictures),
        "public rows lost or changed": len(found.rows),
        "mails about orders": f"{mails.mails:,}, to {MAILED} of {TOMS} people who order",
        "orders without a mail": len(mails.lost),
        "orders with two mails": len(mails.doubled),
        "mails that came again": f"{mails.again}, after {outcome.deaths} deaths of who sends",
        "unexpected responses": " ".join(
            [str(len(outcome.unexpected_responses)), *outcome.unexpected_responses[:3]]
        ),
        "tapis doctor": outcome.doctor or "no findings",
        "recovery": f"median {statistics.median(seconds):.2f} s, worst {seconds[-1]:.2f} s",
    }
    longest = {kind: max(took for took, of in outcome.recoveries if of == kind) for kind in outcome.kills}
    worst = {f"  after a kill of {kind}": f"worst {longest[kind]:.2f} s" for kind in sorted(longest)}
    return "\n".join(f"{name:36} {value}" for name, value in (figures | worst).items())


def main(arguments: list[str] | None = None) -> int:
    """Run and print a summary; 1 when anything was lost, duplicated or changed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--orders", type=int, default=10_000)
    parser.add_argument("--seconds-between", type=float, default=2.5)
    parser.add_argument("--seed", type=int, default=1976)
    with tempfile.TemporaryDirectory(prefix="tapis-crash-") as folder:
        outcome = run_crash_test(Path(folder) / "data", Plan(**vars(parser.parse_args(arguments))))
    sys.stdout.write(format_summary(outcome) + "\n")
    return 0 if outcome.is_clean else 1


if __name__ == "__main__":
    sys.exit(main())
