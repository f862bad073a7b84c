"""Replaces the views of db/views, also where the owner's own views read them."""

from collections.abc import Sequence
from pathlib import Path

import psycopg
from psycopg import errors, sql

from tapis.ops.command_errors import MigrationError
from tapis.ops.migrate.rule_ownership import Rule, rules_on
from tapis.ops.migrate.sql_files import queries, run_file


def replace_views(connection: psycopg.Connection, db_folder: Path, added: Sequence[Rule]) -> None:
    """Run the file of each view; one whose columns changed is recreated, with what the owner `added`."""
    for file in sorted((db_folder / "views").glob("*.sql")):
        try:
            with connection.transaction():
                run_file(connection, file)
        except errors.InvalidTableDefinition:
            _rebuild(connection, file, added)


def _rebuild(connection: psycopg.Connection, file: Path, added: Sequence[Rule]) -> None:
    """Raises MigrationError when the owner's views can't be made again over the new columns."""
    name = f"public.{file.stem}"
    over = connection.execute(queries.views_over.encode(), [name]).fetchall()
    rebuilt = {name, *(f"{schema}.{view}" for schema, view, _, _ in over)}
    rules = rules_on(connection, file.parent.parent, rebuilt)
    kept = [rule for rule in rules if rule.relation != name or rule in added]
    drop = sql.SQL("drop view {}")
    try:
        with connection.transaction():
            for schema, view, _, _ in reversed(over):
                connection.execute(drop.format(sql.Identifier(schema, view)))
            connection.execute(drop.format(sql.Identifier("public", file.stem)))
            run_file(connection, file)
            for schema, view, statement, owner in over:
                connection.execute(statement.encode())
                give = sql.SQL("alter view {} owner to {}")
                connection.execute(give.format(sql.Identifier(schema, view), sql.Identifier(owner)))
            for rule in kept:
                connection.execute(rule.definition.encode())
    except (errors.DependentObjectsStillExist, errors.WrongObjectType, errors.UndefinedColumn) as error:
        stands = ", ".join(sorted(rebuilt - {name})) or "something of yours"
        raise MigrationError(
            f"{stands} reads the view {name}, which this version changes: drop it, start again, "
            f"and create it again ({' '.join(str(error).split())})."
        ) from error
