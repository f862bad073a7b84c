"""Downloads of pictures: original or resized; public, or for callers that may read the row."""

import hashlib
from collections.abc import Awaitable, Callable, Mapping

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapis.gateway.errors import StorageRefusal
from tapis.gateway.fair_share import current_holder
from tapis.gateway.http.body_limits import cancel_on_disconnect
from tapis.gateway.storage import storage_errors
from tapis.gateway.storage.blobs.blob_store import BlobMissing
from tapis.gateway.storage.http.cdn_redirect import cdn_redirect
from tapis.gateway.storage.http.file_response import Download, respond_with_file
from tapis.gateway.storage.images.requested_options import parse_transform_options
from tapis.gateway.storage.objects import StoredObject, find_bucket, find_object, format_iso_timestamp
from tapis.gateway.storage.storage_context import StorageContext

Find = Callable[[StorageContext, Request], Awaitable[StoredObject]]
Responder = Callable[[StorageContext, Request, StoredObject], Awaitable[Response]]
Handler = Callable[[StorageContext, Request], Awaitable[Response]]


async def send_object(find: Find, respond: Responder, storage: StorageContext, request: Request) -> Response:
    """GET and HEAD of an object that `find` lets the caller read."""
    return await respond(storage, request, await find(storage, request))


async def load_public_object(storage: StorageContext, request: Request) -> StoredObject:
    """An object of a public bucket, for anyone."""
    return await storage.images.find(*_bucket_and_name(request))


async def load_readable_object(storage: StorageContext, request: Request) -> StoredObject:
    """An object of a public bucket for anyone, else for callers that may read the row."""
    bucket, name = _bucket_and_name(request)
    try:
        return await load_public_object(storage, request)
    except StorageRefusal:
        caller = storage.caller_or_anon(request)
        if caller.role == "anon":
            raise
    try:
        return await find_object(storage.database, caller, bucket, name)
    except StorageRefusal:
        await find_bucket(storage.database, bucket)
        raise


async def load_object_as_caller(storage: StorageContext, request: Request) -> StoredObject:
    """An object for callers that may read its row."""
    return await find_object(storage.database, storage.caller(request), *_bucket_and_name(request))


def _bucket_and_name(request: Request) -> tuple[str, str]:
    return request.path_params["bucket"], request.path_params["name"]


async def send_original(storage: StorageContext, request: Request, stored: StoredObject) -> Response:
    if redirect := cdn_redirect(storage.settings.cdn_url, request, stored):
        return redirect
    source = storage.bytes.source(stored.version)
    return await _send(storage, request, Download(stored, source, stored.size, stored.mimetype, stored.etag))


async def _send(storage: StorageContext, request: Request, download: Download) -> Response:
    await storage.images.cache(request, download)
    return await respond_with_file(request, download)


async def send_resized_image(
    storage: StorageContext,
    request: Request,
    stored: StoredObject,
    transform: Mapping[str, str] | None = None,
) -> Response:
    """Send a resized image. Each variant has its own ETag, since one URL returns several formats."""
    options = parse_transform_options(
        request.query_params if transform is None else transform,
        request.headers.get("accept", ""),
        stored.mimetype,
        personal=stored.private,
    )
    try:
        path = storage.variants.files.find(stored.version, options)
        if path is None:
            rendering = storage.variants.make(stored.version, options, current_holder.get())
            path = await cancel_on_disconnect(request, rendering)
        size = path.stat().st_size
    except (BlobMissing, FileNotFoundError) as error:
        raise storage_errors.bytes_missing() from error
    if redirect := cdn_redirect(storage.settings.cdn_url, request, stored, options):
        return redirect
    digest = hashlib.sha256(f"{stored.version}-{options.file_name}".encode()).hexdigest()
    etag = f'"{digest[:32]}"'
    return await _send(
        storage, request, Download(stored, path, size, options.form.mimetype, etag, options.headers)
    )


async def respond_with_info(_storage: StorageContext, _request: Request, stored: StoredObject) -> Response:
    facts = {
        "id": stored.id,
        "name": stored.name,
        # The key in the store: a CDN in front of a bucket serves it to anyone who knows it.
        "version": stored.id if stored.private else stored.version,
        "bucket_id": stored.bucket_id,
        "size": stored.size,
        "content_type": stored.mimetype,
        "cache_control": stored.cache_control,
        "etag": stored.etag,
        "metadata": stored.user_metadata,
        "last_modified": format_iso_timestamp(stored.updated_at),
        "created_at": format_iso_timestamp(stored.created_at),
    }
    return JSONResponse(facts, headers={"ETag": stored.etag})
