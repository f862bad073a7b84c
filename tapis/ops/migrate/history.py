"""Which files of db/migrations have happened to a database, and what it means when they are not ours."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tapis.ops.migrate.migration_error import MigrationError
from tapis.ops.migrate.sql_files import run_file

if TYPE_CHECKING:
    from pathlib import Path

    import psycopg

LEDGER = """
create schema if not exists private;
create table if not exists private.migrations (
    name text primary key,
    sha256 text not null,
    applied_at timestamptz not null default now()
);
alter table private.migrations enable row level security;
comment on schema private is 'What no request may name: roles of people, predicates, order rules.';
"""
IS_THERE = """
select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = 'private' and c.relname = 'migrations'
"""
KNOWN = "select name, sha256 from private.migrations"
REMEMBER = "insert into private.migrations (name, sha256) values (%s, %s)"
# The newest one stands in the catalogue, too: the gateway's login may read no row of schema private.
TOLD = "Which files of db/migrations have happened to this database; the newest is "
TELL = """
do $$ begin
    execute format('comment on table private.migrations is %L',
        '{told}' || (select max(name) from private.migrations));
end $$
"""
NEWEST = """
select substr(d.description, length(%s) + 1) from pg_description d
join pg_class c on c.oid = d.objoid and d.classoid = 'pg_class'::regclass and d.objsubid = 0
join pg_namespace n on n.oid = c.relnamespace
where n.nspname = 'private' and c.relname = 'migrations' and starts_with(d.description, %s)
"""
# Until its policy file has come, a new table is closed; so it is never open, not even between two steps.
NEW_TABLES = """
select n.nspname, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and not c.relrowsecurity
    and pg_has_role(c.relowner, 'usage')
"""


def is_begun(connection: psycopg.Connection) -> bool:
    """Whether a run ever reached this database."""
    row = connection.execute(IS_THERE).fetchone()
    return bool(row and row[0])


def refuse_others(connection: psycopg.Connection, folder: Path) -> dict[str, str]:
    """What has happened: checksums by name. Raises MigrationError when that is not what `folder` holds."""
    known: dict[str, str] = dict(connection.execute(KNOWN).fetchall())
    ours = {file.name: file for file in folder.glob("*.sql")}
    if newer := sorted(known.keys() - ours.keys()):
        raise MigrationError(is_newer(newer[-1]))
    for name, digest in sorted(known.items()):
        if _digest(ours[name]) != digest:
            raise MigrationError(f"{name} was edited after it was applied; write a new one instead.")
    return known


def is_newer(name: str) -> str:
    """The sentence about a database that is ahead of this program."""
    return (
        f"A newer Tapis has brought this database up to date ({name} is not known here); "
        "install that version, and try again."
    )


def apply(connection: psycopg.Connection, file: Path) -> bool:
    """Run one migration and remember its checksum; False when it has happened already.

    Raises MigrationError for a history that is not ours. To be called in a transaction.
    """
    if file.name in refuse_others(connection, file.parent):
        return False
    run_file(connection, file)
    connection.execute(REMEMBER, [file.name, _digest(file)])
    return True


def tell_newest(connection: psycopg.Connection) -> None:
    """Write down, where any role may read it, which migration is the newest."""
    connection.execute(TELL.format(told=TOLD))


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a database is: whether a run ever reached it, and its newest migration, if it tells that."""

    is_begun: bool
    newest: str = ""
    is_older: bool = False
    is_newer: bool = False


def standing(connection: psycopg.Connection, db_folder: Path) -> Standing:
    """Compare a database with `db_folder`. Any role may ask, the gateway's as well."""
    if not is_begun(connection):
        return Standing(is_begun=False)
    row = connection.execute(NEWEST, [TOLD, TOLD]).fetchone()
    newest = str(row[0]) if row else ""
    ours = max((file.name for file in (db_folder / "migrations").glob("*.sql")), default="")
    return Standing(is_begun=True, newest=newest, is_older=newest < ours, is_newer=newest > ours)


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
