"""The objects and folders in a folder, that the caller may read; by offset, or by cursor."""

import base64
import json
from datetime import UTC, datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.storage import storage_errors
from tapis.gateway.storage.http.request_values import is_storable_name, read_json_object
from tapis.gateway.storage.storage_context import StorageContext

MAX_ENTRIES = 1000
COLUMNS = ("name", "updated_at", "created_at", "last_accessed_at")
ORDERS = ("asc", "desc")
INFINITE = {"infinity", "-infinity"}

queries = NamedQueries(__file__)


async def list_objects(storage: StorageContext, request: Request) -> Response:
    """POST /object/list/<bucket> {prefix, limit, offset, sortBy, search}: folders and files, perhaps none."""
    caller = storage.caller(request)
    body = await read_json_object(storage, request)
    prefix, search = _text(body, "prefix"), _text(body, "search")
    folder = f"{prefix.strip('/')}/" if prefix.strip("/") else ""
    values = (
        request.path_params["bucket"],
        folder,
        search,
        _number(body, "limit", 100),
        _number(body, "offset", 0),
    )
    sql = queries.list_objects.format(order=" ".join(_order(body)))
    result = await storage.run(caller, sql, values, read_only=True)
    return JSONResponse([row[0] for row in result.rows])


async def list_objects_by_cursor(storage: StorageContext, request: Request) -> Response:
    """POST /object/list-v2/<bucket> {prefix, limit, cursor, with_delimiter, sortBy}."""
    caller = storage.caller(request)
    body = await read_json_object(storage, request)
    column, direction = _order(body)
    limit = max(1, _number(body, "limit", MAX_ENTRIES))
    # One extra row shows whether there are more.
    values = (
        request.path_params["bucket"],
        _text(body, "prefix"),
        body.get("with_delimiter") is True,
        *_decode_cursor(body, column),
        limit + 1,
    )
    sql = queries.list_by_cursor.format(
        column=column,
        column_type="text" if column == "name" else "timestamptz",
        direction=direction,
        beyond=">" if direction == "asc" else "<",
    )
    rows = (await storage.run(caller, sql, values, read_only=True)).rows
    entries = [row[0] for row in rows[:limit]]
    response: dict[str, Any] = {
        "hasNext": len(rows) > limit,
        "folders": [
            {"key": entry["key"].rstrip("/"), "name": entry["name"]} for entry in entries if not entry["id"]
        ],
        "objects": [entry for entry in entries if entry["id"]],
    }
    if response["hasNext"]:
        response["nextCursor"] = _encode_cursor(column, *rows[limit - 1][1:])
    return JSONResponse(response)


def _encode_cursor(*parts: str) -> str:
    """The end of a page: the sort column, its value, and the name."""
    return base64.urlsafe_b64encode(json.dumps(parts).encode()).decode()


def _decode_cursor(body: dict[str, Any], column: str) -> tuple[str | None, str | None]:
    cursor = _text(body, "cursor")
    if not cursor:
        return None, None
    try:
        sorted_by, value, name = json.loads(base64.urlsafe_b64decode(cursor))
        readable = sorted_by == column and is_storable_name(value + name)
        if column != "name":
            value = _normalise_time(value)
    except (ValueError, TypeError, OverflowError, RecursionError) as error:
        raise storage_errors.invalid_request("body/cursor is not one of this list") from error
    if not readable:
        raise storage_errors.invalid_request("body/cursor is not one of this list")
    return value, name


def _normalise_time(text: str) -> str:
    """A cursor's time for PostgreSQL, infinite for folders. Raises ValueError, OverflowError."""
    return text if text in INFINITE else datetime.fromisoformat(text).astimezone(UTC).isoformat()


def _order(body: dict[str, Any]) -> tuple[str, str]:
    sort = body.get("sortBy") or {}
    if not isinstance(sort, dict):
        raise storage_errors.invalid_request("body/sortBy must be object")
    column, order = sort.get("column") or "name", sort.get("order") or "asc"
    if column not in COLUMNS:
        raise storage_errors.invalid_request("body/sortBy/column must be equal to one of the allowed values")
    if order not in ORDERS:
        raise storage_errors.invalid_request("body/sortBy/order must be equal to one of the allowed values")
    return column, order


def _text(body: dict[str, Any], name: str) -> str:
    text = body.get(name) or ""
    if not isinstance(text, str) or not is_storable_name(text):
        raise storage_errors.invalid_request(f"body/{name} must be string")
    return text


def _number(body: dict[str, Any], name: str, default: int) -> int:
    number = body.get(name, default)
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= 10**9:
        raise storage_errors.invalid_request(f"body/{name} must be integer")
    return min(number, MAX_ENTRIES) if name == "limit" else number
