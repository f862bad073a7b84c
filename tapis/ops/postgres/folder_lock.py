"""One server per data folder: an advisory lock that the kernel releases even after kill -9."""

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tapis.ops.command_errors import PostgresError

SERVER = "server"
COMMAND = "command"
COMMAND_SECONDS = 10.0  # how long a starting server waits for a command that holds the lock


class FolderLock:
    """The lock of a data folder, held until `release` or the end of the process."""

    def __init__(self, data: Path) -> None:
        self._path = data / "owner.lock"
        self._file: int | None = None

    @property
    def held(self) -> bool:
        return self._file is not None

    def acquire(self, role: str) -> None:
        """Lock the folder as SERVER or COMMAND. Raises PostgresError when a server holds it."""
        deadline = time.monotonic() + COMMAND_SECONDS
        while not self.try_acquire(role):
            holder, _, pid = self._path.read_text().strip().partition(" ")
            if holder != COMMAND or time.monotonic() > deadline:
                raise PostgresError(
                    f"The data folder {self._path.parent} is in use by another tapis "
                    f"(process {pid or 'unknown'})."
                )
            time.sleep(0.05)

    def try_acquire(self, role: str) -> bool:
        """Lock the folder if it is free, and record the holder. Raises PostgresError if it isn't writable."""
        try:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        except OSError as error:
            raise PostgresError(
                f"The data folder {self._path.parent} can't be used: {error.strerror}."
            ) from error
        try:
            inherit_owner(file, self._path.parent)
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            return False
        # A child must not inherit the lock of a killed parent.
        os.register_at_fork(after_in_child=self.release)
        os.ftruncate(file, 0)
        os.pwrite(file, f"{role} {os.getpid()}\n".encode(), 0)
        self._file = file
        return True

    def release(self) -> None:
        """Unlock; the file stays, because removing it would let two processes lock the folder."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


@contextmanager
def shared_lock(path: Path) -> Iterator[None]:
    with _lock_file(path) as file:
        fcntl.flock(file, fcntl.LOCK_SH)
        yield


@contextmanager
def exclusive_at_exit(path: Path, at_exit: Callable[[], None]) -> Iterator[None]:
    """After the block take an exclusive lock on `path`, waiting for shared ones, and call `at_exit`.

    Raises PostgresError before the block if the lock file can't be used.
    """
    with _lock_file(path) as file:
        try:
            yield
        finally:
            fcntl.flock(file, fcntl.LOCK_EX)
            at_exit()


@contextmanager
def _lock_file(path: Path) -> Iterator[int]:
    """Open the file at `path`, created if missing, with the folder's owner even if root creates it."""
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise PostgresError(f"The lock {path} can't be used: {error.strerror}.") from error
    try:
        inherit_owner(file, path.parent)
        yield file
    finally:
        os.close(file)


def inherit_owner(created: int | Path, folder: Path) -> None:
    """Give a file created by root to the folder's owner, whose later commands open or delete it."""
    owner = folder.stat()
    if os.geteuid() == 0 and os.stat(created).st_uid != owner.st_uid:  # noqa: PTH116 – or a descriptor
        os.chown(created, owner.st_uid, owner.st_gid)
