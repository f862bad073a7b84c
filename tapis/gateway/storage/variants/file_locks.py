"""One maker for each file, however many processes want it: the unfinished file itself is the lock."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

UNFINISHED = ".part"


@contextmanager
def claimed(path: Path) -> Iterator[BinaryIO | None]:
    """Yield an empty file that becomes `path` when the block ends well; None if `path` is there already.

    Waits while another thread or process makes the same file. A maker that is killed leaves nothing that
    stops the next: the kernel forgets its lock.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    unfinished = path.with_name(path.name + UNFINISHED)
    with _locked(unfinished) as file:
        if is_whole(path):
            unfinished.unlink()
            yield None
            return
        file.truncate(0)
        try:
            yield file
            file.flush()
            unfinished.rename(path)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise


def keep(path: Path, content: bytes) -> int:
    """Have these bytes at `path` unless a file is there already; tell how many were written."""
    with claimed(path) as file:
        return file.write(content) if file is not None else 0


def is_whole(path: Path) -> bool:
    """A file that a power cut left empty is made again."""
    try:
        return path.stat().st_size > 0
    except FileNotFoundError:
        return False


@contextmanager
def _locked(path: Path) -> Iterator[BinaryIO]:
    """The file `path`, locked. If it became the finished one while we waited, there is a new one."""
    while True:
        with path.open("ab") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            if _is_still(path, file):
                yield file
                return


def _is_still(path: Path, file: BinaryIO) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False
