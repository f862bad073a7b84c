"""Replaces the views of db/views, including those that views of the owner depend on."""

from collections.abc import Sequence
from pathlib import Path

import psycopg
from psycopg import errors, sql

from tapis.ops.command_errors import MigrationError
from tapis.ops.migrate.rule_ownership import Rule, read_rules_on
from tapis.ops.migrate.sql_files import queries, run_file


def replace_views(connection: psycopg.Connection, db_folder: Path, added: Sequence[Rule]) -> None:
    """Run the file of each view; one with changed columns is recreated, with the owner's `added` rules."""
    for file in sorted((db_folder / "views").glob("*.sql")):
        try:
            with connection.transaction():
                run_file(connection, file)
        except errors.InvalidTableDefinition:
            _rebuild(connection, file, added)


def _rebuild(connection: psycopg.Connection, file: Path, added: Sequence[Rule]) -> None:
    """Raises MigrationError when the owner's views can't be recreated on the new columns."""
    name = f"public.{file.stem}"
    dependent_views = connection.execute(queries.views_over, [name]).fetchall()
    rebuilt = {name, *(f"{schema}.{view}" for schema, view, _, _ in dependent_views)}
    rules = read_rules_on(connection, file.parent.parent, rebuilt)
    rules_to_restore = [rule for rule in rules if rule.relation != name or rule in added]
    drop = sql.SQL("drop view {}")
    try:
        with connection.transaction():
            for schema, view, _, _ in reversed(dependent_views):
                connection.execute(drop.format(sql.Identifier(schema, view)))
            connection.execute(drop.format(sql.Identifier("public", file.stem)))
            run_file(connection, file)
            for schema, view, statement, owner in dependent_views:
                connection.execute(statement.encode())
                change_owner = sql.SQL("alter view {} owner to {}")
                connection.execute(change_owner.format(sql.Identifier(schema, view), sql.Identifier(owner)))
            for rule in rules_to_restore:
                connection.execute(rule.definition.encode())
    except (errors.DependentObjectsStillExist, errors.WrongObjectType, errors.UndefinedColumn) as error:
        dependents = ", ".join(sorted(rebuilt - {name})) or "something of yours"
        raise MigrationError(
            f"{dependents} reads the view {name}, which this version changes: drop it, start again, "
            f"and create it again ({' '.join(str(error).split())})."
        ) from error
