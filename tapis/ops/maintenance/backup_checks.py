"""Checks that backups succeed, and are recent if TAPIS_BACKUPS is set."""

from tapis.gateway.database.named_queries import NamedQueries
from tapis.ops.maintenance.findings import Finding
from tapis.ops.maintenance.installation import Installation

queries = NamedQueries(__file__)


async def find_backup_faults(installation: Installation) -> list[Finding]:
    """A failed attempt, and, with a schedule, an overdue backup."""
    is_scheduled = bool(installation.settings.backups)
    with installation.connect() as connection:
        found = connection.execute(queries.find_backup_faults, [is_scheduled]).fetchall()
    return [Finding(code, what) for code, what in found]
