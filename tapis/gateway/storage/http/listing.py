"""The objects and folders in a folder, as far as the caller may see them."""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.storage import storage_errors
from tapis.gateway.storage.http.request_values import read_object, storable
from tapis.gateway.storage.storage_context import StorageContext

MAX_ENTRIES = 1000
COLUMNS = ("name", "updated_at", "created_at", "last_accessed_at")
ORDERS = ("asc", "desc")


queries = NamedQueries(__file__)


async def list_objects(storage: StorageContext, request: Request) -> Response:
    """POST /object/list/<bucket> {prefix, limit, offset, sortBy, search}: folders and files, perhaps none."""
    caller = storage.caller(request)
    body = await read_object(request)
    prefix, search = _text(body, "prefix"), _text(body, "search")
    folder = f"{prefix.strip('/')}/" if prefix.strip("/") else ""
    values = (
        request.path_params["bucket"],
        folder,
        search,
        _number(body, "limit", 100),
        _number(body, "offset", 0),
    )
    sql = queries.list_objects.format(order=_order(body))
    found = await storage.run(caller, sql, values, read_only=True)
    return JSONResponse([row[0] for row in found.rows])


def _order(body: dict[str, Any]) -> str:
    wanted = body.get("sortBy") or {}
    if not isinstance(wanted, dict):
        raise storage_errors.invalid_request("body/sortBy must be object")
    column, order = wanted.get("column") or "name", wanted.get("order") or "asc"
    if column not in COLUMNS:
        raise storage_errors.invalid_request("body/sortBy/column must be equal to one of the allowed values")
    if order not in ORDERS:
        raise storage_errors.invalid_request("body/sortBy/order must be equal to one of the allowed values")
    return f"{COLUMNS[COLUMNS.index(column)]} {ORDERS[ORDERS.index(order)]}"


def _text(body: dict[str, Any], name: str) -> str:
    text = body.get(name) or ""
    if not isinstance(text, str) or not storable(text):
        raise storage_errors.invalid_request(f"body/{name} must be string")
    return text


def _number(body: dict[str, Any], name: str, default: int) -> int:
    number = body.get(name, default)
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= 10**9:
        raise storage_errors.invalid_request(f"body/{name} must be integer")
    return min(number, MAX_ENTRIES) if name == "limit" else number
