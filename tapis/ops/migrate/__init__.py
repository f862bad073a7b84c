"""Migrates a database to the tables and rules of `db/`: each migration once, all rules at every run."""

from tapis.ops.migrate.migration_lock import no_migration
from tapis.ops.migrate.runner import Report, find_violations, is_hosted, migrate

__all__ = ["Report", "find_violations", "is_hosted", "migrate", "no_migration"]
