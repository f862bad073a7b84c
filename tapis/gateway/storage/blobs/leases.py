"""Who does a thing that many gateways want done: whoever put its note into the bucket first.

The store itself decides, for it takes a note only where there is none (If-None-Match), and a new one for an
old one only if that is still the same (If-Match). A note that is older than its work may take is nobody's:
its gateway was killed. Where a store knows no such conditions, a thing may be done twice; no harm is done.
"""

from contextlib import suppress
from datetime import UTC, datetime
from uuid import uuid4

import obstore
from obstore.exceptions import BaseError, NotSupportedError, PreconditionError

from tapis.gateway.storage.blobs.blob_store import BlobMissing
from tapis.gateway.storage.blobs.s3_store import S3BlobStore, away


class Leases:
    """The notes in one bucket."""

    def __init__(self, store: S3BlobStore) -> None:
        self._store = store

    async def take(self, path: str, seconds: float) -> bool:
        """Whether the thing at this path is ours to do, for so long. Raises StoreAway."""
        if await self._store.create(path, _note()):
            return True
        try:
            with away():
                found = await obstore.head_async(self._store.store, path)
        except BlobMissing:  # just given back
            return await self._store.create(path, _note())
        age = datetime.now(UTC) - found["last_modified"]
        return age.total_seconds() > seconds and await self._replace(path, found["e_tag"])

    async def give_back(self, path: str) -> None:
        """The thing is done, or nobody's again."""
        await self._store.delete([path])

    async def _replace(self, path: str, tag: str | None) -> bool:
        with away():
            try:
                await obstore.put_async(self._store.store, path, _note(), mode={"e_tag": tag})
            except PreconditionError:
                return False
            except (NotSupportedError, BaseError) as error:
                if not isinstance(error, NotSupportedError) and "NotImplemented" not in str(error):
                    raise
                with suppress(BlobMissing):
                    await obstore.put_async(self._store.store, path, _note(), use_multipart=False)
        return True


def _note() -> bytes:
    """Unlike any other, so that its tag is, too."""
    return uuid4().bytes
