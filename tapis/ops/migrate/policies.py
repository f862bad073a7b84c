"""Replaces the policies, triggers and grants of each table with those of db/policies."""

from pathlib import Path

import psycopg
from psycopg import sql

from tapis.ops.migrate.sql_files import MigrationError, queries, run_file


def replace_policies(connection: psycopg.Connection, folder: Path) -> None:
    """Replace the rules of every table with a policy file: a line deleted there is a right deleted."""
    for file in sorted(folder.glob("*.sql")):
        drop_rules(connection, file.stem)
        run_file(connection, file)


def drop_rules(connection: psycopg.Connection, name: str) -> None:
    """Drop the policies, triggers and grants of one table.

    `name` is a table of schema public, or `schema_table`. In the schemas auth and storage, which the platform
    uses too, only policies named `tapis_…` are ours, grants are the platform's, and triggers are replaced,
    because whoever may create one on a hosted project may not drop it.
    """
    schema, table = table_of(connection, name)
    ours = schema in ("public", "private")
    target = sql.Identifier(schema, table)
    drops = [(queries.policies_of, "%" if ours else r"tapis\_%", "drop policy {} on {}")]
    if ours:
        drops.append((queries.triggers_of, "%", "drop trigger {} on {}"))
    for query, pattern, drop in drops:
        for (rule,) in connection.execute(query.encode(), [schema, table, pattern]).fetchall():
            connection.execute(sql.SQL(drop).format(sql.Identifier(rule), target))
    if ours:
        for (grantee,) in connection.execute(queries.grantees_of.encode(), [schema, table]).fetchall():
            connection.execute(sql.SQL("revoke all on table {} from {}").format(target, sql.SQL(grantee)))


def table_of(connection: psycopg.Connection, name: str) -> tuple[str, str]:
    """Schema and table of a policy file's name. Raises MigrationError if there is none."""
    schema, _, table = name.partition("_")
    for place in (("public", name), (schema, table)):
        if connection.execute(queries.table_exists.encode(), place).fetchone():
            return place
    raise MigrationError(f"db/policies/{name}.sql names no table of this database")
