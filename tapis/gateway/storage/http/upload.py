"""Uploads: first all checks that need no bytes, then the bytes, then the row, in Supabase's order."""

import asyncio
import hashlib
from datetime import UTC, datetime
from io import BufferedRandom
from typing import Any
from uuid import uuid4

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapis.gateway import metrics
from tapis.gateway.database import Caller
from tapis.gateway.errors import DatabaseUnavailable, StorageRefusal, StoreUnavailable
from tapis.gateway.failpoints import stop_at_failpoint
from tapis.gateway.fair_share import CapacityExceeded
from tapis.gateway.http.body_limits import cancel_on_disconnect
from tapis.gateway.storage import storage_errors
from tapis.gateway.storage.blobs.blob_store import open_temporary_file
from tapis.gateway.storage.http.request_values import check_extension, check_object_name
from tapis.gateway.storage.http.upload_body import (
    MAX_FORM_BYTES,
    FileOptions,
    declared_content_type,
    drain_body,
    receive_file,
)
from tapis.gateway.storage.http.upload_slots import Upload
from tapis.gateway.storage.images.validation import ImageInfo, ImageRefused
from tapis.gateway.storage.new_object import (
    NewObject,
    refuse_overwriting,
    require_allowed_type,
    require_insert_permission,
    schedule_variants,
    store_object,
)
from tapis.gateway.storage.objects import find_bucket, format_iso_timestamp, is_any_public
from tapis.gateway.storage.storage_context import StorageContext


async def upload(storage: StorageContext, request: Request) -> Response:
    """POST /object/<bucket>/<name>: returns the new object's id and key. Raises StorageRefusal."""
    slot = None
    try:
        caller = storage.caller(request)
        with storage.slots.acquire() as slot:
            return await _upload(storage, request, caller, slot)
    except (StorageRefusal, DatabaseUnavailable, StoreUnavailable, OSError) as error:
        if not (slot and slot.complete) and not isinstance(error.__cause__, TimeoutError):
            await drain_body(request)
        raise


async def _upload(storage: StorageContext, request: Request, caller: Caller, slot: Upload) -> Response:
    bucket_id, name = request.path_params["bucket"], request.path_params["name"]
    bucket = await find_bucket(storage.database, bucket_id)
    require_allowed_type(bucket, declared_content_type(request))
    max_bytes = min(storage.settings.upload_bytes, bucket.size_limit or storage.settings.upload_bytes)
    _check_declared_size(request, max_bytes)
    check_object_name(name)
    refuse_overwriting(request)
    new = NewObject(caller, bucket_id, name, str(uuid4()), str(uuid4()))
    await require_insert_permission(storage, new)
    stop_at_failpoint("upload: permitted")
    is_public = await is_any_public(storage.database, bucket_id, [name])
    async with receive_file(request, slot, storage.scratch, max_bytes) as received:
        stop_at_failpoint("upload: received")
        require_allowed_type(bucket, received.mimetype)
        with open_temporary_file(storage.scratch) as output:
            validating = storage.workers.clean(slot.holder, received.file, output, is_personal=not is_public)
            try:
                async with slot.validating():
                    info = await cancel_on_disconnect(request, validating)
            except ImageRefused as refused:
                raise storage_errors.image_refused(refused) from refused
            except (CapacityExceeded, TimeoutError) as error:
                raise storage_errors.busy() from error
            require_allowed_type(bucket, info.form.mimetype)
            check_extension(name, info.form)
            stop_at_failpoint("upload: decoded")
            metadata = await asyncio.to_thread(build_object_metadata, output, info, received.options)
            storage.caller(request)  # the session may have ended meanwhile
            await store_object(storage, new, output, new.values(metadata, received.options.user_metadata))
    if is_public:
        schedule_variants(storage, new)
    metrics.count_event("uploads")
    response = {"Id": new.id, "Key": f"{bucket_id}/{name}"}
    return JSONResponse(response)


async def update(storage: StorageContext, request: Request) -> Response:
    """PUT /object/<bucket>/<name>: refused for every caller, because nothing is overwritten."""
    await drain_body(request)
    storage.caller(request)
    await find_bucket(storage.database, request.path_params["bucket"])
    check_object_name(request.path_params["name"])
    raise storage_errors.unsupported_feature("Overwriting a file (PUT)")


def _check_declared_size(request: Request, max_bytes: int) -> None:
    declared = request.headers.get("content-length", "0")
    allowance = MAX_FORM_BYTES if request.headers.get("content-type", "").startswith("multipart/") else 0
    if declared.isdigit() and int(declared) > max_bytes + allowance:
        raise storage_errors.too_large()


def build_object_metadata(output: BufferedRandom, info: ImageInfo, options: FileOptions) -> dict[str, Any]:
    size = output.seek(0, 2)
    output.seek(0)
    checksum = hashlib.file_digest(output, "sha256").hexdigest()
    return {
        "eTag": f'"{checksum}"',
        "size": size,
        "mimetype": info.form.mimetype,
        "cacheControl": options.cache_control,
        "lastModified": format_iso_timestamp(datetime.now(UTC)),
        "contentLength": size,
        "httpStatusCode": 200,
        "xRobotsTag": options.robots,
        "width": info.width,
        "height": info.height,
        "placeholder": info.placeholder,
        "perceptualHash": info.perceptual_hash,
        "wordPrints": info.word_prints,
    }
