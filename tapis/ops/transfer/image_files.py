"""Pictures: what is known of each wherever it lies, and the two kinds of places where they lie."""

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

from tapis.gateway.storage.blobs.blob_store import BlobStore, temporary_file
from tapis.gateway.storage.http.upload import metadata_of
from tapis.gateway.storage.http.upload_body import FileOptions
from tapis.gateway.storage.images.validation import ImageRefused, clean
from tapis.gateway.storage.storage_errors import image_refused

Connection = psycopg.Connection[Any]
BUCKET = "tapis"
STORED = """
select name, version, coalesce(metadata ->> 'mimetype', 'application/octet-stream'),
    coalesce(metadata ->> 'cacheControl', 'no-cache'), coalesce(metadata ->> 'xRobotsTag', 'none'),
    owner_id, user_metadata, to_jsonb(created_at) #>> '{}', trim(both '"' from metadata ->> 'eTag')
from storage.objects where bucket_id = 'tapis' order by name collate "C"
"""
ADD = """
insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata,
    created_at, updated_at)
values ('tapis', %(name)s, case when pg_input_is_valid(%(owner_id)s, 'uuid') then %(owner_id)s::uuid end,
    %(owner_id)s, %(version)s, %(metadata)s, %(user_metadata)s, %(created_at)s, %(created_at)s)
"""
OTHERS = "select count(*) from storage.objects where bucket_id <> 'tapis'"


@dataclass(frozen=True, slots=True)
class Picture:
    """One stored picture as it moves. `cache_control` and `robots` are what its uploader chose."""

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
        """As JSON, always the same for the same picture."""
        return json.dumps(asdict(self), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Stored:
    """One row of the shop's bucket, and where its bytes are; size and sum are not known yet."""

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
        """With what was found out when the bytes were read."""
        return Picture(
            self.name, self.mimetype, size, sha256, self.cache_control, self.robots, self.owner_id,
            self.user_metadata, self.created_at,
        )  # fmt: skip


class NotTaken(Exception):
    """The new home does not take this picture; the text says why."""


class Home(Protocol):
    """Where a shop's pictures lie. Whatever is asked, it may raise StoreAway, OSError or MoveRefused."""

    async def fetch(self, stored: Stored) -> BinaryIO:
        """An open local file with the bytes, for the caller to close. Raises BlobMissing."""

    async def put(self, picture: Picture, content: BinaryIO) -> None:
        """Store the bytes. Raises NotTaken."""

    def enter(self, connection: Connection, pictures: Sequence[Picture]) -> None:
        """Write down in the database what is known of those that were put, in its transaction."""

    async def undo(self) -> None:
        """Take out again what was put."""


class OwnHome:
    """A data folder or a bucket of one's own: what comes in is decoded first, as an upload is."""

    def __init__(self, store: BlobStore, scratch: Path) -> None:
        self._store = store
        self._scratch = scratch
        self._kept: dict[str, tuple[str, dict[str, Any]]] = {}

    async def fetch(self, stored: Stored) -> BinaryIO:
        """By its version."""
        return await self._store.fetch(stored.version)

    async def put(self, picture: Picture, content: BinaryIO) -> None:
        """Under a version of its own."""
        with temporary_file(self._scratch) as sent, temporary_file(self._scratch) as kept:
            facts = FileOptions(picture.cache_control, picture.user_metadata, picture.robots)
            metadata = await asyncio.to_thread(_judge, content, sent, kept, facts)
            version = str(uuid4())
            self._kept[picture.name] = (version, metadata)
            await self._store.put(version, kept)

    def enter(self, connection: Connection, pictures: Sequence[Picture]) -> None:
        """One row each."""
        with connection.cursor() as cursor:
            cursor.executemany(ADD, [self._row(picture) for picture in pictures])

    async def undo(self) -> None:
        """Their versions are of no other shop."""
        for version, _ in self._kept.values():
            await self._store.remove(version)

    def _row(self, picture: Picture) -> dict[str, Any]:
        version, metadata = self._kept[picture.name]
        said = Jsonb(picture.user_metadata) if picture.user_metadata is not None else None
        return {**asdict(picture), "version": version, "metadata": Jsonb(metadata), "user_metadata": said}


def _judge(
    content: BinaryIO, sent: BufferedRandom, kept: BufferedRandom, options: FileOptions
) -> dict[str, Any]:
    while chunk := content.read(2**18):
        sent.write(chunk)
    sent.flush()
    try:
        return metadata_of(kept, clean(sent, kept), options)
    except ImageRefused as refused:
        raise NotTaken(image_refused(refused).message) from refused
    except ValueError as error:
        raise NotTaken("it is empty") from error


def stored_pictures(connection: Connection) -> list[Stored]:
    """What the shop's bucket holds, sorted by name."""
    return [Stored(*row) for row in connection.execute(STORED).fetchall()]


def elsewhere(connection: Connection) -> int:
    """How many files lie in buckets that are not the shop's, and stay behind."""
    row = connection.execute(OTHERS).fetchone()
    return int(row[0]) if row else 0


def told_pictures(content: BinaryIO) -> Iterator[Picture]:
    """The pictures that a file tells of."""
    for line in content:
        yield Picture(**json.loads(line))
