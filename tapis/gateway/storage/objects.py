"""The rows of `storage.objects` and `storage.buckets`: every question that the file service asks of them."""

from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime
from typing import Any

from tapis.gateway.database import STORAGE_SERVICE, Caller, Database
from tapis.gateway.storage import storage_errors

FIND_BUCKET = "select public, file_size_limit, allowed_mime_types from storage.buckets where id = $1"
COLUMNS = """
    object.id::text, object.name, object.bucket_id, object.version, coalesce(object.metadata, '{}'),
    coalesce(object.user_metadata, '{}'), object.created_at, object.updated_at
"""
FIND_OBJECT = f"select {COLUMNS} from storage.objects object where bucket_id = $1 and name = $2"
FIND_PUBLIC = f"""
select bucket.public, {COLUMNS}
from storage.buckets bucket
left join storage.objects object on object.bucket_id = bucket.id and object.name = $2
where bucket.id = $1
"""


@dataclass(frozen=True, slots=True)
class Bucket:
    """Who may read without asking, the largest upload in bytes, and the MIME types that are taken."""

    public: bool
    size_limit: int | None
    mimetypes: list[str] | None

    def takes(self, mimetype: str) -> bool:
        """Whether this type, or its family as `image/*`, is on the bucket's list."""
        family = mimetype.partition("/")[0] + "/*"
        return self.mimetypes is None or not {"*", "*/*", family, mimetype}.isdisjoint(self.mimetypes)


@dataclass(frozen=True, slots=True)
class StoredObject:
    """One row of storage.objects."""

    id: str
    name: str
    bucket_id: str
    version: str
    metadata: dict[str, Any]
    user_metadata: dict[str, Any]
    created_at: datetime
    updated_at: datetime

    @property
    def mimetype(self) -> str:
        """As decided by decoding when it was uploaded."""
        return str(self.metadata.get("mimetype", "application/octet-stream"))

    @property
    def size(self) -> int:
        """Bytes."""
        return int(self.metadata.get("size", 0))

    @property
    def etag(self) -> str:
        """A strong validator, in its quotes."""
        return str(self.metadata.get("eTag", f'"{self.version}"'))

    @property
    def cache_control(self) -> str:
        """As the uploader chose it."""
        return str(self.metadata.get("cacheControl", "no-cache"))

    @property
    def robots(self) -> str:
        """What search engines may do with it, as the uploader chose; nothing, unless somebody did."""
        return str(self.metadata.get("xRobotsTag", "none"))

    @property
    def last_modified(self) -> str:
        """For the header of that name."""
        return format_datetime(self.updated_at, usegmt=True)


async def find_bucket(database: Database, bucket: str) -> Bucket:
    """The bucket, as the file service sees it. Raises `Bucket not found`."""
    row = (await database.run(STORAGE_SERVICE, FIND_BUCKET, (bucket,), read_only=True)).one()
    if row is None:
        raise storage_errors.no_such_bucket()
    return Bucket(*row)


async def find_object(database: Database, caller: Caller, bucket: str, name: str) -> StoredObject:
    """The object, if `caller` may see it. Raises `Object not found`."""
    with storage_errors.judged_by_database():
        row = (await database.run(caller, FIND_OBJECT, (bucket, name), read_only=True)).one()
    if row is None:
        raise storage_errors.no_such_object()
    return StoredObject(*row)


async def find_public(database: Database, bucket: str, name: str) -> StoredObject | None:
    """The object of a public bucket, whoever asks; None when the bucket is private.

    Raises `Bucket not found`, `Object not found`.
    """
    row = (await database.run(STORAGE_SERVICE, FIND_PUBLIC, (bucket, name), read_only=True)).one()
    if row is None:
        raise storage_errors.no_such_bucket()
    public, object_id, *rest = row
    if not public:
        return None
    if object_id is None:
        raise storage_errors.no_such_object()
    return StoredObject(object_id, *rest)
