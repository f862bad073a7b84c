"""A staging folder inside a data folder: its content moves into the data folder at the end, or is deleted."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from tapis.fsync import fsync_folder
from tapis.gateway.settings import Settings
from tapis.gateway.settings.settings_file import SETTINGS_FILE
from tapis.ops import postgres
from tapis.ops.command_errors import CommandError

STAGE = "restoring"
# Remains of a failed server start, a killed restore and a new file system; settings; and backups of a lost
# shop.
IGNORED = {STAGE, "owner.lock", "lost+found", "backups", SETTINGS_FILE}
NOT_MOVED = {"owner.lock", "scratch"}


@contextmanager
def staging_folder(data: Path) -> Iterator[Path]:
    """A folder to create a shop in; at the end of the block its content moves to `data`, on the same disk.

    An exception leaves nothing behind. Raises CommandError when `data` is not empty, before and at the end.
    """
    require_empty_folder(data)
    existed = data.exists()
    with _locked(data):
        try:
            yield (stage := _stage(data))
            require_empty_folder(data)
            # The database last: with it the folder is a shop.
            for part in sorted(stage.iterdir(), key=lambda part: part.name == "postgres"):
                if part.name not in NOT_MOVED:
                    part.rename(data / part.name)
            fsync_folder(data)
        except BaseException:
            shutil.rmtree(data / STAGE, ignore_errors=True)
            if not existed:
                with suppress(OSError):
                    data.rmdir()
            raise
        shutil.rmtree(stage, ignore_errors=True)


@contextmanager
def run_staged_server(settings: Settings) -> Iterator[tuple[Settings, str]]:
    """Settings of a shop in a staging folder, and the owner's address of its running, empty database."""
    if settings.database_url:
        raise CommandError("TAPIS_OWNER_URL is not set: only the owner of a database may fill it.")
    with staging_folder(settings.data) as stage, postgres.ensure_server(stage, create=True) as urls:
        yield replace(settings, data=stage), urls.superuser


def require_empty_folder(data: Path) -> None:
    """Raise CommandError unless `data` is empty or missing."""
    if data.is_dir() and {path.name for path in data.iterdir()} <= IGNORED:
        return
    if data.exists() or data.is_symlink():
        raise CommandError(f"{data} is not an empty folder; a shop is created in an empty one.")


@contextmanager
def _locked(data: Path) -> Iterator[None]:
    """Allow one command at a time: another one would delete its staging folder."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder = os.open(data, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise CommandError(f"The folder {data} can't be used: {error.strerror}.") from error
    try:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CommandError(f"Another command is making a shop in {data}.") from None
        yield
    finally:
        os.close(folder)


def _stage(data: Path) -> Path:
    """Create the folder with the owner of the data folder, which determines the database's account."""
    try:
        stage = data / STAGE
        shutil.rmtree(stage, ignore_errors=True)
        stage.mkdir(mode=0o700)
        parent = data.stat()
        os.chown(stage, parent.st_uid, parent.st_gid)
        stage.chmod(parent.st_mode & 0o777)
    except OSError as error:
        raise CommandError(f"The folder {data} can't be used: {error.strerror}.") from error
    return stage
