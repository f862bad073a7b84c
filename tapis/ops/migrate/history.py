"""Which files of db/migrations were applied to a database, with their checksums."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

import psycopg

from tapis.ops.command_errors import MigrationError
from tapis.ops.first_value import first_value
from tapis.ops.migrate.sql_files import queries, run_file

NO_SHOP = "This database has no shop yet: run `tapis migrate` as its owner."


def has_history(connection: psycopg.Connection) -> bool:
    return bool(first_value(connection, queries.has_history))


def applied_migrations(connection: psycopg.Connection) -> dict[str, str]:
    """Name → checksum; empty if this database was never migrated."""
    if not has_history(connection):
        return {}
    return dict(connection.execute(queries.applied_migrations).fetchall())


def pending_migrations(connection: psycopg.Connection, folder: Path) -> list[str]:
    """The files of `folder` that are not applied yet."""
    applied = applied_migrations(connection)
    return sorted(file.name for file in folder.glob("*.sql") if file.name not in applied)


def unknown_migrations(applied: Mapping[str, str], folder: Path) -> list[str]:
    """Applied migrations that are missing in `folder`, or have different contents there."""
    return sorted(name for name, digest in applied.items() if _sha256(folder / name) != digest)


def require_known_history(connection: psycopg.Connection, folder: Path) -> dict[str, str]:
    """The applied migrations, name → checksum. Raises MigrationError unless `folder` has each unchanged."""
    applied = applied_migrations(connection)
    for name in reversed(unknown_migrations(applied, folder)):
        if (folder / name).exists():
            raise MigrationError(f"{name} was edited after it was applied; write a new migration instead.")
        raise MigrationError(_newer_schema_message(name))
    return applied


def apply_migration(connection: psycopg.Connection, file: Path) -> None:
    """Run one migration and record it; to be called in a transaction."""
    connection.execute("set local application_name = 'tapis'")  # orders that it changes are sealed
    run_file(connection, file)
    connection.execute(queries.add_migration, [file.name, _sha256(file)])


def require_not_newer(connection: psycopg.Connection, db_folder: Path) -> str:
    """The newest migration, or nothing; for any role. Raises MigrationError if this program lacks it."""
    newest = str(first_value(connection, queries.published_newest) or "")
    if newest > _newest_migration(db_folder):
        raise MigrationError(_newer_schema_message(newest))
    return newest


def require_same_schema(
    connection: psycopg.Connection, db_folder: Path, remedy: str = "run `tapis migrate` as its owner"
) -> None:
    """Raise MigrationError unless the schema is that of this program; for any role."""
    newest = require_not_newer(connection, db_folder)
    if not newest:
        raise MigrationError(NO_SHOP)
    if newest < _newest_migration(db_folder):
        raise MigrationError(f"This database is older than this program: {remedy}.")


def _newest_migration(db_folder: Path) -> str:
    return max(file.name for file in (db_folder / "migrations").glob("*.sql"))


def _newer_schema_message(name: str) -> str:
    return (
        f"A newer version of Tapis has migrated this database ({name} is not known here); "
        "install that version, and try again."
    )


def _sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else ""
