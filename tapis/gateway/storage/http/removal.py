"""Taking pictures out: the row goes as the caller, the bytes stay recoverable for a day (see `sweep`)."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapis.gateway.database import STORAGE_SERVICE, Result
from tapis.gateway.failpoints import reached
from tapis.gateway.storage import storage_errors
from tapis.gateway.storage.http.json_body import read_object, storable
from tapis.gateway.storage.storage_context import StorageContext

MOST_NAMES = 1000
# Whatever the policies hide is not deleted and not told: the two look alike.
DELETE = """
with gone as (delete from storage.objects where bucket_id = $1 and name = any($2::text[]) returning *)
select jsonb_build_object(
    'name', name, 'bucket_id', bucket_id, 'owner', owner, 'owner_id', owner_id, 'version', version, 'id', id,
    'updated_at', updated_at, 'created_at', created_at, 'last_accessed_at', last_accessed_at,
    'metadata', metadata, 'user_metadata', user_metadata
) from gone
"""
EXISTS = "select from storage.objects where bucket_id = $1 and name = $2"


async def remove_objects(storage: StorageContext, request: Request) -> Response:
    """DELETE /object/<bucket> {"prefixes": [names]}: answers the rows that went, perhaps none."""
    caller = storage.caller(request)
    names = await _names(request)
    with storage_errors.judged_by_database():
        gone = await storage.database.run(caller, DELETE, (request.path_params["bucket"], names))
    _forget(storage, gone)
    return JSONResponse([row[0] for row in gone.rows], headers={"Cache-Control": "no-store"})


async def remove_object(storage: StorageContext, request: Request) -> Response:
    """DELETE /object/<bucket>/<name>. Raises StorageRefusal if it is not there, or not the caller's."""
    caller = storage.caller(request)
    bucket, name = request.path_params["bucket"], request.path_params["name"]
    with storage_errors.judged_by_database():
        gone = await storage.database.run(caller, DELETE, (bucket, [name]))
    if not gone.rows:
        there = await storage.database.run(STORAGE_SERVICE, EXISTS, (bucket, name), read_only=True)
        raise storage_errors.denied("Access denied") if there.rows else storage_errors.no_such_object()
    _forget(storage, gone)
    return JSONResponse({"message": "Successfully deleted"}, headers={"Cache-Control": "no-store"})


def _forget(storage: StorageContext, gone: Result) -> None:
    """The bytes stay for a day; what can be made from them anew doesn't."""
    reached("removal: row gone")
    for (row,) in gone.rows:
        storage.variants.files.forget(row["version"])


async def _names(request: Request) -> list[str]:
    body = await read_object(request)
    names = body.get("prefixes")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise storage_errors.invalid("body must have required property 'prefixes'")
    if not names:
        raise storage_errors.invalid("body/prefixes must NOT have fewer than 1 items")
    if len(names) > MOST_NAMES:
        raise storage_errors.invalid(f"body/prefixes must NOT have more than {MOST_NAMES} items")
    for name in names:
        if not storable(name):
            raise storage_errors.invalid_key(name)
    return names
