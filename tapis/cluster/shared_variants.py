"""Prepared variants in the bucket: what one gateway has made, no other makes again.

Only prepared variants are shared; others stay on the machine that rendered them.
"""

import asyncio
from collections.abc import AsyncIterator

from tapis.cluster.leases import Leases
from tapis.gateway.storage.blobs.s3_store import S3BlobStore
from tapis.gateway.storage.cluster_protocols import Render
from tapis.gateway.storage.images.transform_options import Options

FOLDER = "variants"
# The slowest variant of the largest image takes a tenth of this.
LEASE_SECONDS = 30.0
POLL_SECONDS = 0.2


def path_of_variant(version: str, options: Options) -> str:
    return f"{FOLDER}/{version[:2]}/{version}/{options.file_name}"


class BucketVariants:
    def __init__(self, store: S3BlobStore) -> None:
        self._store = store
        self._leases = Leases(store)

    async def names(self, version: str) -> set[str]:
        folder = f"{FOLDER}/{version[:2]}/{version}"
        return {path.rpartition("/")[2] async for batch in self._store.paths(folder) for path in batch}

    async def get(self, version: str, options: Options, render: Render) -> bytes:
        path = path_of_variant(version, options)
        while (content := await self._store.find(path)) is None:
            if (content := await self._render(path, options, render)) is not None:
                break
            await asyncio.sleep(POLL_SECONDS)
        return content

    async def add(self, version: str, options: Options, render: Render) -> bytes | None:
        return await self._render(path_of_variant(version, options), options, render)

    async def by_version(self) -> AsyncIterator[dict[str, list[str]]]:
        async for batch in self._store.paths(FOLDER):
            found: dict[str, list[str]] = {}
            for path in batch:
                found.setdefault(path.split("/")[-2], []).append(path)
            yield found

    async def delete(self, paths: list[str]) -> None:
        await self._store.delete(paths)

    async def _render(self, path: str, options: Options, render: Render) -> bytes | None:
        lease = path + ".part"
        if not await self._leases.acquire(lease, LEASE_SECONDS):
            return None
        try:
            if (content := await self._store.find(path)) is not None:
                return content
            content = await render()
            await self._store.create(path, content, options.form.mimetype)
            return content
        finally:
            await self._leases.release(lease)
