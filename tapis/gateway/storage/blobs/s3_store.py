"""The blob store in a bucket of an S3-compatible store, below the shop's prefix.

    files/4f/4f0c…       an image, as in the data folder
    files/identity       the id of the shop that owns them
    variants/4f/4f0c…/   its prepared variants

Nothing is overwritten: a put is conditional (If-None-Match). Every upload has a new key, so a store
without this condition is safe as well.
"""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import obstore
from obstore.exceptions import AlreadyExistsError, BaseError, NotSupportedError, PermissionDeniedError

from tapis.gateway.errors import StoreUnavailable
from tapis.gateway.fair_share import CapacityExceeded, FairQueue, current_holder
from tapis.gateway.storage.blobs.blob_store import IDENTITY, KEY, BlobMissing, ReadRange, open_temporary_file
from tapis.gateway.storage.images.formats import detect_format

if TYPE_CHECKING:
    from obstore import Attributes, ObjectMeta
    from obstore.store import ObjectStore as AnyStore

FILES = "files"
BATCH = 1000
# Read per request. No request is open between two ranges, so a slow client exceeds no timeout of the store.
RANGE_BYTES = 2**20
# Concurrent puts, each with its image in memory, and puts that wait.
MAX_PUTS, MAX_QUEUED = 4, 200
# A key's bytes never change.
IMMUTABLE = "public, max-age=31536000, immutable"
DEFAULT_MIMETYPE = "application/octet-stream"


class KeyInUse(Exception):
    """Different bytes are stored under this key."""


class S3BlobStore:
    """A bucket, or a prefix in one; a put is durable when the store has confirmed it."""

    def __init__(self, store: "AnyStore", scratch: Path, location: str = "the bucket") -> None:
        self.scratch = scratch
        self.store = store
        self.location = location
        self._puts = FairQueue(MAX_PUTS, MAX_QUEUED, per_person=1)

    async def identity(self) -> str | None:
        found = await self.find(f"{FILES}/{IDENTITY}")
        return None if found is None else found.decode("ascii", "replace").strip()

    async def set_identity(self, shop: str, *, replace: bool = False) -> str:
        if replace:
            await self.remove_identity()
        await self.create(f"{FILES}/{IDENTITY}", f"{shop}\n".encode(), "text/plain")
        return await self.identity() or ""

    async def remove_identity(self) -> None:
        await self.delete([f"{FILES}/{IDENTITY}"])

    async def put(self, key: str, content: BinaryIO) -> None:
        """One request; idempotent with the same bytes. Raises KeyInUse for others."""
        try:
            async with self._puts.slot(current_holder.get()):
                await self._put(key, content)
        except CapacityExceeded as full:
            raise StoreUnavailable("too many images wait") from full

    async def _put(self, key: str, content: BinaryIO) -> None:
        content.seek(0)
        content_bytes = content.read()
        form = detect_format(content_bytes[:64])
        if not await self.create(blob_path(key), content_bytes, form.mimetype if form else DEFAULT_MIMETYPE):
            await self._check_same(key, content_bytes)

    def source(self, key: str) -> ReadRange:
        return lambda start, length: self._read_range(blob_path(key), start, start + length)

    async def fetch(self, key: str) -> BinaryIO:
        file = open_temporary_file(self.scratch)
        try:
            with translate_s3_errors():
                result = await obstore.get_async(self.store, blob_path(key))
                async for chunk in result.stream(min_chunk_size=RANGE_BYTES):
                    file.write(chunk)
            file.flush()
        except BaseException:
            file.close()
            raise
        return file

    async def remove(self, key: str) -> None:
        await self.delete([blob_path(key)])

    async def keys_older_than(self, seconds: float) -> AsyncIterator[list[str]]:
        before = datetime.now(UTC) - timedelta(seconds=seconds)
        async for batch in self._list(FILES):
            old = (found["path"] for found in batch if found["last_modified"] < before)
            yield [key for key in (path.rpartition("/")[2] for path in old) if KEY.fullmatch(key)]

    async def create(self, path: str, content: bytes, mimetype: str = DEFAULT_MIMETYPE) -> bool:
        """Store `content` at a new path; False, without a change, if the path exists."""
        attributes: Attributes = {"Content-Type": mimetype, "Cache-Control": IMMUTABLE}
        with translate_s3_errors():
            try:
                await obstore.put_async(self.store, path, content, attributes=attributes, mode="create")
            except AlreadyExistsError:
                return False
            except BaseError as error:
                if not _refuses_conditions(error):
                    raise
                if await self.exists(path):
                    return False
                await obstore.put_async(self.store, path, content, attributes=attributes, use_multipart=False)
        return True

    async def exists(self, path: str) -> bool:
        try:
            with translate_s3_errors():
                await obstore.head_async(self.store, path)
        except BlobMissing:
            return False
        return True

    async def find(self, path: str) -> bytes | None:
        with suppress(BlobMissing), translate_s3_errors():
            return bytes(await (await obstore.get_async(self.store, path)).bytes_async())
        return None

    async def paths(self, prefix: str) -> AsyncIterator[list[str]]:
        async for batch in self._list(prefix):
            yield [found["path"] for found in batch]

    async def delete(self, paths: Sequence[str]) -> None:
        with suppress(BlobMissing), translate_s3_errors():
            await obstore.delete_async(self.store, paths)

    async def _read_range(self, path: str, start: int, end: int) -> AsyncIterator[bytes]:
        while start < end:
            stop = min(start + RANGE_BYTES, end)
            with translate_s3_errors():
                part = await obstore.get_range_async(self.store, path, start=start, end=stop)
            yield bytes(part)
            start = stop

    async def _list(self, prefix: str) -> AsyncIterator[Sequence["ObjectMeta"]]:
        with translate_s3_errors():
            async for batch in obstore.list(self.store, prefix, chunk_size=BATCH):
                yield batch

    async def _check_same(self, key: str, content_bytes: bytes) -> None:
        """The stored bytes may come from an earlier attempt whose response was lost."""
        with await self.fetch(key) as stored:
            stored.seek(0)
            if stored.read() != content_bytes:
                raise KeyInUse(key)


@contextmanager
def translate_s3_errors() -> Iterator[None]:
    """Raise BlobMissing for a missing blob, StoreUnavailable for all else, also a missing bucket."""
    try:
        yield
    except FileNotFoundError as error:
        if "NoSuchBucket" in str(error):
            raise StoreUnavailable("NoSuchBucket") from error
        raise BlobMissing from error
    except BaseError as error:
        raise StoreUnavailable(type(error).__name__) from error


def _refuses_conditions(error: BaseError) -> bool:
    return not isinstance(error, PermissionDeniedError) and (
        isinstance(error, NotSupportedError) or "NotImplemented" in str(error)
    )


def blob_path(key: str) -> str:
    return f"{FILES}/{key[:2]}/{key}"
