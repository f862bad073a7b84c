"""The body of an upload while it arrives: raw bytes, or a form with one file.

Nothing is kept in memory but the chunk at hand and the form's short fields.
"""

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

# Of a body that is refused anyway.
MOST_DRAINED_BYTES = 64_000_000
MOST_DRAINED_SECONDS = 20
MOST_METADATA_BYTES = 8_000
DEFAULT_TYPE = "application/octet-stream"
# Unless the uploader says that a picture may be found: proofs of payment have public addresses too.
UNFOUND = "none"
ROBOTS = {"all", "none", "index", "noindex", "follow", "nofollow", "noarchive", "nosnippet", "noimageindex"}
PLAIN_HEADER = re.compile(r"[\x20-\x7e]{1,100}")


@dataclass(frozen=True, slots=True)
class Facts:
    """What the client says about its file beside its type."""

    cache_control: str
    user_metadata: dict[str, Any] | None
    robots: str  # what search engines are told, in the words of X-Robots-Tag


@dataclass(frozen=True, slots=True)
class Incoming:
    """An upload whose declared type is known and whose bytes are still to come."""

    mimetype: str
    content: AsyncIterator[bytes]
    facts: Callable[[], Facts]  # a form may tell them behind the file: ask when the content is read

    async def pour(self, file: BinaryIO, most: int) -> int:
        """Write the content to `file` and tell how many bytes. Raises 413 beyond `most`."""
        size = 0
        async for chunk in self.content:
            size += len(chunk)
            if size > most:
                raise storage_errors.too_large()
            file.write(chunk)
        if size == 0:
            raise storage_errors.no_content()
        file.flush()
        return size


async def open_body(request: Request, upload: Upload) -> Incoming:
    """Read as far as needed to know what is coming. Raises StorageRefusal for a body that is no upload."""
    header = request.headers.get("content-type", DEFAULT_TYPE)
    robots = _robots(request.headers.get("x-robots-tag", UNFOUND))
    kind, options = parse_options_header(header)
    if kind == b"multipart/form-data":
        form = Form(options.get(b"boundary", b""), _chunks(request, upload))
        mimetype = await form.read_to_file()
        facts_then = partial(_facts_of_form, form.fields, robots)  # the fields are still coming
        return Incoming(mimetype or DEFAULT_TYPE, form.file_chunks(), facts_then)
    if "/" not in header:
        raise storage_errors.type_not_understood()
    metadata = _read_metadata(_decoded(request.headers.get("x-metadata", "")))
    facts = Facts(_plain(request.headers.get("cache-control", "")), metadata, robots)
    return Incoming(header, _chunks(request, upload), lambda: facts)


async def drain(request: Request) -> None:
    """Take the rest of a refused body, within bounds.

    A client that is still sending when the answer comes may see a broken connection instead of our reason.
    """
    left = MOST_DRAINED_BYTES
    with suppress(RuntimeError, TimeoutError, ClientDisconnect):  # RuntimeError: nothing was left
        async with asyncio.timeout(MOST_DRAINED_SECONDS):
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


def _facts_of_form(fields: dict[str, str], robots: str) -> Facts:
    seconds = fields.get("cacheControl", "")
    cache_control = _plain(f"max-age={seconds}") if seconds else "no-cache"
    return Facts(cache_control, _read_metadata(fields.get("metadata", "")), robots)


def _plain(header: str) -> str:
    """A value that may stand in a header of ours, or `no-cache`."""
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
        metadata = json.loads(text) if len(text) <= MOST_METADATA_BYTES else None
        text.encode()
    except (ValueError, RecursionError):
        metadata = None
    if not isinstance(metadata, dict) or "\\u0000" in text:
        raise storage_errors.invalid(f"metadata must be a JSON object of at most {MOST_METADATA_BYTES} bytes")
    return metadata
