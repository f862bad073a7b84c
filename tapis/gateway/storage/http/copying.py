"""Copying and moving: both read the source as the caller, and grant no more rights than an upload.

A move is an update of the row, which no policy of the shop allows: referenced files are never renamed.
"""

import json
from typing import Any
from uuid import uuid4

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.storage import storage_errors
from tapis.gateway.storage.blobs.blob_store import BlobMissing
from tapis.gateway.storage.http.request_values import (
    check_extension,
    check_object_name,
    is_storable_name,
    read_json_object,
)
from tapis.gateway.storage.http.upload_body import parse_user_metadata
from tapis.gateway.storage.images.formats import BY_MIMETYPE
from tapis.gateway.storage.new_object import (
    NewObject,
    refuse_overwriting,
    require_allowed_type,
    require_insert_permission,
    schedule_variants,
    store_object,
)
from tapis.gateway.storage.objects import StoredObject, find_bucket, find_object, is_any_public
from tapis.gateway.storage.storage_context import StorageContext

queries = NamedQueries(__file__)


async def copy_object(storage: StorageContext, request: Request) -> Response:
    """POST /object/copy: create a new object with the same bytes, owned by the caller."""
    caller = storage.caller(request)
    body = await read_json_object(storage, request)
    refuse_overwriting(request)
    stored = await find_object(storage.database, caller, *_bucket_and_name(body, "bucketId", "sourceKey"))
    bucket_id, name = await _destination(storage, body, stored)
    new = NewObject(caller, bucket_id, name, str(uuid4()), str(uuid4()))
    await require_insert_permission(storage, new)
    values = new.values(stored.metadata, _user_metadata(body, stored))
    try:
        with storage.slots.acquire() as slot:
            slot.on_evict = None  # it waits for no client
            with await storage.bytes.fetch(stored.version) as content:
                await store_object(storage, new, content, values)
    except BlobMissing as error:
        raise storage_errors.bytes_missing() from error
    if await is_any_public(storage.database, bucket_id, [name]):
        schedule_variants(storage, new)
    return JSONResponse({"Id": new.id, "Key": f"{bucket_id}/{name}"})


async def move_object(storage: StorageContext, request: Request) -> Response:
    """POST /object/move. Raises StorageRefusal unless the policies permit the update."""
    caller = storage.caller(request)
    body = await read_json_object(storage, request)
    stored = await find_object(storage.database, caller, *_bucket_and_name(body, "bucketId", "sourceKey"))
    destination = await _destination(storage, body, stored)
    moved = await storage.run(caller, queries.move_object, (stored.id, *destination))
    if not moved.rows:
        raise storage_errors.access_denied("Access denied")
    await storage.public_images_changed()
    return JSONResponse({"message": "Successfully moved", "Id": stored.id, "Key": "/".join(destination)})


async def _destination(
    storage: StorageContext, body: dict[str, Any], stored: StoredObject
) -> tuple[str, str]:
    """Bucket and name of the new object; they must permit its type and size."""
    bucket_id, name = _bucket_and_name(
        {"destinationBucket": stored.bucket_id} | body, "destinationBucket", "destinationKey"
    )
    bucket = await find_bucket(storage.database, bucket_id)
    require_allowed_type(bucket, stored.mimetype)
    if bucket.size_limit and stored.size > bucket.size_limit:
        raise storage_errors.too_large()
    check_object_name(name)
    if form := BY_MIMETYPE.get(stored.mimetype):
        check_extension(name, form)
    return bucket_id, name


def _user_metadata(body: dict[str, Any], stored: StoredObject) -> dict[str, Any] | None:
    if body.get("copyMetadata", True):
        return stored.user_metadata
    metadata = body.get("metadata")
    return None if metadata is None else parse_user_metadata(json.dumps(metadata, ensure_ascii=False))


def _bucket_and_name(body: dict[str, Any], bucket: str, name: str) -> tuple[str, str]:
    for field in (bucket, name):
        if not isinstance(body.get(field), str) or not body[field]:
            raise storage_errors.invalid_request(f"body must have required property '{field}'")
        if not is_storable_name(body[field]):
            raise storage_errors.invalid_key(body[field])
    return body[bucket], body[name]
