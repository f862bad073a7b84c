"""One run: privileges → platform → migrations → functions → policies → views → verification."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import psycopg
from psycopg import sql

from tapis.ops.command_errors import MigrationError
from tapis.ops.migrate import history, rules_history
from tapis.ops.migrate.function_files import replace_functions
from tapis.ops.migrate.migration_lock import LockedTransactions, lock_tables
from tapis.ops.migrate.rule_ownership import (
    Rule,
    drop_shop_rules,
    find_exposing_rules,
    find_owner_rules,
    list_shop_relations,
    read_rules_on,
    record_rule_ownership,
)
from tapis.ops.migrate.sql_files import drop_former_functions, parse_table_name, queries, run_file, run_folder
from tapis.ops.migrate.view_files import replace_views
from tapis.resources import policy_files

# The first of all functions: revokes default privileges on everything that later steps create.
CLOSED_BY_DEFAULT = "closed_by_default.sql"
CHANNEL = "tapis_changed"  # invalidates caches of public records
SUPERSEDED = (
    "Another version of Tapis has made this database's functions and policies since this one did; they stay. "
    "`tapis migrate` of this version replaces them with its own."
)


@dataclass(frozen=True)
class MigrationReport:
    """The migrations applied by one run, and whether the database is a hosted project."""

    applied: tuple[str, ...]
    hosted: bool


@dataclass(frozen=True)
class PrivilegeViolation:
    """An excess privilege or missing protection, and the statement that fixes it, if there is one."""

    sentence: str
    closing: str | None
    of_accounts: bool = False


def migrate(
    connection: psycopg.Connection,
    db_folder: Path,
    log: Callable[[str], None] = lambda _: None,
    *,
    yield_to_newer: bool = False,
    is_served: bool = True,
) -> MigrationReport:
    """Migrate a database; `connection` belongs to its owner.

    An existing shop stays available: each migration is a separate transaction; then functions, policies and
    views are replaced in another one, which commits only when `describe_violations` finds nothing. A new
    shop is created in one transaction, in which every picture column must be declared; an undeclared one
    that the owner adds later is reported by `tapis doctor`.

    `log` gets a message while waiting for another run, and when rules of another version that were applied
    later are kept (`yield_to_newer`). Without `is_served` violations are accepted: roles are shared by a
    server, so the scratch database of `doctor` has those of the shop.
    """
    find = partial(describe_violations, connection, db_folder) if is_served else list[str]
    transactions = LockedTransactions(connection, log)
    steps = partial(_run, transactions, db_folder, find, yield_to_newer=yield_to_newer)
    require_privileges(connection)
    hosted = is_hosted(connection)
    if not hosted:
        _require_own_roles(connection)
    if history.has_history(connection):
        history.require_known_history(connection, db_folder / "migrations")
        return MigrationReport(steps(hosted), hosted)
    try:
        with connection.transaction():
            report = MigrationReport(steps(hosted, is_new=True), hosted)
            _refuse(sentence for (sentence,) in connection.execute(queries.picture_column_faults))
            return report
    except psycopg.errors.DuplicateTable as error:
        place = "project" if hosted else "database"
        raise MigrationError(f"{error.diag.message_primary}: begin with an empty {place}.") from error


def is_hosted(connection: psycopg.Connection) -> bool:
    """Whether the platform provides roles, auth and storage."""
    return connection.execute(queries.has_platform).fetchone() is not None


def describe_violations(connection: psycopg.Connection, db_folder: Path, login: bool = False) -> list[str]:
    """A sentence for each violation; empty when the database may be served.

    `login` also checks the role of `connection`: for a gateway, not for an owner. Works for any role. The
    checks are in db/verify.sql.
    """
    found = [violation.sentence for violation in find_violations(connection, db_folder)]
    if login:
        found += [row[0] for row in connection.execute(queries.login_too_powerful).fetchall()]
    return found


def find_violations(connection: psycopg.Connection, db_folder: Path) -> list[PrivilegeViolation]:
    """The violations with the statements that fix them; those about accounts come first."""
    cursor = psycopg.RawCursor(connection)
    cursor.execute((db_folder / "verify.sql").read_bytes(), [policy_files(db_folder)])
    return [PrivilegeViolation(*row) for row in cursor.fetchall()]


def _run(
    transactions: LockedTransactions,
    db_folder: Path,
    find: Callable[[], list[str]],
    hosted: bool,
    *,
    yield_to_newer: bool,
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
        violations = found if is_new else None  # privileges may change between two transactions
    if not transactions.run(
        partial(_enforce_rules, connection, db_folder, find, yield_to_newer=yield_to_newer)
    ):
        transactions.log(SUPERSEDED)
    return tuple(applied)


def _prepare(connection: psycopg.Connection, db_folder: Path, hosted: bool) -> None:
    if not hosted:
        lock_tables(connection, _relations(connection, ["auth", "storage"]))
        run_folder(connection, db_folder / "platform")
    connection.execute(queries.create_history)
    run_file(connection, db_folder / "functions" / CLOSED_BY_DEFAULT)


def _apply(
    connection: psycopg.Connection,
    file: Path,
    find: Callable[[], list[str]],
    violations_known: list[str] | None,
) -> list[str] | None:
    """Apply one migration; returns the violations after it, or None if another run has applied it.

    `violations_known`: those before it, or None. Raises MigrationError when it adds a violation.
    """
    if file.name in history.require_known_history(connection, file.parent):
        return None
    violations_before = find() if violations_known is None else violations_known
    history.apply_migration(connection, file)
    for table in connection.execute(queries.tables_without_rls).fetchall():
        connection.execute(sql.SQL("alter table {} enable row level security").format(sql.Identifier(*table)))
    connection.execute(queries.publish_newest)
    violations = find()
    _refuse(found for found in violations if found not in violations_before)
    return violations


def _enforce_rules(
    connection: psycopg.Connection, db_folder: Path, find: Callable[[], list[str]], *, yield_to_newer: bool
) -> bool:
    """Apply functions, policies and views, and invalidate caches; False if it yielded to newer rules.

    If the last run applied the same files and nothing changed since, they are kept, and no table is locked.
    """
    history.require_known_history(connection, db_folder / "migrations")
    if yield_to_newer and rules_history.is_superseded(connection, db_folder):
        return False
    connection.execute(queries.publish_newest)
    if not rules_history.are_unmodified(connection, db_folder):
        _replace_rules(connection, db_folder)
        rules_history.record_rules(connection, db_folder)
    if violations := find():
        _refuse(violations, *_advise_closing(connection, db_folder))
    connection.execute(f"notify {CHANNEL}")
    return True


def _advise_closing(connection: psycopg.Connection, db_folder: Path) -> Iterator[str]:
    if not is_hosted(connection):
        yield "`tapis doctor` explains it, and --repair closes it"
    elif closing := [found.closing for found in find_violations(connection, db_folder) if found.closing]:
        yield f"run in the SQL editor: {'; '.join(closing)}"


def _replace_rules(connection: psycopg.Connection, db_folder: Path) -> None:
    """Replace all of them together: a line deleted in a file is a right revoked.

    Rules added by the owner are kept.
    """
    replace_functions(connection, db_folder)
    with_policies = {
        parse_table_name(connection, file.stem) for file in (db_folder / "policies").glob("*.sql")
    }
    views = {("public", file.stem) for file in (db_folder / "views").glob("*.sql")}
    lockable = _relations(connection, ["public", "private", "auth", "storage"])
    lock_tables(connection, sorted({*lockable} & (with_policies | views)))
    names = list_shop_relations(db_folder)
    rules = read_rules_on(connection, db_folder, names)
    added = find_owner_rules(connection, rules)
    _refuse_added(added, is_hosted(connection))
    drop_shop_rules(connection, rules, added)
    run_folder(connection, db_folder / "policies")
    replace_views(connection, db_folder, added)
    drop_former_functions(connection, db_folder / "former_functions.sql")
    record_rule_ownership(
        connection, [rule for rule in read_rules_on(connection, db_folder, names) if rule not in added]
    )


def _refuse_added(added: Sequence[Rule], hosted: bool) -> None:
    """Rules of the owner that expose tables are not removed automatically, but stop the migration."""
    if titles := [rule.title for rule in find_exposing_rules(added)]:
        remedy = (
            "drop them in the SQL editor."
            if hosted
            else "`tapis doctor --repair` removes them, and prints the statements that made them."
        )
        raise MigrationError(
            f"Rules that are not the shop's own expose its tables: {', '.join(titles)}; {remedy}"
        )


def _relations(connection: psycopg.Connection, schemas: list[str]) -> list[tuple[str, str]]:
    return connection.execute(queries.lockable_relations, [schemas]).fetchall()


def _refuse(violations: Iterable[str], *advice: str) -> None:
    if sentences := list(violations):
        raise MigrationError("; ".join([*sentences, *advice]))


def _require_own_roles(connection: psycopg.Connection) -> None:
    """Raise MigrationError if the roles, which are shared by a server, belong to another owner's shop."""
    row = connection.execute(queries.owner_of_roles).fetchone()
    if row and not row[1]:
        raise MigrationError(
            f"The roles of a shop belong to another owner on this server: migrate as that owner, whose shops "
            f"may share it, or give the shop of {row[0]} a server of its own."
        )


def require_privileges(connection: psycopg.Connection) -> None:
    """Raise MigrationError for a replica, or a login that is not the owner."""
    row = connection.execute(queries.missing_privileges).fetchone()
    login, database, is_not_owner, lacks_createrole, is_replica = row or ("", "", False, False, False)
    if is_replica:
        raise MigrationError("This server is a replica; name the primary in TAPIS_OWNER_URL.")
    if is_not_owner:
        raise MigrationError(
            f"{login} is not the owner of the database {database}; name its owner in TAPIS_OWNER_URL."
        )
    if lacks_createrole:
        raise MigrationError(
            f"{login} may not create roles, which a shop needs; let a superuser run "
            f"`alter role {login} createrole bypassrls`."
        )
