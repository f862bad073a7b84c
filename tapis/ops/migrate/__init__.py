"""Migrates a database to the tables and rules of `db/`: each migration once, all rules at every run."""

from tapis.ops.migrate.made_rules import Rule, find_added, find_opening, read_rules, rules_on, shop_relations
from tapis.ops.migrate.migration_lock import no_migration
from tapis.ops.migrate.runner import (
    Opening,
    Report,
    find_openings,
    find_violations,
    is_hosted,
    migrate,
    require_privileges,
)

__all__ = [
    "Opening",
    "Report",
    "Rule",
    "find_added",
    "find_opening",
    "find_openings",
    "find_violations",
    "is_hosted",
    "migrate",
    "no_migration",
    "read_rules",
    "require_privileges",
    "rules_on",
    "shop_relations",
]
