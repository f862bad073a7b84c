"""A month of the demo shop: its administrator answers orders, sends parcels, pays something back.

All of it is done through the shop's own protocol and dated back. Beside it, the bank's statement.
"""

import asyncio
from collections.abc import Iterable
from datetime import datetime, timedelta

from psycopg.types.json import Jsonb

from tapis.demo.demo_content import Row
from tapis.demo.generated_pictures import PAYEE
from tapis.demo.seeding import CONCURRENCY, JAKARTA, Owner, Shop, created_at
from tapis.gateway.database import Transaction
from tapis.gateway.database.named_queries import NamedQueries

# Days after the order.
DECIDED, PACKED, SENT, ARRIVED = 0.2, 0.9, 1.1, 3.8

queries = NamedQueries(__file__)


async def simulate(shop: Shop, orders: Iterable[Row], administrator: Owner, now: datetime) -> None:
    """Answer the orders as their course says; an interrupted run may have answered some."""
    slots = asyncio.Semaphore(CONCURRENCY)

    async def answer(order: Row) -> None:
        async with slots:
            await _answer(shop, order, administrator, _times(order, now))

    await asyncio.gather(*(answer(order) for order in orders))


async def _answer(shop: Shop, order: Row, ada: Owner, times: dict[str, datetime]) -> None:
    course = order.course
    if not course or course.status == "Processed":
        return
    paid = {"place": "transactions", "record": order.uuid}
    decision = "rejected" if course.status == "Rejected" else "accepted"
    await shop.act(ada, "review", **paid, decision=decision, reason=course.reason or None)
    if course.note:
        await shop.act(ada, "keep_order_note", order_uuid=order.uuid, note=course.note)
    if course.is_packed or course.tracking_number:
        await shop.act(ada, "pack_orders", order_uuids=[order.uuid])
    if course.tracking_number:
        courier = order.columns["delivery_way"]["name"]
        parcel = {"order_uuid": order.uuid, "courier": courier, "tracking_number": course.tracking_number}
        await shop.act(ada, "send_orders", parcels=[parcel])
    if course.status == "Finished":
        await shop.finish(ada, order.uuid)
    if course.refund and order.proof:
        back = {"amount": course.refund, "refunded_on": f"{times['arrived']:%F}", "way": order.proof.bank}
        await shop.act(ada, "record_refund", **paid, **back, note=course.note)


async def backdate(tx: Transaction, orders: Iterable[Row], now: datetime) -> None:
    """Everything that was done to the orders, at the time at which it would have been done."""
    happened = [
        {"record": order.uuid, **{name: at.isoformat() for name, at in _times(order, now).items()}}
        for order in orders
    ]
    await tx.run(queries.suspend_log)
    await tx.run(queries.backdate, (Jsonb(happened),))
    await tx.run(queries.restore_log)


def _times(order: Row, now: datetime) -> dict[str, datetime]:
    ordered = created_at(order, now)
    later = {"ordered": 0.0, "decided": DECIDED, "packed": PACKED, "sent": SENT, "arrived": ARRIVED}
    return {name: min(ordered + timedelta(days=days), now) for name, days in later.items()}


def statement(rows: Iterable[Row], now: datetime) -> str:
    """The shop's account as its bank exports it: what the proofs say, and what else happens in a month."""
    lines = [(now - timedelta(days=days), words, amount) for days, words, amount in OTHER_LINES]
    for row in rows:
        if row.proof and not (row.course and row.course.reason):
            paid = f"TRF {row.proof.bank} {row.proof.sender} {row.proof.reference}".upper()
            lines.append((created_at(row, now), paid, row.proof.amount))
        if row.course and row.course.refund and row.proof:
            back = f"TRF KE {row.proof.sender}".upper()
            lines.append((_times(row, now)["arrived"], back, -row.course.refund))
    head = ["No. rekening;0000 0000 0000", f"Nama;{PAYEE}", "", "Tanggal;Keterangan;Debet;Kredit"]
    return "\n".join([*head, *(_csv(*line) for line in sorted(lines))]) + "\n"


# How many days ago, what, and how much.
OTHER_LINES = (
    (26.0, "BIAYA ADMIN", -12_500),
    (20.5, "TOKO BENANG EMAS METRO", -1_840_000),
    (9.3, "SETORAN TUNAI", 1_500_000),
    (4.1, "PLN SANGGAR", -436_500),
    (2.4, "TRF BANK MELATI SRI WAHYUNI TANPA BERITA", 1_090_000),
)


def _csv(at: datetime, words: str, amount: int) -> str:
    return f"{at.astimezone(JAKARTA):%d/%m/%Y};{words};{max(-amount, 0)};{max(amount, 0)}"
