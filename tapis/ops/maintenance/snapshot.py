"""A consistent snapshot of the database: its images, and checksums over all rows of all tables."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from psycopg import Connection, sql

from tapis.advisory_locks import BLOB_DELETION
from tapis.gateway.database.named_queries import NamedQueries
from tapis.ops.first_value import first_value
from tapis.ops.migrate.history import applied_migrations

# Independent of the order of rows: a sum over a 60-bit hash of each, as UTF-8 in any encoding.
TABLE_CHECKSUM = """
select count(*), coalesce(sum(('x' || left(md5(convert_to(t::text, 'UTF8')), 15))::bit(60)::bigint), 0)::text
from {} as t
"""

queries = NamedQueries(__file__)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """An exported snapshot: its id for pg_dump, and what is visible in it."""

    snapshot: str
    tables: dict[str, list[int | str]]
    migrations: dict[str, str]
    pictures: list[tuple[str, str | None]]  # version, name; a removed one has none


@contextmanager
def export_snapshot(connection: Connection) -> Iterator[Snapshot]:
    """Export a snapshot until the end of the block."""
    with connection.transaction():
        connection.execute("set transaction isolation level repeatable read, read only")
        yield Snapshot(
            first_value(connection, "select pg_export_snapshot()"),
            compute_table_checksums(connection),
            applied_migrations(connection),
            connection.execute(queries.pictures).fetchall(),
        )


def compute_table_checksums(connection: Connection) -> dict[str, list[int | str]]:
    checksums = {}
    for schema, table in connection.execute(queries.tables).fetchall():
        row = connection.execute(sql.SQL(TABLE_CHECKSUM).format(sql.Identifier(schema, table))).fetchone()
        checksums[f"{schema}.{table}"] = list(row or ())
    return checksums


@contextmanager
def pause_sweeping(connection: Connection) -> Iterator[None]:
    """Block the deletion of files until the end of the block; waits for a running sweep.

    Raises psycopg.Error at the end if the connection was lost: then a file may have been deleted.
    """
    connection.execute("select pg_advisory_lock_shared(%s)", [BLOB_DELETION])
    yield
    connection.execute("select pg_advisory_unlock_shared(%s)", [BLOB_DELETION])
