"""SQL of this package: named statements, and the files of db/, which run as they are."""

from pathlib import Path

import psycopg

from tapis.gateway.database.named_queries import NamedQueries


class MigrationError(Exception):
    """Why a run stopped, in one sentence; the steps before are complete and stay."""


queries = NamedQueries(__file__, "migration_queries.sql")


def run_folder(connection: psycopg.Connection, folder: Path) -> None:
    for file in sorted(folder.glob("*.sql")):
        run_file(connection, file)


def run_file(connection: psycopg.Connection, file: Path) -> None:
    """Run one SQL file; an error gets a note with its name."""
    try:
        connection.execute(file.read_bytes())
    except psycopg.Error as error:
        error.add_note(f"in db/{file.parent.name}/{file.name}")
        raise
