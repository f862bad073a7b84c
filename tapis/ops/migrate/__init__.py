"""Migrates a database to the tables and rules of `db/`: each migration once, all rules at every run."""

from tapis.ops.migrate.migration_lock import migrations_blocked
from tapis.ops.migrate.rule_ownership import (
    Rule,
    find_exposing_rules,
    find_owner_rules,
    read_rules,
    rules_on,
    shop_relations,
)
from tapis.ops.migrate.runner import (
    Report,
    Violation,
    describe_violations,
    find_violations,
    is_hosted,
    migrate,
    require_privileges,
)

__all__ = [
    "Report",
    "Rule",
    "Violation",
    "describe_violations",
    "find_exposing_rules",
    "find_owner_rules",
    "find_violations",
    "is_hosted",
    "migrate",
    "migrations_blocked",
    "read_rules",
    "require_privileges",
    "rules_on",
    "shop_relations",
]
