"""Creates the database cluster once, and writes who may connect at every start."""

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tapis.fsync import fsync_folder
from tapis.ops.command_errors import PostgresError
from tapis.ops.postgres.configuration import HBA, INITDB, VERSION, ident_map
from tapis.ops.postgres.os_account import Account, current_account
from tapis.ops.postgres.paths import Paths

# Never the caller's: PG* and LC_* variables would change what the programs do.
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C"}


def path_for(cluster: Path, account: Account) -> str:
    """The cluster folder as `account` can open it.

    Folders above it may be closed to another account (`/root` is). On Linux the programs are started in the
    folder and open it through their own working directory, which needs no right on the others.
    """
    return "/proc/self/cwd" if account.is_other and sys.platform == "linux" else str(cluster)


def require_version(paths: Paths) -> None:
    """Refuse, with the way out, when the cluster was made by another version of PostgreSQL."""
    if not paths.cluster.exists():
        return
    try:
        found = (paths.cluster / "PG_VERSION").read_text().strip()
    except OSError as error:
        raise PostgresError(f"There is no database of PostgreSQL in {paths.cluster}.") from error
    if found == VERSION:
        return
    made = f"The database in {paths.data} was made by PostgreSQL {found}, and this Tapis runs {VERSION}"
    if found.isdecimal() and int(found) > int(VERSION):
        raise PostgresError(f"{made}: use the newer Tapis that made it.")
    raise PostgresError(
        f"{made}: run `tapis backup` with the version of Tapis that made it, "
        "then `tapis restore` with this one into a new folder."
    )


def create_cluster(paths: Paths, programs: Path, account: Account) -> None:
    """Run initdb unless there is a cluster."""
    if paths.cluster.exists():
        return
    unfinished = paths.postgres / "cluster.new"  # renamed when complete, so a killed start leaves no cluster
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir()
    account.take_ownership(unfinished)
    command = [str(programs / "initdb"), "--pgdata", path_for(unfinished, account), *INITDB]
    done = subprocess.run(
        command,
        cwd=unfinished,
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
        raise PostgresError(f"The database could not be created: {' '.join(done.stderr.split())}")
    unfinished.rename(paths.cluster)
    fsync_folder(paths.postgres)


def write_access_rules(paths: Paths, account: Account) -> None:
    """Let this account and the server's connect as the two logins, and no other."""
    _replace(paths.cluster, "pg_hba.conf", HBA, account)
    _replace(paths.cluster, "pg_ident.conf", ident_map([current_account().name, account.name]), account)


def _replace(folder: Path, name: str, text: str, account: Account) -> None:
    """Replace a file without following a link: root does not trust the account that owns the folder."""
    directory = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    unfinished = f"{name}.new"
    try:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(unfinished, dir_fd=directory)
        opened = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600, dir_fd=directory)
        with os.fdopen(opened, "w") as file:
            file.write(text)
            os.fchown(file.fileno(), account.uid, account.gid)
        os.replace(unfinished, name, src_dir_fd=directory, dst_dir_fd=directory)
    finally:
        os.close(directory)
