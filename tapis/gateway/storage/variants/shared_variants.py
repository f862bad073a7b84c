"""Prepared variants in the bucket: what one machine has made, no other makes again.

Only what is prepared for every picture is shared; an odd size is made where it is asked for, and kept there.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

from tapis.gateway.storage.blobs.leases import Leases
from tapis.gateway.storage.blobs.s3_store import S3BlobStore
from tapis.gateway.storage.images.transform_options import Options

FOLDER = "variants"
# The slowest variant of the largest picture takes a tenth of this.
CLAIM_SECONDS = 30.0
PAUSE = 0.2

Make = Callable[[], Awaitable[bytes]]


def path_of_variant(version: str, options: Options) -> str:
    """Where it lies in the bucket."""
    return f"{FOLDER}/{version[:2]}/{version}/{options.file_name}"


class SharedVariants:
    """The variants that all machines of a shop have in common."""

    def __init__(self, store: S3BlobStore) -> None:
        self._store = store
        self._claims = Leases(store)

    async def names(self, version: str) -> set[str]:
        """The file names of what is there for a picture, or being made."""
        folder = f"{FOLDER}/{version[:2]}/{version}"
        return {path.rpartition("/")[2] async for batch in self._store.paths(folder) for path in batch}

    async def get(self, version: str, options: Options, make: Make) -> bytes:
        """The variant as somebody has made it, or by `make`; waits while another gateway is at it."""
        path = path_of_variant(version, options)
        while (content := await self._store.find(path)) is None:
            if (content := await self._made(path, options, make)) is not None:
                break
            await asyncio.sleep(PAUSE)
        return content

    async def offer(self, version: str, options: Options, make: Make) -> bytes | None:
        """Make the variant, unless it is there or another gateway is at it; what was made, or None."""
        return await self._made(path_of_variant(version, options), options, make)

    async def versions(self) -> AsyncIterator[dict[str, list[str]]]:
        """The paths of all variants by their picture's version, in batches."""
        async for batch in self._store.paths(FOLDER):
            found: dict[str, list[str]] = {}
            for path in batch:
                found.setdefault(path.split("/")[-2], []).append(path)
            yield found

    async def forget(self, paths: list[str]) -> None:
        """Delete variants of a picture that nobody may see any more."""
        await self._store.delete(paths)

    async def _made(self, path: str, options: Options, make: Make) -> bytes | None:
        note = path + ".part"
        if not await self._claims.take(note, CLAIM_SECONDS):
            return None
        try:
            if (content := await self._store.find(path)) is not None:
                return content
            content = await make()
            await self._store.create(path, content, options.form.mimetype)
            return content
        finally:
            await self._claims.give_back(note)
