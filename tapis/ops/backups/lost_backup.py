"""Checks that the last good backup is still where it was put."""

from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.errors import StoreUnavailable
from tapis.ops.backups.archive_name import parse_archive_name
from tapis.ops.backups.backup_run import read_shop_digits
from tapis.ops.backups.destinations import configured_destination
from tapis.ops.first_value import first_value
from tapis.ops.maintenance.findings import Finding
from tapis.ops.maintenance.installation import Installation

queries = NamedQueries(__file__)


async def find_lost_backup(installation: Installation) -> list[Finding]:
    """The last good backup of this shop, if it is not where this gateway's settings keep backups."""
    settings = installation.settings
    if not (settings.backups or settings.backups_to):
        return []
    shop = read_shop_digits(installation)
    with installation.connect() as connection:
        names = map(parse_archive_name, first_value(connection, queries.find_good_backups))
    last = next((name for name in names if name and name.shop == shop), None)
    if last is None:
        return []
    destination = configured_destination(settings)
    try:
        kept = await destination.names(shop)
    except (OSError, StoreUnavailable):
        kept = []
    return [] if last in kept else [Finding("backup-gone", f"{last} in {destination}")]
