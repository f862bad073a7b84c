"""Buckets, for the service key; policies hide them from other callers."""

import re
from typing import Any

from psycopg.errors import ForeignKeyViolation
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.errors import StorageRefusal
from tapis.gateway.storage import storage_errors
from tapis.gateway.storage.http.request_values import check_bucket_name, is_storable_name, read_json_object
from tapis.gateway.storage.storage_context import StorageContext

OPTIONS = ("public", "file_size_limit", "allowed_mime_types")
SIZE = re.compile(r"(\d{1,12}(?:\.\d{1,6})?)\s*(b|kb|mb|gb|)", re.ASCII | re.IGNORECASE)
UNITS = {"": 1, "b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9}

queries = NamedQueries(__file__)


async def list_buckets(storage: StorageContext, request: Request) -> Response:
    return JSONResponse([row[0] for row in await _run(storage, request, queries.list_buckets, None)])


async def get_bucket(storage: StorageContext, request: Request) -> Response:
    return JSONResponse(
        _first_or_not_found(await _run(storage, request, queries.list_buckets, request.path_params["bucket"]))
    )


async def create_bucket(storage: StorageContext, request: Request) -> Response:
    body = await read_json_object(storage, request)
    bucket = body.get("id") or body.get("name")
    if not isinstance(bucket, str):
        raise storage_errors.invalid_request("body must have required property 'name'")
    check_bucket_name(bucket)
    try:
        await _run(storage, request, queries.create_bucket, bucket, *_options(body))
    except StorageRefusal as refusal:
        raise storage_errors.bucket_exists() if refusal.true_status == 409 else refusal from refusal
    return JSONResponse({"name": bucket})


async def update_bucket(storage: StorageContext, request: Request) -> Response:
    body = await read_json_object(storage, request)
    bucket, given = request.path_params["bucket"], [name for name in OPTIONS if name in body]
    _first_or_not_found(await _run(storage, request, queries.update_bucket, bucket, *_options(body), given))
    await storage.public_images_changed()
    return JSONResponse({"message": "Successfully updated"})


async def empty_bucket(storage: StorageContext, request: Request) -> Response:
    """POST /bucket/<id>/empty: the bytes stay recoverable, as with any removal."""
    bucket = request.path_params["bucket"]
    _first_or_not_found(await _run(storage, request, queries.list_buckets, bucket))
    await _run(storage, request, queries.empty_bucket, bucket)
    await storage.public_images_changed()
    return JSONResponse({"message": "Successfully emptied"})


async def delete_bucket(storage: StorageContext, request: Request) -> Response:
    try:
        _first_or_not_found(
            await _run(storage, request, queries.delete_bucket, request.path_params["bucket"])
        )
    except StorageRefusal as refusal:
        is_not_empty = isinstance(refusal.__cause__, ForeignKeyViolation)
        raise storage_errors.bucket_not_empty() if is_not_empty else refusal from refusal
    return JSONResponse({"message": "Successfully deleted"})


async def _run(storage: StorageContext, request: Request, sql: str, *values: object) -> list[tuple[Any, ...]]:
    return (await storage.run(storage.caller(request), sql, values)).rows


def _first_or_not_found(rows: list[tuple[Any, ...]]) -> object:
    if not rows:
        raise storage_errors.no_such_bucket()
    return rows[0][0]


def _options(body: dict[str, Any]) -> tuple[bool, int | None, list[str] | None]:
    public, types = body.get("public") or False, body.get("allowed_mime_types")
    if not isinstance(public, bool):
        raise storage_errors.invalid_request("body/public must be boolean")
    if types is not None and not (
        isinstance(types, list) and all(isinstance(kind, str) and is_storable_name(kind) for kind in types)
    ):
        raise storage_errors.invalid_request("body/allowed_mime_types must be array")
    return public, _size_limit(body.get("file_size_limit")), types


def _size_limit(limit: object) -> int | None:
    """Bytes, as a number or with a unit: 20mb."""
    if limit is None:
        return None
    if isinstance(limit, str) and (size := SIZE.fullmatch(limit)):
        limit = int(float(size[1]) * UNITS[size[2].lower()])
    if isinstance(limit, bool) or not isinstance(limit, int) or not 0 <= limit < 2**53:
        raise storage_errors.invalid_request("body/file_size_limit must be integer")
    return limit
