"""Taking pictures out: the row goes as the caller, the bytes stay recoverable for a day (see `sweep`)."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapis.database import STORAGE_SERVICE, Result
from tapis.steps import reached
from tapis.storage import refusals
from tapis.storage.body import read_object, storable
from tapis.storage.depot import Depot

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


async def remove_objects(depot: Depot, request: Request) -> Response:
    """DELETE /object/<bucket> {"prefixes": [names]}: answers the rows that went, perhaps none."""
    caller = depot.caller(request)
    names = await _names(request)
    with refusals.judged_by_database():
        gone = await depot.database.run(caller, DELETE, (request.path_params["bucket"], names))
    _forget(depot, gone)
    return JSONResponse([row[0] for row in gone.rows], headers={"Cache-Control": "no-store"})


async def remove_object(depot: Depot, request: Request) -> Response:
    """DELETE /object/<bucket>/<name>. Raises StorageRefusal if it is not there, or not the caller's."""
    caller = depot.caller(request)
    bucket, name = request.path_params["bucket"], request.path_params["name"]
    with refusals.judged_by_database():
        gone = await depot.database.run(caller, DELETE, (bucket, [name]))
    if not gone.rows:
        there = await depot.database.run(STORAGE_SERVICE, EXISTS, (bucket, name), read_only=True)
        raise refusals.denied("Access denied") if there.rows else refusals.no_such_object()
    _forget(depot, gone)
    return JSONResponse({"message": "Successfully deleted"}, headers={"Cache-Control": "no-store"})


def _forget(depot: Depot, gone: Result) -> None:
    """The bytes stay for a day; what can be made from them anew doesn't."""
    reached("removal: row gone")
    for (row,) in gone.rows:
        depot.variants.forget(row["version"])


async def _names(request: Request) -> list[str]:
    body = await read_object(request)
    names = body.get("prefixes")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise refusals.invalid("body must have required property 'prefixes'")
    if not names:
        raise refusals.invalid("body/prefixes must NOT have fewer than 1 items")
    if len(names) > MOST_NAMES:
        raise refusals.invalid(f"body/prefixes must NOT have more than {MOST_NAMES} items")
    return [name for name in names if storable(name)]
