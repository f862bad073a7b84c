"""The time of the last successful backup, for metrics; any gateway or command may have made it."""

import asyncio
import logging

from psycopg import Error as PostgresError

from tapis.gateway.database import AUTH_SERVICE, Database
from tapis.gateway.errors import DatabaseUnavailable

REFRESH_SECONDS = 60
STATE = (
    "select extract(epoch from made_at)::float8, failed_at is not null, damaged"
    " from private.backup_state_with_error()"
)
log = logging.getLogger("tapis.backups")


class BackupState:
    """`made_at` is unix time, 0 without a backup; `has_failed`: a later attempt failed.

    `damaged`: how many pictures the backup lacks.
    """

    made_at = 0.0
    has_failed = False
    damaged = 0

    async def keep_current(self, database: Database) -> None:
        """Refresh the state every minute, until cancelled."""
        while True:
            try:
                await self.read(database)
            except (PostgresError, DatabaseUnavailable) as error:
                log.warning("state of backups not read", extra={"error": type(error).__name__})
            await asyncio.sleep(REFRESH_SECONDS)

    async def read(self, database: Database) -> None:
        row = (await database.run(AUTH_SERVICE, STATE, read_only=True)).one()
        made_at, self.has_failed, damaged = row or (None, False, None)
        self.made_at, self.damaged = made_at or 0.0, damaged or 0
