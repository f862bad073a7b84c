"""PostgreSQL's statistics: statement time, transactions, and the statements that took most time."""

import re
import time
from dataclasses import dataclass

from tests.conftest import Shop

# How long an idle backend may hold back its counters (PGSTAT_IDLE_INTERVAL).
FLUSH_SECONDS = 11
WORK = """
select active_time, xact_commit + xact_rollback from pg_stat_database where datname = current_database()
"""
SLOWEST_STATEMENTS = """
select query, calls, total_exec_time from pg_stat_statements
where dbid = (select oid from pg_database where datname = current_database())
order by total_exec_time desc limit 6
"""


@dataclass(frozen=True, slots=True)
class Reading:
    """Statement time in milliseconds and number of transactions since the server started."""

    milliseconds: float
    transactions: int


@dataclass(frozen=True, slots=True)
class Statement:
    """The beginning of a statement, its number of calls and its total time."""

    text: str
    calls: int
    milliseconds: float


def read(shop: Shop, after_flush: bool) -> Reading:
    """Read the counters; with `after_flush`, once idle backends have reported theirs."""
    if after_flush:
        time.sleep(FLUSH_SECONDS)
    ((milliseconds, transactions),) = shop.sql(WORK)
    return Reading(float(milliseconds), int(transactions))


def reset_statements(shop: Shop) -> None:
    shop.sql("select pg_stat_statements_reset()")


def slowest_statements(shop: Shop) -> list[Statement]:
    """The statements with the highest total time since `reset_statements`."""
    return [
        Statement(re.sub(r"\s+", " ", text).strip()[:90], calls, milliseconds)
        for text, calls, milliseconds in shop.sql(SLOWEST_STATEMENTS)
    ]
