"""Checks that the last good backup is still where it was put."""

from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.errors import StoreUnavailable
from tapis.ops.backups.archive_name import parse_archive_name
from tapis.ops.backups.destinations import configured_destination
from tapis.ops.maintenance.findings import Finding
from tapis.ops.maintenance.installation import Installation

queries = NamedQueries(__file__)


async def find_lost_backup(installation: Installation) -> list[Finding]:
    """The last good backup of this shop, if it is not where this gateway's settings keep backups."""
    settings = installation.settings
    if not (settings.backups or settings.backups_to):
        return []
    with installation.connect() as connection:
        last = connection.execute(queries.find_last_backup).fetchone()
    name = last and parse_archive_name(last[0])
    if not name:
        return []
    destination = configured_destination(settings)
    try:
        kept = await destination.names(name.shop)
    except (OSError, StoreUnavailable):
        kept = []
    return [] if name in kept else [Finding("backup-gone", f"{name} in {destination}")]
