"""The image storage of a shop: a data folder or bucket, or a hosted project."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict
from io import BufferedRandom
from pathlib import Path
from typing import Any, BinaryIO, Protocol
from uuid import uuid4

from psycopg import Connection
from psycopg.types.json import Jsonb

from tapis.gateway.database import Database
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.errors import StoreUnavailable
from tapis.gateway.services import BUCKET
from tapis.gateway.settings import Settings
from tapis.gateway.storage.blobs.blob_store import BlobStore, open_temporary_file
from tapis.gateway.storage.http.upload import build_object_metadata
from tapis.gateway.storage.http.upload_body import FileOptions
from tapis.gateway.storage.identity import ensure_same_shop
from tapis.gateway.storage.images.validation import ImageRefused, clean_image
from tapis.gateway.storage.objects import is_any_public
from tapis.gateway.storage.storage_errors import image_refused
from tapis.ops.command_errors import CommandError
from tapis.ops.maintenance.installation import Installation, open_installation
from tapis.ops.migrate.runner import is_hosted
from tapis.ops.transfer.export_format import ExportedPicture
from tapis.ops.transfer.hosted_storage import ImageRejected, open_hosted_storage

queries = NamedQueries(__file__)


class ImageStorage(Protocol):
    """The images of an installation. Each method may raise StoreUnavailable, OSError or CommandError."""

    async def fetch(self, name: str, version: str, /) -> BinaryIO:
        """An open local file with the bytes, for the caller to close. Raises BlobMissing."""

    async def put(self, picture: ExportedPicture, content: BinaryIO) -> None:
        """Raises ImageRejected."""

    def insert_rows(self, connection: Connection, pictures: Sequence[ExportedPicture]) -> None:
        """Add the database rows of the stored images, in the transaction of `connection`."""

    async def remove_abandoned_uploads(self, connection: Connection, names: Sequence[str]) -> None:
        """Remove images of these names that a killed import uploaded, if there are no others.

        Requires an empty shop, and that no other import is running.
        """

    async def undo(self, connection: Connection) -> None:
        """Remove the stored images, and their entries in the database's log."""


@asynccontextmanager
async def open_image_storage(
    connection: Connection, settings: Settings, owner_url: str
) -> AsyncIterator[ImageStorage]:
    """The images of the shop in this database.

    Raises CommandError if they can't be reached, StoreMismatch if they are another shop's.
    """
    try:
        if not is_hosted(connection):
            if settings.backend_url:
                raise CommandError(
                    "TAPIS_BACKEND_URL is set, but TAPIS_OWNER_URL names no hosted project: set it to the "
                    "address of the project's database, or remove TAPIS_BACKEND_URL."
                )
            async with open_installation(settings, owner_url, owner_url) as shop, _claim_store(shop):
                yield OwnStorage(shop.store, shop.database, settings.data / "scratch")
            return
        if not (settings.backend_url and settings.service_key):
            raise CommandError(
                "This is a hosted project: set TAPIS_BACKEND_URL to its address and TAPIS_SERVICE_KEY to its "
                "service key, so that its pictures can be reached."
            )
        async with open_hosted_storage(settings.backend_url, settings.service_key) as storage:
            yield storage
    except StoreUnavailable as error:
        raise CommandError("The image store does not respond; try again later.") from error


@asynccontextmanager
async def _claim_store(shop: Installation) -> AsyncIterator[None]:
    """Make the store this shop's; after an exception it is nobody's again if it was so before.

    Else a bucket would remain that of a new shop whose database is deleted, and refuse the next import.
    """
    was_free = await shop.store.identity() is None
    await ensure_same_shop(shop.database, shop.store)
    try:
        yield
    except BaseException:
        if was_free:
            await shop.store.remove_identity()
        raise


class OwnStorage:
    """A data folder or a bucket: images are validated and cleaned like uploads."""

    def __init__(self, store: BlobStore, database: Database, scratch: Path) -> None:
        self._store = store
        self._database = database
        self._scratch = scratch
        self._stored: dict[str, tuple[str, dict[str, Any]]] = {}

    async def fetch(self, _name: str, version: str) -> BinaryIO:
        return await self._store.fetch(version)

    async def put(self, picture: ExportedPicture, content: BinaryIO) -> None:
        with open_temporary_file(self._scratch) as upload, open_temporary_file(self._scratch) as output:
            options = FileOptions(picture.cache_control, picture.user_metadata, picture.robots)
            is_personal = not await is_any_public(self._database, BUCKET, [picture.name])
            metadata = await asyncio.to_thread(_clean, content, upload, output, options, is_personal)
            version = str(uuid4())
            self._stored[picture.name] = (version, metadata)
            await self._store.put(version, output)

    def insert_rows(self, connection: Connection, pictures: Sequence[ExportedPicture]) -> None:
        with connection.cursor() as cursor:
            cursor.executemany(queries.add_image, [self._row(picture) for picture in pictures])

    async def remove_abandoned_uploads(self, connection: Connection, names: Sequence[str]) -> None:
        """There are none: images have rows only when everything has."""

    async def undo(self, _connection: Connection) -> None:
        for version, _ in self._stored.values():
            await self._store.remove(version)

    def _row(self, picture: ExportedPicture) -> dict[str, Any]:
        version, metadata = self._stored[picture.name]
        user_metadata = Jsonb(picture.user_metadata) if picture.user_metadata is not None else None
        added = {"version": version, "metadata": Jsonb(metadata), "user_metadata": user_metadata}
        return asdict(picture) | added


def _clean(
    content: BinaryIO,
    upload: BufferedRandom,
    output: BufferedRandom,
    options: FileOptions,
    is_personal: bool,
) -> dict[str, Any]:
    shutil.copyfileobj(content, upload, 2**18)
    upload.flush()
    try:
        return build_object_metadata(output, clean_image(upload, output, is_personal=is_personal), options)
    except ImageRefused as refused:
        raise ImageRejected(image_refused(refused).message) from refused
    except ValueError as error:
        raise ImageRejected("it is empty") from error
