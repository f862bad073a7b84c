"""Uploads: first everything that can be refused without the bytes, then the bytes, then the row.

The order of checks is Supabase's. The bytes are stored before the row commits, so there is no row without
bytes; bytes without a row are swept a day later. The row is inserted twice, first in a transaction that is
rolled back: only the database knows policies, used names and quotas, and it has to refuse before the bytes.
"""

import asyncio
import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BufferedRandom
from typing import Any, BinaryIO
from uuid import uuid4

import psycopg
from psycopg.types.json import Jsonb
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapis.gateway import metrics
from tapis.gateway.database import SERVICE, Caller
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.errors import DatabaseAway, StorageRefusal, StoreAway
from tapis.gateway.failpoints import reached
from tapis.gateway.http.body_limits import while_connected
from tapis.gateway.http.proxies import client_network
from tapis.gateway.storage import storage_errors
from tapis.gateway.storage.blobs.blob_store import temporary_file
from tapis.gateway.storage.http.request_values import check_extension, check_object_name
from tapis.gateway.storage.http.upload_body import (
    MAX_FORM_BYTES,
    FileOptions,
    declared_type,
    drain_body,
    receive_file,
)
from tapis.gateway.storage.http.upload_slots import Upload
from tapis.gateway.storage.images.validation import ImageInfo, ImageRefused
from tapis.gateway.storage.objects import Bucket, find_bucket
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


async def upload(storage: StorageContext, request: Request) -> Response:
    """POST /object/<bucket>/<name>: answers the new object's id and key. Raises StorageRefusal."""
    under_way = None
    try:
        caller = storage.caller(request)
        address = client_network(request, storage.settings)
        with storage.slots.take(_person(caller, address), address) as under_way:
            return await _upload(storage, request, caller, under_way)
    except (StorageRefusal, DatabaseAway, StoreAway, OSError) as error:
        if not (under_way and under_way.complete) and not isinstance(error.__cause__, TimeoutError):
            await drain_body(request)
        raise


def _person(caller: Caller, address: str) -> str | None:
    """Whose share of the slots and workers is used; the service key has no share."""
    return None if caller == SERVICE else caller.user_id or address


async def _upload(storage: StorageContext, request: Request, caller: Caller, under_way: Upload) -> Response:
    bucket_id, name = request.path_params["bucket"], request.path_params["name"]
    bucket = await find_bucket(storage.database, bucket_id)
    _check_type(bucket, declared_type(request))
    most = min(storage.settings.upload_bytes, bucket.size_limit or storage.settings.upload_bytes)
    _check_declared_size(request, most)
    check_object_name(name)
    if request.headers.get("x-upsert") == "true":
        raise storage_errors.access_denied()
    new = NewObject(caller, bucket_id, name, str(uuid4()), str(uuid4()))
    await _check_permission(storage, new)
    reached("upload: permitted")
    async with receive_file(request, under_way, storage.scratch, most) as received:
        reached("upload: received")
        _check_type(bucket, received.mimetype)
        with temporary_file(storage.scratch) as kept:
            validating = storage.validation.clean(under_way.person, received.file, kept)
            try:
                info = await while_connected(request, validating)
            except ImageRefused as refused:
                raise storage_errors.image_refused(refused) from refused
            _check_type(bucket, info.form.mimetype)
            check_extension(name, info.form)
            reached("upload: decoded")
            metadata = await asyncio.to_thread(metadata_of, kept, info, received.options)
            await _store(storage, new, kept, new.values(metadata, received.options.user_metadata))
    storage.variants.supervisor.add(new.version)
    metrics.count("uploads")
    answer = {"Id": new.id, "Key": f"{bucket_id}/{name}"}
    return JSONResponse(answer)


async def update(storage: StorageContext, request: Request) -> Response:
    """PUT /object/<bucket>/<name>: refused for every caller, because nothing is overwritten."""
    await drain_body(request)
    storage.caller(request)
    await find_bucket(storage.database, request.path_params["bucket"])
    check_object_name(request.path_params["name"])
    raise storage_errors.access_denied()


def _check_type(bucket: Bucket, mimetype: str) -> None:
    if mimetype and not bucket.takes(mimetype.lower()):
        raise storage_errors.type_not_supported(mimetype)


def _check_declared_size(request: Request, most: int) -> None:
    declared = request.headers.get("content-length", "0")
    allowance = MAX_FORM_BYTES if request.headers.get("content-type", "").startswith("multipart/") else 0
    if declared.isdigit() and int(declared) > most + allowance:
        raise storage_errors.too_large()


async def _check_permission(storage: StorageContext, new: NewObject) -> None:
    with storage_errors.translate_database_errors():
        async with storage.database.transaction(new.caller) as transaction:
            await transaction.run(queries.insert_object, new.values({}, None))
            raise psycopg.Rollback


def metadata_of(kept: BufferedRandom, info: ImageInfo, options: FileOptions) -> dict[str, Any]:
    size = kept.seek(0, 2)
    kept.seek(0)
    checksum = hashlib.file_digest(kept, "sha256").hexdigest()
    return {
        "eTag": f'"{checksum}"',
        "size": size,
        "mimetype": info.form.mimetype,
        "cacheControl": options.cache_control,
        "lastModified": datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "contentLength": size,
        "httpStatusCode": 200,
        "xRobotsTag": options.robots,
        "width": info.width,
        "height": info.height,
        "placeholder": info.placeholder,
    }


async def _store(storage: StorageContext, new: NewObject, kept: BinaryIO, values: tuple[Any, ...]) -> None:
    """If the connection is lost with the insert's result, the sweeper decides about the bytes."""
    await storage.bytes.put(new.version, kept)
    reached("upload: bytes stored")
    try:
        await storage.run(new.caller, queries.insert_object, values)
    except StorageRefusal:
        await storage.bytes.remove(new.version)
        raise
    reached("upload: row committed")
