"""Kills the database's machine under load, nginx, a gateway's network, a store's node; counts what is lost.

python -m tests.failover.run      by `make test-failover`, in namespaces of its own
"""

import argparse
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import httpx

from tapis.gateway.notifications.dispatcher import MAX_MAILS
from tests.crash.acknowledged_writes import Ledger, Order
from tests.crash.books import find_imbalances
from tests.crash.desk import Bea
from tests.crash.harness import create_product
from tests.crash.mail_audit import CountingMailbox, audit_mails, limit_mails_to
from tests.crash.retrying_client import RunEnded
from tests.crash.verification import audit, find_damaged_images, run_doctor
from tests.crash.workload import Ada, Person, Tom
from tests.failover.deployment import Deployment, deploy
from tests.failover.patroni_cluster import network_partition
from tests.failover.visitors import Visitor
from tests.postgres.os_processes import eventually

TOMS = 4
MAILED_TOMS = 2
MAX_SECONDS = 180.0  # without an order, after which the shop counts as lost
PARTITION_SECONDS = 20
READS_OF_EVERY_WORKER = 60  # after which every worker of both gateways has been asked for a page
LIST = "/rest/v1/products?select=uuid,heading&order=created_at.desc,uuid"
OWN = "/rest/v1/transactions?select=uuid&limit=1"


class Pausable(Person):
    """An administrator who may be asked to leave the public pages as they are."""

    working = threading.Event()
    is_paused = False

    def work(self) -> None:
        """Work, or rest."""
        while not self.working.is_set():
            self.is_paused = True
            if self.closing.wait(0.1):
                raise RunEnded
        self.is_paused = False
        super().work()


class PausableAda(Pausable, Ada):
    """Edits the gallery."""


class PausableBea(Pausable, Bea):
    """Decides about payments, by functions that may change a page for all that the gateway knows."""


class OrderingTom(Tom):
    """Orders all the time; cancels and answers like the others only while the administrators work."""

    def work(self) -> None:
        """One order."""
        if Pausable.working.is_set():
            super().work()
        else:
            self.order()


class TimedLedger(Ledger):
    """A ledger that knows when each order was acknowledged."""

    def __init__(self, file: Path) -> None:
        super().__init__(file)
        self.times: list[float] = []

    def record_order(self, order: Order, sent_at: float) -> None:
        """Record it with the time."""
        super().record_order(order, sent_at)
        self.times.append(time.monotonic())

    def gap(self, since: float, until: float) -> float:
        """The longest time in which no order was acknowledged."""
        marks = [since, *(at for at in self.times if since <= at <= until), until]
        return max(after - before for before, after in pairwise(marks))


@dataclass(slots=True)
class Load:
    """Everybody who uses the shop meanwhile."""

    deployment: Deployment
    ledger: TimedLedger
    mails: CountingMailbox
    closing: threading.Event
    desk: tuple[PausableAda, PausableBea]
    people: list[Person]
    cached: list[Visitor]
    uncached: Visitor
    checksums: list[str]
    faults: list[str] = field(default_factory=list)
    connection_losses: int = 0  # of the dispatcher's connection, perhaps

    def report(self, name: str, value: object) -> None:
        """Print a figure."""
        print(f"{name:48} {value}", flush=True)

    def end(self) -> None:
        """Let everybody finish what they are doing."""
        self.closing.set()
        for thread in (*self.people, *self.cached, self.uncached):
            thread.join()
        self.raise_unexpected()

    def wait_for_orders(self, more: int = 20) -> None:
        """Wait until so many more were acknowledged."""
        wanted = len(self.ledger.orders) + more
        deadline = time.monotonic() + MAX_SECONDS
        while len(self.ledger.orders) < wanted:
            self.raise_unexpected()
            assert time.monotonic() < deadline, f"no order for {MAX_SECONDS} s\n{self.log_tails()}"
            time.sleep(0.05)

    def raise_unexpected(self) -> None:
        """Raise what a person was answered and nothing explains."""
        for person in self.people:
            if person.unexpected_response:
                raise person.unexpected_response

    def log_tails(self) -> str:
        """What the gateways and Patroni said last."""
        return "\n".join(
            [one.log_tail for one in self.deployment.gateways] + [self.deployment.cluster.logs()]
        )

    @contextmanager
    def event(self, name: str) -> Iterator[None]:
        """Something fails in the block, or comes back; then people order again, and the figures are told."""
        self.wait_for_orders()
        self.report(f"— {name}", time.strftime("%H:%M:%S"))
        since, mails = time.monotonic(), self.mails.taken.total()
        yield
        self.wait_for_orders()
        until = time.monotonic()
        self.report("  seconds without an acknowledged order", f"{self.ledger.gap(since, until):.1f}")
        self.report("  seconds without an uncached read", f"{self.uncached.gap(since, until):.1f}")
        for visitor in self.cached:
            self.report(
                f"  cached {visitor.name.partition('?')[0]} that failed", visitor.failures(since, until)
            )
        self.report(
            "  orders · mails meanwhile", f"{self._orders(since)} · {self.mails.taken.total() - mails}"
        )
        self.faults += find_imbalances(self.deployment.shop, self.desk[1].account.user_id)

    @contextmanager
    def pages_unchanged(self) -> Iterator[None]:
        """No public page changes in the block, and all of them lie ready when it begins."""
        Pausable.working.clear()
        assert eventually(lambda: all(one.is_paused for one in self.desk)), self.log_tails()
        wanted = [len(visitor.reads) + READS_OF_EVERY_WORKER for visitor in self.cached]
        while any(len(visitor.reads) < many for visitor, many in zip(self.cached, wanted, strict=True)):
            time.sleep(0.1)
        yield
        Pausable.working.set()

    def _orders(self, since: float) -> int:
        return sum(at >= since for at in self.ledger.times)


