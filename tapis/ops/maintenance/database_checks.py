"""Checks that every page of the database is intact, and every acknowledged order stored as it was.

That a uuid is stored once is the promise of the primary key; amcheck compares its index with the table.
"""

from collections.abc import Sequence

import psycopg
from psycopg import Connection

from tapis.gateway.database.named_queries import NamedQueries
from tapis.ops.first_value import first_value
from tapis.ops.maintenance.findings import Finding
from tapis.ops.progress import with_progress

queries = NamedQueries(__file__)

CHECK_INDEX = {"btree": queries.check_btree, "gin": queries.check_gin}


def find_damage(connection: Connection) -> list[Finding]:
    """Damaged tables and indexes: amcheck reads every page. Empty for an owner who may not use it."""
    if not first_value(connection, queries.is_superuser):
        return []
    with connection.transaction(force_rollback=True):  # the extension exists only in this transaction
        connection.execute(queries.install)
        tables = [name for (name,) in connection.execute(queries.tables).fetchall()]
        indexes = connection.execute(queries.indexes).fetchall()
        damaged = [
            Finding("table-broken", f"{name}: {problem}", (name,))
            for name in with_progress("Tables checked", tables)
            if (problem := _check(connection, queries.check_table, name))
        ]
        # Not the indexes of a damaged table: they may be correct about lost rows.
        intact = {name for name in tables if all(name not in finding.keys for finding in damaged)}
        for name, method, table in with_progress("Indexes checked", indexes):
            if table in intact and (problem := _check(connection, CHECK_INDEX[method], name)):
                damaged.append(Finding("index-broken", f"{name}: {problem}", (name,)))
    return damaged


def _check(connection: Connection, query: str, name: str) -> str:
    """The error that amcheck reports; an unreadable page is an error of the server."""
    try:
        with connection.transaction():
            return str(first_value(connection, query, name) or "")
    except psycopg.Error as error:
        return " ".join(str(error.diag.message_primary or error).split())


def find_seal_mismatches(connection: Connection) -> list[Finding]:
    """Orders that are missing, differ from their seal, or were never sealed."""
    found = connection.execute(queries.find_seal_mismatches).fetchall()
    return [Finding(code, uuid, (uuid,)) for uuid, code in found]


def find_ambiguous_amounts(connection: Connection) -> list[Finding]:
    """Pending payments with the same amount, although exact amounts are enabled."""
    found = connection.execute(queries.find_ambiguous_amounts).fetchall()
    return [Finding(code, what) for code, what in found]


def find_undelivered_messages(connection: Connection) -> list[Finding]:
    """Messages that are delayed, those that could not be delivered, and that none are sent."""
    found = connection.execute(queries.find_undelivered).fetchall()
    return [Finding(code, what) for code, what in found]


def seal_orders(connection: Connection, uuids: Sequence[str]) -> None:
    connection.execute(queries.seal_orders, [list(uuids)])
