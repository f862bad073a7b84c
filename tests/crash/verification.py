"""Compares the shop with the ledger after a run."""

import hashlib
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import httpx

from tests.conftest import TAPIS, Shop, environment
from tests.crash.acknowledged_writes import Ledger, Order
from tests.crash.books import find_imbalances, find_lost_or_doubled
from tests.crash.casting import find_casting_faults

ORDERS = """
select uuid::text, user_id::text, (
        select regexp_replace(object_name, '^.*/', '') from private.record_pictures as noted
        where noted.record = uuid and named_by = 'invoice_image' order by noted_at limit 1),
    jsonb_array_length(transactions),
    transactions -> 0 ->> 'uuid', (transactions -> 0 ->> 'quantity_to_buy')::int,
    (transactions -> 0 ->> 'price')::int
from public.transactions
"""


@dataclass(frozen=True, slots=True)
class Findings:
    """Differences: uuids of orders and rows, names of images."""

    lost: list[str]
    duplicated: list[str]
    changed: list[str]
    never_sent: list[str]
    pictures: list[str]
    rows: list[str]
    payments: list[str]
    sums: list[str]
    casting: list[str]

    @property
    def is_empty(self) -> bool:
        """Whether there is no difference."""
        return not any(asdict(self).values())


def audit(shop: Shop, ledger: Ledger, checksums: list[str], desk: str) -> Findings:
    """Compare the ledger with rows and files, without the gateway.
    `checksums` are those of the images, `desk` is who decides.
    """
    stored = {row[0]: row for row in shop.sql(ORDERS)}
    expected = {order.uuid: order for order in ledger.orders if order.uuid not in ledger.deleted}
    times = Counter(row[2] for row in stored.values())
    return Findings(
        lost=[uuid for uuid in expected if uuid not in stored],
        duplicated=[filename for filename, count in times.items() if count > 1],
        changed=[uuid for uuid, order in expected.items() if _differs(order, stored.get(uuid))],
        never_sent=[uuid for uuid in stored if uuid not in expected],
        pictures=list(find_damaged_images(shop, ledger, checksums)),
        rows=list(_find_wrong_rows(shop, ledger)),
        payments=list(find_lost_or_doubled(shop, ledger, desk)),
        sums=find_imbalances(shop, desk),
        casting=list(find_casting_faults(shop, ledger)),
    )


def run_doctor(data: Path, **settings: str) -> str:
    """The output of `tapis doctor`; empty when it finds nothing."""
    command: list[str | Path] = [TAPIS, "doctor", "--data", data]
    done = subprocess.run(command, env=environment(**settings), capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def _differs(order: Order, stored: tuple[Any, ...] | None) -> bool:
    expected = (
        order.uuid,
        order.owner,
        order.filename,
        1,
        order.product,
        order.quantity,
        150_000,
    )
    return stored is not None and stored != expected


def find_damaged_images(shop: Shop, ledger: Ledger, checksums: list[str]) -> Iterator[str]:
    """Acknowledged uploads whose row is missing or whose bytes differ."""
    names = [*ledger.uploads]  # others may go on uploading
    versions = dict(shop.sql("select name, version from storage.objects"))
    for name in names:
        version = versions.get(name)
        if version is None or _checksum(shop, name, version) != checksums[ledger.uploads[name]]:
            yield name


def _checksum(shop: Shop, name: str, version: str) -> str | None:
    """The checksum of the bytes in the shop's folder or bucket."""
    if "TAPIS_STORAGE_URL" in shop.settings:
        place = f"{shop.url}/storage/v1/object/authenticated/tapis/{name}"
        answer = httpx.get(place, headers=shop.headers(shop.service_key))
        return hashlib.sha256(answer.content).hexdigest() if answer.status_code == 200 else None
    try:
        return hashlib.sha256((shop.data / "files" / version[:2] / version).read_bytes()).hexdigest()
    except FileNotFoundError:
        return None


def _find_wrong_rows(shop: Shop, ledger: Ledger) -> Iterator[str]:
    stored: dict[str, str] = dict(shop.sql("select uuid::text, image ->> 'filename' from public.gallery"))
    for uuid, filename in ledger.rows.items():
        if stored.get(uuid) != filename:
            yield uuid
