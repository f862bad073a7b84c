"""Blob stores of images: a local folder by default, or a bucket of an S3-compatible store.

Keys are the UUIDs of `storage.objects.version`; no client input becomes a file name.
"""

import asyncio
import errno
import os
import re
import shutil
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from io import BufferedRandom
from pathlib import Path
from typing import BinaryIO, Protocol

from tapis.fsync import fsync_folder
from tapis.gateway.failpoints import stop_at_failpoint

CHUNK_BYTES = 256 * 1024
IDENTITY = "identity"  # the file with the id of the shop that owns the pictures
ANY_AGE = -1e9  # seconds: includes files with a time in the future
# Of one file; missing rights or too many open files concern all of them.
DAMAGE = (errno.EIO, errno.EBADMSG, errno.EUCLEAN, errno.EISDIR)
KEY = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
NO_KEY = "00000000-0000-0000-0000-000000000000"  # read to check the store

# Start and length → the bytes in chunks. Raises BlobMissing before the first.
ReadRange = Callable[[int, int], AsyncIterator[bytes]]


class BlobMissing(Exception):
    """Nothing is stored under this key."""


class BlobUnreadable(OSError):
    """Something is stored under this key, and the disk does not give it back."""


class BlobStore(Protocol):
    """Immutable blobs by key. The methods of a remote store may raise StoreUnavailable."""

    @property
    def location(self) -> str:
        """The location, for messages."""

    async def identity(self) -> str | None:
        """The id of the shop that owns these pictures, if recorded."""

    async def set_identity(self, shop: str, *, replace: bool = False) -> str:
        """Record the shop's id unless there is one (or `replace`); returns the current id."""

    async def remove_identity(self) -> None:
        """Make it nobody's store again."""

    async def put(self, key: str, content: BinaryIO) -> None:
        """Store the file `content`; when this returns, the bytes are durable. Raises OSError."""

    def source(self, key: str) -> "Path | ReadRange":
        """The local file, or how to read parts of a remote one; whether it exists is not checked."""

    async def fetch(self, key: str) -> BinaryIO:
        """An open local file with these bytes, to be closed. Raises BlobMissing, BlobUnreadable."""

    async def remove(self, key: str) -> None:
        """Delete the bytes for good, if they exist."""

    def keys_older_than(self, seconds: float) -> AsyncIterator[list[str]]:
        """Every key that is older, in batches."""


class FolderBlobStore:
    """A folder: `4f/4f0c…` is written under another name, synced, renamed, and the folder synced."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir(parents=True, exist_ok=True, mode=0o700)

    @property
    def location(self) -> str:
        return str(self.root)

    async def identity(self) -> str | None:
        try:
            return (self.root / IDENTITY).read_text("ascii").strip()
        except FileNotFoundError:
            return None

    async def set_identity(self, shop: str, *, replace: bool = False) -> str:
        temporary = self.root / f"{IDENTITY}.{os.getpid()}"
        try:
            with temporary.open("w", encoding="ascii") as file:
                file.write(f"{shop}\n")
                file.flush()
                os.fsync(file.fileno())
            if replace:
                temporary.replace(self.root / IDENTITY)
            else:
                with suppress(FileExistsError):
                    os.link(temporary, self.root / IDENTITY)
        finally:
            temporary.unlink(missing_ok=True)
        fsync_folder(self.root)
        return await self.identity() or ""

    async def remove_identity(self) -> None:
        (self.root / IDENTITY).unlink(missing_ok=True)

    async def put(self, key: str, content: BinaryIO) -> None:
        await asyncio.to_thread(self._put, key, content)

    def source(self, key: str) -> Path:
        return self.root / key[:2] / key

    async def fetch(self, key: str) -> BinaryIO:
        try:
            with _damage_as_unreadable():
                return (self.root / key[:2] / key).open("rb")
        except FileNotFoundError as error:
            raise BlobMissing(key) from error

    async def remove(self, key: str) -> None:
        (self.root / key[:2] / key).unlink(missing_ok=True)

    async def keys_older_than(self, seconds: float) -> AsyncIterator[list[str]]:
        before = time.time() - seconds
        for folder in sorted(self.root.glob("[0-9a-f][0-9a-f]")):
            yield await asyncio.to_thread(lambda found: list(_old_keys(found, before)), folder)

    def _put(self, key: str, content: BinaryIO) -> None:
        folder = self.root / key[:2]
        if not folder.exists():
            folder.mkdir(exist_ok=True)
            fsync_folder(self.root)
        partial = folder / f"{key}.part"
        try:
            content.seek(0)
            with partial.open("xb") as file:
                shutil.copyfileobj(content, file, CHUNK_BYTES)
                file.flush()
                stop_at_failpoint("upload: bytes half stored")
                os.fsync(file.fileno())
            partial.rename(folder / key)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise
        fsync_folder(folder)


def _old_keys(folder: Path, before: float) -> Iterator[str]:
    """The keys in one folder; partial files left by a power cut are deleted."""
    for file in folder.iterdir():
        with suppress(FileNotFoundError):
            if file.stat().st_mtime >= before:
                continue
            if file.suffix == ".part":
                file.unlink()
            elif KEY.fullmatch(file.name):
                yield file.name


def read_blob(blob: BinaryIO) -> Iterator[bytes]:
    """The bytes of an open blob in chunks, from the first. Raises BlobUnreadable."""
    blob.seek(0)
    with _damage_as_unreadable():
        while chunk := blob.read(CHUNK_BYTES):
            yield chunk


@contextmanager
def _damage_as_unreadable() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno not in DAMAGE:
            raise
        raise BlobUnreadable(error.errno, error.strerror) from error


def open_temporary_file(folder: Path) -> BufferedRandom:
    """An unnamed file, deleted when closed or when this process is killed."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return tempfile.TemporaryFile(dir=folder)
