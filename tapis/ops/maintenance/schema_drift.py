"""Detects schema drift: rules of db/ that are missing or changed, and excess privileges.

The shop's rules are compared with those of a scratch database that is created from db/ for this purpose, so
no second list of rules has to be maintained.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from psycopg import Connection, errors, sql
from psycopg.conninfo import make_conninfo

from tapis.advisory_locks import SCRATCH_DATABASE
from tapis.gateway.database.named_queries import NamedQueries
from tapis.ops.first_value import first_value
from tapis.ops.maintenance.findings import Finding
from tapis.ops.maintenance.installation import connect_as_owner
from tapis.ops.migrate.history import applied_migrations, unknown_migrations
from tapis.ops.migrate.migration_lock import migrations_blocked
from tapis.ops.migrate.rule_ownership import Rule, read_rules
from tapis.ops.migrate.runner import PrivilegeViolation, find_violations, is_hosted, migrate
from tapis.resources import DB_FOLDER

# Kinds of rules that an owner may add, as long as they expose nothing.
OWN_KINDS = ("policy", "trigger", "rule", "view", "right")

queries = NamedQueries(__file__)

Rules = dict[tuple[str, str], Rule]


def find_migration_mismatches(connection: Connection) -> list[Finding]:
    """Migrations that are known to this program but not applied, or the other way round."""
    known = applied_migrations(connection)
    folder = DB_FOLDER / "migrations"
    old = sorted({file.name for file in folder.glob("*.sql")} - known.keys())
    found = {"rules-old": old, "rules-new": unknown_migrations(known, folder)}
    return [Finding(code, name) for code, names in found.items() for name in names]


def find_excess_privileges(connection: Connection) -> list[Finding]:
    """Violations for which the gateway would refuse to serve; accounts first."""
    with migrations_blocked(connection):
        found = find_violations(connection, DB_FOLDER)
    return [_as_finding(violation) for violation in found]


def _as_finding(violation: PrivilegeViolation) -> Finding:
    if violation.closing is None:
        return Finding("data-dropped", violation.sentence)
    return Finding(
        "accounts-open" if violation.of_accounts else "rules-open", violation.sentence, (violation.closing,)
    )


def find_changed_rules(connection: Connection) -> list[Finding]:
    """Rules that are missing, changed or added; empty if no scratch database can be created."""
    if is_hosted(connection) or not first_value(connection, queries.may_create_databases):
        return []
    expected, reparsed = _build_expected_rules(connection)
    with migrations_blocked(connection):
        found = _read_current_rules(connection)
    return [
        *_find_added(expected, found),
        *_find_dropped(expected, found),
        *_find_changed(expected, reparsed, found),
    ]


def _find_added(expected: Rules, found: Rules) -> list[Finding]:
    """Added rules: those that expose something, and those that the owner may keep."""
    objects = {rule.relation for rule in expected.values()}
    added = [rule for key, rule in found.items() if key not in expected]
    callable_functions = {rule.relation for rule in added if rule.kind == "right" and rule.opens}
    return [
        to_owner_rule_finding(rule)
        for rule in added
        if (
            rule.kind in OWN_KINDS and (rule.relation in objects or not rule.is_public or rule.kind == "view")
        )
        or (rule.kind == "function" and rule.is_public and rule.opens and rule.name in callable_functions)
    ]


def to_owner_rule_finding(rule: Rule) -> Finding:
    if not rule.opens:
        return Finding("rule-own", rule.title)
    code = "accounts-open" if rule.schema == "auth" else "rule-added"
    return Finding(code, rule.title, (str(rule.removal), rule.definition))


def _find_dropped(expected: Rules, found: Rules) -> list[Finding]:
    tables = {rule.relation for rule in found.values() if rule.kind == "column"}
    columns = [rule for key, rule in expected.items() if rule.kind == "column" and key not in found]
    return [Finding("data-dropped", rule.title) for rule in columns if rule.relation in tables] + [
        Finding("data-dropped", f"table {table}")
        for table in sorted({str(rule.relation) for rule in columns} - tables)
    ]


def _find_changed(expected: Rules, reparsed: Rules, found: Rules) -> list[Finding]:
    """Rules that are missing or different, each with the statements that recreate it."""
    dropped = [rule for key, rule in expected.items() if rule.kind == "column" and key not in found]
    changed = []
    for key, rule in expected.items():
        if key not in found and rule.kind != "column" and not any(_needs(rule, column) for column in dropped):
            changed.append(Finding("rule-missing", rule.title, (rule.remake or "",)))
        elif key in found and found[key] not in (rule, reparsed.get(key)):
            changed.append(_as_changed(rule))
    return changed


def _needs(rule: Rule, column: Rule) -> bool:
    """Whether a rule was dropped together with a column."""
    name = column.name.rpartition(".")[2]
    return (
        rule.relation == column.relation
        and re.search(rf"\b{re.escape(name)}\b", f"{rule.name} {rule.definition}") is not None
    )


def _as_changed(rule: Rule) -> Finding:
    if rule.kind == "column":
        return Finding("column-changed", f"{rule.name}, which should be {rule.definition}")
    remake = "; ".join(filter(None, (rule.removal, rule.remake))) if rule.remake else ""
    return Finding("rule-missing", f"{rule.title} (it says something else)", (remake,))


def _read_current_rules(connection: Connection) -> Rules:
    connection.execute("set search_path = ''")  # so that names in definitions are qualified
    return {rule.key: rule for rule in read_rules(connection, DB_FOLDER)}


def _build_expected_rules(connection: Connection) -> tuple[Rules, Rules]:
    """The rules of a database created from db/ now, and of one restored from its dump."""
    with scratch_database(connection) as url, connect_as_owner(url) as fresh:
        migrate(fresh, DB_FOLDER, is_served=False)
        expected = _read_current_rules(fresh)
        for statement in filter(None, (_statement_of(rule) for rule in expected.values())):
            fresh.execute(statement.encode())
        return expected, _read_current_rules(fresh)


def _statement_of(rule: Rule) -> str:
    """The catalogue's statement for a rule: parsing it again may change its parentheses."""
    if rule.kind == "function":
        return rule.definition
    if rule.kind == "constraint" and rule.remake and rule.definition.startswith("CHECK"):
        table, _, name = rule.name.rpartition(".")
        return f"alter table {table} drop constraint {name}; {rule.remake}"
    return ""


@contextmanager
def scratch_database(connection: Connection) -> Iterator[str]:
    """An empty database on the shop's server, dropped afterwards; a leftover one is dropped first.

    Concurrent doctors of a shop are serialized by a lock, until the connection that asked is closed; another
    shop on the same server has a scratch database of its own.
    """
    connection.execute("select pg_advisory_lock(%s)", [SCRATCH_DATABASE])
    name = first_value(connection, queries.scratch_name)
    _drop_database(connection, name)
    connection.execute(sql.SQL("create database {} template template0").format(sql.Identifier(name)))
    try:
        yield make_conninfo(connection.info.dsn, dbname=name, password=connection.info.password or None)
    finally:
        _drop_database(connection, name)


def _drop_database(connection: Connection, name: str) -> None:
    drop = sql.SQL("drop database if exists {}").format(sql.Identifier(name))
    try:
        connection.execute(drop + sql.SQL(" with (force)"))
    except errors.InsufficientPrivilege:
        # By force only a superuser ends autovacuum in it; a plain drop always does, and waits for it.
        connection.execute(drop)
