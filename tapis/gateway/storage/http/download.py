"""Reading pictures: as they are kept, or made to another size; by anybody, or by who may see the row."""

import hashlib
from collections.abc import Awaitable, Callable, Mapping

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapis.gateway.errors import StorageRefusal
from tapis.gateway.fair_share import current_holder
from tapis.gateway.http.body_limits import while_connected
from tapis.gateway.storage import storage_errors
from tapis.gateway.storage.blobs.blob_store import BlobMissing
from tapis.gateway.storage.http.cdn_redirect import cdn_redirect
from tapis.gateway.storage.http.file_response import Download, deliver
from tapis.gateway.storage.images.requested_options import read_options
from tapis.gateway.storage.objects import StoredObject, find_object, iso_timestamp
from tapis.gateway.storage.storage_context import StorageContext

Find = Callable[[StorageContext, Request], Awaitable[StoredObject]]
Answer = Callable[[StorageContext, Request, StoredObject], Awaitable[Response]]
Handler = Callable[[StorageContext, Request], Awaitable[Response]]


def serve(find: Find, answer: Answer) -> Handler:
    """GET and HEAD of an object that `find` lets the caller read."""

    async def handle(storage: StorageContext, request: Request) -> Response:
        return await answer(storage, request, await find(storage, request))

    return handle


async def public_object(storage: StorageContext, request: Request) -> StoredObject:
    """In a public bucket: for anybody."""
    return await storage.images.find(*_address(request))


async def readable_object(storage: StorageContext, request: Request) -> StoredObject:
    """In a public bucket for anybody, else for who may see the row."""
    try:
        return await public_object(storage, request)
    except StorageRefusal:
        caller = storage.caller_or_anon(request)
        if caller.role == "anon":
            raise
        return await find_object(storage.database, caller, *_address(request))


async def own_object(storage: StorageContext, request: Request) -> StoredObject:
    """For who may see the row."""
    return await find_object(storage.database, storage.caller(request), *_address(request))


def _address(request: Request) -> tuple[str, str]:
    return request.path_params["bucket"], request.path_params["name"]


async def send_original(storage: StorageContext, request: Request, found: StoredObject) -> Response:
    if redirect := cdn_redirect(storage.settings.cdn_url, request, found):
        return redirect
    source = storage.bytes.source(found.version)
    return await _send(storage, request, Download(found, source, found.size, found.mimetype, found.etag))


async def _send(storage: StorageContext, request: Request, download: Download) -> Response:
    await storage.images.keep(request, download)
    return await deliver(request, download)


async def send_variant(
    storage: StorageContext, request: Request, found: StoredObject, wanted: Mapping[str, str] | None = None
) -> Response:
    """Its ETag is its own: one address answers with several formats, and no cache may mix them up."""
    options = read_options(
        request.query_params if wanted is None else wanted,
        request.headers.get("accept", ""),
        found.mimetype,
        personal=found.private,
    )
    try:
        path = storage.variants.find(found.version, options)
        if path is None:
            making = storage.variants.make(found.version, options, current_holder.get())
            path = await while_connected(request, making)
        size = path.stat().st_size
    except (BlobMissing, FileNotFoundError) as error:
        raise storage_errors.bytes_missing() from error
    if redirect := cdn_redirect(storage.settings.cdn_url, request, found, options):
        return redirect
    digest = hashlib.sha256(f"{found.version}-{options.file_name}".encode()).hexdigest()
    etag = f'"{digest[:32]}"'
    return await _send(
        storage, request, Download(found, path, size, options.form.mimetype, etag, options.headers)
    )


async def object_info(_storage: StorageContext, _request: Request, found: StoredObject) -> Response:
    facts = {
        "id": found.id,
        "name": found.name,
        # The key in the store: a CDN in front of a bucket serves it to anybody who knows it.
        "version": found.id if found.private else found.version,
        "bucket_id": found.bucket_id,
        "size": found.size,
        "content_type": found.mimetype,
        "cache_control": found.cache_control,
        "etag": found.etag,
        "metadata": found.user_metadata,
        "last_modified": iso_timestamp(found.updated_at),
        "created_at": iso_timestamp(found.created_at),
    }
    return JSONResponse(facts, headers={"ETag": found.etag})
