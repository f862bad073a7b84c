"""The present tense: what policies/ says of a table is what holds, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from psycopg import sql

from tapis.ops.migrate.migration_error import MigrationError
from tapis.ops.migrate.sql_files import run_file

if TYPE_CHECKING:
    from pathlib import Path

    import psycopg


def run_policies(connection: psycopg.Connection, folder: Path) -> None:
    """Replace the rules of every table with a policy file: a line deleted there is a right deleted."""
    for file in sorted(folder.glob("*.sql")):
        clear_rules(connection, file.stem)
        run_file(connection, file)


def clear_rules(connection: psycopg.Connection, name: str) -> None:
    """Drop the policies, triggers and grants of one table of ours.

    `name` is a table of schema public, or `schema_table`. In the schemas auth and storage, which others use
    too, policies named `tapis_…` are ours, grants are the platform's, and triggers are replaced, because who
    may create one on a hosted project may not drop it.
    """
    schema, table = place_of(connection, name)
    ours = schema in ("public", "private")
    target = sql.Identifier(schema, table)
    drops = [(POLICIES_OF, "%" if ours else r"tapis\_%", "drop policy {} on {}")]
    if ours:
        drops.append((TRIGGERS_OF, "%", "drop trigger {} on {}"))
    for rules, pattern, drop in drops:
        for (rule,) in connection.execute(rules, [schema, table, pattern]).fetchall():
            connection.execute(sql.SQL(drop).format(sql.Identifier(rule), target))
    if ours:
        for (grantee,) in connection.execute(GRANTEES_OF, [schema, table]).fetchall():
            connection.execute(sql.SQL("revoke all on table {} from {}").format(target, sql.SQL(grantee)))


def place_of(connection: psycopg.Connection, name: str) -> tuple[str, str]:
    """Schema and table that a policy file's name stands for; raises MigrationError if there is none."""
    schema, _, table = name.partition("_")
    for place in (("public", name), (schema, table)):
        if connection.execute(TABLE_EXISTS, place).fetchone():
            return place
    raise MigrationError(f"db/policies/{name}.sql is about no table of this database")


TABLE_EXISTS = """
select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = %s and c.relname = %s and c.relkind = 'r'
"""

POLICIES_OF = """
select policyname from pg_policies where schemaname = %s and tablename = %s and policyname like %s
"""

TRIGGERS_OF = """
select t.tgname
from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
where n.nspname = %s and c.relname = %s and t.tgname like %s and not t.tgisinternal
"""

# Everyone but the owner who holds a right on the table or one of its columns, quoted; PUBLIC counts too.
GRANTEES_OF = """
with target as (
    select c.oid, c.relowner, c.relacl from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = %s and c.relname = %s
), held as (
    select held.grantee, target.relowner from target, aclexplode(target.relacl) as held
    union
    select held.grantee, target.relowner from target
    join pg_attribute a on a.attrelid = target.oid, aclexplode(a.attacl) as held
)
select distinct case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end
from held where grantee <> relowner
"""
