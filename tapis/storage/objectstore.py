"""The bytes of pictures in an S3-compatible store; credentials come from the usual AWS_… variables."""

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import obstore
from obstore.exceptions import BaseError
from obstore.store import from_url

from tapis.errors import StoreAway
from tapis.storage.bytestore import CHUNK, KEY, BytesMissing, temporary_file

if TYPE_CHECKING:
    from obstore.store import ClientConfig, RetryConfig

BATCH = 1000
# A store that is away is said after seconds; the library's own patience is three minutes.
PATIENCE: "RetryConfig" = {"max_retries": 2, "retry_timeout": timedelta(seconds=5)}
# One request, its body included: at most 5 MB.
LIMITS: "ClientConfig" = {"connect_timeout": timedelta(seconds=2), "timeout": timedelta(seconds=20)}


class ObjectStore:
    """A bucket, or a prefix in one; a put is durable when the store has said so."""

    def __init__(self, url: str, scratch: Path, limits: "ClientConfig" = LIMITS) -> None:
        self.scratch = scratch
        # What is said here hides the usual variable of that name.
        limits = {**limits, "allow_http": os.environ.get("AWS_ALLOW_HTTP", "").lower() == "true"}
        self._store = (
            from_url(url, retry_config=PATIENCE, client_options=limits)
            if url.startswith("s3:")
            else from_url(url)
        )

    async def put(self, key: str, content: BinaryIO) -> None:
        """One request, or several parts of 5 MB."""
        content.seek(0)
        with _away():
            await obstore.put_async(self._store, _path(key), content)

    async def read(self, key: str, start: int, length: int) -> AsyncIterator[bytes]:
        """One request for the range."""
        options: obstore.GetOptions = {"range": (start, start + length)}
        with _away():
            result = await obstore.get_async(self._store, _path(key), options=options)
            async for chunk in result.stream(min_chunk_size=CHUNK):
                yield bytes(chunk)

    def local_path(self, key: str) -> Path | None:  # noqa: ARG002 – never here, whichever
        """Never on this machine."""
        return None

    async def fetch(self, key: str) -> BinaryIO:
        """A nameless copy in the scratch folder."""
        file = temporary_file(self.scratch)
        try:
            with _away():
                result = await obstore.get_async(self._store, _path(key))
                async for chunk in result.stream(min_chunk_size=CHUNK):
                    file.write(chunk)
        except BaseException:
            file.close()
            raise
        return file

    async def remove(self, key: str) -> None:
        """One request."""
        with suppress(BytesMissing), _away():
            await obstore.delete_async(self._store, _path(key))

    async def keys_older_than(self, seconds: float) -> AsyncIterator[list[str]]:
        """By the time the store noted; batches of up to 1,000."""
        before = datetime.now(UTC) - timedelta(seconds=seconds)
        async for batch in obstore.list(self._store, chunk_size=BATCH):
            old = (found["path"] for found in batch if found["last_modified"] < before)
            yield [key for key in (path.rpartition("/")[2] for path in old) if KEY.fullmatch(key)]


@contextmanager
def _away() -> Iterator[None]:
    """Tell what is missing from what can't be reached."""
    try:
        yield
    except FileNotFoundError as error:
        raise BytesMissing from error
    except BaseError as error:
        raise StoreAway(type(error).__name__) from error


def _path(key: str) -> str:
    return f"{key[:2]}/{key}"
