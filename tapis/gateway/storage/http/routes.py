"""The routes of the storage API; the first match is used."""

from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from tapis.gateway.http.body_limits import allow_streaming
from tapis.gateway.storage import storage_errors
from tapis.gateway.storage.http import buckets, copying, listing, removal, signed_urls, upload
from tapis.gateway.storage.http.download import (
    Find,
    Handler,
    Responder,
    load_object_as_caller,
    load_public_object,
    load_readable_object,
    respond_with_info,
    send_object,
    send_original,
    send_resized_image,
)
from tapis.gateway.storage.http.request_values import is_storable_name
from tapis.gateway.storage.storage_context import StorageContext


async def _refuse(what: str, _storage: StorageContext, _request: Request) -> Response:
    """For an unsupported part of the protocol: an error in JSON, which clients display."""
    raise storage_errors.unsupported_feature(what)


SIGNED_UPLOADS = partial(_refuse, "Uploading to a signed address")
RESUMABLE_UPLOADS = partial(_refuse, "Resuming")

# The prefix of `/{bucket}/{name}`, the object as the caller may read it, the response.
DOWNLOADS: tuple[tuple[str, Find, Responder], ...] = (
    ("/object/info/public", load_public_object, respond_with_info),
    ("/object/info/authenticated", load_object_as_caller, respond_with_info),
    ("/object/info", load_readable_object, respond_with_info),
    ("/object/public", load_public_object, send_original),
    ("/object/authenticated", load_object_as_caller, send_original),
    ("/render/image/public", load_public_object, send_resized_image),
    ("/render/image/authenticated", load_object_as_caller, send_resized_image),
    ("/object", load_readable_object, send_original),
)

TABLE: tuple[tuple[str, str, Handler], ...] = (
    ("GET", "/bucket", buckets.list_buckets),
    ("POST", "/bucket", buckets.create_bucket),
    ("GET", "/bucket/{bucket}", buckets.get_bucket),
    ("PUT", "/bucket/{bucket}", buckets.update_bucket),
    ("DELETE", "/bucket/{bucket}", buckets.delete_bucket),
    ("POST", "/bucket/{bucket}/empty", buckets.empty_bucket),
    ("POST", "/object/copy", copying.copy_object),
    ("POST", "/object/move", copying.move_object),
    ("POST", "/object/list/{bucket}", listing.list_objects),
    ("POST", "/object/list-v2/{bucket}", listing.list_objects_by_cursor),
    ("POST", "/object/sign/{bucket}/{name:path}", signed_urls.sign_url),
    ("POST", "/object/sign/{bucket}", signed_urls.sign_urls),
    ("GET", "/object/sign/{bucket}/{name:path}", signed_urls.send_signed_original),
    ("POST", "/object/upload/sign/{rest:path}", SIGNED_UPLOADS),
    ("PUT", "/object/upload/sign/{rest:path}", SIGNED_UPLOADS),
    ("GET", "/render/image/sign/{bucket}/{name:path}", signed_urls.send_signed_variant),
    ("POST", "/upload/resumable{rest:path}", RESUMABLE_UPLOADS),
    *(
        ("GET", prefix + "/{bucket}/{name:path}", partial(send_object, find, respond))
        for prefix, find, respond in DOWNLOADS
    ),
    ("POST", "/object/{bucket}/{name:path}", upload.upload),
    ("PUT", "/object/{bucket}/{name:path}", upload.update),
    ("DELETE", "/object/{bucket}/{name:path}", removal.remove_object),
    ("DELETE", "/object/{bucket}", removal.remove_objects),
)

# These stream the body to a file, with their own minimum rate. All other bodies have a deadline and a share
# of the memory.
STREAMING = frozenset({upload.upload, upload.update})


def routes(storage: StorageContext) -> list[BaseRoute]:
    """The routes with their storage context; GET answers HEAD too."""
    return [
        Route(path, partial(_handle, handler, storage), methods=[method]) for method, path, handler in TABLE
    ]


async def _handle(handler: Handler, storage: StorageContext, request: Request) -> Response:
    """Refuse control characters in names; responses without Cache-Control get no-store."""
    if handler in STREAMING:
        allow_streaming(request.scope)
    for name in request.path_params.values():
        if not is_storable_name(name):
            raise storage_errors.invalid_key(name)
    response = await handler(storage, request)
    response.headers.setdefault("Cache-Control", "no-store")
    return response
