"""A shop that may be killed at any moment, the people who use it, and the ledger of what it told them."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tapis.ops import postgres
from tests import conftest
from tests.crash.acknowledged_writes import Ledger
from tests.crash.killable_shop import Shop
from tests.crash.verification import Findings, audit
from tests.crash.workload import Ada, Tom
from tests.example_rows import put, row


@dataclass(frozen=True, slots=True)
class CrashHarness:
    """Everything that outlives a kill, and the shop that does not; `door` asks it over HTTP and in SQL."""

    shop: Shop
    door: conftest.Shop
    ledger: Ledger
    closing: threading.Event
    ada: Ada
    toms: list[Tom]
    checksums: list[str]

    def audit(self) -> Findings:
        """Hold the ledger against the shop."""
        return audit(self.door, self.ledger, self.checksums)


@contextmanager
def besiege(data: Path, toms: int, **settings: str) -> Iterator[CrashHarness]:
    """Open a shop with Ada, so many Toms and one product; close it in the end."""
    shop, closing = Shop(data, **settings), threading.Event()
    shop.open()
    try:
        ledger, door = Ledger(data.with_suffix(".ledger")), _door(shop)
        ada = Ada(door, door.account("admin"), ledger, closing)
        product = put(door.sql, "products", row("products", ada.account.user_id))
        talents = [Tom(door, door.account("talent"), ledger, closing) for _ in range(toms)]
        for tom in talents:
            tom.product = product
        yield CrashHarness(shop, door, ledger, closing, ada, talents, ada.show_all())
    finally:
        shop.close()


def _door(shop: Shop) -> conftest.Shop:
    keys = shop.keys()
    with postgres.ensure_server(shop.data) as urls:
        return conftest.Shop(shop.url, shop.data, keys["anon_key"], keys["service_key"], urls.superuser)
