"""The backup before an upgrade: no migration of a shop with content runs without one."""

import psycopg

from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.settings import Settings
from tapis.ops.backups.backup_request import build_backup_request, run_backup_process
from tapis.ops.command_errors import CommandError
from tapis.ops.first_value import first_value
from tapis.ops.migrate.history import has_history, pending_migrations
from tapis.ops.migrate.runner import is_hosted
from tapis.resources import DB_FOLDER

queries = NamedQueries(__file__, "backup_run.sql")
NOT_MIGRATED = (
    "{why} A backup is made before a migration, so nothing was migrated: mend that and try again, or, "
    "if you have a backup of your own, run `tapis migrate --no-backup`."
)


def backup_before_upgrade(connection: psycopg.Connection, owner_url: str, settings: Settings) -> None:
    """Make a backup if migrations are pending and the shop has content, unless it is a hosted project.

    Raises CommandError when it can't be made.
    """
    if not has_history(connection) or is_hosted(connection):
        return
    if not pending_migrations(connection, DB_FOLDER / "migrations"):
        return
    if not first_value(connection, queries.has_content):
        return
    try:
        run_backup_process(build_backup_request("upgrade", settings, owner_url))
    except CommandError as refusal:
        raise CommandError(NOT_MIGRATED.format(why=refusal)) from refusal
