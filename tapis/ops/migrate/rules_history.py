"""Which functions, policies and views a database had, in order, and how they stood when they were made.

Versions with equal migrations differ in nothing else. Servers of two of them over one database would put
their own over the other's in turns, at each start.
"""

import hashlib
from pathlib import Path

import psycopg

from tapis.ops.migrate.sql_files import queries

FILES = ("functions/*.sql", "policies/*.sql", "views/*.sql", "former_functions.sql")


def is_superseded(connection: psycopg.Connection, db_folder: Path) -> bool:
    """Whether the rules of `db_folder` were made here before those that are here now."""
    row = connection.execute(queries.rules_superseded.encode(), [_digest(db_folder)]).fetchone()
    return bool(row and row[0])


def are_unmodified(connection: psycopg.Connection, db_folder: Path) -> bool:
    """Whether the rules of `db_folder` are there as the run that made them left them."""
    row = connection.execute(queries.rules_in_force.encode(), [_digest(db_folder)]).fetchone()
    return bool(row and row[0] == _state(connection))


def record(connection: psycopg.Connection, db_folder: Path) -> None:
    """The rules of `db_folder` are the newest from here on, and are as they should be now."""
    digest = _digest(db_folder)
    connection.execute(queries.record_rules_version.encode(), [digest])
    connection.execute(queries.record_rules_state.encode(), [_state(connection), digest])


def _state(connection: psycopg.Connection) -> str:
    row = connection.execute(queries.rules_state.encode()).fetchone()
    return str(row[0]) if row else ""


def _digest(db_folder: Path) -> str:
    digest = hashlib.sha256()
    for pattern in FILES:
        for file in sorted(db_folder.glob(pattern)):
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()
