"""The body of an upload, read as a stream: raw bytes, or a form with one file."""

import asyncio
import base64
import binascii
import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, BinaryIO

from python_multipart.multipart import parse_options_header
from starlette.requests import ClientDisconnect, Request

from tapis.gateway.storage import storage_errors
from tapis.gateway.storage.http.multipart import Form
from tapis.gateway.storage.http.upload_slots import Upload

# Read of a body that is refused anyway.
MAX_DRAINED_BYTES = 64_000_000
MAX_DRAINED_SECONDS = 20
MAX_METADATA_BYTES = 8_000
DEFAULT_TYPE = "application/octet-stream"
# Search engines index what the uploader allows: proofs of payment have addresses too.
DEFAULT_ROBOTS = "none"
ROBOTS = {"all", "none", "index", "noindex", "follow", "nofollow", "noarchive", "nosnippet", "noimageindex"}
PLAIN_HEADER = re.compile(r"[\x20-\x7e]{1,100}")


@dataclass(frozen=True, slots=True)
class FileOptions:
    """What the client says about its file besides its type."""

    cache_control: str
    user_metadata: dict[str, Any] | None
    robots: str  # the value of X-Robots-Tag


@dataclass(frozen=True, slots=True)
class Incoming:
    """An upload whose declared type is known and whose content is not read yet."""

    mimetype: str
    content: AsyncIterator[bytes]
    options: Callable[[], FileOptions]  # call it after reading: fields of a form may follow the file

    async def save(self, file: BinaryIO, most: int) -> None:
        """Write the content to `file`. Raises 413 beyond `most` bytes, 400 for none."""
        size = 0
        async for chunk in self.content:
            size += len(chunk)
            if size > most:
                raise storage_errors.too_large()
            file.write(chunk)
        if size == 0:
            raise storage_errors.no_content()
        file.flush()


async def open_body(request: Request, upload: Upload) -> Incoming:
    """Read up to the content. Raises StorageRefusal for a body that is no upload."""
    header = request.headers.get("content-type", DEFAULT_TYPE)
    robots = _robots(request.headers.get("x-robots-tag", DEFAULT_ROBOTS))
    kind, parameters = parse_options_header(header)
    if kind == b"multipart/form-data":
        form = Form(parameters.get(b"boundary", b""), _chunks(request, upload))
        mimetype = await form.read_to_file()
        return Incoming(
            mimetype or DEFAULT_TYPE, form.file_chunks(), partial(_form_options, form.fields, robots)
        )
    if "/" not in header:
        raise storage_errors.invalid_content_type()
    metadata = _read_metadata(_decoded(request.headers.get("x-metadata", "")))
    options = FileOptions(_cache_control(request.headers.get("cache-control", "")), metadata, robots)
    return Incoming(header, _chunks(request, upload), lambda: options)


async def drain(request: Request) -> None:
    """Read the rest of a refused body, within limits: a client that still sends may not see the answer."""
    left = MAX_DRAINED_BYTES
    with suppress(RuntimeError, TimeoutError, ClientDisconnect):  # RuntimeError: it was read already
        async with asyncio.timeout(MAX_DRAINED_SECONDS):
            async for chunk in request.stream():
                left -= len(chunk)
                if left < 0:
                    return


async def _chunks(request: Request, upload: Upload) -> AsyncIterator[bytes]:
    """The body as it comes. Raises StorageRefusal when it comes too slowly, or the client is gone."""
    stream = request.stream()
    while not upload.complete:
        try:
            async with upload.arriving():
                chunk = await anext(stream, None)
        except TimeoutError as error:
            raise storage_errors.too_slow() from error
        except ClientDisconnect as error:
            raise storage_errors.client_gone() from error
        upload.complete = chunk is None
        if chunk:
            upload.received += len(chunk)
            yield chunk


def _robots(header: str) -> str:
    words = [word.strip() for word in header.lower().split(",")]
    if not ROBOTS.issuperset(words):
        raise storage_errors.invalid("headers/x-robots-tag must be a list of known directives")
    return ", ".join(words)


def _form_options(fields: dict[str, str], robots: str) -> FileOptions:
    seconds = fields.get("cacheControl", "")
    cache_control = _cache_control(f"max-age={seconds}") if seconds else "no-cache"
    return FileOptions(cache_control, _read_metadata(fields.get("metadata", "")), robots)


def _cache_control(header: str) -> str:
    """The value if it is safe in a response header, else `no-cache`."""
    return header if PLAIN_HEADER.fullmatch(header) else "no-cache"


def _decoded(header: str) -> str:
    try:
        return base64.b64decode(header).decode()
    except (binascii.Error, ValueError) as error:
        raise storage_errors.invalid("headers/x-metadata must be base64") from error


def _read_metadata(text: str) -> dict[str, Any] | None:
    if not text:
        return None
    try:
        metadata = json.loads(text) if len(text) <= MAX_METADATA_BYTES else None
        text.encode()
    except (ValueError, RecursionError):
        metadata = None
    if not isinstance(metadata, dict) or "\\u0000" in text:
        raise storage_errors.invalid(f"metadata must be a JSON object of at most {MAX_METADATA_BYTES} bytes")
    return metadata
