"""Makes the database's own folder, once, and lets the right accounts in, at every start."""

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tapis.ops.postgres.configuration import HBA, INITDB, VERSION, ident_map
from tapis.ops.postgres.os_account import Account, myself
from tapis.ops.postgres.paths import Paths
from tapis.ops.postgres.server_errors import FolderRefused, ServerFailed

# Never the caller's: PG* and LC_* variables would change what the programs do.
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C"}


def directory(cluster: Path, account: Account) -> str:
    """Name the folder as `account` can open it.

    Folders above it may be closed to another account (`/root` is). On Linux the server is started in the
    folder and names it through its own working directory, which asks nothing of them.
    """
    return "/proc/self/cwd" if account.is_other and sys.platform == "linux" else str(cluster)


def make(place: Paths, programs: Path, account: Account) -> None:
    """Run initdb unless there is a database. Raises ServerFailed."""
    if not place.cluster.exists():
        _initdb(place, programs, account)


def finish_upgrade(place: Paths) -> None:
    """Put an upgraded database in its place if the old one was set aside and the upgrade was killed then."""
    if place.upgraded.exists() and not place.cluster.exists():
        place.upgraded.rename(place.cluster)
        sync(place.postgres)


def version_of(place: Paths) -> str:
    """Which version of PostgreSQL made the database, such as "18". Raises FolderRefused."""
    try:
        return (place.cluster / "PG_VERSION").read_text().strip()
    except OSError as error:
        raise FolderRefused(f"There is no database of PostgreSQL in {place.cluster}.") from error


def refuse_other(place: Paths, version: str = VERSION) -> None:
    """Raise FolderRefused when there is a database of another version."""
    if not place.cluster.exists() or (found := version_of(place)) == version:
        return
    told = f"The database in {place.data} is of PostgreSQL {found}, and this program runs {version}"
    if found.isdecimal() and int(found) > int(version):
        raise FolderRefused(f"{told}: open it with the newer Tapis that made it.")
    raise FolderRefused(f"{told}: `tapis upgrade` moves it.")


def let_in(place: Paths, account: Account) -> None:
    """Write who may connect: this account and the server's, as the two logins, and nobody else."""
    _write(place.cluster, "pg_hba.conf", HBA, account)
    _write(place.cluster, "pg_ident.conf", ident_map([myself().name, account.name]), account)


def _initdb(place: Paths, programs: Path, account: Account) -> None:
    fresh = (
        place.postgres / "cluster.new"
    )  # renamed when whole: a start that was killed half way leaves no database
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir()
    account.own(fresh)
    command = [str(programs / "initdb"), "--pgdata", directory(fresh, account), *INITDB]
    done = subprocess.run(
        command,
        cwd=fresh,
        env=ENVIRONMENT,
        user=account.uid if account.is_other else None,
        group=account.gid if account.is_other else None,
        extra_groups=[] if account.is_other else None,
        umask=0o077,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise ServerFailed(f"The database could not be created: {' '.join(done.stderr.split())}")
    fresh.rename(place.cluster)
    sync(place.postgres)


def _write(folder: Path, name: str, text: str, account: Account) -> None:
    """Replace a file without following a link: the folder belongs to an account that root does not trust."""
    inside = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    scratch = f"{name}.new"
    try:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(scratch, dir_fd=inside)
        fresh = os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600, dir_fd=inside)
        with os.fdopen(fresh, "w") as file:
            file.write(text)
            os.fchown(file.fileno(), account.uid, account.gid)
        os.replace(scratch, name, src_dir_fd=inside, dst_dir_fd=inside)
    finally:
        os.close(inside)


def sync(folder: Path) -> None:
    """Make the names in a folder outlive a power cut."""
    entry = os.open(folder, os.O_RDONLY)
    os.fsync(entry)
    os.close(entry)
