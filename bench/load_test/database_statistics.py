"""What the database did between two readings: time of its statements, transactions, the dearest of them."""

import re
import time
from dataclasses import dataclass

from tests.conftest import Shop

# Of the server's own: how long an idle connection may keep its counts to itself (PGSTAT_IDLE_INTERVAL).
SETTLED_SECONDS = 11
WORK = """
select active_time, xact_commit + xact_rollback from pg_stat_database where datname = current_database()
"""
DEAREST = """
select query, calls, total_exec_time from pg_stat_statements
where dbid = (select oid from pg_database where datname = current_database())
order by total_exec_time desc limit 6
"""


@dataclass(frozen=True, slots=True)
class Reading:
    """Milliseconds that statements took, and transactions, since the server began."""

    milliseconds: float
    transactions: int


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement's beginning, how often it ran, and how long in all."""

    text: str
    calls: int
    milliseconds: float


def read(shop: Shop, settled: bool) -> Reading:
    """Now, or, `settled`, once every connection has told what it counted."""
    if settled:
        time.sleep(SETTLED_SECONDS)
    ((milliseconds, transactions),) = shop.sql(WORK)
    return Reading(float(milliseconds), int(transactions))


def forget_statements(shop: Shop) -> None:
    """Count statements from here."""
    shop.sql("select pg_stat_statements_reset()")


def dearest(shop: Shop) -> list[Statement]:
    """Those that took most time since the last `forget_statements`."""
    return [
        Statement(re.sub(r"\s+", " ", text).strip()[:90], calls, milliseconds)
        for text, calls, milliseconds in shop.sql(DEAREST)
    ]
