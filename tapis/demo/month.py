"""Simulates a month of the demo shop: its administrator reviews orders, sends parcels, refunds a payment.

Everything is done through the shop's protocol and backdated. Also creates the bank statement.
"""

import asyncio
from collections.abc import Iterable
from datetime import datetime, timedelta

from psycopg.types.json import Jsonb

from tapis.demo.demo_content import DemoRow
from tapis.demo.generated_pictures import PAYEE
from tapis.demo.seeding import CONCURRENCY, ShopClient, SignedInOwner, choose_creation_time
from tapis.gateway.database import Transaction
from tapis.gateway.database.named_queries import NamedQueries
from tapis.shop_time import SHOP_TIME

# Days after the order.
DECIDED, PACKED, SENT, ARRIVED = 0.2, 0.9, 1.1, 3.8

queries = NamedQueries(__file__)


async def simulate_orders(
    shop: ShopClient, orders: Iterable[DemoRow], administrator: SignedInOwner, now: datetime
) -> None:
    """Process the orders to their outcome; an interrupted run may have processed some."""
    slots = asyncio.Semaphore(CONCURRENCY)

    async def answer(order: DemoRow) -> None:
        async with slots:
            await _answer(shop, order, administrator, _times(order, now))

    await asyncio.gather(*(answer(order) for order in orders))


async def _answer(shop: ShopClient, order: DemoRow, ada: SignedInOwner, times: dict[str, datetime]) -> None:
    outcome = order.outcome
    if not outcome or outcome.status == "Processed":
        return
    paid = {"place": "transactions", "record": order.uuid}
    decision = "rejected" if outcome.status == "Rejected" else "accepted"
    await shop.call_function(ada, "review", **paid, decision=decision, reason=outcome.reason or None)
    if outcome.note:
        await shop.call_function(ada, "keep_order_note", order_uuid=order.uuid, note=outcome.note)
    if outcome.is_packed or outcome.tracking_number:
        await shop.call_function(ada, "pack_orders", order_uuids=[order.uuid])
    if outcome.tracking_number:
        courier = order.columns["delivery_way"]["name"]
        parcel = {"order_uuid": order.uuid, "courier": courier, "tracking_number": outcome.tracking_number}
        await shop.call_function(ada, "send_orders", parcels=[parcel])
    if outcome.status == "Finished":
        await shop.finish(ada, order.uuid)
    if outcome.refund and order.proof:
        back = {"amount": outcome.refund, "refunded_on": f"{times['arrived']:%F}", "way": order.proof.bank}
        await shop.call_function(ada, "record_refund", **paid, **back, note=outcome.note)


async def backdate_orders(tx: Transaction, orders: Iterable[DemoRow], now: datetime) -> None:
    """Backdate the processing of the orders to realistic times."""
    events = [
        {"record": order.uuid, **{name: at.isoformat() for name, at in _times(order, now).items()}}
        for order in orders
    ]
    await tx.run(queries.suspend_log)
    await tx.run(queries.backdate, (Jsonb(events),))
    await tx.run(queries.restore_log)


def _times(order: DemoRow, now: datetime) -> dict[str, datetime]:
    ordered = choose_creation_time(order, now)
    later = {"ordered": 0.0, "decided": DECIDED, "packed": PACKED, "sent": SENT, "arrived": ARRIVED}
    return {name: min(ordered + timedelta(days=days), now) for name, days in later.items()}


def build_bank_statement(rows: Iterable[DemoRow], now: datetime) -> str:
    """The shop's bank statement: the payments of the proofs, and other transactions of a month."""
    lines = [(now - timedelta(days=days), words, amount) for days, words, amount in OTHER_LINES]
    for row in rows:
        if row.proof and not (row.outcome and row.outcome.reason):
            paid = f"TRF {row.proof.bank} {row.proof.sender} {row.proof.reference}".upper()
            lines.append((choose_creation_time(row, now), paid, row.proof.amount))
        if row.outcome and row.outcome.refund and row.proof:
            back = f"TRF KE {row.proof.sender}".upper()
            lines.append((_times(row, now)["arrived"], back, -row.outcome.refund))
    head = ["No. rekening;0000 0000 0000", f"Nama;{PAYEE}", "", "Tanggal;Keterangan;Debet;Kredit"]
    return "\n".join([*head, *(_csv(*line) for line in sorted(lines))]) + "\n"


# Age in days, description, amount.
OTHER_LINES = (
    (26.0, "BIAYA ADMIN", -12_500),
    (20.5, "TOKO BENANG EMAS METRO", -1_840_000),
    (9.3, "SETORAN TUNAI", 1_500_000),
    (4.1, "PLN SANGGAR", -436_500),
    (2.4, "TRF BANK MELATI SRI WAHYUNI TANPA BERITA", 1_090_000),
)


def _csv(at: datetime, words: str, amount: int) -> str:
    return f"{at.astimezone(SHOP_TIME):%d/%m/%Y};{words};{max(-amount, 0)};{max(amount, 0)}"
