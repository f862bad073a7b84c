"""What the shop holds in the end, against the ledger."""

import hashlib
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.conftest import TAPIS, Shop, environment
from tests.crash.ledger import Ledger, Order
from tests.examples import FOLDER_OF_PROOFS

ORDERS = """
select uuid::text, user_id::text, invoice_image ->> 'filename', status, jsonb_array_length(transactions),
    transactions -> 0 ->> 'uuid', (transactions -> 0 ->> 'quantity_to_buy')::int,
    (transactions -> 0 ->> 'price')::int
from public.transactions
"""


@dataclass(frozen=True, slots=True)
class Findings:
    """What should be empty: the doctor's words, uuids of orders and rows, names of pictures."""

    lost: list[str]
    doubled: list[str]
    changed: list[str]
    unasked: list[str]
    pictures: list[str]
    rows: list[str]
    doctor: str

    @property
    def are_none(self) -> bool:
        """Whether the ledger and the shop agree."""
        return not any(
            (self.lost, self.doubled, self.changed, self.unasked, self.pictures, self.rows, self.doctor)
        )


def audit(shop: Shop, ledger: Ledger, checksums: list[str]) -> Findings:
    """Hold the ledger against rows and files, past the gateway; `checksums` are those of the pictures."""
    stored = {row[0]: row for row in shop.sql(ORDERS)}
    noted = {order.uuid for order in ledger.orders}
    times = Counter(row[2] for row in stored.values())
    return Findings(
        lost=[order.uuid for order in ledger.orders if order.uuid not in stored],
        doubled=[filename for filename, count in times.items() if count > 1],
        changed=[order.uuid for order in ledger.orders if _differs(order, stored.get(order.uuid))],
        unasked=[uuid for uuid in stored if uuid not in noted],
        pictures=list(_spoilt(shop, ledger, checksums)),
        rows=list(_wrong_rows(shop, ledger)),
        doctor=doctor(shop.data),
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
    names = ledger.uploads.keys() | {f"{FOLDER_OF_PROOFS}/{order.filename}" for order in ledger.orders}
    for name in names:
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
    stored: dict[str, str] = dict(shop.sql("select uuid::text, heading from public.gallery"))
    for uuid, heading in ledger.rows.items():
        if stored.get(uuid) != heading:
            yield uuid
