"""Brings a database up to the rules of `db/`: history once, the present tense every time.

course    what one run does, in which order; each migration in a transaction of its own
history   which migrations happened, with their checksums; what a newer program or another hand left
turns     one run at a time, and visitors before it
rules     policies, triggers and rights of a table: replaced, so that a line deleted is a right deleted
verify    what is open that must be closed
"""

from tapis.ops.migrate.history import Standing, is_newer, standing
from tapis.ops.migrate.migration_error import MigrationError
from tapis.ops.migrate.migration_lock import between_runs
from tapis.ops.migrate.preflight import OLDEST, too_old
from tapis.ops.migrate.runner import Report, is_hosted, migrate
from tapis.ops.migrate.sql_files import run_file
from tapis.ops.migrate.verify import complaints

__all__ = [
    "OLDEST",
    "MigrationError",
    "Report",
    "Standing",
    "between_runs",
    "complaints",
    "is_hosted",
    "is_newer",
    "migrate",
    "run_file",
    "standing",
    "too_old",
]
