"""Whether the books agree: the closing, the payments and the orders, in one snapshot."""

import json
import time
from collections.abc import Iterator
from contextlib import suppress

import psycopg

from tests.conftest import Shop
from tests.crash.acknowledged_writes import Ledger
from tests.postgres.os_processes import PATIENCE_SECONDS

SUMS = """
with closed as (
    select coalesce(sum(came), 0) as came, coalesce(sum(refunded), 0) as refunded,
        coalesce(sum(awaited), 0) as awaited
    from public.closing(current_date - 180, current_date + 180)
), paid as (
    select coalesce(sum(amount) filter (where state = 'accepted'), 0) as came,
        coalesce(sum(amount) filter (where state = 'waiting' and deleted_at is null), 0) as awaited
    from public.payments
)
select closed.came - paid.came, closed.refunded - (select coalesce(sum(amount), 0) from public.refunds),
    closed.awaited - paid.awaited
from closed, paid
"""
APART = """
select coalesce(ordered.uuid, paid.record)::text
from public.transactions as ordered full join (
    select * from public.payments
    where place = 'transactions' and deleted_at is null and state <> 'reserved') as paid
    on paid.order_uuid = ordered.uuid
where paid.state is distinct from
    case ordered.status when 'Processed' then 'waiting' when 'Rejected' then 'rejected' else 'accepted' end
    or paid.user_id <> ordered.user_id or paid.total <> private.order_total(ordered)
"""
PAYMENTS = """
select record::text, cancelled_by,
    (select array_agg(amount::int) from public.refunds where refunds.record = payments.record),
    (select count(*) from private.record_pictures as noted
     where noted.record = payments.record and named_by = 'invoice_image'),
    array(select after ->> 'state' from public.audit_log as entry
        where entry.record_id = payments.record and entry.place = 'payments' and entry.actor_id = %s)
from public.payments
"""


def find_imbalances(shop: Shop, admin: str) -> list[str]:
    """Differences of the sums, and orders that differ from their payments, once the database is back.
    Raises TimeoutError when it does not come back.
    """
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        with suppress(psycopg.OperationalError):
            return _differences(shop, admin)
        time.sleep(0.1)
    raise TimeoutError("the database does not come back")


def _differences(shop: Shop, admin: str) -> list[str]:
    with psycopg.connect(shop.superuser) as connection:
        connection.execute("set transaction isolation level repeatable read")
        claims = json.dumps({"sub": admin, "role": "authenticated"})
        connection.execute("select set_config('request.jwt.claims', %s, true)", [claims])
        sums = connection.execute(SUMS.encode()).fetchone() or ()
        apart = [uuid for (uuid,) in connection.execute(APART.encode())]
        return [f"sums differ by {[*map(int, sums)]}"] * any(sums) + apart


def find_lost_or_doubled(shop: Shop, ledger: Ledger, desk: str) -> Iterator[str]:
    """Acknowledged decisions, refunds, cancellations and proofs that are missing or stored twice."""
    stored = {record: rest for record, *rest in shop.sql(PAYMENTS, desk)}
    for order, decision in ledger.decisions:
        if decision not in stored[order][3]:
            yield f"{order} was {decision}"
    for order, (_, refunds, _, _) in stored.items():
        if [*(refunds or [])] != ([ledger.refunds[order]] if order in ledger.refunds else []):
            yield f"{order} was paid back {ledger.refunds.get(order)}, the shop says {refunds}"
    yield from (f"{order} was cancelled" for order in ledger.cancelled if stored[order][0] != "buyer")
    for order, proofs in ledger.proofs.items():
        if stored[order][2] != 1 + proofs:
            yield f"{order} has {1 + proofs} proofs, the shop says {stored[order][2]}"
