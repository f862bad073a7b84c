"""Responses with the bytes of an image or variant: conditional requests, one byte range, headers."""

import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.staticfiles import StaticFiles

from tapis.gateway.http.security_headers import STORED_FILE_POLICY
from tapis.gateway.storage import storage_errors
from tapis.gateway.storage.blobs.blob_store import BlobMissing, ReadRange
from tapis.gateway.storage.objects import StoredObject

RANGE = re.compile(r"bytes=(?:(\d{1,18})-(\d{0,18})|-(\d{1,18}))", re.ASCII)
STATIC_FILES = StaticFiles(check_dir=False)


@dataclass(frozen=True, slots=True)
class Download:
    stored: StoredObject
    source: Path | ReadRange
    size: int
    mimetype: str
    etag: str
    headers: dict[str, str] = field(default_factory=dict)


async def respond_with_file(request: Request, download: Download) -> Response:
    """Respond to GET or HEAD: 304, 206 for one range, else 200. Raises StorageRefusal: 416, 404."""
    headers = build_download_headers(request, download.stored) | {"ETag": download.etag} | download.headers
    if STATIC_FILES.is_not_modified(Headers(headers), request.headers):
        return Response(status_code=304, headers=headers)
    byte_range = _requested_range(request.headers, headers, download.size)
    if isinstance(download.source, Path):
        return _file_response(download.source, headers, download.mimetype)
    headers |= {"Accept-Ranges": "bytes", "Content-Type": download.mimetype}
    start, end = byte_range or (0, download.size)
    headers["Content-Length"] = str(end - start)
    if byte_range:
        headers["Content-Range"] = f"bytes {start}-{end - 1}/{download.size}"
    if request.method == "HEAD":
        return Response(status_code=206 if byte_range else 200, headers=headers)
    chunks = await _with_first_chunk(download.source(start, end - start))
    return StreamingResponse(chunks, 206 if byte_range else 200, headers)


def build_download_headers(request: Request, stored: StoredObject) -> dict[str, str]:
    """The headers of every response with an object's bytes, or of a redirect to them."""
    headers = {**stored.headers(), "Content-Security-Policy": STORED_FILE_POLICY}
    if (name := request.query_params.get("download")) is not None:
        quoted = quote(name, safe="!'()*")
        filename = f" filename={quoted}; filename*=UTF-8''{quoted}" if name else ""
        headers["Content-Disposition"] = f"attachment;{filename}"
    return headers


def _file_response(path: Path, headers: dict[str, str], mimetype: str) -> Response:
    try:
        return FileResponse(path, headers=headers, media_type=mimetype, stat_result=path.stat())
    except FileNotFoundError as error:
        raise storage_errors.bytes_missing() from error


def _requested_range(asked: Headers, headers: Mapping[str, str], size: int) -> tuple[int, int] | None:
    """The requested range as (start, end), end exclusive; None for the whole file, or a changed one."""
    requested = asked.get("range")
    if requested is None or asked.get("if-range", headers["ETag"]) not in _validators(headers):
        return None
    parts = RANGE.fullmatch(requested.strip())
    if parts is None:
        raise storage_errors.range_not_satisfiable(size)
    first, last, suffix = parts.groups()
    start = int(first) if first else max(size - int(suffix), 0)
    end = min(int(last) + 1, size) if last else size
    if start >= end:
        raise storage_errors.range_not_satisfiable(size)
    return start, end


def _validators(headers: Mapping[str, str]) -> tuple[str, str]:
    """What If-Range may name: the same two as FileResponse takes, which reads the range once more."""
    return headers["ETag"], headers["Last-Modified"]


async def _with_first_chunk(chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Read the first chunk before the headers are sent, so that missing bytes can still be a 404."""
    try:
        first = await anext(chunks)
    except (BlobMissing, StopAsyncIteration) as error:
        raise storage_errors.bytes_missing() from error

    async def all_chunks() -> AsyncIterator[bytes]:
        yield first
        async for chunk in chunks:
            yield chunk

    return all_chunks()
