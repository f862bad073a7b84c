"""The local files of variants, and their limits.

The folder may be deleted at any time. A file is named by the object's version and the options, so it is never
stale. Prepared variants exist as long as their image; others are limited in number per image, and in total
bytes. With a bucket the prepared ones are stored there, and count as others here.
"""

import os
import shutil
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from tapis.gateway.storage.images.transform_options import PREPARED_WIDTHS, TransformOptions

# For variants that are not prepared: files per image, bytes of all, bytes written between two checks.
MAX_OTHERS = 24
MAX_OTHERS_BYTES = 1_000_000_000
CHECK_EVERY_BYTES = 50_000_000
# When the limit is exceeded, files are deleted down to this part of it, least recently used first.
REDUCE_TO = 0.8
# Files used within this time may still be being sent, and are not deleted.
IN_USE_SECONDS = 60
PREPARED = frozenset(f"{width}x0-cover-0" for width in PREPARED_WIDTHS)


class VariantFiles:
    def __init__(self, folder: Path, permanent: frozenset[str] = PREPARED) -> None:
        self.folder = folder
        self._permanent = permanent
        self._written = 0
        self._lock = threading.Lock()

    def path(self, version: str, options: TransformOptions) -> Path:
        return self._folder_of(version) / options.file_name

    def find(self, version: str, options: TransformOptions) -> Path | None:
        """The file, marked as used; None if it is missing, or empty after a power cut."""
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
        for _, _, path in others[:-MAX_OTHERS]:
            _delete_unused(path)
        with self._lock:
            self._written += size
            if due := self._written > CHECK_EVERY_BYTES:
                self._written = 0
        if due:
            self.shrink()

    def shrink(self, max_bytes: int = MAX_OTHERS_BYTES) -> None:
        """Delete least recently used files that are not permanent while they exceed `max_bytes`."""
        others = sorted(self._others(self.folder.glob("??/*/*")))
        total = sum(size for _, size, _ in others)
        if total <= max_bytes:
            return
        for _, size, path in others:
            if total <= max_bytes * REDUCE_TO:
                return
            total -= size if _delete_unused(path) else 0

    def _folder_of(self, version: str) -> Path:
        return self.folder / version[:2] / version

    def _others(self, paths: Iterable[Path]) -> Iterator[tuple[float, int, Path]]:
        """Time of last use, size and path of each file that is not permanent."""
        for path in paths:
            if path.stem not in self._permanent:
                with suppress(FileNotFoundError):
                    status = path.stat()
                    yield status.st_mtime, status.st_size, path


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file atomically; of concurrent writers the last wins."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    partial = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}.part")
    try:
        partial.write_bytes(content)
        partial.rename(path)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def _delete_unused(path: Path) -> bool:
    with suppress(FileNotFoundError):
        if time.time() - path.stat().st_mtime > IN_USE_SECONDS:
            path.unlink()
            return True
    return False
