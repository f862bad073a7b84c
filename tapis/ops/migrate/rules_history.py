"""Which functions, policies and views a database had, in order.

Versions with equal migrations differ in nothing else. Servers of two of them over one database would put
their own over the other's in turns, at each start.
"""

import hashlib
from pathlib import Path

import psycopg

from tapis.ops.migrate.sql_files import queries

FOLDERS = ("functions", "policies", "views")


def is_superseded(connection: psycopg.Connection, db_folder: Path) -> bool:
    """Whether the rules of `db_folder` were made here before those that are here now."""
    row = connection.execute(queries.rules_superseded.encode(), [_digest(db_folder)]).fetchone()
    return bool(row and row[0])


def record(connection: psycopg.Connection, db_folder: Path) -> None:
    """The rules of `db_folder` are the newest from here on."""
    connection.execute(queries.record_rules_version.encode(), [_digest(db_folder)])


def _digest(db_folder: Path) -> str:
    digest = hashlib.sha256()
    for folder in FOLDERS:
        for file in sorted((db_folder / folder).glob("*.sql")):
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()
