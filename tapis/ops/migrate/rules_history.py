"""The history of a database's functions, policies and views, with their state when they were created.

Versions with the same migrations differ only in these. Servers of two such versions on one database would
otherwise overwrite each other's rules at each start.
"""

import hashlib
from pathlib import Path

import psycopg

from tapis.ops.first_value import first_value
from tapis.ops.migrate.sql_files import queries

FILES = ("functions/*.sql", "policies/*.sql", "views/*.sql", "former_functions.sql")


def is_superseded(connection: psycopg.Connection, db_folder: Path) -> bool:
    """Whether the rules of `db_folder` were applied here before the current ones."""
    return bool(first_value(connection, queries.rules_superseded, _digest(db_folder)))


def are_unmodified(connection: psycopg.Connection, db_folder: Path) -> bool:
    """Whether the rules of `db_folder` are in force and unchanged since they were applied."""
    recorded = first_value(connection, queries.rules_in_force, _digest(db_folder))
    return bool(recorded == _state(connection))


def record_rules(connection: psycopg.Connection, db_folder: Path) -> None:
    """Record the rules of `db_folder` as current, with their present state."""
    digest = _digest(db_folder)
    connection.execute(queries.record_rules_version, [digest])
    connection.execute(queries.record_rules_state, [_state(connection), digest])


def _state(connection: psycopg.Connection) -> str:
    return str(first_value(connection, queries.rules_state))


def _digest(db_folder: Path) -> str:
    digest = hashlib.sha256()
    for pattern in FILES:
        for file in sorted(db_folder.glob(pattern)):
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()
