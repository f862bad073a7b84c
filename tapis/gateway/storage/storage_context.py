"""The dependencies of the storage API's handlers, and the caller of a request."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.requests import Request

from tapis.gateway.cache.content_version import ContentVersion
from tapis.gateway.context import Context
from tapis.gateway.database import ANON, Caller, Database, Result
from tapis.gateway.errors import StorageRefusal
from tapis.gateway.invalidation import CONTENT, InvalidationListener
from tapis.gateway.settings import Settings
from tapis.gateway.storage import storage_errors
from tapis.gateway.storage.blobs.blob_store import NO_KEY, BlobMissing, BlobStore, open_temporary_file
from tapis.gateway.storage.blobs.storage_url import open_blob_store, variants_folder
from tapis.gateway.storage.http.public_images import PublicImages
from tapis.gateway.storage.http.upload_slots import UploadSlots
from tapis.gateway.storage.images.worker_pool import WorkerPool
from tapis.gateway.storage.variants.variants import Variants
from tapis.gateway.tokens.claims import TokenRefused
from tapis.gateway.tokens.keyring import Keyring

# The data that the store check writes.
PROBE = bytes(64 * 1024)


@dataclass(frozen=True, slots=True)
class StorageContext:
    settings: Settings
    database: Database
    keyring: Keyring
    bytes: BlobStore
    variants: Variants
    workers: WorkerPool
    slots: UploadSlots
    images: PublicImages
    content_version: ContentVersion
    invalidation: InvalidationListener

    @property
    def scratch(self) -> Path:
        """Folder of unnamed temporary files, on the same disk as the data."""
        return self.settings.data / "scratch"

    async def run(
        self, caller: Caller, sql: str, values: Sequence[Any], *, read_only: bool = False
    ) -> Result:
        """Run one statement as `caller`; the database's errors become those of the storage API."""
        with storage_errors.translate_database_errors():
            return await self.database.run(caller, sql, values, read_only=read_only)

    async def public_images_changed(self) -> None:
        """Call it after the commit, before the response: no gateway serves removed images any more."""
        self.content_version.bump()
        await self.invalidation.confirm(CONTENT)

    def caller(self, request: Request) -> Caller:
        """The caller of a protected route. Raises StorageRefusal without a valid token."""
        apikey = request.headers.get("apikey")
        if "authorization" not in request.headers and not self.keyring.is_api_key(apikey):
            raise storage_errors.invalid_request("headers must have required property 'authorization'")
        return self._authenticated(request)

    def caller_or_anon(self, request: Request) -> Caller:
        try:
            return self._authenticated(request)
        except StorageRefusal:
            return ANON

    def _authenticated(self, request: Request) -> Caller:
        try:
            return self.keyring.caller(request.headers.get("authorization"), request.headers.get("apikey"))
        except TokenRefused as error:
            raise storage_errors.access_denied(
                storage_errors.TOKEN_TEXTS.get(error.reason, error.text)
            ) from error


def open_storage_context(context: Context) -> StorageContext:
    settings = context.settings
    store = open_blob_store(settings.data, settings.storage_url)
    workers = WorkerPool()
    folder = variants_folder(settings.data, settings.storage_url)
    return StorageContext(
        settings,
        context.database,
        context.keyring,
        store,
        Variants(store, folder, workers),
        workers,
        UploadSlots(settings.data / "scratch", settings.upload_bytes),
        PublicImages(context),
        context.content_version,
        context.invalidation,
    )


async def can_store(storage: StorageContext) -> bool:
    """Check that images can be stored, without side effects. Raises OSError if they can't."""
    await asyncio.to_thread(_write, storage.scratch)
    with suppress(BlobMissing):
        (await storage.bytes.fetch(NO_KEY)).close()
    return True


def _write(folder: Path) -> None:
    with open_temporary_file(folder) as file:
        file.write(PROBE)
        file.flush()
