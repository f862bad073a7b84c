"""A ledger of acknowledged writes, kept outside the processes that are killed."""

import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO


@dataclass(frozen=True, slots=True)
class Order:
    """One order that was meant to be placed once."""

    uuid: str
    owner: str
    filename: str
    product: str
    quantity: int


@dataclass(slots=True)
class Recovery:
    """The time from a kill to the first acknowledged order that was sent after it."""

    since: float
    seconds: float | None = None
    over: threading.Event = field(default_factory=threading.Event)


class Ledger:
    """Acknowledged orders with their payments, uploads and rows; each is written to a file first."""

    def __init__(self, file: Path) -> None:
        self._file: TextIO = file.open("w")
        self._lock = threading.Lock()
        self._recovery = Recovery(0)
        self.orders: list[Order] = []
        self.deleted: set[str] = set()
        self.uploads: dict[str, int] = {}
        self.rows: dict[str, str | None] = {}
        self.decisions: list[tuple[str, str]] = []
        self.refunds: dict[str, int] = {}
        self.cancelled: set[str] = set()
        self.proofs: Counter[str] = Counter()  # beside the first one
        self.announced = 0
        self.scans: set[str] = set()
        self.sent_scans: set[str] = set()

    def record_upload(self, name: str, picture: int) -> None:
        """Record an acknowledged upload."""
        with self._lock:
            print("upload", name, picture, file=self._file)
            self.uploads[name] = picture

    def record_removal(self, name: str) -> None:
        """Record an acknowledged removal."""
        with self._lock:
            print("removal", name, file=self._file)
            self.uploads.pop(name, None)

    def record_order(self, order: Order, sent_at: float) -> None:
        """Record an acknowledged order; `sent_at` is when its request was sent."""
        with self._lock:
            print("order", order, file=self._file, flush=True)
            self.orders.append(order)
            if sent_at > self._recovery.since and self._recovery.seconds is None:
                self._recovery.seconds = time.monotonic() - self._recovery.since
                self._recovery.over.set()

    def record_deletion(self, order: Order) -> None:
        """Record the acknowledged deletion of an order."""
        with self._lock:
            print("deletion", order.uuid, file=self._file)
            self.deleted.add(order.uuid)

    def record_decision(self, order: str, decision: str) -> None:
        """Record the acknowledged decision about an order's payment."""
        with self._lock:
            print("decision", order, decision, file=self._file)
            self.decisions.append((order, decision))

    def record_refund(self, order: str, amount: int) -> None:
        """Record an acknowledged refund, the only one of its order."""
        with self._lock:
            print("refund", order, amount, file=self._file)
            self.refunds[order] = amount

    def record_cancellation(self, order: str) -> None:
        """Record an acknowledged cancellation."""
        with self._lock:
            print("cancellation", order, file=self._file)
            self.cancelled.add(order)

    def record_proof(self, order: str) -> None:
        """Record another proof of a rejected order."""
        with self._lock:
            print("proof", order, file=self._file)
            self.proofs[order] += 1

    def record_scans(self, nonces: list[str]) -> None:
        """Record acknowledged scans."""
        with self._lock:
            print("scans", *nonces, file=self._file)
            self.scans.update(nonces)

    def record_row(self, uuid: str, filename: str | None) -> None:
        """Record that a public row names this picture, or was deleted."""
        with self._lock:
            print("row", uuid, filename, file=self._file)
            self.rows[uuid] = filename

    def begin_recovery(self) -> Recovery:
        """Start measuring after a kill."""
        with self._lock:
            self._recovery = Recovery(time.monotonic())
            return self._recovery
