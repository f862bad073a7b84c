"""Reads every page of tables and indexes with PostgreSQL's amcheck."""

from typing import Any

import psycopg

from tapis.ops.maintenance.findings import Finding

Connection = psycopg.Connection[Any]
OURS = "n.nspname !~ '^pg_temp' and n.nspname <> 'tapis_amcheck' and c.relpersistence = 'p'"
TABLES = f"""
select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'm', 't') and {OURS}
"""
INDEXES = f"""
select i.indexrelid::regclass::text, m.amname, i.indrelid::regclass::text
from pg_index i join pg_class c on c.oid = i.indexrelid
join pg_namespace n on n.oid = c.relnamespace join pg_am m on m.oid = c.relam
where i.indisvalid and i.indisready and m.amname in ('btree', 'gin') and {OURS}
"""
CHECK_TABLE = """
select msg from tapis_amcheck.verify_heapam(%s::regclass, on_error_stop => true, check_toast => true)
"""
CHECK_INDEX = {
    "btree": "select tapis_amcheck.bt_index_check(%s::regclass, heapallindexed => true, checkunique => true)",
    "gin": "select tapis_amcheck.gin_index_check(%s::regclass)",
}


def find_damage(connection: Connection) -> list[Finding]:
    """Damaged tables and indexes; none where the owner may not use amcheck (no superuser)."""
    row = connection.execute("select rolsuper from pg_roles where rolname = current_user").fetchone()
    if not (row and row[0]):
        return []
    with connection.transaction(force_rollback=True):  # the extension exists only meanwhile
        connection.execute("create schema tapis_amcheck; create extension amcheck schema tapis_amcheck")
        tables = [name for (name,) in connection.execute(TABLES).fetchall()]
        indexes = connection.execute(INDEXES).fetchall()
        broken = [
            Finding("table-broken", f"{name}: {said}", (name,))
            for name in tables
            if (said := _check(connection, CHECK_TABLE, name))
        ]
        # Not the indexes of a broken table: they may be right about what it lost.
        whole = {name for name in tables if all(name not in finding.keys for finding in broken)}
        for name, method, table in indexes:
            if table in whole and (said := _check(connection, CHECK_INDEX[method], name)):
                broken.append(Finding("index-broken", f"{name}: {said}", (name,)))
    return broken


def _check(connection: Connection, question: str, name: str) -> str:
    """The error that amcheck reports; an unreadable page is an error of the server."""
    try:
        with connection.transaction():
            row = connection.execute(question.encode(), [name]).fetchone()
    except psycopg.Error as error:
        return " ".join(str(error.diag.message_primary or error).split())
    return str(row[0]) if row and row[0] else ""
