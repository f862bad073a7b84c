"""How bytes leave: the same headers, conditions and ranges for stored pictures and their variants."""

import re
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from pathlib import Path
from urllib.parse import quote

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from tapis.gateway.http.security_headers import STORED_FILE_POLICY
from tapis.gateway.storage import storage_errors
from tapis.gateway.storage.blobs.blob_store import BlobMissing
from tapis.gateway.storage.objects import StoredObject

ALWAYS = {
    "Accept-Ranges": "bytes",
    "Content-Security-Policy": STORED_FILE_POLICY,
}
RANGE = re.compile(r"bytes=(\d*)-(\d*)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Parcel:
    """Bytes ready to leave: how many, of which type, what tells them from others, and where they are."""

    found: StoredObject
    size: int
    mimetype: str
    etag: str
    read: Callable[[int, int], AsyncIterator[bytes]]  # from, how many
    path: Path | None  # where they lie on this machine
    headers: Mapping[str, str] = field(default_factory=dict)


async def deliver(request: Request, parcel: Parcel) -> Response:
    """Answer GET or HEAD: 304 when the client has these bytes, 206 for one range, else all of them.

    Raises StorageRefusal: 416 for a range that is inverted, beyond the end, or one of several; 404 when
    the bytes are gone.
    """
    headers = _headers(request, parcel)
    if _client_has(request.headers, parcel):
        return Response(status_code=304, headers=headers)
    headers |= {"Content-Type": parcel.mimetype, "Content-Length": str(parcel.size)}
    if request.method == "HEAD":
        return Response(headers=headers)
    span = _span(request.headers, parcel)
    if span is not None:
        start, end = span
        headers["Content-Range"] = f"bytes {start}-{end - 1}/{parcel.size}"
        headers["Content-Length"] = str(end - start)
        return StreamingResponse(await _stream(parcel, start, end), 206, headers)
    if (
        parcel.path
        and "http.response.pathsend" in request.scope.get("extensions", {})
        and parcel.path.is_file()
    ):
        return _SentByServer(parcel.path, headers)
    return StreamingResponse(await _stream(parcel, 0, parcel.size), 200, headers)


async def _stream(parcel: Parcel, start: int, end: int) -> AsyncIterator[bytes]:
    """Read the first chunk before a header leaves, so that missing bytes can still be said."""
    chunks = parcel.read(start, end - start)
    try:
        first = await anext(chunks)
    except (BlobMissing, StopAsyncIteration) as error:
        raise storage_errors.bytes_missing() from error

    async def all_chunks() -> AsyncIterator[bytes]:
        yield first
        async for chunk in chunks:
            yield chunk

    return all_chunks()


class _SentByServer(Response):
    """The server itself sends the file, without a byte passing through Python (ASGI extension pathsend)."""

    def __init__(self, path: Path, headers: Mapping[str, str]) -> None:
        super().__init__(headers=headers)
        self.path = path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 – ASGI's
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await send({"type": "http.response.pathsend", "path": str(self.path)})


def _headers(request: Request, parcel: Parcel) -> dict[str, str]:
    headers = {
        **ALWAYS,
        **parcel.found.headers(),
        "ETag": parcel.etag,
        **parcel.headers,
    }
    if "download" in request.query_params:
        headers["Content-Disposition"] = _attachment(request.query_params["download"])
    return headers


def _attachment(name: str) -> str:
    if not name:
        return "attachment;"
    quoted = quote(name, safe="!'()*")
    return f"attachment; filename={quoted}; filename*=UTF-8''{quoted}"


def _client_has(headers: Headers, parcel: Parcel) -> bool:
    """RFC 9110, 13.1: If-None-Match decides where it is sent, else If-Modified-Since."""
    if (tags := headers.get("if-none-match")) is not None:
        return any(tag.strip().removeprefix("W/") in {"*", parcel.etag} for tag in tags.split(","))
    since = headers.get("if-modified-since")
    if since is None:
        return False
    try:
        return parsedate_to_datetime(since).timestamp() >= int(parcel.found.updated_at.timestamp())
    except (ValueError, OverflowError):
        return False


def _span(headers: Headers, parcel: Parcel) -> tuple[int, int] | None:
    """The asked part as (start, end), end exclusive; None for everything."""
    asked = headers.get("range")
    if asked is None or headers.get("if-range", parcel.etag) != parcel.etag:
        return None
    fits = RANGE.fullmatch(asked.strip())
    first, last = fits.groups() if fits else ("", "")
    start, end = 0, parcel.size
    if first:
        start = int(first[:18])
        end = min(int(last[:18]) + 1, end) if last else end
    elif last:
        start = max(end - int(last[:18]), 0)
    else:
        start = end
    if start >= end:
        raise storage_errors.invalid_range(parcel.size)
    return start, end
