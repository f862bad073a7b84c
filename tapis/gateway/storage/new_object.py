"""A new object: its bytes are stored before the row commits, so no row exists without bytes.

Bytes without a row are swept a day later. The row is inserted twice, first in a transaction that is rolled
back: only the database knows policies, used names and quotas, and must refuse before the bytes are received.
"""

from dataclasses import dataclass
from typing import Any, BinaryIO

import psycopg
from psycopg.types.json import Jsonb
from starlette.requests import Request

from tapis.gateway.database import Caller
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.errors import StorageRefusal
from tapis.gateway.failpoints import stop_at_failpoint
from tapis.gateway.fair_share import current_holder
from tapis.gateway.storage import storage_errors
from tapis.gateway.storage.objects import Bucket
from tapis.gateway.storage.storage_context import StorageContext

queries = NamedQueries(__file__)


@dataclass(frozen=True, slots=True)
class NewObject:
    caller: Caller
    bucket_id: str
    name: str
    id: str
    version: str

    def values(self, metadata: dict[str, Any], user_metadata: dict[str, Any] | None) -> tuple[Any, ...]:
        owner = self.caller.user_id
        user = Jsonb(user_metadata) if user_metadata is not None else None
        return (self.id, self.bucket_id, self.name, owner, owner, self.version, Jsonb(metadata), user)


def refuse_overwriting(request: Request) -> None:
    if request.headers.get("x-upsert") == "true":
        raise storage_errors.unsupported_feature("Overwriting a file (x-upsert)")


def require_allowed_type(bucket: Bucket, mimetype: str) -> None:
    if mimetype and not bucket.takes(mimetype.lower()):
        raise storage_errors.type_not_supported(mimetype)


async def require_insert_permission(storage: StorageContext, new: NewObject) -> None:
    with storage_errors.translate_database_errors():
        async with storage.database.transaction(new.caller) as transaction:
            await transaction.run(queries.insert_object, new.values({}, None))
            raise psycopg.Rollback


async def store_object(
    storage: StorageContext, new: NewObject, content: BinaryIO, values: tuple[Any, ...]
) -> None:
    """If the connection is lost before the insert's result, the sweeper handles the bytes."""
    await storage.bytes.put(new.version, content)
    stop_at_failpoint("upload: bytes stored")
    try:
        await storage.run(new.caller, queries.insert_object, values)
    except StorageRefusal:
        await storage.bytes.remove(new.version)
        raise
    stop_at_failpoint("upload: row committed")


def schedule_variants(storage: StorageContext, new: NewObject) -> None:
    """Schedule the prepared sizes of a public image; personal ones are resized on request."""
    storage.variants.prepared.schedule(new.version, current_holder.get())
