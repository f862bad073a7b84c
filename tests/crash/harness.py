"""Crash harness: a shop that is killed, the workload that uses it, and the ledger of acknowledged writes."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from tapis.ops import postgres
from tests import conftest
from tests.crash.acknowledged_writes import Ledger
from tests.crash.casting import Cara, Lea, open_casting
from tests.crash.desk import Bea
from tests.crash.killable_shop import Shop
from tests.crash.verification import Findings, audit
from tests.crash.workload import Ada, Tom
from tests.example_rows import image, put, row


@dataclass(frozen=True, slots=True)
class CrashHarness:
    """A killable shop with its workload and ledger; `access` reaches it over HTTP and SQL."""

    shop: Shop
    access: conftest.Shop
    ledger: Ledger
    closing: threading.Event
    ada: Ada
    bea: Bea
    cara: Cara
    lea: Lea
    toms: list[Tom]
    checksums: list[str]

    def audit(self) -> Findings:
        """Compare the ledger with the shop."""
        return audit(self.access, self.ledger, self.checksums, self.bea.account.user_id)


@contextmanager
def open_harness(data: Path, toms: int, **settings: str) -> Iterator[CrashHarness]:
    """Serve a shop with a product, a casting and the people of the workload until the end of the block."""
    shop, closing = Shop(data, **settings), threading.Event()
    shop.open()
    try:
        ledger, access = Ledger(data.with_suffix(".ledger")), _open_access(shop)
        ada = Ada(access, access.account("admin"), ledger, closing)
        bea = Bea(access, access.account("admin"), ledger, closing)
        cara = Cara(access, access.account("admin"), ledger, closing)
        lea = Lea(access, access.account("leadership"), ledger, closing)
        open_casting(access, cara, lea)
        talents = create_product(access, ada, toms)
        checksums = ada.upload_samples()
        yield CrashHarness(shop, access, ledger, closing, ada, bea, cara, lea, talents, checksums)
    finally:
        shop.close()


def create_product(access: conftest.Shop, ada: Ada, toms: int, kind: type[Tom] = Tom) -> list[Tom]:
    """A product, and the talents who order it."""
    filename = f"kain-{uuid4()}.jpg"
    ada.upload(f"products/{filename}", 0)
    product = put(access.sql, "products", row("products", "", image=image(filename)))
    talents = [kind(access, access.account("talent"), ada.ledger, ada.closing) for _ in range(toms)]
    for tom in talents:
        tom.product = product
    return talents


def _open_access(shop: Shop) -> conftest.Shop:
    keys = shop.keys()
    with postgres.ensure_server(shop.data) as urls:
        return conftest.Shop(shop.url, shop.data, keys["anon_key"], keys["service_key"], urls.superuser)
