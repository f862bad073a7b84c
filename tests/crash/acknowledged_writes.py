"""What the shop has acknowledged, noted where no kill reaches it."""

import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO


@dataclass(frozen=True, slots=True)
class Order:
    """One order that somebody meant to place once."""

    uuid: str
    owner: str
    filename: str
    product: str
    quantity: int


@dataclass(slots=True)
class Recovery:
    """Runs from a kill to the first acknowledged order that was sent after it."""

    since: float
    seconds: float | None = None
    over: threading.Event = field(default_factory=threading.Event)


class Ledger:
    """Orders, uploads and rows that were acknowledged; each is written to a file first."""

    def __init__(self, file: Path) -> None:
        self._file: TextIO = file.open("w")
        self._lock = threading.Lock()
        self._recovery = Recovery(0)
        self.orders: list[Order] = []
        self.taken_back: set[str] = set()
        self.uploads: dict[str, int] = {}
        self.rows: dict[str, str | None] = {}

    def uploaded(self, name: str, picture: int) -> None:
        """A picture was taken."""
        with self._lock:
            print("upload", name, picture, file=self._file)
            self.uploads[name] = picture

    def removed(self, name: str) -> None:
        """A picture was taken out."""
        with self._lock:
            print("removal", name, file=self._file)
            self.uploads.pop(name, None)

    def ordered(self, order: Order, asked_at: float) -> None:
        """An order was taken, in answer to what was sent at `asked_at`."""
        with self._lock:
            print("order", order, file=self._file, flush=True)
            self.orders.append(order)
            if asked_at > self._recovery.since and self._recovery.seconds is None:
                self._recovery.seconds = time.monotonic() - self._recovery.since
                self._recovery.over.set()

    def took_back(self, order: Order) -> None:
        """An order is gone, as its owner wished."""
        with self._lock:
            print("taken back", order.uuid, file=self._file)
            self.taken_back.add(order.uuid)

    def wrote(self, uuid: str, filename: str | None) -> None:
        """A public row names this picture now, or is gone."""
        with self._lock:
            print("row", uuid, filename, file=self._file)
            self.rows[uuid] = filename

    def begin_recovery(self) -> Recovery:
        """Something was killed just now."""
        with self._lock:
            self._recovery = Recovery(time.monotonic())
            return self._recovery
