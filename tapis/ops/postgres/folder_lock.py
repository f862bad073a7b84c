"""One owner per data folder: an advisory lock that the kernel gives back even after kill -9."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tapis.ops.postgres.server_errors import FolderRefused, FolderTaken

SERVER = "server"
COMMAND = "command"
COMMAND_PATIENCE = 10.0  # seconds that a starting server waits for a command that has the folder


class Ownership:
    """The lock of a data folder, held until `release` or the end of the process."""

    def __init__(self, data: Path) -> None:
        self._path = data / "owner.lock"
        self._file: int | None = None

    @property
    def held(self) -> bool:
        """Whether the folder is ours."""
        return self._file is not None

    def take(self, role: str) -> None:
        """Take the folder as SERVER or COMMAND. Raises FolderTaken when a server has it."""
        deadline = time.monotonic() + COMMAND_PATIENCE
        while not self.try_take(role):
            holder, pid = self._holder()
            if holder != COMMAND or time.monotonic() > deadline:
                raise FolderTaken(
                    f"The data folder {self._path.parent} is in use by another tapis (process {pid})."
                )
            time.sleep(0.05)

    def try_take(self, role: str) -> bool:
        """Take the folder if it is free, and note who has it. Raises FolderRefused if it can't be written."""
        try:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        except OSError as error:
            raise FolderRefused(
                f"The data folder {self._path.parent} can't be used: {error.strerror}."
            ) from error
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            return False
        os.register_at_fork(after_in_child=self.release)  # a child must not keep the lock of a killed parent
        os.ftruncate(file, 0)
        os.pwrite(file, f"{role} {os.getpid()}\n".encode(), 0)
        self._file = file
        return True

    def release(self) -> None:
        """Give the folder back; the file stays, because removing it would let two owners in."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _holder(self) -> tuple[str, str]:
        role, _, pid = self._path.read_text().strip().partition(" ")
        return role, pid or "unknown"


@contextmanager
def using(path: Path) -> Iterator[None]:
    """Hold a share of `path`, so that a passing owner waits before it stops the server."""
    with path.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_SH)
        yield


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Wait until nobody has a share of `path`, and let nobody take one meanwhile."""
    with path.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
