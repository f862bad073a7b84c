"""A consistent snapshot of the database: its images, and checksums over all rows of all tables."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg import sql

from tapis.gateway.storage.sweeper import BACKUP_LOCK
from tapis.ops.maintenance.schema_drift import LEDGER

Connection = psycopg.Connection[Any]
# Without unlogged tables, which count failed attempts of the last minutes.
TABLES = """
select n.nspname, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname in ('public', 'auth', 'storage', 'private') and c.relkind = 'r' and c.relpersistence = 'p'
order by 1, 2
"""
# Independent of the order of rows: a sum over a 60-bit hash of each, as UTF-8 in any encoding.
SUM = """
select count(*), coalesce(sum(('x' || left(md5(convert_to(t::text, 'UTF8')), 15))::bit(60)::bigint), 0)::text
from {} as t
"""
# With removed images, as long as they can be restored.
PICTURES = """
select version, bucket_id || '/' || name from storage.objects
union all
select version, null from storage.removed
where version not in (select version from storage.objects) order by 1
"""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """An exported snapshot: its name for pg_dump, and what is visible in it."""

    snapshot: str
    tables: dict[str, list[int | str]]
    migrations: dict[str, str]
    pictures: list[tuple[str, str | None]]  # version, name; a removed one has none


@contextmanager
def read_snapshot(connection: Connection) -> Iterator[Snapshot]:
    """Export a snapshot until the end of the block."""
    with connection.transaction():
        connection.execute("set transaction isolation level repeatable read, read only")
        row = connection.execute("select pg_export_snapshot()").fetchone()
        yield Snapshot(
            str(row[0]) if row else "",
            table_checksums(connection),
            dict(connection.execute(LEDGER).fetchall()),
            connection.execute(PICTURES).fetchall(),
        )


def table_checksums(connection: Connection) -> dict[str, list[int | str]]:
    found = {}
    for schema, table in connection.execute(TABLES).fetchall():
        row = connection.execute(sql.SQL(SUM).format(sql.Identifier(schema, table))).fetchone()
        found[f"{schema}.{table}"] = list(row or ())
    return found


@contextmanager
def sweeping_paused(connection: Connection) -> Iterator[None]:
    """No file is deleted until the end of the block; waits for a running sweep.

    Raises psycopg.Error at the end if the connection was lost: then a file may have been deleted.
    """
    connection.execute("select pg_advisory_lock_shared(%s)", [BACKUP_LOCK])
    yield
    connection.execute("select pg_advisory_unlock_shared(%s)", [BACKUP_LOCK])