def kill_primary(load: Load) -> None:
    """Its machine goes at once, and comes back when the other one has taken over."""
    cluster = load.deployment.cluster
    primary = cluster.wait_for("leader")
    with load.pages_unchanged(), load.event(f"the machine of the primary dies ({primary.name})"):
        died, load.connection_losses = time.monotonic(), load.connection_losses + 1
        primary.kill()
        assert eventually(lambda: cluster.find("leader") not in {None, primary}), cluster.logs()
        load.report("  seconds until the other one is the primary", f"{time.monotonic() - died:.1f}")
    with load.event("it comes back"):
        began = time.monotonic()
        primary.start()
        back = cluster.wait_for("sync_standby")
        assert back is primary, back.name
        load.report("  seconds until it is the synchronous standby", f"{time.monotonic() - began:.1f}")
    load.report("  pg_rewind was needed", "yes" if "running pg_rewind" in primary.log() else "no")


def kill_standby(load: Load) -> None:
    """Commits wait for it until Patroni tells the primary to go on alone."""
    cluster = load.deployment.cluster
    standby = cluster.wait_for("sync_standby")
    with load.event(f"the machine of the standby dies ({standby.name})"):
        standby.kill()
    with load.event("it comes back"):
        standby.start()
        cluster.wait_for("sync_standby")


def kill_proxy(load: Load) -> None:
    """nginx is started again a second later, as its unit does."""
    with load.event("nginx dies, and comes back after a second"):
        load.deployment.proxy.kill()
        time.sleep(1)
        load.deployment.proxy.start()


def partition_network(load: Load) -> None:
    """One of the gateways does not reach the database; it is asked on, as nothing tells nginx."""
    load.connection_losses += 1
    with load.event(f"one gateway cut off from the database, {PARTITION_SECONDS} s"), network_partition():
        time.sleep(PARTITION_SECONDS)
    other = load.deployment.gateways[1].url
    began = time.monotonic()
    assert eventually(lambda: httpx.get(f"{other}/readyz").status_code == 200), load.log_tails()
    load.report("  seconds until it was ready again", f"{time.monotonic() - began:.1f}")


def kill_store_node(load: Load) -> None:
    """One of the three that keep bytes."""
    node = load.deployment.store.nodes[0]
    with load.pages_unchanged(), load.event("a node of the store dies"):
        node.kill()
        unread = [*find_damaged_images(load.deployment.shop, load.ledger, load.checksums)]
        load.report("  pictures that could not be read", f"{len(unread)} of {len(load.ledger.uploads)}")
        load.faults += unread
    with load.event("it comes back"):
        node.start()


@contextmanager
def loaded(folder: Path) -> Iterator[Load]:
    """A shop in which everybody is busy until the end of the block."""
    with CountingMailbox() as box, deploy(folder, box.settings) as deployment:
        shop, closing, ledger = deployment.shop, threading.Event(), TimedLedger(folder / "ledger")
        Pausable.working.set()
        ada = PausableAda(shop, shop.account("admin"), ledger, closing)
        bea = PausableBea(shop, shop.account("admin"), ledger, closing)
        toms = create_product(shop, ada, TOMS, OrderingTom)
        limit_mails_to(shop, [tom.account.user_id for tom in toms[:MAILED_TOMS]])
        cached = [Visitor(shop.url, path, shop.headers(), closing) for path in ("/products", LIST)]
        uncached = Visitor(shop.url, OWN, shop.headers(shop.token("talent")), closing)
        people = [ada, bea, *toms]
        load = Load(
            deployment, ledger, box, closing, (ada, bea), people, cached, uncached, ada.upload_samples()
        )
        for thread in (*people, *cached, uncached):
            thread.start()
        try:
            yield load
        finally:
            load.end()


def verify(load: Load) -> None:
    """Compare what was acknowledged with what is there, and with the mails."""
    shop, ledger = load.deployment.shop, load.ledger
    toms = [person.account.user_id for person in load.people if isinstance(person, Tom)]
    found = audit(shop, ledger, load.checksums, load.desk[1].account.user_id)
    mails = audit_mails(shop, ledger, toms[:MAILED_TOMS], load.mails.taken)
    said = run_doctor(shop.data, **shop.settings)
    counts = (ledger.orders, ledger.decisions, ledger.refunds, ledger.uploads, ledger.rows)
    load.report(
        "orders · decisions · refunds · uploads · rows", " · ".join(f"{len(one):,}" for one in counts)
    )
    load.report("lost, doubled, changed or never sent", "nothing" if found.is_empty else found)
    load.report("sums apart after an event", load.faults or "none")
    counted = (mails.mails, len(mails.lost), len(mails.doubled), mails.again)
    load.report("mails · missing · two for an order · again", " · ".join(map(str, counted)))
    load.report("tapis doctor", said or "no findings")
    if not (found.is_empty and mails.is_right(load.connection_losses * MAX_MAILS)) or said:
        load.faults.append("see above")


SCENES = {
    "primary": kill_primary,
    "standby": kill_standby,
    "nginx": kill_proxy,
    "network": partition_network,
    "store": kill_store_node,
}


def main(arguments: list[str] | None = None) -> int:
    """Run all scenes under one load; 1 when anything was lost, doubled or changed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", nargs="*", metavar="|".join(SCENES), default=[*SCENES])
    scenes = parser.parse_args(arguments).scenes
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    with tempfile.TemporaryDirectory(prefix="tapis-failover-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        with loaded(folder) as load:
            for scene in scenes:
                SCENES[scene](load)
            load.end()
            verify(load)
    return min(len(load.faults), 1)


if __name__ == "__main__":
    sys.exit(main())
