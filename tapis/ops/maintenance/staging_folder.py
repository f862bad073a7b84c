"""A folder in the making inside a data folder: what is made there becomes the data folder's, or is gone."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tapis.fsync import fsync_folder
from tapis.ops.maintenance.sealed_tar import BackupRefused

STAGE = "restoring"
# What a server leaves in a folder that it found empty, a killed restore, and the making of a disk.
NOTHING = {STAGE, "owner.lock", "lost+found"}
STAYS = {"owner.lock", "scratch"}


@contextmanager
def staged(data: Path) -> Iterator[Path]:
    """Give a folder to make a shop in; at the end of the block its content moves to `data`, in the same disk.

    On an exception nothing is left, and `data` goes too if it wasn't there. Raises BackupRefused when
    `data` holds something, before and again at the end.
    """
    refuse_content(data)
    was_there = data.exists()
    try:
        stage = _stage(data)
        yield stage
        refuse_content(data)
        # The database last: with it the folder is a shop.
        for part in sorted(stage.iterdir(), key=lambda part: part.name == "postgres"):
            if part.name not in STAYS:
                part.rename(data / part.name)
        fsync_folder(data)
    except BaseException:
        shutil.rmtree(data / STAGE, ignore_errors=True)
        if not was_there:
            with suppress(OSError):
                data.rmdir()
        raise
    shutil.rmtree(stage, ignore_errors=True)


def refuse_content(data: Path) -> None:
    """Raise BackupRefused unless `data` is an empty folder, or none."""
    if data.is_dir() and {path.name for path in data.iterdir()} <= NOTHING:
        return
    if data.exists() or data.is_symlink():
        raise BackupRefused(f"{data} is not an empty folder; a shop is only made in an empty one.")


def _stage(data: Path) -> Path:
    """As the data folder: whose it is decides which account runs the database."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        stage = data / STAGE
        shutil.rmtree(stage, ignore_errors=True)
        stage.mkdir(mode=0o700)
        like = data.stat()
        os.chown(stage, like.st_uid, like.st_gid)
        stage.chmod(like.st_mode & 0o777)
    except OSError as error:
        raise BackupRefused(f"The folder {data} can't be used: {error.strerror}.") from error
    return stage
