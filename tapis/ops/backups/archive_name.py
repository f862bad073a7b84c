"""The names of backups: `tapis-1f0c9a3e-20261123T200004Z.tar`, and `…Z-before-upgrade.tar`.

The first part identifies the shop, so that no shop deletes another one's backups in the same folder.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime

PATTERN = re.compile(r"tapis-([0-9a-f]{8})-(\d{8}T\d{6}Z)(-before-upgrade)?\.tar")
TIME = "%Y%m%dT%H%M%SZ"


@dataclass(frozen=True, slots=True)
class ArchiveName:
    shop: str
    taken: datetime
    before_upgrade: bool = False

    def __str__(self) -> str:
        suffix = "-before-upgrade" if self.before_upgrade else ""
        return f"tapis-{self.shop}-{self.taken.strftime(TIME)}{suffix}.tar"


def parse_archive_name(text: str) -> ArchiveName | None:
    """The parts of a backup's name; None for any other name."""
    parts = PATTERN.fullmatch(text)
    if parts is None:
        return None
    try:
        taken = datetime.strptime(parts[2], TIME).replace(tzinfo=UTC)
    except ValueError:
        return None
    return ArchiveName(parts[1], taken, before_upgrade=bool(parts[3]))
