"""Signed addresses: who has one reads a private image, for two hours at most and while it is there.

The token is a JWT of ours for another audience than a session's, so neither serves as the other. It names the
row: after a removal it reads nothing, whatever is stored later. It ends with the session that asked for it.
"""

from typing import Any
from urllib.parse import unquote

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapis.gateway.database import SERVICE, Caller
from tapis.gateway.settings.table import MAX_TOKEN_SECONDS
from tapis.gateway.storage import storage_errors
from tapis.gateway.storage.http.download import send_original, send_variant
from tapis.gateway.storage.http.request_values import is_storable, read_object
from tapis.gateway.storage.images.requested_options import read_options
from tapis.gateway.storage.objects import StoredObject, find_by_id, find_object, find_objects
from tapis.gateway.storage.storage_context import StorageContext
from tapis.gateway.tokens.claims import TokenRefused

AUDIENCE = "storage"
MOST_PATHS, MOST_PATHS_OF_PERSON = 1_000, 100  # of the service key, and of everybody else
# The sentence of Supabase Storage for one of many that is missing or hidden.
UNREADABLE = "Either the object does not exist or you do not have access to it"
TRANSFORMS = ("width", "height", "resize", "quality", "format")


async def sign_url(storage: StorageContext, request: Request) -> Response:
    """POST /object/sign/<bucket>/<name> {expiresIn, transform}: for who may read the row."""
    caller = storage.caller(request)
    body = await read_object(storage, request)
    seconds = _seconds(body)
    found = await find_object(
        storage.database, caller, request.path_params["bucket"], request.path_params["name"]
    )
    transform = _transform(body)
    if transform:
        read_options(transform, "", found.mimetype)
    return JSONResponse({"signedURL": _address(storage, caller, found, seconds, transform)})


async def sign_urls(storage: StorageContext, request: Request) -> Response:
    """POST /object/sign/<bucket> {expiresIn, paths}: an answer for each, in their order."""
    caller = storage.caller(request)
    body = await read_object(storage, request)
    seconds = _seconds(body)
    paths = _paths(body, MOST_PATHS if caller == SERVICE else MOST_PATHS_OF_PERSON)
    distinct = list(dict.fromkeys(paths))
    found = await find_objects(storage.database, caller, request.path_params["bucket"], distinct)
    addresses = {path: _address(storage, caller, one, seconds, {}) for path, one in found.items()}
    return JSONResponse([_answer(path, addresses.get(path)) for path in paths])


async def send_signed_original(storage: StorageContext, request: Request) -> Response:
    found, transform = await _signed_object(storage, request)
    if transform:
        raise storage_errors.invalid_signature("The url do not match the signature")
    return await send_original(storage, request, found)


async def send_signed_variant(storage: StorageContext, request: Request) -> Response:
    found, transform = await _signed_object(storage, request)
    return await send_variant(storage, request, found, transform)


def _answer(path: str, address: str | None) -> dict[str, str | None]:
    return {"error": None if address else UNREADABLE, "path": path, "signedURL": address}


def _address(
    storage: StorageContext, caller: Caller, found: StoredObject, seconds: int, transform: dict[str, str]
) -> str:
    url = f"{found.bucket_id}/{found.name}"
    session = caller.claims.get("session_id")
    claims = {"url": url, "id": found.id, "transform": transform, "session_id": session}
    token = storage.keyring.sign_for(AUDIENCE, claims, seconds)
    route = "/render/image/sign" if transform else "/object/sign"
    # The clients encode the rest themselves; a question mark would end the path.
    return f"{route}/{url.replace('?', '%3F')}?token={token}"


async def _signed_object(storage: StorageContext, request: Request) -> tuple[StoredObject, dict[str, str]]:
    """The object that a token names, and its transformation. Raises StorageRefusal."""
    token = request.query_params.get("token")
    if not token:
        raise storage_errors.invalid_request("querystring must have required property 'token'")
    try:
        claims = storage.keyring.claims_for(AUDIENCE, token)
    except TokenRefused as error:
        raise storage_errors.invalid_token(
            storage_errors.TOKEN_TEXTS.get(error.reason, error.text)
        ) from error
    # A client may have encoded what was encoded already; names have no percent signs.
    requested = f"{request.path_params['bucket']}/{unquote(request.path_params['name'])}"
    if claims["url"] != requested:
        raise storage_errors.invalid_signature("The url do not match the signature")
    return await find_by_id(storage.database, claims["id"]), claims["transform"]


def _seconds(body: dict[str, Any]) -> int:
    """Clients send a number, or its digits."""
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


def _paths(body: dict[str, Any], most: int) -> list[str]:
    paths = body.get("paths")
    if not isinstance(paths, list) or not 1 <= len(paths) <= most:
        raise storage_errors.invalid_request(f"body/paths must have 1 to {most} items")
    if not all(isinstance(path, str) and is_storable(path) for path in paths):
        raise storage_errors.invalid_request("body/paths must be strings")
    return paths
