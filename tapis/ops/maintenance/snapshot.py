"""What the database says at one moment: which pictures belong to it, and sums over all rows of all tables."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg import sql

from tapis.gateway.storage.sweeper import BACKUP_LOCK
from tapis.ops.maintenance.schema_drift import LEDGER

Connection = psycopg.Connection[Any]
# Unlogged tables count failed attempts of the last minutes: not worth keeping.
TABLES = """
select n.nspname, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname in ('public', 'auth', 'storage', 'private') and c.relkind = 'r' and c.relpersistence = 'p'
order by 1, 2
"""
# The order of rows doesn't matter: each is a number of 60 bits, and they are added up. Text
# counts as UTF-8, whatever encoding the database keeps it in.
SUM = """
select count(*), coalesce(sum(('x' || left(md5(convert_to(t::text, 'UTF8')), 15))::bit(60)::bigint), 0)::text
from {} as t
"""
# A removed picture belongs to the shop as long as it can be brought back.
PICTURES = """
select version, bucket_id || '/' || name from storage.objects
union all
select version, null from storage.removed
where version not in (select version from storage.objects) order by 1
"""


@dataclass(frozen=True, slots=True)
class Moment:
    """One snapshot: its name for pg_dump, and what is seen in it."""

    snapshot: str
    tables: dict[str, list[int | str]]
    migrations: dict[str, str]
    pictures: list[tuple[str, str | None]]  # version, name; a removed one has none


@contextmanager
def moment(connection: Connection) -> Iterator[Moment]:
    """Hold one moment until the end of the block, for others to see the same."""
    with connection.transaction():
        connection.execute("set transaction isolation level repeatable read, read only")
        row = connection.execute("select pg_export_snapshot()").fetchone()
        yield Moment(
            str(row[0]) if row else "",
            sums(connection),
            dict(connection.execute(LEDGER).fetchall()),
            connection.execute(PICTURES).fetchall(),
        )


def sums(connection: Connection) -> dict[str, list[int | str]]:
    """Of each table how many rows it has, and a sum over all that they say."""
    found = {}
    for schema, table in connection.execute(TABLES).fetchall():
        row = connection.execute(sql.SQL(SUM).format(sql.Identifier(schema, table))).fetchone()
        found[f"{schema}.{table}"] = list(row or ())
    return found


@contextmanager
def nothing_swept(connection: Connection) -> Iterator[None]:
    """No file is deleted until the end of the block; waits for a sweep that is just deleting.

    Raises psycopg.Error at the end if the database went away meanwhile: then a file may have been.
    """
    connection.execute("select pg_advisory_lock_shared(%s)", [BACKUP_LOCK])
    yield
    connection.execute("select pg_advisory_unlock_shared(%s)", [BACKUP_LOCK])
