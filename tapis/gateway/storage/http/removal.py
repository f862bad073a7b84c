"""Removing objects: the row is deleted as the caller; the bytes stay recoverable until the sweeper runs."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapis.gateway.database import Result
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.failpoints import stop_at_failpoint
from tapis.gateway.storage import storage_errors
from tapis.gateway.storage.http.request_values import is_storable_name, read_json_object
from tapis.gateway.storage.objects import is_any_public
from tapis.gateway.storage.storage_context import StorageContext

MAX_NAMES = 1000

queries = NamedQueries(__file__)


async def remove_objects(storage: StorageContext, request: Request) -> Response:
    """DELETE /object/<bucket> {"prefixes": [names]}: returns the removed rows, possibly none."""
    caller = storage.caller(request)
    names = await _names(storage, request)
    removed = await storage.run(caller, queries.remove_objects, (request.path_params["bucket"], names))
    await _invalidate(storage, removed)
    return JSONResponse([row for _version, row in removed.rows])


async def remove_object(storage: StorageContext, request: Request) -> Response:
    """DELETE /object/<bucket>/<name>. Raises StorageRefusal if the caller can't read or remove it."""
    caller = storage.caller(request)
    bucket, name = request.path_params["bucket"], request.path_params["name"]
    removed = await storage.run(caller, queries.remove_objects, (bucket, [name]))
    if not removed.rows:
        readable = await storage.database.run(caller, queries.find_readable, (bucket, name), read_only=True)
        raise (
            storage_errors.access_denied("Access denied")
            if readable.rows
            else storage_errors.no_such_object()
        )
    await _invalidate(storage, removed)
    return JSONResponse({"message": "Successfully deleted"})


async def _invalidate(storage: StorageContext, removed: Result) -> None:
    """Invalidate caches of removed objects, and delete their variants."""
    stop_at_failpoint("removal: row gone")
    if removed.rows:
        bucket, names = removed.rows[0][1]["bucket_id"], [row["name"] for _version, row in removed.rows]
        if await is_any_public(storage.database, bucket, names):
            await storage.public_images_changed()
    for version, _row in removed.rows:
        storage.variants.files.delete(version)


async def _names(storage: StorageContext, request: Request) -> list[str]:
    body = await read_json_object(storage, request)
    names = body.get("prefixes")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise storage_errors.invalid_request("body must have required property 'prefixes'")
    if not names:
        raise storage_errors.invalid_request("body/prefixes must NOT have fewer than 1 items")
    if len(names) > MAX_NAMES:
        raise storage_errors.invalid_request(f"body/prefixes must NOT have more than {MAX_NAMES} items")
    for name in names:
        if not is_storable_name(name):
            raise storage_errors.invalid_key(name)
    return names
