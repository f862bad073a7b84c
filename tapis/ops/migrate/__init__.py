"""Migrates a database to the tables and rules of `db/`: each migration once, all rules at every run."""

from tapis.ops.migrate.history import SchemaStatus, applied_migrations, newer_schema, schema_status
from tapis.ops.migrate.migration_lock import no_migration
from tapis.ops.migrate.runner import OLDEST, Report, find_violations, is_hosted, migrate, unsupported_version
from tapis.ops.migrate.sql_files import MigrationError, run_file

__all__ = [
    "OLDEST",
    "MigrationError",
    "Report",
    "SchemaStatus",
    "applied_migrations",
    "find_violations",
    "is_hosted",
    "migrate",
    "newer_schema",
    "no_migration",
    "run_file",
    "schema_status",
    "unsupported_version",
]
