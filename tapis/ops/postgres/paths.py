"""The files of an embedded server in its data folder, and their permissions.

data/postgres/
├── cluster/      the database; only for the server's account
├── socket/       the only address; only for the server's account (and root)
├── server.log    the server's log
└── users.lock    locked (shared) by commands that use the server of another process
"""

import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from tapis.ops.command_errors import PostgresError
from tapis.ops.postgres.configuration import LOGINS
from tapis.ops.postgres.os_account import OsAccount

SOCKET = ".s.PGSQL.5432"
SOCKET_PATH_BYTES = 107  # the limit of a socket address, without its trailing NUL
SOCKET_FROM_CLUSTER = "../socket"  # relative to the working directory, so never too long
LOG_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class ConnectionUrls:
    """Connection URLs of the superuser and the gateway's role.

    `shared`: another process runs the server, and may stop it.
    """

    superuser: str
    authenticator: str
    shared: bool = False


@dataclass(frozen=True, slots=True)
class ServerPaths:
    data: Path

    @property
    def postgres(self) -> Path:
        return self.data / "postgres"

    @property
    def cluster(self) -> Path:
        return self.postgres / "cluster"

    @property
    def socket(self) -> Path:
        """The folder of the socket, or a link to it if a client can't take this path."""
        return self.postgres / "socket"

    @property
    def log(self) -> Path:
        return self.postgres / "server.log"

    @property
    def users(self) -> Path:
        """The lock file that users of the server share."""
        return self.postgres / "users.lock"

    def prepare(self, account: OsAccount) -> None:
        """Create the folders with their owners and permissions."""
        try:
            self.postgres.mkdir(exist_ok=True)
            if account.is_other:
                os.chown(self.postgres, -1, account.gid)
            self.postgres.chmod(0o710 if account.is_other else 0o700)  # the server's account may enter
            self._prepare_socket(account)
            if self.log.exists() and self.log.stat().st_size > LOG_BYTES:
                self.log.replace(self.log.with_suffix(".log.1"))
        except OSError as error:
            raise PostgresError(f"The data folder {self.data} can't be used: {error.strerror}.") from error

    def _prepare_socket(self, account: OsAccount) -> None:
        """Create the socket's folder: here, or under /tmp if a client can't take its path."""
        if _is_usable_by_clients(self.socket / SOCKET):
            if self.socket.is_symlink():
                self.socket.unlink()
            self.socket.mkdir(exist_ok=True)
            account.take_ownership(self.socket)
        elif not self._has_private_folder(account):
            if self.socket.is_symlink():
                self.socket.unlink()
            shutil.rmtree(self.socket, ignore_errors=True)
            folder = Path(tempfile.mkdtemp(prefix="tapis-", dir="/tmp"))
            account.take_ownership(folder)
            self.socket.symlink_to(folder)

    def _has_private_folder(self, account: OsAccount) -> bool:
        """Whether the link leads to a folder that no other account could have replaced."""
        if not self.socket.is_symlink():
            return False
        try:
            status = self.socket.readlink().lstat()
        except OSError:
            return False
        return status.st_uid == account.uid and status.st_mode == 0o040700

    def remove_external_socket(self) -> None:
        if self.socket.is_symlink():
            shutil.rmtree(self.socket.readlink(), ignore_errors=True)
            self.socket.unlink()

    def urls(self, account: OsAccount, shared: bool = False) -> ConnectionUrls:
        """The URLs; clients refuse a server run by another account (`requirepeer`)."""
        folder = quote(os.path.realpath(self.socket), safe="/")
        tail = f"host={folder}&port=5432&requirepeer={quote(account.name)}&gssencmode=disable"
        superuser, authenticator = (f"postgresql:///postgres?user={login}&{tail}" for login in LOGINS)
        return ConnectionUrls(superuser, authenticator, shared)


def _is_usable_by_clients(socket: Path) -> bool:
    """Whether a path is short enough, in UTF-8, and no list: in a host, a comma separates several."""
    name = os.fsencode(socket)
    try:
        return len(name) <= SOCKET_PATH_BYTES and "," not in name.decode()
    except UnicodeDecodeError:
        return False
