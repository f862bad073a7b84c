"""The bytes of pictures in a bucket of an S3-compatible store, below a prefix that is the shop's own.

    files/4f/4f0c…       a picture, as in the data folder
    variants/4f/4f0c…/   its prepared variants (see `shared`)

Nothing is ever overwritten: what is put must be new there, and the store itself sees to it (If-None-Match).
Keys are fresh for every upload, so a store that doesn't know this condition loses nothing by it.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import obstore
from obstore.exceptions import AlreadyExistsError, BaseError, NotSupportedError, PermissionDeniedError

from tapis.gateway.errors import StoreAway
from tapis.gateway.storage.blobs.blob_store import KEY, BlobMissing, ReadRange, temporary_file
from tapis.gateway.storage.images.formats import recognise

if TYPE_CHECKING:
    from obstore import Attributes, ObjectMeta
    from obstore.store import ObjectStore as AnyStore

FILES = "files"
BATCH = 1000
# Read at once. Between two pieces nothing is open, so a slow visitor wears out no time limit.
PIECE = 2**20
# Pictures in memory at once, on their way into the store.
MOST_PUTS = 4
# A key's bytes never change.
FOREVER = "public, max-age=31536000, immutable"
UNKNOWN = "application/octet-stream"


class Taken(Exception):
    """Other bytes are stored under this key."""


class S3BlobStore:
    """A bucket, or a prefix in one; a put is durable when the store has said so."""

    def __init__(self, store: "AnyStore", scratch: Path) -> None:
        self.scratch = scratch
        self.store = store
        self._puts = asyncio.Semaphore(MOST_PUTS)

    async def put(self, key: str, content: BinaryIO) -> None:
        """One request. Sent a second time, the same bytes are fine. Raises Taken for others."""
        async with self._puts:
            content.seek(0)
            sent = content.read()
            form = recognise(sent[:64])
            if not await self.create(path_of(key), sent, form.mimetype if form else UNKNOWN):
                await self._check_same(key, sent)

    def source(self, key: str) -> ReadRange:
        """One request for each piece of the range."""
        return lambda start, length: self._pieces(path_of(key), start, start + length)

    async def fetch(self, key: str) -> BinaryIO:
        """A nameless copy in the scratch folder."""
        file = temporary_file(self.scratch)
        try:
            with store_errors():
                result = await obstore.get_async(self.store, path_of(key))
                async for chunk in result.stream(min_chunk_size=PIECE):
                    file.write(chunk)
            file.flush()
        except BaseException:
            file.close()
            raise
        return file

    async def remove(self, key: str) -> None:
        """One request."""
        await self.delete([path_of(key)])

    async def keys_older_than(self, seconds: float) -> AsyncIterator[list[str]]:
        """By the time the store noted; batches of up to 1,000."""
        before = datetime.now(UTC) - timedelta(seconds=seconds)
        async for batch in self._list(FILES):
            old = (found["path"] for found in batch if found["last_modified"] < before)
            yield [key for key in (path.rpartition("/")[2] for path in old) if KEY.fullmatch(key)]

    async def create(self, path: str, content: bytes, mimetype: str = UNKNOWN) -> bool:
        """Store `content` at a path where nothing is; false, and nothing done, where something is."""
        attributes: Attributes = {"Content-Type": mimetype, "Cache-Control": FOREVER}
        with store_errors():
            try:
                await obstore.put_async(self.store, path, content, attributes=attributes, mode="create")
            except AlreadyExistsError:
                return False
            except BaseError as error:
                if not _knows_no_condition(error):
                    raise
                if await self.exists(path):
                    return False
                await obstore.put_async(self.store, path, content, attributes=attributes, use_multipart=False)
        return True

    async def exists(self, path: str) -> bool:
        """Whether something is stored at this path."""
        try:
            with store_errors():
                await obstore.head_async(self.store, path)
        except BlobMissing:
            return False
        return True

    async def find(self, path: str) -> bytes | None:
        """The whole content at this path, for what is small; None where nothing is."""
        with suppress(BlobMissing), store_errors():
            return bytes(await (await obstore.get_async(self.store, path)).bytes_async())
        return None

    async def paths(self, prefix: str) -> AsyncIterator[list[str]]:
        """Every path below this one, in batches."""
        async for batch in self._list(prefix):
            yield [found["path"] for found in batch]

    async def delete(self, paths: Sequence[str]) -> None:
        """Delete what is at these paths; where nothing is, that is fine."""
        with suppress(BlobMissing), store_errors():
            await obstore.delete_async(self.store, paths)

    async def _pieces(self, path: str, start: int, end: int) -> AsyncIterator[bytes]:
        while start < end:
            stop = min(start + PIECE, end)
            with store_errors():
                piece = await obstore.get_range_async(self.store, path, start=start, end=stop)
            yield bytes(piece)
            start = stop

    async def _list(self, prefix: str) -> AsyncIterator[Sequence["ObjectMeta"]]:
        with store_errors():
            async for batch in obstore.list(self.store, prefix, chunk_size=BATCH):
                yield batch

    async def _check_same(self, key: str, sent: bytes) -> None:
        """What is there may be our own, from a request whose answer was lost on its way."""
        with await self.fetch(key) as there:
            there.seek(0)
            if there.read() != sent:
                raise Taken(key)


@contextmanager
def store_errors() -> Iterator[None]:
    """Tell what is missing from what can't be reached; without its bucket, everything can't."""
    try:
        yield
    except FileNotFoundError as error:
        if "NoSuchBucket" in str(error):
            raise StoreAway("NoSuchBucket") from error
        raise BlobMissing from error
    except BaseError as error:
        raise StoreAway(type(error).__name__) from error


def _knows_no_condition(error: BaseError) -> bool:
    """Whether the store refuses to hear of If-None-Match at all."""
    return not isinstance(error, PermissionDeniedError) and (
        isinstance(error, NotSupportedError) or "NotImplemented" in str(error)
    )


def path_of(key: str) -> str:
    """Where the bytes of a key lie in the bucket."""
    return f"{FILES}/{key[:2]}/{key}"
