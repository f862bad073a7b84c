"""Writes a command's output file atomically."""

import fcntl
import glob
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from tapis.fsync import fsync_folder
from tapis.ops.command_errors import CommandError

PART = ".part"


@contextmanager
def open_atomic_file(file: str, noun: str) -> Iterator[tuple[BinaryIO, Path]]:
    """A file to write to, and its folder. It is renamed to its final name when complete and synced."""
    try:
        if file == "-":
            yield _standard_output(noun), Path(tempfile.gettempdir())
            sys.stdout.buffer.flush()
            return
        path = Path(file).absolute()
        opened, partial = _new_file(path)
        try:
            with opened:
                yield opened, path.parent
                opened.flush()
                os.fsync(opened.fileno())
                partial.rename(path)
        finally:
            partial.unlink(missing_ok=True)
        fsync_folder(path.parent)
    except OSError as error:
        raise CommandError(f"The {noun} could not be written: {error.strerror or error}.") from error


def _standard_output(noun: str) -> BinaryIO:
    if sys.stdout.isatty():
        raise CommandError(f"The {noun} is binary: send it to a file or a program.")
    return sys.stdout.buffer


def _new_file(path: Path) -> tuple[BinaryIO, Path]:
    """An empty file beside `path`, locked while it is open, that only its owner may read."""
    if path.exists() and not path.is_file():
        raise CommandError(f"{path} is not a file that can be replaced.")
    try:
        _remove_unfinished(path)
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=PART)
    except OSError as error:
        raise CommandError(f"{path} can't be written: {error.strerror}.") from error
    _lock(descriptor)
    return os.fdopen(descriptor, "wb"), Path(name)


def _remove_unfinished(path: Path) -> None:
    """Delete what killed runs for the same file left: nobody holds its lock."""
    for partial in path.parent.glob(f".{glob.escape(path.name)}.*{PART}"):
        with suppress(OSError), partial.open("rb") as opened:
            if _lock(opened.fileno()):
                partial.unlink()


def _lock(descriptor: int) -> bool:
    """Whether the file could be locked; some file systems have no locks."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
