"""One run: privileges → platform → migrations → functions → policies → views → verification."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import psycopg
from psycopg import sql

from tapis.ops.command_errors import MigrationError
from tapis.ops.migrate import history, rules_history
from tapis.ops.migrate.migration_lock import LockedTransactions, lock_tables
from tapis.ops.migrate.rule_ownership import (
    Rule,
    drop_shop_rules,
    find_exposing_rules,
    find_owner_rules,
    record_shop_rules,
    rules_on,
    shop_relations,
)
from tapis.ops.migrate.sql_files import drop_former_functions, queries, run_file, run_folder, table_of
from tapis.ops.migrate.view_files import replace_views
from tapis.resources import policy_files

# First of all functions: what later steps create is closed from its first moment.
CLOSED = "closed_by_default.sql"
CHANNEL = "tapis_changed"  # caches drop the public records
SUPERSEDED = (
    "Another version of Tapis has made this database's functions and policies since this one did; they stay. "
    "`tapis migrate` of this version replaces them with its own."
)


@dataclass(frozen=True)
class Report:
    """The migrations applied by one run, and whether the platform was there before."""

    applied: tuple[str, ...]
    hosted: bool


@dataclass(frozen=True)
class Violation:
    """Something open that must be closed, and the statement that closes it, if there is one."""

    sentence: str
    closing: str | None
    of_accounts: bool = False


def migrate(
    connection: psycopg.Connection,
    db_folder: Path,
    log: Callable[[str], None] = lambda _: None,
    *,
    gives_way: bool = False,
    is_served: bool = True,
) -> Report:
    """Migrate a database; `connection` belongs to its owner.

    An existing shop stays open: each migration is a transaction of its own; then functions, policies and
    views are replaced in another one, which commits only when `describe_violations` finds nothing. A new
    shop is created in one transaction, in which every column of pictures must be declared; of one that an
    owner added to a shop, `tapis doctor` tells.

    `log` gets a sentence when another run goes first, and when this one `gives_way` to rules of another
    version that came later: those stay. What no gateway serves may stand open: roles are a whole server's,
    and a scratch database for `doctor` has those of the shop beside it.
    """
    find = partial(describe_violations, connection, db_folder) if is_served else list[str]
    transactions = LockedTransactions(connection, log)
    steps = partial(_run, transactions, db_folder, find, gives_way=gives_way)
    require_privileges(connection)
    hosted = is_hosted(connection)
    if not hosted:
        require_own_roles(connection)
    if history.has_history(connection):
        history.require_known_history(connection, db_folder / "migrations")
        return Report(steps(hosted), hosted)
    with connection.transaction():
        report = Report(steps(hosted, is_new=True), hosted)
        _refuse(sentence for (sentence,) in connection.execute(queries.picture_column_faults.encode()))
        return report


def is_hosted(connection: psycopg.Connection) -> bool:
    """Whether roles, auth and storage came with this database."""
    return connection.execute(queries.has_platform.encode()).fetchone() is not None


def describe_violations(connection: psycopg.Connection, db_folder: Path, login: bool = False) -> list[str]:
    """What is open that must be closed, one sentence each; empty when the database may be served.

    `login` also checks the role of `connection`: for a gateway, not for an owner. Any role may ask. The
    checks are in db/verify.sql.
    """
    found = [opening.sentence for opening in find_violations(connection, db_folder)]
    if login:
        found += [row[0] for row in connection.execute(queries.login_too_powerful.encode()).fetchall()]
    return found


def find_violations(connection: psycopg.Connection, db_folder: Path) -> list[Violation]:
    """The same with the statements that close them; those about accounts come first."""
    cursor = psycopg.RawCursor(connection)
    cursor.execute((db_folder / "verify.sql").read_bytes(), [policy_files(db_folder)])
    return [Violation(*row) for row in cursor.fetchall()]


def _run(
    transactions: LockedTransactions,
    db_folder: Path,
    find: Callable[[], list[str]],
    hosted: bool,
    *,
    gives_way: bool,
    is_new: bool = False,
) -> tuple[str, ...]:
    connection = transactions.connection
    transactions.run(partial(_prepare, connection, db_folder, hosted))
    folder = db_folder / "migrations"
    applied, violations = [], None
    for name in history.pending_migrations(connection, folder):
        found = transactions.run(partial(_apply, connection, folder / name, find, violations))
        if found is not None:
            applied.append(name)
        violations = found if is_new else None  # between two transactions somebody may open something
    if not transactions.run(partial(_enforce_rules, connection, db_folder, find, gives_way=gives_way)):
        transactions.log(SUPERSEDED)
    return tuple(applied)


def _prepare(connection: psycopg.Connection, db_folder: Path, hosted: bool) -> None:
    if not hosted:
        lock_tables(connection, _relations(connection, ["auth", "storage"]))
        run_folder(connection, db_folder / "platform")
    connection.execute(queries.create_history.encode())
    run_file(connection, db_folder / "functions" / CLOSED)


def _apply(
    connection: psycopg.Connection, file: Path, find: Callable[[], list[str]], known: list[str] | None
) -> list[str] | None:
    """One migration; gives the violations after it, or None when another run has applied it.

    `known`: those before it, if they are known. Raises MigrationError when it opens something.
    """
    if file.name in history.require_known_history(connection, file.parent):
        return None
    violations_before = find() if known is None else known
    history.apply(connection, file)
    for table in connection.execute(queries.tables_without_rls.encode()).fetchall():
        connection.execute(sql.SQL("alter table {} enable row level security").format(sql.Identifier(*table)))
    connection.execute(queries.publish_newest.encode())
    violations = find()
    _refuse(found for found in violations if found not in violations_before)
    return violations


def _enforce_rules(
    connection: psycopg.Connection, db_folder: Path, find: Callable[[], list[str]], *, gives_way: bool
) -> bool:
    """Functions, policies and views are those of the files; caches are invalidated. False when it gave way.

    Where the last run made them and nobody touched anything since, they stay, and no table is locked.
    """
    history.require_known_history(connection, db_folder / "migrations")
    if gives_way and rules_history.is_superseded(connection, db_folder):
        return False
    connection.execute(queries.publish_newest.encode())
    if not rules_history.are_unmodified(connection, db_folder):
        _replace_rules(connection, db_folder)
        rules_history.record(connection, db_folder)
    _refuse(find(), "`tapis doctor` explains it, and --repair closes it")
    connection.execute(f"notify {CHANNEL}")
    return True


def _replace_rules(connection: psycopg.Connection, db_folder: Path) -> None:
    """All of them together; what the shop made is replaced: a line deleted in a file is a right deleted.

    What the owner added stays.
    """
    run_folder(connection, db_folder / "functions")
    with_policies = {table_of(connection, file.stem) for file in (db_folder / "policies").glob("*.sql")}
    views = {("public", file.stem) for file in (db_folder / "views").glob("*.sql")}
    lockable = _relations(connection, ["public", "private", "auth", "storage"])
    lock_tables(connection, sorted({*lockable} & (with_policies | views)))
    names = shop_relations(db_folder)
    rules = rules_on(connection, db_folder, names)
    added = find_owner_rules(connection, rules)
    _refuse_added(added)
    drop_shop_rules(connection, rules, added)
    run_folder(connection, db_folder / "policies")
    replace_views(connection, db_folder, added)
    drop_former_functions(connection, db_folder / "former_functions.sql")
    record_shop_rules(
        connection, [rule for rule in rules_on(connection, db_folder, names) if rule not in added]
    )


def _refuse_added(added: Sequence[Rule]) -> None:
    """The shop closes nothing of its owner's by itself, and doesn't open beside it either."""
    if titles := [rule.title for rule in find_exposing_rules(added)]:
        raise MigrationError(
            f"Somebody has opened what the shop closes: {', '.join(titles)}; "
            "`tapis doctor --repair` closes it, and prints the statement that it was."
        )


def _relations(connection: psycopg.Connection, schemas: list[str]) -> list[tuple[str, str]]:
    return connection.execute(queries.lockable_relations.encode(), [schemas]).fetchall()


def _refuse(violations: Iterable[str], *advice: str) -> None:
    if sentences := list(violations):
        raise MigrationError("; ".join([*sentences, *advice]))


def require_own_roles(connection: psycopg.Connection) -> None:
    """Raise MigrationError where another owner's shop has made the roles, which are a whole server's."""
    row = connection.execute(queries.owner_of_roles.encode()).fetchone()
    if row and not row[1]:
        raise MigrationError(
            f"The roles of a shop belong to another owner on this server: migrate as that owner, whose shops "
            f"may share it, or give the shop of {row[0]} a server of its own."
        )


def require_privileges(connection: psycopg.Connection) -> None:
    """Raise MigrationError for a replica, or a login that is not the owner."""
    row = connection.execute(queries.missing_privileges.encode()).fetchone()
    login, database, is_stranger, creates_no_roles, is_replica = row or ("", "", False, False, False)
    if is_replica:
        raise MigrationError("This server is a replica; name the primary in TAPIS_OWNER_URL.")
    if is_stranger:
        raise MigrationError(
            f"{login} is not the owner of the database {database}; name its owner in TAPIS_OWNER_URL."
        )
    if creates_no_roles:
        raise MigrationError(
            f"{login} may not create roles, which a shop needs; let a superuser run "
            f"`alter role {login} createrole bypassrls`."
        )
