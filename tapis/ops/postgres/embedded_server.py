"""The embedded server of one data folder: `start`, use its addresses, `stop`; or borrow a running one."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tapis.ops.postgres import binaries, folder_lock, initdb, os_account
from tapis.ops.postgres.configuration import VERSION, options
from tapis.ops.postgres.paths import FROM_CLUSTER, Paths, Urls
from tapis.ops.postgres.server_errors import FolderRefused, ServerFailed
from tapis.ops.postgres.server_process import answers, clear_away, spawn
from tapis.ops.postgres.supervisor import Supervisor

BORROW_SECONDS = 20.0  # a server that is starting may be in recovery


@dataclass(frozen=True, slots=True)
class Release:
    """A version of PostgreSQL, and where an account finds its programs."""

    version: str
    programs: Callable[[os_account.Account], Path]


OURS = Release(VERSION, binaries.programs)


class Embedded:
    """A PostgreSQL server that lives in a data folder and ends with this process."""

    def __init__(self, data: Path) -> None:
        self._place = Paths(data.absolute())
        self._release = OURS
        self._ownership = folder_lock.Ownership(self._place.data)
        self._supervisor: Supervisor | None = None

    def start(self) -> Urls:
        """Own the folder, create the database if there is none, start the server, wait until it answers.

        Raises FolderTaken, FolderRefused or ServerFailed.
        """
        self.own()
        return self._start()

    def own(self) -> None:
        """Own the folder, if that was not done yet. Raises FolderTaken or FolderRefused."""
        _open_folder(self._place.data)
        if not self._ownership.held:
            self._ownership.take(folder_lock.SERVER)

    def use(self, release: Release) -> None:
        """Run another version's programs from the next start on."""
        self._release = release

    def try_borrowed(self) -> Urls | None:
        """Like `start`, for the length of a command; None if the folder has an owner already."""
        _open_folder(self._place.data)
        return self._start() if self._ownership.try_take(folder_lock.COMMAND) else None

    def stop(self) -> None:
        """Stop the server after the statements that run, and give the folder back."""
        self.rest()
        self._ownership.release()

    def rest(self) -> None:
        """Stop the server, and keep the folder."""
        if self._supervisor:
            self._supervisor.stop()
            self._supervisor = None
            self._place.tidy()

    def _start(self) -> Urls:
        try:
            return self._run()
        except BaseException:
            self.stop()
            raise

    def _run(self) -> Urls:
        place, release = self._place, self._release
        initdb.finish_upgrade(place)
        who = os_account.choose(place.data, place.cluster)
        initdb.refuse_other(place, release.version)
        place.prepare(who)
        programs = release.programs(who)
        initdb.make(place, programs, who)
        initdb.let_in(place, who)
        clear_away(place)
        command = [
            str(programs / "postgres"),
            "-D",
            initdb.directory(place.cluster, who),
            *options(FROM_CLUSTER, release.version),
        ]
        urls = place.urls(who)
        self._supervisor = Supervisor(
            partial(spawn, place, command, who.uid, who.gid), partial(answers, urls.superuser)
        )
        self._supervisor.begin()
        return urls


def has_database(data: Path) -> bool:
    """Whether there is a database in a data folder, of whatever version."""
    place = Paths(data.absolute())
    return place.cluster.is_dir() or place.upgraded.is_dir()


@contextmanager
def borrow(data: Path) -> Iterator[Urls]:
    """Use the server of a data folder: the one that runs, else one started for the length of the block.

    Raises FolderRefused or ServerFailed.
    """
    server = Embedded(data)
    deadline = time.monotonic() + BORROW_SECONDS
    while time.monotonic() < deadline:
        if urls := server.try_borrowed():
            with _started_for_a_while(server, data):
                yield urls
            return
        with _share(data) as running:
            if running:
                yield running
                return
        time.sleep(0.1)
    raise ServerFailed(f"The server of {data} does not answer.")


@contextmanager
def _started_for_a_while(server: Embedded, data: Path) -> Iterator[None]:
    try:
        yield
    finally:
        with folder_lock.alone(Paths(data).users):  # others may have joined meanwhile
            server.stop()


@contextmanager
def _share(data: Path) -> Iterator[Urls | None]:
    place = Paths(data.absolute())
    if not place.cluster.exists():
        yield None
        return
    with folder_lock.using(place.users):
        urls = place.urls(os_account.choose(place.data, place.cluster), shared=True)
        yield urls if answers(urls.superuser) else None


def _open_folder(data: Path) -> None:
    """Make the data folder if there is none, closed to others. Raises FolderRefused."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise FolderRefused(f"The data folder {data} can't be made: {error.strerror}.") from error
