"""Checks that every acknowledged order is stored once, as it was acknowledged.

That a uuid is stored once is the promise of the primary key; `amcheck` compares its index with the table.
"""

from collections.abc import Sequence
from typing import Any

import psycopg

from tapis.gateway.database.named_queries import NamedQueries
from tapis.ops.maintenance.findings import Finding

Connection = psycopg.Connection[Any]


order_queries = NamedQueries(__file__)


def find_unlike_seals(connection: Connection) -> list[Finding]:
    """Orders that are gone, that differ from their seal, or that were never sealed."""
    found = connection.execute(order_queries.find_unlike_seals.encode()).fetchall()
    return [Finding(code, uuid, (uuid,)) for uuid, code in found]


def seal(connection: Connection, uuids: Sequence[str]) -> None:
    connection.execute(order_queries.seal_orders.encode(), [list(uuids)])
