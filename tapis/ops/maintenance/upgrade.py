"""Fills the new database of an upgrade from the backup that was taken of the old one, and proves it whole.

The pictures stay where they are. The proof is that of a restore: the sums over all rows as they were taken,
then all that `tapis doctor` looks at, in the new database and the pictures of the shop.
"""

import shutil
import tempfile
from pathlib import Path

from tapis.gateway.settings import Settings
from tapis.ops.maintenance.backup_restorer import load_database, prove
from tapis.ops.maintenance.findings import Finding
from tapis.ops.maintenance.installation import connect, open_installation
from tapis.ops.maintenance.sealed_tar import Archive, BackupRefused
from tapis.ops.postgres import Urls

SPARE_BYTES = 2**28  # a fresh database, and its write-ahead log
GIGABYTE = 10**9


def load(archive: Archive, folder: Path, owner_url: str) -> None:
    """Load the backup by way of a nameless file in `folder`. Raises BackupRefused, PostgresError, OSError."""
    with tempfile.TemporaryFile(dir=folder) as unpacked:
        load_database(archive, owner_url, unpacked)
    with connect(owner_url) as connection:
        connection.execute("analyze")  # a new database knows nothing of its tables, and would plan badly


async def examined(archive: Archive, settings: Settings, urls: Urls) -> list[Finding]:
    """What was wrong in the shop already. Raises BackupRefused if the new database is not whole."""
    async with open_installation(settings, urls.superuser, urls.authenticator) as installation:
        return await prove(archive, installation)


def refuse_full_disk(data: Path, cluster: Path, backup: Path) -> None:
    """Raise BackupRefused unless there is room for the backup, the unpacked dump and the new database.

    Counted as if the dump were as large as the database, which it never is.
    """
    database = size(cluster)
    needs = [(data, 2 * database + SPARE_BYTES), (backup.parent, 2 * database + size(data / "files"))]
    for disk in {place.stat().st_dev for place, _ in needs}:
        there = [(place, wanted) for place, wanted in needs if place.stat().st_dev == disk]
        wanted, free = sum(wanted for _, wanted in there), shutil.disk_usage(there[-1][0]).free
        if wanted > free:
            raise BackupRefused(
                f"The upgrade needs {gigabytes(wanted)} on the disk of {there[-1][0]}, where "
                f"{gigabytes(free)} are free: make room, or name a file on another disk with --backup."
            )


def size(folder: Path) -> int:
    """Bytes of all files in a folder; 0 if there is none."""
    return sum(file.lstat().st_size for file in folder.rglob("*") if file.is_file())


def gigabytes(count: int) -> str:
    """For a person."""
    return f"{count / GIGABYTE:.1f} GB"
