"""Images: their metadata, and the storage of an installation of ours."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from io import BufferedRandom
from pathlib import Path
from typing import Any, BinaryIO, Protocol
from uuid import uuid4

import psycopg
from psycopg.types.json import Jsonb

from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.storage.blobs.blob_store import BlobStore, temporary_file
from tapis.gateway.storage.http.upload import metadata_of
from tapis.gateway.storage.http.upload_body import FileOptions
from tapis.gateway.storage.images.validation import ImageRefused, clean_image
from tapis.gateway.storage.storage_errors import image_refused

Connection = psycopg.Connection[Any]
BUCKET = "tapis"


queries = NamedQueries(__file__)


@dataclass(frozen=True, slots=True)
class Picture:
    """An image in an export. `cache_control` and `robots` were chosen by its uploader."""

    name: str
    mimetype: str
    size: int
    sha256: str
    cache_control: str
    robots: str
    owner_id: str | None
    user_metadata: dict[str, Any] | None
    created_at: str

    def line(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Stored:
    """A row of the shop's bucket; size and checksum are not known yet."""

    name: str
    version: str
    mimetype: str
    cache_control: str
    robots: str
    owner_id: str | None
    user_metadata: dict[str, Any] | None
    created_at: str
    etag: str | None

    def measured(self, size: int, sha256: str) -> Picture:
        return Picture(
            self.name, self.mimetype, size, sha256, self.cache_control, self.robots, self.owner_id,
            self.user_metadata, self.created_at,
        )  # fmt: skip


class ImageRejected(Exception):
    """Why the new storage refuses an image."""


class ImageStorage(Protocol):
    """The images of an installation. Each method may raise StoreAway, OSError or TransferRefused."""

    async def fetch(self, stored: Stored) -> BinaryIO:
        """An open local file with the bytes, for the caller to close. Raises BlobMissing."""

    async def put(self, picture: Picture, content: BinaryIO) -> None:
        """Raises ImageRejected."""

    def enter(self, connection: Connection, pictures: Sequence[Picture]) -> None:
        """Add the database rows of the stored images, in the transaction of `connection`."""

    async def undo(self) -> None: ...


class OwnStorage:
    """A data folder or a bucket: images are validated and cleaned like uploads."""

    def __init__(self, store: BlobStore, scratch: Path) -> None:
        self._store = store
        self._scratch = scratch
        self._kept: dict[str, tuple[str, dict[str, Any]]] = {}

    async def fetch(self, stored: Stored) -> BinaryIO:
        return await self._store.fetch(stored.version)

    async def put(self, picture: Picture, content: BinaryIO) -> None:
        with temporary_file(self._scratch) as sent, temporary_file(self._scratch) as kept:
            options = FileOptions(picture.cache_control, picture.user_metadata, picture.robots)
            metadata = await asyncio.to_thread(_clean, content, sent, kept, options)
            version = str(uuid4())
            self._kept[picture.name] = (version, metadata)
            await self._store.put(version, kept)

    def enter(self, connection: Connection, pictures: Sequence[Picture]) -> None:
        with connection.cursor() as cursor:
            cursor.executemany(queries.add_image.encode(), [self._row(picture) for picture in pictures])

    async def undo(self) -> None:
        for version, _ in self._kept.values():
            await self._store.remove(version)

    def _row(self, picture: Picture) -> dict[str, Any]:
        version, metadata = self._kept[picture.name]
        user_metadata = Jsonb(picture.user_metadata) if picture.user_metadata is not None else None
        return {
            **asdict(picture),
            "version": version,
            "metadata": Jsonb(metadata),
            "user_metadata": user_metadata,
        }


def _clean(
    content: BinaryIO, sent: BufferedRandom, kept: BufferedRandom, options: FileOptions
) -> dict[str, Any]:
    while chunk := content.read(2**18):
        sent.write(chunk)
    sent.flush()
    try:
        return metadata_of(kept, clean_image(sent, kept), options)
    except ImageRefused as refused:
        raise ImageRejected(image_refused(refused).message) from refused
    except ValueError as error:
        raise ImageRejected("it is empty") from error


def list_images(connection: Connection) -> list[Stored]:
    """The rows of the shop's bucket, sorted by name."""
    return [Stored(*row) for row in connection.execute(queries.images.encode()).fetchall()]


def other_files(connection: Connection) -> int:
    row = connection.execute(queries.count_other_files.encode()).fetchone()
    return int(row[0]) if row else 0


def read_images(content: BinaryIO) -> Iterator[Picture]:
    for line in content:
        yield Picture(**json.loads(line))
