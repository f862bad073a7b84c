"""One writer for each file, however many processes want it: the unfinished file itself is the lock."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

UNFINISHED = ".part"


@contextmanager
def locked_for_creation(path: Path) -> Iterator[BinaryIO | None]:
    """Yield an empty file that becomes `path` when the block succeeds; None if `path` exists already.

    Waits while another thread or process writes the same file. The kernel releases the lock of a writer that
    is killed.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    unfinished = path.with_name(path.name + UNFINISHED)
    with _locked(unfinished) as file:
        if _is_whole(path):
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


def create(path: Path, content: bytes) -> int:
    """Write `path` unless it exists; returns the bytes written."""
    with locked_for_creation(path) as file:
        return file.write(content) if file is not None else 0


def _is_whole(path: Path) -> bool:
    """A file that a power cut left empty is written again."""
    try:
        return path.stat().st_size > 0
    except FileNotFoundError:
        return False


@contextmanager
def _locked(path: Path) -> Iterator[BinaryIO]:
    """The file `path`, locked; opened anew if it was renamed while waiting."""
    while True:
        with path.open("ab") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            if _is_current(path, file):
                yield file
                return


def _is_current(path: Path, file: BinaryIO) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False
