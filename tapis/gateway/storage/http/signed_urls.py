"""Signed URLs: a holder can read a private image, for at most two hours and as long as its signer can.

The token is a JWT with another audience than a session's, so neither can replace the other. It contains the
row's id: after a removal it is invalid, even if the name is reused. It ends with the requesting session, and
the policies are asked again on behalf of the signer: a demotion counts at once.
"""

from typing import Any
from urllib.parse import unquote

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapis.gateway.database import SERVICE, Caller
from tapis.gateway.settings.table import MAX_TOKEN_SECONDS
from tapis.gateway.storage import storage_errors
from tapis.gateway.storage.http.download import send_original, send_resized_image
from tapis.gateway.storage.http.request_values import is_storable_name, read_json_object
from tapis.gateway.storage.images.requested_options import parse_transform_options
from tapis.gateway.storage.objects import StoredObject, find_object, find_objects
from tapis.gateway.storage.storage_context import StorageContext
from tapis.gateway.tokens.claims import TokenRefused

AUDIENCE = "storage"
MAX_PATHS, MAX_PATHS_PER_PERSON = 1_000, 100  # with the service key, and for all others
# Supabase Storage's message for a missing or hidden object in a list.
UNREADABLE = "Either the object does not exist or you do not have access to it"
SIGNER_CLAIMS = ("sub", "aal")  # which policies read
TRANSFORMS = ("width", "height", "resize", "quality", "format")


async def sign_url(storage: StorageContext, request: Request) -> Response:
    """POST /object/sign/<bucket>/<name> {expiresIn, transform}: for callers that may read the row."""
    caller = storage.caller(request)
    body = await read_json_object(storage, request)
    seconds = _seconds(body)
    stored = await find_object(
        storage.database, caller, request.path_params["bucket"], request.path_params["name"]
    )
    transform = _transform(body)
    if transform:
        parse_transform_options(transform, "", stored.mimetype)
    return JSONResponse({"signedURL": _signed_url(storage, caller, stored, seconds, transform)})


async def sign_urls(storage: StorageContext, request: Request) -> Response:
    """POST /object/sign/<bucket> {expiresIn, paths}: one entry each, in the same order."""
    caller = storage.caller(request)
    body = await read_json_object(storage, request)
    seconds = _seconds(body)
    paths = _paths(body, MAX_PATHS if caller == SERVICE else MAX_PATHS_PER_PERSON)
    distinct = list(dict.fromkeys(paths))
    stored = await find_objects(storage.database, caller, request.path_params["bucket"], distinct)
    urls = {
        path: _signed_url(storage, caller, each_object, seconds, {}) for path, each_object in stored.items()
    }
    return JSONResponse([_entry(path, urls.get(path)) for path in paths])


async def send_signed_original(storage: StorageContext, request: Request) -> Response:
    stored, transform = await _signed_object(storage, request)
    if transform:
        raise storage_errors.invalid_signature()
    return await send_original(storage, request, stored)


async def send_signed_variant(storage: StorageContext, request: Request) -> Response:
    stored, transform = await _signed_object(storage, request)
    return await send_resized_image(storage, request, stored, transform)


def _entry(path: str, url: str | None) -> dict[str, str | None]:
    return {"error": None if url else UNREADABLE, "path": path, "signedURL": url}


def _signed_url(
    storage: StorageContext, caller: Caller, stored: StoredObject, seconds: int, transform: dict[str, str]
) -> str:
    url = f"{stored.bucket_id}/{stored.name}"
    signer = {name: caller.claims[name] for name in SIGNER_CLAIMS if name in caller.claims}
    claims = {
        "url": url,
        "id": stored.id,
        "transform": transform,
        "signer": [caller.role, signer],
        "session_id": caller.claims.get("session_id"),
    }
    token = storage.keyring.sign_for(AUDIENCE, claims, seconds)
    route = "/render/image/sign" if transform else "/object/sign"
    # Clients encode the rest; a question mark would end the path.
    return f"{route}/{url.replace('?', '%3F')}?token={token}"


async def _signed_object(storage: StorageContext, request: Request) -> tuple[StoredObject, dict[str, str]]:
    """The object of a token, and its transformation. Raises StorageRefusal."""
    token = request.query_params.get("token")
    if not token:
        raise storage_errors.invalid_request("querystring must have required property 'token'")
    try:
        claims = storage.keyring.claims_for(AUDIENCE, token)
    except TokenRefused as error:
        raise storage_errors.invalid_token(
            storage_errors.TOKEN_TEXTS.get(error.reason, error.text)
        ) from error
    # A client may have encoded the name twice; names contain no percent signs.
    requested = f"{request.path_params['bucket']}/{unquote(request.path_params['name'])}"
    if claims["url"] != requested:
        raise storage_errors.invalid_signature()
    stored = await find_object(
        storage.database, Caller(*claims.get("signer", ["anon"])), *requested.split("/", maxsplit=1)
    )
    if stored.id != claims["id"]:
        raise storage_errors.no_such_object()
    return stored, claims["transform"]


def _seconds(body: dict[str, Any]) -> int:
    """`expiresIn`, as a number or a string of digits."""
    seconds = body.get("expiresIn")
    if isinstance(seconds, str) and seconds.isascii() and seconds.isdigit():
        seconds = int(seconds[:9])
    if isinstance(seconds, bool) or not isinstance(seconds, int):
        raise storage_errors.invalid_request("body/expiresIn must be integer")
    if not 1 <= seconds <= MAX_TOKEN_SECONDS:
        raise storage_errors.invalid_request(f"body/expiresIn must be from 1 to {MAX_TOKEN_SECONDS}")
    return seconds


def _transform(body: dict[str, Any]) -> dict[str, str]:
    transform = body.get("transform") or {}
    if not isinstance(transform, dict):
        raise storage_errors.invalid_request("body/transform must be object")
    return {name: str(transform[name]) for name in TRANSFORMS if transform.get(name) is not None}


def _paths(body: dict[str, Any], maximum: int) -> list[str]:
    paths = body.get("paths")
    if not isinstance(paths, list) or not 1 <= len(paths) <= maximum:
        raise storage_errors.invalid_request(f"body/paths must have 1 to {maximum} items")
    if not all(isinstance(path, str) and is_storable_name(path) for path in paths):
        raise storage_errors.invalid_request("body/paths must be strings")
    return paths
