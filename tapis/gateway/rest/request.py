"""Text → types: one HTTP request, parsed before the catalogue or the database is used.

Values of a body stay text up to PostgreSQL, so that numbers are never rounded by a Python float.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from starlette.requests import Request

from tapis.gateway.database import ANON, Caller
from tapis.gateway.errors import RestRefusal
from tapis.gateway.http.body_limits import MAX_ANONYMOUS_BYTES, BodyTooLarge, read_limited_body
from tapis.gateway.http_methods import READS
from tapis.gateway.rest.parameters import ParsedQuery, parse_query
from tapis.gateway.rest.request_headers import (
    SCHEMA,
    MediaType,
    Preferences,
    RowRange,
    parse_accept,
    parse_preferences,
    parse_row_range,
)

MAX_BYTES = 1_048_576
ACCEPTED = frozenset({"", "application/json"})
WITH_BODY = frozenset({"POST", "PATCH"})


@dataclass(frozen=True, slots=True)
class Payload:
    """The body's `text`: a JSON list of objects or one object; `keys` are those of its first object."""

    text: str
    keys: tuple[str, ...]
    rows: int
    is_list: bool
    has_uniform_keys: bool

    @property
    def as_array(self) -> str:
        return self.text if self.is_list else f"[{self.text}]"


async def _read_request_body(request: Request, limit: int) -> bytes:
    """Read the body. Raises RestRefusal 413 as soon as it is too large."""
    try:
        return await read_limited_body(request, limit)
    except BodyTooLarge as error:
        details = f"At most {limit} bytes are read."
        raise RestRefusal(413, "PGRST102", "The body is too large", details) from error


def _parse_payload(body: bytes, content_type: str) -> Payload:
    """Parse a JSON object, or a list of them. Raises RestRefusal PGRST102."""
    essence = content_type.partition(";")[0].strip().lower()
    if essence not in ACCEPTED:
        raise _invalid(f"Content-Type not acceptable: {essence}")
    text, value = _parse(body)
    objects = value if isinstance(value, list) else [value]
    if not isinstance(value, (list, dict)):
        raise _invalid("Empty or invalid json")
    if not all(isinstance(item, dict) for item in objects):
        raise _invalid("All object keys must match")
    keys = tuple(objects[0]) if objects else ()
    has_uniform_keys = all(item.keys() == objects[0].keys() for item in objects)
    _refuse_unrepresentable(keys)
    return Payload(text, keys, len(objects), isinstance(value, list), has_uniform_keys)


def _parse(body: bytes) -> tuple[str, Any]:
    """The body as text and as a Python value; numbers stay text."""
    try:
        text = body.decode("utf-8")
        return text, json.loads(text, parse_int=str, parse_float=str, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        # RecursionError: deeply nested lists; the parser stops at the interpreter's own limit.
        raise _invalid("Empty or invalid json") from error


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _refuse_unrepresentable(keys: Iterable[str]) -> None:
    """Refuse keys with NUL or a lone surrogate: no column has them, and no response can contain them."""
    if any(letter == "\0" or "\ud800" <= letter <= "\udfff" for key in keys for letter in key):
        raise _invalid("Empty or invalid json")


def _invalid(message: str) -> RestRefusal:
    return RestRefusal(400, "PGRST102", message)


@dataclass(frozen=True, slots=True)
class ApiRequest:
    """One request to a table or function; `payload` only where the method carries a body."""

    method: str
    target: str
    query: ParsedQuery
    page: RowRange
    preferences: Preferences
    media: MediaType
    payload: Payload | None
    of_function: bool

    @property
    def reads(self) -> bool:
        return self.method in READS

    @property
    def changes(self) -> bool:
        """Whether it may change or delete existing rows."""
        return self.of_function or self.method in ("PATCH", "DELETE")

    @property
    def bare(self) -> bool:
        return self.method == "HEAD"


def parse_request(request: Request, target: str, *, of_function: bool = False) -> ApiRequest:
    """Parse all but the body. Raises RestRefusal."""
    headers = request.headers
    _check_profiles(headers.getlist("accept-profile") + headers.getlist("content-profile"))
    reads = request.method in READS
    query = parse_query(request.scope["query_string"], of_function=of_function and reads)
    return ApiRequest(
        method=request.method,
        target=target,
        query=query,
        page=parse_row_range(query.limit, query.offset, headers.get("range", "") if reads else ""),
        preferences=parse_preferences(headers.getlist("prefer")),
        media=parse_accept(headers.get("accept", "")),
        payload=None,
        of_function=of_function,
    )


def _check_profiles(profiles: Sequence[str]) -> None:
    """Refuse every schema but the exposed one: RestRefusal PGRST106, 406."""
    for profile in profiles:
        if profile != SCHEMA:
            raise RestRefusal(
                406,
                "PGRST106",
                f"Invalid schema: {profile}",
                hint=f"Only the following schemas are exposed: {SCHEMA}",
            )


async def with_payload(request: ApiRequest, http: Request, caller: Caller) -> ApiRequest:
    """The request with its body, where its method carries one. Raises RestRefusal PGRST102, 413."""
    if request.method not in WITH_BODY:
        return request
    body = await _read_request_body(http, MAX_ANONYMOUS_BYTES if caller == ANON else MAX_BYTES)
    if request.of_function and not body:
        body = b"{}"
    return replace(request, payload=_parse_payload(body, http.headers.get("content-type", "")))
