"""Brings a database up to the rules of `db/`: history once, the present tense every time.

course    what one run does, in which order; each migration in a transaction of its own
history   which migrations happened, with their checksums; what a newer program or another hand left
turns     one run at a time, and visitors before it
rules     policies, triggers and rights of a table: replaced, so that a line deleted is a right deleted
verify    what is open that must be closed
"""

from tapis.migrations.course import Report, is_hosted, migrate
from tapis.migrations.files import run_file
from tapis.migrations.history import Standing, is_newer, standing
from tapis.migrations.prospects import OLDEST, too_old
from tapis.migrations.refusal import MigrationError
from tapis.migrations.turns import between_runs
from tapis.migrations.verify import complaints

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
