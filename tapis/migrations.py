"""Brings a database up to the rules of `db/`: history once, the present tense every time, all or nothing."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import psycopg
from psycopg import sql

if TYPE_CHECKING:
    from pathlib import Path

LEDGER = """
create schema if not exists private;
create table if not exists private.migrations (
    name text primary key,
    sha256 text not null,
    applied_at timestamptz not null default now()
);
alter table private.migrations enable row level security;
comment on schema private is 'What no request may name: roles of people, predicates, order rules.';
comment on table private.migrations is 'Which files of db/migrations have happened to this database.';
"""

REMEMBER = "insert into private.migrations (name, sha256) values (%s, %s)"

# Any constant will do; two runs at once take turns.
LOCK = 7_461_706_973


class MigrationError(Exception):
    """The database was left as it was, and this says why."""


@dataclass(frozen=True)
class Report:
    """What one run did: files of history applied now, and whether the platform was already there."""

    applied: tuple[str, ...]
    hosted: bool


def migrate(connection: psycopg.Connection, db_folder: Path, hosted: bool | None = None) -> Report:
    """Apply platform → migrations → functions → policies → views, then verify, in one transaction.

    `connection` belongs to the owner of the database. `hosted` says that roles and the schemas auth and
    storage exist already; left out, it is found out. Raises MigrationError or psycopg.Error, and then the
    database is as it was.
    """
    with connection.transaction():
        connection.execute("select pg_advisory_xact_lock(%s)", [LOCK])
        # Whoever waits here for a table makes all others wait: rather give up, and keep the old rules.
        connection.execute("set local lock_timeout = '5s'")
        if hosted is None:
            hosted = is_hosted(connection)
        if not hosted:
            run_folder(connection, db_folder / "platform")
        applied = run_history(connection, db_folder / "migrations")
        run_folder(connection, db_folder / "functions")
        run_policies(connection, db_folder / "policies")
        run_folder(connection, db_folder / "views")
        found = complaints(connection, db_folder)
        if found:
            raise MigrationError("; ".join(found))
    return Report(applied=applied, hosted=hosted)


def is_hosted(connection: psycopg.Connection) -> bool:
    """Whether roles, auth and storage came with this database: only hosted projects have supabase_admin."""
    row = connection.execute("select 1 from pg_roles where rolname = 'supabase_admin'").fetchone()
    return row is not None


def run_folder(connection: psycopg.Connection, folder: Path) -> None:
    """Run every SQL file of a folder, in the order of their names."""
    for file in sorted(folder.glob("*.sql")):
        run_file(connection, file)


def run_file(connection: psycopg.Connection, file: Path) -> None:
    """Run one SQL file; an error says which file it came from."""
    try:
        connection.execute(file.read_bytes())
    except psycopg.Error as error:
        error.add_note(f"in db/{file.parent.name}/{file.name}")
        raise


def run_history(connection: psycopg.Connection, folder: Path) -> tuple[str, ...]:
    """Apply the migrations this database has not seen; raises MigrationError for one edited since."""
    connection.execute(LEDGER)
    known: dict[str, str] = dict(connection.execute("select name, sha256 from private.migrations").fetchall())
    applied = []
    for file in sorted(folder.glob("*.sql")):
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        if file.name not in known:
            run_file(connection, file)
            connection.execute(REMEMBER, [file.name, digest])
            applied.append(file.name)
        elif known[file.name] != digest:
            raise MigrationError(f"{file.name} was edited after it was applied; write a new one instead")
    return tuple(applied)


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


def complaints(connection: psycopg.Connection, db_folder: Path, login: bool = False) -> list[str]:
    """What is open that must be closed, one sentence each; empty when the database may be served.

    `login` adds the person behind `connection`: a server asks for that, an owner who migrates does not.
    Any role may ask. The questions are in db/verify.sql.
    """
    questions = (db_folder / "verify.sql").read_bytes()
    found = [sentence for (sentence,) in connection.execute(questions).fetchall()]
    if login:
        found += [sentence for (sentence,) in connection.execute(LOGIN_TOO_STRONG).fetchall()]
    return found


LOGIN_TOO_STRONG = """
select format('the server signs in as %I, which is a superuser or bypasses row level security', rolname)
from pg_roles where rolname = session_user and (rolsuper or rolbypassrls)
"""
