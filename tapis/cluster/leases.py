"""Leases: of several gateways over one bucket, one does a piece of work at a time.

The store decides: it creates a lease object only where none exists (If-None-Match), and replaces an expired
one only if that is unchanged (If-Match). A lease that is older than the work may take has expired: its
gateway was killed. Where a store knows no such conditions, work may be done twice, which does no harm.
"""

from contextlib import suppress
from datetime import UTC, datetime
from uuid import uuid4

import obstore
from obstore.exceptions import BaseError, NotSupportedError, PreconditionError

from tapis.gateway.storage.blobs.blob_store import BlobMissing
from tapis.gateway.storage.blobs.s3_store import S3BlobStore, store_errors


class Leases:
    def __init__(self, store: S3BlobStore) -> None:
        self._store = store

    async def acquire(self, path: str, seconds: float) -> bool:
        """Whether the lease at this path was acquired, for so long. Raises StoreAway."""
        if await self._store.create(path, _content()):
            return True
        try:
            with store_errors():
                found = await obstore.head_async(self._store.store, path)
        except BlobMissing:  # released in between
            return await self._store.create(path, _content())
        age = datetime.now(UTC) - found["last_modified"]
        return age.total_seconds() > seconds and await self._replace(path, found["e_tag"])

    async def release(self, path: str) -> None:
        await self._store.delete([path])

    async def _replace(self, path: str, tag: str | None) -> bool:
        with store_errors():
            try:
                await obstore.put_async(self._store.store, path, _content(), mode={"e_tag": tag})
            except PreconditionError:
                return False
            except (NotSupportedError, BaseError) as error:
                if not isinstance(error, NotSupportedError) and "NotImplemented" not in str(error):
                    raise
                with suppress(BlobMissing):
                    await obstore.put_async(self._store.store, path, _content(), use_multipart=False)
        return True


def _content() -> bytes:
    """Unique, so that its ETag is, too."""
    return uuid4().bytes
