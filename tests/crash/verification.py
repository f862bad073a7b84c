"""What the shop holds in the end, against the ledger."""

import hashlib
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.conftest import TAPIS, Shop, environment
from tests.crash.acknowledged_writes import Ledger, Order

ORDERS = """
select uuid::text, user_id::text, invoice_image ->> 'filename', status, jsonb_array_length(transactions),
    transactions -> 0 ->> 'uuid', (transactions -> 0 ->> 'quantity_to_buy')::int,
    (transactions -> 0 ->> 'price')::int
from public.transactions
"""


@dataclass(frozen=True, slots=True)
class Findings:
    """What should be empty: uuids of orders and rows, names of pictures."""

    lost: list[str]
    doubled: list[str]
    changed: list[str]
    unasked: list[str]
    pictures: list[str]
    rows: list[str]

    @property
    def are_none(self) -> bool:
        """Whether the ledger and the shop agree."""
        return not any((self.lost, self.doubled, self.changed, self.unasked, self.pictures, self.rows))


def audit(shop: Shop, ledger: Ledger, checksums: list[str]) -> Findings:
    """Hold the ledger against rows and files, past the gateway; `checksums` are those of the pictures."""
    stored = {row[0]: row for row in shop.sql(ORDERS)}
    expected = {order.uuid: order for order in ledger.orders if order.uuid not in ledger.taken_back}
    times = Counter(row[2] for row in stored.values())
    return Findings(
        lost=[uuid for uuid in expected if uuid not in stored],
        doubled=[filename for filename, count in times.items() if count > 1],
        changed=[uuid for uuid, order in expected.items() if _differs(order, stored.get(uuid))],
        unasked=[uuid for uuid in stored if uuid not in expected],
        pictures=list(_spoilt(shop, ledger, checksums)),
        rows=list(_wrong_rows(shop, ledger)),
    )


def doctor(data: Path) -> str:
    """What the owner is told about this shop; nothing when all is well."""
    done = subprocess.run(
        [TAPIS, "doctor", "--data", data], env=environment(), capture_output=True, text=True, check=False
    )
    return "" if done.returncode == 0 else done.stdout + done.stderr


def _differs(order: Order, stored: tuple[Any, ...] | None) -> bool:
    expected = (
        order.uuid,
        order.owner,
        order.filename,
        "Processed",
        1,
        order.product,
        order.quantity,
        150_000,
    )
    return stored is not None and stored != expected


def _spoilt(shop: Shop, ledger: Ledger, checksums: list[str]) -> Iterator[str]:
    """Acknowledged pictures, those of the orders among them, without their row or without their bytes."""
    versions = dict(shop.sql("select name, version from storage.objects"))
    for name in ledger.uploads:
        version = versions.get(name)
        file = shop.data / "files" / str(version)[:2] / str(version)
        if version is None or _checksum(file) != checksums[ledger.uploads[name]]:
            yield name


def _checksum(file: Path) -> str | None:
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except FileNotFoundError:
        return None


def _wrong_rows(shop: Shop, ledger: Ledger) -> Iterator[str]:
    stored: dict[str, str] = dict(shop.sql("select uuid::text, image ->> 'filename' from public.gallery"))
    for uuid, filename in ledger.rows.items():
        if stored.get(uuid) != filename:
            yield uuid
