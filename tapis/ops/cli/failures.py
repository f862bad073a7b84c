"""Messages, of one sentence, for failures of the machine, the database or the store."""

import errno
import os
from pathlib import Path

import psycopg

from tapis.gateway.database.pool import PoolTimeout
from tapis.gateway.errors import DatabaseUnavailable, StoreUnavailable
from tapis.gateway.settings import ConfigError
from tapis.ops.command_errors import DATABASE_UNAVAILABLE, CommandError, PostgresError

DISK_FULL = "The disk is full: free some space, and type the command again; what it began was undone."
# An error that names no file may be of the output, whose change is made.
CANT_PRINT = "The disk is full: free some space, and check what the command did before you type it again."
UNAVAILABLE: dict[type[Exception], str] = {
    DatabaseUnavailable: DATABASE_UNAVAILABLE,
    PoolTimeout: "The database has no time for this command; try again later.",
    StoreUnavailable: "The store of the pictures does not respond; try again later.",
}
NO_SPACE = {errno.ENOSPC, errno.EDQUOT}
WAL_SEGMENT_BYTES = 16 * 2**20  # with less free space PostgreSQL may crash during a statement


def explain_error(error: BaseException) -> str | None:
    """The message for an error; None for a bug."""
    is_plain = isinstance(error, CommandError | ConfigError)
    if _is_full_disk(error) and (not is_plain or isinstance(error, PostgresError)):
        is_output = isinstance(error, OSError) and error.filename is None
        return CANT_PRINT if is_output else DISK_FULL  # instead of PostgreSQL's message
    if is_plain:
        return str(error)
    for kind, sentence in UNAVAILABLE.items():
        if isinstance(error, kind):
            return sentence
    if isinstance(error, psycopg.Error):
        notes = "".join(f" ({note})" for note in getattr(error, "__notes__", ()))
        return f"the database said: {' '.join(str(error).split())}{notes}"
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or 'The machine'} can't be used: {error.strerror}."
    return None


def _is_full_disk(error: BaseException) -> bool:
    """Whether an error is, or was caused by, a disk without space; PostgreSQL's programs only print it."""
    has_message = isinstance(error, PostgresError | psycopg.Error) and os.strerror(errno.ENOSPC) in str(error)
    if has_message or isinstance(error, psycopg.errors.DiskFull) or getattr(error, "errno", None) in NO_SPACE:
        return True
    return error.__cause__ is not None and _is_full_disk(error.__cause__)


def has_free_space(folder: Path) -> bool:
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize > WAL_SEGMENT_BYTES
