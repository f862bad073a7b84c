"""What one run does: platform → migrations → functions → policies → views → verify."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from psycopg import sql

from tapis.ops.migrate import history
from tapis.ops.migrate.migration_error import MigrationError
from tapis.ops.migrate.migration_lock import Turns, hold
from tapis.ops.migrate.policies import place_of, run_policies
from tapis.ops.migrate.preflight import require_privileges
from tapis.ops.migrate.sql_files import run_file, run_folder
from tapis.ops.migrate.verify import complaints

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    import psycopg

# First of all functions: what later steps make is closed from its first moment.
CLOSED = "closed_by_default.sql"
CHANNEL = "tapis_changed"  # whoever keeps public records in memory drops them
LOCKABLE = """
select n.nspname, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = any(%s) and c.relkind in ('r', 'v') and pg_has_role(c.relowner, 'usage') order by 1, 2
"""


@dataclass(frozen=True)
class Report:
    """What one run did: files of history applied now, and whether the platform was already there."""

    applied: tuple[str, ...]
    hosted: bool


def migrate(
    connection: psycopg.Connection,
    db_folder: Path,
    hosted: bool | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> Report:
    """Bring a database up to date. `connection` belongs to its owner.

    A shop that is there goes from one whole state to the next while it is served: each migration in a
    transaction of its own, with its checksum; then functions, policies and views together in another, which
    counts only when nothing is open. A new shop comes into being at once or not at all.

    `hosted` says that roles and the schemas auth and storage exist already; left out, it is found out. `tell`
    hears a sentence when another run goes first. Raises MigrationError or psycopg.Error.
    """
    require_privileges(connection)
    hosted = is_hosted(connection) if hosted is None else hosted
    if history.is_begun(connection):
        history.refuse_others(connection, db_folder / "migrations")
        return Report(_steps(connection, db_folder, hosted, tell), hosted)
    with connection.transaction():
        return Report(_steps(connection, db_folder, hosted, tell), hosted)


def is_hosted(connection: psycopg.Connection) -> bool:
    """Whether roles, auth and storage came with this database: only hosted projects have supabase_admin."""
    row = connection.execute("select 1 from pg_roles where rolname = 'supabase_admin'").fetchone()
    return row is not None


def _steps(
    connection: psycopg.Connection, db_folder: Path, hosted: bool, tell: Callable[[str], None]
) -> tuple[str, ...]:
    turns = Turns(connection, tell)
    turns.take(partial(_begin, connection, db_folder, hosted))
    applied = [
        file.name
        for file in sorted((db_folder / "migrations").glob("*.sql"))
        if turns.take(partial(_happen, connection, file, db_folder))
    ]
    turns.take(partial(_bring_present, connection, db_folder))
    return tuple(applied)


def _begin(connection: psycopg.Connection, db_folder: Path, hosted: bool) -> None:
    """The ground: roles, the schemas of the platform, and the ledger."""
    if not hosted:
        hold(connection, _relations(connection, ["auth", "storage"]))
        run_folder(connection, db_folder / "platform")
    connection.execute(history.LEDGER)
    run_file(connection, db_folder / "functions" / CLOSED)


def _happen(connection: psycopg.Connection, file: Path, db_folder: Path) -> bool:
    """One migration, unless it happened already. Raises MigrationError when it opens something."""
    open_before = set(complaints(connection, db_folder))
    if not history.apply(connection, file):
        return False
    for table in connection.execute(history.NEW_TABLES).fetchall():
        connection.execute(sql.SQL("alter table {} enable row level security").format(sql.Identifier(*table)))
    history.tell_newest(connection)
    _refuse(found for found in complaints(connection, db_folder) if found not in open_before)
    return True


def _bring_present(connection: psycopg.Connection, db_folder: Path) -> None:
    """All rules, replaced together, for whoever asks next; and everybody forgets what was read before."""
    history.refuse_others(connection, db_folder / "migrations")
    run_folder(connection, db_folder / "functions")
    ruled = {place_of(connection, file.stem) for file in (db_folder / "policies").glob("*.sql")}
    ours = {*_relations(connection, ["public", "private"]), *_relations(connection, ["auth", "storage"])}
    views = {("public", file.stem) for file in (db_folder / "views").glob("*.sql")}
    hold(connection, sorted(ours & (ruled | views)))
    run_policies(connection, db_folder / "policies")
    run_folder(connection, db_folder / "views")
    history.tell_newest(connection)
    _refuse(complaints(connection, db_folder))
    connection.execute(f"notify {CHANNEL}")


def _relations(connection: psycopg.Connection, schemas: list[str]) -> list[tuple[str, str]]:
    """Tables and views of some schemas that may be taken."""
    return connection.execute(LOCKABLE, [schemas]).fetchall()


def _refuse(found: Iterable[str]) -> None:
    if sentences := list(found):
        raise MigrationError("; ".join(sentences))
