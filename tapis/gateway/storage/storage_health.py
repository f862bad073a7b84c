"""Whether a picture could be stored now."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from tapis.gateway.context import Context
from tapis.gateway.storage.blobs.blob_store import BlobMissing, temporary_file
from tapis.gateway.storage.blobs.open_store import open_store

PROBE = bytes(64 * 1024)
NOBODYS = "00000000-0000-0000-0000-000000000000"


def can_store(context: Context) -> Callable[[], Awaitable[bool]]:
    """The question, to be asked as often as one likes: it leaves nothing behind. Raises OSError for a no."""
    data = context.settings.data
    store = open_store(data, context.settings.storage_url)

    async def ask() -> bool:
        await asyncio.to_thread(_write, data / "scratch")
        with suppress(BlobMissing):
            (await store.fetch(NOBODYS)).close()
        return True

    return ask


def _write(folder: Path) -> None:
    with temporary_file(folder) as file:
        file.write(PROBE)
        file.flush()
