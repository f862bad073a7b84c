"""SQL of this package: named statements, and the files of db/, which run as they are."""

from pathlib import Path

import psycopg

from tapis.gateway.database.named_queries import NamedQueries


class MigrationError(Exception):
    """Why a run stopped, in one sentence; the steps before are complete and stay."""


class Queries(NamedQueries, file="migration_queries.sql"):
    create_history: str
    has_history: str
    applied_migrations: str
    add_migration: str
    publish_newest: str
    published_newest: str
    tables_without_rls: str
    lockable_relations: str
    try_lock: str
    share_lock: str
    missing_privileges: str
    has_platform: str
    login_too_powerful: str
    table_exists: str
    policies_of: str
    triggers_of: str
    grantees_of: str


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
