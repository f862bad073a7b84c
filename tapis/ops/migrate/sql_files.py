"""Runs the SQL files of db/."""

from contextlib import suppress
from pathlib import Path

import psycopg

from tapis.gateway.database.named_queries import NamedQueries
from tapis.ops.command_errors import MigrationError

queries = NamedQueries(__file__, "migration_queries.sql")


def run_folder(connection: psycopg.Connection, folder: Path) -> None:
    for file in sorted(folder.glob("*.sql")):
        run_file(connection, file)


def run_file(connection: psycopg.Connection, file: Path) -> None:
    """Run one SQL file; an error gets a note with its name."""
    run_text(connection, file.read_text("utf-8"), file)


def run_text(connection: psycopg.Connection, text: str, file: Path) -> None:
    """Run `text`, a part of `file`."""
    try:
        connection.execute(text.encode())
    except psycopg.Error as error:
        error.add_note(f"in db/{file.parent.name}/{file.name}")
        raise


def drop_former_functions(connection: psycopg.Connection, file: Path) -> None:
    """Run a file of drop statements; a function that a rule of the owner still uses is kept."""
    for statement in file.read_text("utf-8").splitlines():
        with suppress(psycopg.errors.DependentObjectsStillExist), connection.transaction():
            connection.execute(statement.encode())


def parse_table_name(connection: psycopg.Connection, name: str) -> tuple[str, str]:
    """Schema and table of a policy file's name: a table of schema public, or `schema_table`."""
    schema, _, table = name.partition("_")
    for identifier in (("public", name), (schema, table)):
        if connection.execute(queries.table_exists, identifier).fetchone():
            return identifier
    raise MigrationError(f"db/policies/{name}.sql names no table of this database")
