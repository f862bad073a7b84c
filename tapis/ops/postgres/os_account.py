"""Chooses the operating system account that runs the server: PostgreSQL refuses root."""

import os
import pwd
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tapis.ops.command_errors import PostgresError

CREATE = ("useradd", "--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", "tapis")


@dataclass(frozen=True, slots=True)
class OsAccount:
    name: str
    uid: int
    gid: int

    @property
    def is_other(self) -> bool:
        return self.uid != os.geteuid()

    def take_ownership(self, path: Path) -> None:
        """Make the account the owner of a folder, inaccessible to all others."""
        path.chmod(0o700)
        if self.is_other:
            os.chown(path, self.uid, self.gid)


def current_os_account() -> OsAccount:
    return _by_uid(os.geteuid())


def choose_os_account(data: Path, cluster: Path) -> OsAccount:
    """Choose the account that runs the server of a data folder.

    An ordinary user runs it itself. Root uses the owner of the database, else of the folder, else the
    account `postgres`, else a system account `tapis`, which it creates.
    """
    current = current_os_account()
    owner = cluster.stat().st_uid if cluster.exists() else None
    if current.uid != 0:
        if owner not in {None, current.uid}:
            raise PostgresError(f"The database in {data} belongs to another account (number {owner}).")
        return current
    for uid in (owner, data.stat().st_uid):
        if uid:
            return _by_uid(uid)
    return _by_name("postgres") or _by_name("tapis") or _create()


def _by_uid(uid: int) -> OsAccount:
    try:
        entry = pwd.getpwuid(uid)
    except KeyError:
        raise PostgresError(
            f"Account number {uid} has no name on this machine; PostgreSQL needs one (add it to /etc/passwd)."
        ) from None
    return OsAccount(entry.pw_name, entry.pw_uid, entry.pw_gid)


def _by_name(name: str) -> OsAccount | None:
    try:
        entry = pwd.getpwnam(name)
    except KeyError:
        return None
    return OsAccount(entry.pw_name, entry.pw_uid, entry.pw_gid)


def _create() -> OsAccount:
    if shutil.which(CREATE[0]):
        subprocess.run(CREATE, check=False, capture_output=True)
    if account := _by_name("tapis"):
        return account
    raise PostgresError("PostgreSQL does not run as root, and no account could be created for it.")
