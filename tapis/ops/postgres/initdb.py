"""Creates the database cluster, and writes its access rules at every start."""

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tapis.fsync import fsync_folder
from tapis.ops.command_errors import PostgresError
from tapis.ops.postgres.configuration import HBA, INITDB, VERSION, build_ident_map
from tapis.ops.postgres.os_account import OsAccount, current_os_account
from tapis.ops.postgres.paths import ServerPaths

# Not the caller's: PG* and LC_* variables would change the programs' behaviour.
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C"}


def cluster_path_for(cluster: Path, account: OsAccount) -> str:
    """The path by which `account` can open the cluster folder.

    Parent folders may be inaccessible to another account (as `/root` is). On Linux the programs start in the
    folder and open it as their working directory, which needs no permission on the parents.
    """
    return "/proc/self/cwd" if account.is_other and sys.platform == "linux" else str(cluster)


def require_version(paths: ServerPaths) -> None:
    """Raise PostgresError, with advice, when the cluster was created by another version of PostgreSQL."""
    if not paths.cluster.exists():
        return
    try:
        version = (paths.cluster / "PG_VERSION").read_text().strip()
    except OSError as error:
        raise PostgresError(f"There is no database of PostgreSQL in {paths.cluster}.") from error
    if version == VERSION:
        return
    problem = f"The database in {paths.data} was made by PostgreSQL {version}, and this Tapis runs {VERSION}"
    if version.isdecimal() and int(version) > int(VERSION):
        raise PostgresError(f"{problem}: use the newer Tapis that made it.")
    raise PostgresError(
        f"{problem}: run `tapis backup` with the version of Tapis that made it, "
        "then `tapis restore` with this one into a new folder."
    )


def create_cluster(paths: ServerPaths, programs: Path, account: OsAccount) -> None:
    if paths.cluster.exists():
        return
    # Renamed when complete, so an interrupted start leaves no cluster.
    partial = paths.postgres / "cluster.new"
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir()
    account.take_ownership(partial)
    command = [str(programs / "initdb"), "--pgdata", cluster_path_for(partial, account), *INITDB]
    process = subprocess.run(
        command,
        cwd=partial,
        env=ENVIRONMENT,
        user=account.uid if account.is_other else None,
        group=account.gid if account.is_other else None,
        extra_groups=[] if account.is_other else None,
        umask=0o077,
        capture_output=True,
        text=True,
        check=False,
    )
    if process.returncode != 0:
        raise PostgresError(f"The database could not be created: {' '.join(process.stderr.split())}")
    partial.rename(paths.cluster)
    fsync_folder(paths.postgres)


def write_access_rules(paths: ServerPaths, account: OsAccount) -> None:
    """Allow only this account and the server's to connect, as the two logins."""
    _replace(paths.cluster, "pg_hba.conf", HBA, account)
    _replace(
        paths.cluster, "pg_ident.conf", build_ident_map([current_os_account().name, account.name]), account
    )


def _replace(folder: Path, name: str, text: str, account: OsAccount) -> None:
    """Replace a file without following a link: root does not trust the account that owns the folder."""
    directory = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    partial = f"{name}.new"
    try:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(partial, dir_fd=directory)
        opened = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600, dir_fd=directory)
        with os.fdopen(opened, "w") as file:
            file.write(text)
            os.fchown(file.fileno(), account.uid, account.gid)
        os.replace(partial, name, src_dir_fd=directory, dst_dir_fd=directory)
    finally:
        os.close(directory)
