"""Checks that backups succeed, are recent if TAPIS_BACKUPS is set, and lie where TAPIS_BACKUPS_TO means."""

from pathlib import Path

from tapis.gateway.database.named_queries import NamedQueries
from tapis.ops.maintenance.findings import Finding
from tapis.ops.maintenance.installation import Installation

queries = NamedQueries(__file__)


async def find_backup_faults(installation: Installation) -> list[Finding]:
    """A failed backup, or one without all pictures; an overdue one, and a schedule that is gone."""
    is_scheduled = bool(installation.settings.backups)
    with installation.connect() as connection:
        found = connection.execute(queries.find_backup_faults, {"is_scheduled": is_scheduled}).fetchall()
    return [Finding(code, what) for code, what in found]


async def find_backups_beside_shop(installation: Installation) -> list[Finding]:
    """A chosen folder on the disk of the data folder, such as a mount point without its disk."""
    settings = installation.settings
    is_folder = settings.backups_to and not settings.backup_bucket
    if not is_folder or settings.database_url or not is_on_disk_of(settings.backups_to, settings.data):
        return []
    return [Finding("backup-beside", settings.backups_to)]


def is_on_disk_of(folder: str, other: Path) -> bool:
    """Also False for a folder that is not there, or that this account may not see."""
    try:
        return Path(folder).stat().st_dev == other.stat().st_dev
    except OSError:
        return False
