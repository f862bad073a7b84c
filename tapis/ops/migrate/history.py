"""Which files of db/migrations were applied to a database, with their checksums."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

import psycopg

from tapis.ops.migrate.sql_files import MigrationError, queries, run_file


def has_history(connection: psycopg.Connection) -> bool:
    row = connection.execute(queries.has_history.encode()).fetchone()
    return bool(row and row[0])


def applied_migrations(connection: psycopg.Connection) -> dict[str, str]:
    """Name → checksum; empty where no run ever reached this database."""
    if not has_history(connection):
        return {}
    return dict(connection.execute(queries.applied_migrations.encode()).fetchall())


def require_known_history(connection: psycopg.Connection, folder: Path) -> dict[str, str]:
    """The applied migrations, name → checksum. Raises MigrationError unless `folder` has each unchanged."""
    applied: dict[str, str] = dict(connection.execute(queries.applied_migrations.encode()).fetchall())
    files = {file.name: file for file in folder.glob("*.sql")}
    if unknown := sorted(applied.keys() - files.keys()):
        raise MigrationError(newer_schema(unknown[-1]))
    for name, digest in sorted(applied.items()):
        if _sha256(files[name]) != digest:
            raise MigrationError(f"{name} was edited after it was applied; write a new migration instead.")
    return applied


def newer_schema(name: str) -> str:
    """The message about a database that a newer program has migrated."""
    return (
        f"A newer version of Tapis has migrated this database ({name} is not known here); "
        "install that version, and try again."
    )


def apply(connection: psycopg.Connection, file: Path) -> bool:
    """Run one migration and record it; False when it was applied before.

    Raises MigrationError for an unknown history. To be called in a transaction.
    """
    if file.name in require_known_history(connection, file.parent):
        return False
    run_file(connection, file)
    connection.execute(queries.add_migration.encode(), [file.name, _sha256(file)])
    return True


@dataclass(frozen=True, slots=True)
class SchemaStatus:
    """How a database compares with db/: whether it was ever migrated, and its newest migration."""

    has_history: bool
    newest: str = ""
    is_older: bool = False
    is_newer: bool = False


def schema_status(connection: psycopg.Connection, db_folder: Path) -> SchemaStatus:
    """Compare a database with `db_folder`. Any role may ask, also the gateway's."""
    if not has_history(connection):
        return SchemaStatus(has_history=False)
    row = connection.execute(queries.published_newest.encode()).fetchone()
    newest = str(row[0]) if row else ""
    known = max((file.name for file in (db_folder / "migrations").glob("*.sql")), default="")
    return SchemaStatus(has_history=True, newest=newest, is_older=newest < known, is_newer=newest > known)


def _sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
