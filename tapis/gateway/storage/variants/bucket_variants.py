"""Prepared variants in a bucket, shared by all gateways.

Gateways that render the same variant concurrently all add it; the bytes are identical.
"""

from collections.abc import AsyncIterator

from tapis.gateway.storage.blobs.blob_store import BlobStore
from tapis.gateway.storage.blobs.s3_store import S3BlobStore
from tapis.gateway.storage.images.transform_options import TransformOptions

FOLDER = "variants"


def open_bucket_variants(store: BlobStore) -> "BucketVariants | None":
    """The variants in the bucket of this store; None for a folder, which has only one gateway."""
    return BucketVariants(store) if isinstance(store, S3BlobStore) else None


def variant_path(version: str, options: TransformOptions) -> str:
    return f"{_folder_of(version)}/{options.file_name}"


def _folder_of(version: str) -> str:
    return f"{FOLDER}/{version[:2]}/{version}"


class BucketVariants:
    def __init__(self, store: S3BlobStore) -> None:
        self._store = store

    async def names(self, version: str) -> set[str]:
        batches = self._store.paths(_folder_of(version))
        return {path.rpartition("/")[2] async for batch in batches for path in batch}

    async def find(self, version: str, options: TransformOptions) -> bytes | None:
        return await self._store.find(variant_path(version, options))

    async def add(self, version: str, options: TransformOptions, content: bytes) -> None:
        await self._store.create(variant_path(version, options), content, options.form.mimetype)

    async def by_version(self) -> AsyncIterator[dict[str, list[str]]]:
        async for batch in self._store.paths(FOLDER):
            found: dict[str, list[str]] = {}
            for path in batch:
                found.setdefault(path.split("/")[-2], []).append(path)
            yield found

    async def delete(self, paths: list[str]) -> None:
        await self._store.delete(paths)
