"""Moves a data folder to a newer PostgreSQL: the old server is read, a new database is made beside it, and
only when that is whole do the two change places.

with moving(Path("data"), programs=None) as move:      # nobody else can use the folder meanwhile
    with move.old_server() as urls: ...                # read only
    with move.new_server() as urls: ...                # empty; fill it, prove it
    move.change_places()

Killed before the last line, the folder is what it was. Killed inside it, the next start finds either the old
database in its place, or none and a whole new one, which it puts there (`cluster.finish_upgrade`).

Dumped and loaded, not `pg_upgrade`d: the new database gets our own encoding, collation and checksums whatever
the old one had, and every index is built in the order that the new version sorts by.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tapis.gateway import failpoints
from tapis.ops.postgres import binaries, folder_lock, initdb, os_account
from tapis.ops.postgres.configuration import VERSION
from tapis.ops.postgres.embedded_server import Embedded, Release, has_database
from tapis.ops.postgres.paths import Paths, Urls
from tapis.ops.postgres.server_errors import FolderRefused


@dataclass(frozen=True, slots=True)
class Move:
    """A data folder that is ours until the end of the block."""

    place: Paths
    version: str
    _server: Embedded

    @contextmanager
    def old_server(self) -> Iterator[Urls]:
        """The old database as it is. Raises ServerFailed or FolderRefused."""
        try:
            yield self._server.start()
        finally:
            self._server.rest()

    @contextmanager
    def new_server(self) -> Iterator[Urls]:
        """An empty database of this version, beside the old one. Raises ServerFailed or FolderRefused."""
        _make_folder(self.place)
        server = Embedded(self.place.upgrading)
        try:
            yield server.start()
        finally:
            server.stop()

    def change_places(self) -> Path:
        """Put the new database in the old one's place; gives where the old one is now."""
        old, aside, new = self.place.cluster, self.place.before(self.version), self.place.upgraded
        self._rename(Paths(self.place.upgrading).cluster, new, "upgrade: ready")
        shutil.rmtree(self.place.upgrading, ignore_errors=True)
        self._rename(old, aside, "upgrade: old one aside")
        self._rename(new, old, "upgrade: new one in place")
        return aside

    def _rename(self, source: Path, target: Path, step: failpoints.UpgradeStep) -> None:
        source.rename(target)
        initdb.sync(self.place.postgres)
        failpoints.reached(step)


@contextmanager
def moving(data: Path, programs: Path | None) -> Iterator[Move | None]:
    """Own a data folder of an older version, with nobody at its server; None when there is nothing to move.

    `programs` is where the old version's are, if not where they usually are.
    Raises FolderTaken when a server is open there, and FolderRefused.
    """
    place = Paths(data)
    if not has_database(data):
        raise FolderRefused(f"There is no shop in {data}.")
    server = Embedded(data)
    server.own()
    try:
        initdb.finish_upgrade(place)
        version = _older_version(place)
        if version is None:
            yield None
            return
        found = binaries.older_programs(version, os_account.choose(data, place.cluster), programs)
        server.use(Release(version, lambda _who: found))
        with folder_lock.alone(place.users), _cleared(place):  # nobody writes into what was read already
            yield Move(place, version, server)
    finally:
        server.stop()


def _older_version(place: Paths) -> str | None:
    """What there is to move from. Raises FolderRefused for a newer version, and where an old one is aside."""
    version = initdb.version_of(place)
    if version == VERSION:
        return None
    if not version.isdecimal() or int(version) > int(VERSION):
        initdb.refuse_other(place)
    if place.before(version).exists():
        raise FolderRefused(
            f"{place.before(version)} is there from an earlier upgrade; remove it or put it elsewhere first."
        )
    return version


@contextmanager
def _cleared(place: Paths) -> Iterator[None]:
    """Remove what a killed upgrade left, and what this one leaves when it ends early."""
    _clear_away(place)
    try:
        yield
    finally:
        _clear_away(place)


def _clear_away(place: Paths) -> None:
    shutil.rmtree(place.upgrading, ignore_errors=True)
    if place.cluster.exists():  # else the new database is all there is; the next start puts it in its place
        shutil.rmtree(place.upgraded, ignore_errors=True)


def _make_folder(place: Paths) -> None:
    """A data folder for the account that has the old database: root runs the server as the folder's owner."""
    like = place.cluster.stat()
    place.upgrading.mkdir(mode=0o700)
    os.chown(place.upgrading, like.st_uid, like.st_gid)
