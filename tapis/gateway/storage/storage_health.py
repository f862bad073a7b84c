"""Whether an image could be stored now."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from tapis.gateway.storage.blobs.blob_store import BlobMissing, temporary_file
from tapis.gateway.storage.storage_context import StorageContext

PROBE = bytes(64 * 1024)
NO_KEY = "00000000-0000-0000-0000-000000000000"


def can_store(storage: StorageContext) -> Callable[[], Awaitable[bool]]:
    """A check that leaves nothing behind. Raises OSError where nothing can be stored."""

    async def check() -> bool:
        await asyncio.to_thread(_write, storage.scratch)
        with suppress(BlobMissing):
            (await storage.bytes.fetch(NO_KEY)).close()
        return True

    return check


def _write(folder: Path) -> None:
    with temporary_file(folder) as file:
        file.write(PROBE)
        file.flush()
