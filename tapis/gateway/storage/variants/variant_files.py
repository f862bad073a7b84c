"""The files of variants on this machine, and how many of them are kept.

The folder may be deleted at any time. A file is named by the object's version and the options, so it is never
stale. The prepared variants of an image stay as long as the image; of others an image keeps a few, and all
images together so many bytes. With a bucket the prepared ones are kept there, and count as others here.
"""

import os
import shutil
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from tapis.gateway.storage.images.transform_options import PREPARED_WIDTHS, Options

# Of variants that are not prepared: files of one image, bytes of all, bytes written between two looks.
MOST_OTHERS = 24
OTHERS_BYTES = 1_000_000_000
LOOK_EVERY_BYTES = 50_000_000
# What exceeds its bound is reduced to this part of it, least recently used first.
REDUCE_TO = 0.8
# What was used within this time may be on its way to a client, and is not deleted.
IN_USE_SECONDS = 60
PREPARED = frozenset(f"{width}x0-cover-0" for width in PREPARED_WIDTHS)


class VariantFiles:
    def __init__(self, folder: Path, permanent: frozenset[str] = PREPARED) -> None:
        self.folder = folder
        self._permanent = permanent
        self._written = 0
        self._lock = threading.Lock()

    def path(self, version: str, options: Options) -> Path:
        return self._folder_of(version) / options.file_name

    def find(self, version: str, options: Options) -> Path | None:
        """The file, marked as used now; None for one that does not exist, or that a power cut left empty."""
        path = self.path(version, options)
        try:
            status = path.stat()
            if status.st_size and time.time() - status.st_mtime > IN_USE_SECONDS / 2:
                os.utime(path)
        except FileNotFoundError:
            return None
        return path if status.st_size else None

    def delete(self, version: str) -> None:
        shutil.rmtree(self._folder_of(version), ignore_errors=True)

    def versions(self) -> list[str]:
        return [folder.name for folder in self.folder.glob("??/*")]

    def enforce_limits(self, version: str, size: int) -> None:
        """After a file of `size` bytes was written for this version."""
        others = sorted(self._others(self._folder_of(version).iterdir()))
        for _, _, path in others[:-MOST_OTHERS]:
            _delete_unused(path)
        with self._lock:
            self._written += size
            if due := self._written > LOOK_EVERY_BYTES:
                self._written = 0
        if due:
            self.shrink()

    def shrink(self, most: int = OTHERS_BYTES) -> None:
        """Delete the least recently used of what is not permanent if together it exceeds `most` bytes."""
        others = sorted(self._others(self.folder.glob("??/*/*")))
        total = sum(size for _, size, _ in others)
        if total <= most:
            return
        for _, size, path in others:
            if total <= most * REDUCE_TO:
                return
            total -= size if _delete_unused(path) else 0

    def _folder_of(self, version: str) -> Path:
        return self.folder / version[:2] / version

    def _others(self, paths: Iterable[Path]) -> Iterator[tuple[float, int, Path]]:
        """When each file was last used, its size and its path; without those that stay."""
        for path in paths:
            if path.stem not in self._permanent:
                with suppress(FileNotFoundError):
                    status = path.stat()
                    yield status.st_mtime, status.st_size, path


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file that is never seen in part; of threads that write the same one, the last wins."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    unfinished = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}.part")
    try:
        unfinished.write_bytes(content)
        unfinished.rename(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def _delete_unused(path: Path) -> bool:
    with suppress(FileNotFoundError):
        if time.time() - path.stat().st_mtime > IN_USE_SECONDS:
            path.unlink()
            return True
    return False
