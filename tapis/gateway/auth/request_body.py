"""Parsing of request bodies as in GoTrue: keys are case-insensitive, unknown ones are ignored."""

import asyncio
import json
import math
from collections.abc import Mapping
from typing import Any, NoReturn
from uuid import UUID

from starlette.requests import ClientDisconnect, Request

from tapis.gateway.errors import AuthRefusal
from tapis.gateway.http.body_limits import MAX_ANONYMOUS_BYTES, BodyTooLarge, read_limited_body

SECONDS = 10
MAX_DEPTH = 100
TYPE_NAMES = {str: "a string", dict: "an object", bool: "true or false"}

Shape = Mapping[str, type]


async def parse_json_body(request: Request, shape: Shape, *, may_be_empty: bool = False) -> dict[str, Any]:
    """Read the fields of `shape` from a JSON object; absent and null become "" for a string, else None."""
    raw = await _read_bytes(request)
    fields = {} if may_be_empty and not raw.strip() else _read_object(raw)
    by_name = {key.lower(): value for key, value in fields.items()}
    return {key: _field(key, kind, by_name.get(key)) for key, kind in shape.items()}


def parse_uuid(text: str, name: str) -> UUID:
    try:
        return UUID(text)
    except ValueError as error:
        raise AuthRefusal(404, "validation_failed", f"{name} must be an UUID") from error


async def _read_bytes(request: Request) -> bytes:
    try:
        async with asyncio.timeout(SECONDS):
            return await read_limited_body(request, MAX_ANONYMOUS_BYTES)
    except BodyTooLarge as error:
        raise AuthRefusal(413, "request_entity_too_large", "Request body is larger than 64 KiB") from error
    except TimeoutError as error:
        text = "Processing this request timed out, please retry after a moment."
        raise AuthRefusal(504, "request_timeout", text) from error
    except ClientDisconnect as error:
        raise _bad_json("the request broke off") from error


def _read_object(raw: bytes) -> dict[str, Any]:
    try:
        value = json.loads(raw.decode(), parse_constant=_refuse_constant, parse_float=_finite)
        json.dumps(value, ensure_ascii=False).encode()
        encoded = json.dumps(value)
    except UnicodeEncodeError as error:
        raise _bad_json("a string holds half a surrogate pair") from error
    except (ValueError, RecursionError) as error:
        raise _bad_json("not a JSON text") from error
    if not isinstance(value, dict):
        raise _bad_json("not an object")
    if "\\u0000" in encoded:
        raise _bad_json("a string holds a NUL character")
    return value


def _field(key: str, kind: type, value: Any) -> Any:
    if value is None:
        return "" if kind is str else None
    if not isinstance(value, kind):
        raise _bad_json(f"{key} must be {TYPE_NAMES[kind]}")
    _check_depth(value)
    return value


def _check_depth(value: Any, depth: int = 0) -> None:
    if depth > MAX_DEPTH:
        raise _bad_json("nested too deep")
    if isinstance(value, (list, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            _check_depth(item, depth + 1)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        _refuse_constant(text)
    return number


def _refuse_constant(text: str) -> NoReturn:
    raise ValueError(text)


def _bad_json(reason: str) -> AuthRefusal:
    return AuthRefusal(400, "bad_json", f"Could not parse request body as JSON: {reason}")
