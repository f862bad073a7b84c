"""The embedded PostgreSQL of one data folder: start it, or share the one that runs."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from stat import S_ISDIR

from tapis.ops.command_errors import PostgresError
from tapis.ops.postgres import binaries, folder_lock, initdb, os_account
from tapis.ops.postgres.configuration import build_server_options
from tapis.ops.postgres.paths import SOCKET_FROM_CLUSTER, ConnectionUrls, ServerPaths
from tapis.ops.postgres.server_process import accepts_connections, remove_stale_lock, spawn_server
from tapis.ops.postgres.server_supervisor import ServerSupervisor

ENSURE_SECONDS = 20.0  # a server that is starting may be in recovery


class EmbeddedServer:
    """A PostgreSQL server that lives in a data folder and ends with this process."""

    def __init__(self, data: Path) -> None:
        self._paths = ServerPaths(data.absolute())
        self._lock = folder_lock.FolderLock(self._paths.data)
        self._supervisor: ServerSupervisor | None = None

    def start(self) -> ConnectionUrls:
        """Lock the folder, create the database if there is none, start the server, wait until it answers."""
        self.lock_folder()
        return self._start()

    def lock_folder(self) -> None:
        """Lock the folder unless already locked. Raises PostgresError when another server holds the lock."""
        _make_folder(self._paths.data)
        if not self._lock.held:
            self._lock.acquire(folder_lock.SERVER)

    def try_start(self) -> ConnectionUrls | None:
        """Like `start`, for the duration of a command; None if the folder is locked."""
        _make_folder(self._paths.data)
        return self._start() if self._lock.try_acquire(folder_lock.COMMAND) else None

    def stop(self) -> None:
        """Stop the server after the running statements, and unlock the folder."""
        if self._supervisor:
            self._supervisor.stop()
            self._supervisor = None
            self._paths.remove_external_socket()
        self._lock.release()

    def _start(self) -> ConnectionUrls:
        try:
            return self._run()
        except BaseException:
            self.stop()
            raise

    def _run(self) -> ConnectionUrls:
        paths = self._paths
        account = os_account.choose_os_account(paths.data, paths.cluster)
        initdb.require_version(paths)
        paths.prepare(account)
        programs = binaries.ensure_programs_folder(account)
        initdb.create_cluster(paths, programs, account)
        initdb.write_access_rules(paths, account)
        remove_stale_lock(paths)
        cluster = initdb.cluster_path_for(paths.cluster, account)
        command = [str(programs / "postgres"), "-D", cluster, *build_server_options(SOCKET_FROM_CLUSTER)]
        urls = paths.urls(account)
        self._supervisor = ServerSupervisor(
            partial(spawn_server, paths, command, account), partial(accepts_connections, urls.superuser)
        )
        self._supervisor.begin()
        return urls


def require_version(data: Path) -> None:
    """Raise PostgresError when the database of a folder was made by another version of PostgreSQL."""
    initdb.require_version(ServerPaths(data.absolute()))


def has_database(data: Path) -> bool:
    """Whether there is a database in a data folder, of any version.

    Raises PostgresError if the folder can't be read.
    """
    try:
        return S_ISDIR(ServerPaths(data.absolute()).cluster.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise PostgresError(f"The data folder {data} can't be read: {error.strerror}.") from error


def require_database(data: Path) -> None:
    """Raise PostgresError unless there is a database in a data folder."""
    if not has_database(data):
        raise PostgresError(f"There is no shop in {data}.")


@contextmanager
def ensure_server(data: Path, *, create: bool = False) -> Iterator[ConnectionUrls]:
    """Use the server of a data folder: the running one, else one started for the block.

    Raises PostgresError if there is no database, unless `create`: a mistyped folder must not become a shop.
    """
    if not create:
        require_database(data)
    server = EmbeddedServer(data)
    deadline = time.monotonic() + ENSURE_SECONDS
    while time.monotonic() < deadline:
        if urls := server.try_start():
            try:
                with folder_lock.exclusive_at_exit(
                    ServerPaths(data).users, server.stop
                ):  # others may share it
                    yield urls
            finally:
                server.stop()
            return
        with _shared(data) as running:
            if running:
                yield running
                return
        time.sleep(0.1)
    raise PostgresError(f"The server of {data} does not answer.")


@contextmanager
def _shared(data: Path) -> Iterator[ConnectionUrls | None]:
    paths = ServerPaths(data.absolute())
    if not paths.cluster.exists():
        yield None
        return
    with folder_lock.shared_lock(paths.users):
        urls = paths.urls(os_account.choose_os_account(paths.data, paths.cluster), shared=True)
        yield urls if accepts_connections(urls.superuser) else None


def _make_folder(data: Path) -> None:
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise PostgresError(f"The data folder {data} can't be made: {error.strerror}.") from error
