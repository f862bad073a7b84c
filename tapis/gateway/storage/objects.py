"""Buckets, objects and removed objects as rows; the database decides who may read them."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Any

from tapis.gateway.database import STORAGE_SERVICE, Caller, Database
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.storage import storage_errors

MAX_LISTED = 1000
queries = NamedQueries(__file__)


@dataclass(frozen=True, slots=True)
class Bucket:
    public: bool
    size_limit: int | None
    mimetypes: list[str] | None

    def takes(self, mimetype: str) -> bool:
        family = mimetype.partition("/")[0] + "/*"
        return self.mimetypes is None or not {"*", "*/*", family, mimetype}.isdisjoint(self.mimetypes)


@dataclass(frozen=True, slots=True)
class StoredObject:
    id: str
    name: str
    bucket_id: str
    version: str
    metadata: dict[str, Any]
    user_metadata: dict[str, Any]
    created_at: datetime
    updated_at: datetime
    private: bool = False
    content_version: int | None = None  # at which it was public, if cached

    @property
    def mimetype(self) -> str:
        return str(self.metadata.get("mimetype", "application/octet-stream"))

    @property
    def size(self) -> int:
        return int(self.metadata.get("size", 0))

    @property
    def etag(self) -> str:
        return str(self.metadata.get("eTag", f'"{self.version}"'))

    @property
    def cache_control(self) -> str:
        return str(self.metadata.get("cacheControl", "no-cache"))

    @property
    def robots(self) -> str:
        """The X-Robots-Tag chosen by the uploader; `none` by default."""
        return str(self.metadata.get("xRobotsTag", "none"))

    def headers(self) -> dict[str, str]:
        return {
            "Cache-Control": "private, no-store" if self.private else self.cache_control,
            "Last-Modified": format_datetime(self.updated_at, usegmt=True),
            "X-Robots-Tag": self.robots,
        }


def format_iso_timestamp(moment: datetime) -> str:
    """The format of JavaScript and Supabase Storage."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


async def find_bucket(database: Database, bucket: str) -> Bucket:
    """The bucket, read as the storage service. Raises `Bucket not found`."""
    row = (await database.run(STORAGE_SERVICE, queries.find_bucket, (bucket,), read_only=True)).one()
    if row is None:
        raise storage_errors.no_such_bucket()
    return Bucket(*row)


async def find_object(database: Database, caller: Caller, bucket: str, name: str) -> StoredObject:
    """The object, if the policies let `caller` read it. Raises `Object not found`."""
    found = await find_objects(database, caller, bucket, [name])
    if name not in found:
        raise storage_errors.no_such_object()
    return found[name]


async def find_objects(
    database: Database, caller: Caller, bucket: str, names: list[str]
) -> dict[str, StoredObject]:
    """The objects with these names that the policies let `caller` read, by name."""
    with storage_errors.translate_database_errors():
        found = await database.run(caller, queries.find_objects, (bucket, names), read_only=True)
    objects = [replace(StoredObject(*row), private=True) for row in found.rows]
    return {stored.name: stored for stored in objects}


async def find_public_object(database: Database, bucket: str, name: str) -> StoredObject:
    """The object, if it is public. Raises `Bucket not found`, `Object not found`."""
    row = (
        await database.run(STORAGE_SERVICE, queries.find_public_object, (bucket, name), read_only=True)
    ).one()
    if row is None or not row[0]:
        raise storage_errors.no_such_bucket()
    if row[1] is None:
        raise storage_errors.no_such_object()
    return StoredObject(*row[1:])


async def is_any_public(database: Database, bucket: str, names: list[str]) -> bool:
    """Whether one of these names is a public image, rather than a personal one."""
    found = await database.run(STORAGE_SERVICE, queries.any_public, (bucket, names), read_only=True)
    return bool(found.value)


@dataclass(frozen=True, slots=True)
class RemovedObject:
    """A removed image, or a file without a row (and name): its version, and since when."""

    version: str
    name: str | None
    since: datetime


async def list_removed_objects(database: Database) -> list[RemovedObject]:
    """Recoverable files that no row references, newest first."""
    found = await database.run(STORAGE_SERVICE, queries.list_removed, (MAX_LISTED,), read_only=True)
    return [RemovedObject(*row) for row in found.rows]


async def find_removed_version(database: Database, name: str) -> str | None:
    """The version of the file that was last removed with this name or version."""
    found = await database.run(STORAGE_SERVICE, queries.find_removed, (name,), read_only=True)
    version: str | None = found.value
    return version


async def restore_removed_object(database: Database, version: str) -> bool:
    """Restore a removed image; False if its bytes are deleted, or its name is in use."""
    return (await database.run(STORAGE_SERVICE, queries.restore, (version,))).value is not None
