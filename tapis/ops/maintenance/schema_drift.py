"""Whether the database holds the shop's rules: all of db/, nothing opened, nothing changed by hand.

The rules of the shop are compared with those of a scratch database beside it, made from db/ at that moment,
so there is no second list of rules to keep.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from tapis.gateway.database.named_queries import NamedQueries
from tapis.ops.maintenance.findings import Finding
from tapis.ops.maintenance.installation import connect
from tapis.ops.migrate import find_violations, is_hosted, migrate, no_migration
from tapis.ops.migrate.history import applied_migrations, unknown_migrations
from tapis.resources import DB_FOLDER

Connection = psycopg.Connection[Any]
SCRATCH = "tapis_doctor"
SCRATCH_LOCK = 7_461_706_975  # any constant will do
CATALOGUE = (DB_FOLDER / "catalogue.sql").read_bytes()
# What opens a door when somebody adds it to a table of ours; an index or a function of one's own does not.
OPENING = ("policy", "right", "trigger")


queries = NamedQueries(__file__)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the catalogue; `remake` is the statement that creates it again, if one does."""

    kind: str
    name: str
    definition: str
    remake: str | None

    @property
    def title(self) -> str:
        return f"{self.kind} {self.name}"

    @property
    def table(self) -> str:
        """The table it belongs to, for the kinds of OPENING."""
        return self.name.rpartition(" for ")[0].rpartition(" on ")[2] or self.name.rpartition(".")[0]


Rules = dict[tuple[str, str], Rule]


def find_history(connection: Connection) -> list[Finding]:
    """Migrations that this program knows and the database does not, or the other way round."""
    known = applied_migrations(connection)
    folder = DB_FOLDER / "migrations"
    old = sorted({file.name for file in folder.glob("*.sql")} - known.keys())
    found = {"rules-old": old, "rules-new": unknown_migrations(known, folder)}
    return [Finding(code, name) for code, names in found.items() for name in names]


def find_open(connection: Connection) -> list[Finding]:
    """What the gateway would refuse to serve."""
    with no_migration(connection):
        return [Finding("rules-open", sentence) for sentence in find_violations(connection, DB_FOLDER)]


def find_changed(connection: Connection) -> list[Finding]:
    """Rules that are gone, changed or added. Where no scratch database may be made, nothing is found."""
    may = connection.execute(queries.may_create_databases.encode()).fetchone()
    if is_hosted(connection) or not (may and may[0]):
        return []
    wanted, reparsed = wanted_rules(connection)
    with no_migration(connection):
        found = rules(connection)
    missing = [rule for key, rule in wanted.items() if key not in found]
    changed = [
        rule for key, rule in wanted.items() if key in found and found[key] not in (rule, reparsed.get(key))
    ]
    tables = {rule.table for rule in wanted.values() if rule.kind in OPENING}
    added = [
        rule
        for key, rule in found.items()
        if key not in wanted and rule.kind in OPENING and rule.table in tables
    ]
    return [
        *(Finding("rule-missing", rule.title) for rule in missing),
        *(Finding("rule-missing", f"{rule.title} (it says something else)") for rule in changed),
        *(Finding("rule-added", rule.title) for rule in added),
    ]


def rules(connection: Connection) -> Rules:
    """What binds in a database, by kind and name."""
    connection.execute("set search_path = ''")  # so that names in definitions are complete
    return {(row[0], row[1]): Rule(*row) for row in connection.execute(CATALOGUE).fetchall()}


def wanted_rules(connection: Connection) -> tuple[Rules, Rules]:
    """What would bind in a database that is made from db/ now, and in one that was restored from its dump."""
    with _scratch(connection) as url, connect(url) as fresh:
        migrate(fresh, DB_FOLDER)
        wanted = rules(fresh)
        for statement in filter(None, (_statement_of(rule) for rule in wanted.values())):
            fresh.execute(statement.encode())
        return wanted, rules(fresh)


def _statement_of(rule: Rule) -> str:
    """The statement that the catalogue gives for a rule: parsed again, its brackets may be elsewhere."""
    if rule.kind == "function":
        return rule.definition
    if rule.kind == "constraint" and rule.remake and rule.definition.startswith("CHECK"):
        table, _, name = rule.name.rpartition(".")
        return f"alter table {table} drop constraint {name}; {rule.remake}"
    return ""


@contextmanager
def _scratch(connection: Connection) -> Iterator[str]:
    """An empty database beside the shop's, dropped afterwards; one that a killed doctor left goes first.

    Two doctors take turns, until the connection that asked is closed.
    """
    connection.execute("select pg_advisory_lock(%s)", [SCRATCH_LOCK])
    drop = sql.SQL("drop database if exists {} with (force)").format(sql.Identifier(SCRATCH))
    connection.execute(drop)
    connection.execute(sql.SQL("create database {} template template0").format(sql.Identifier(SCRATCH)))
    try:
        yield make_conninfo(connection.info.dsn, dbname=SCRATCH, password=connection.info.password or None)
    finally:
        connection.execute(drop)
