"""The body of an upload, received into a temporary file: raw bytes, or a form with one file."""

import asyncio
import base64
import binascii
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from os import SEEK_END
from pathlib import Path
from typing import Any, BinaryIO

from python_multipart.multipart import parse_options_header
from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import ClientDisconnect, Request

from tapis.gateway.storage import storage_errors
from tapis.gateway.storage.blobs.blob_store import open_temporary_file
from tapis.gateway.storage.http.upload_slots import Upload

# Limits of reading the rest of a refused body.
MAX_DRAINED_BYTES = 64_000_000
MAX_DRAINED_SECONDS = 20
MAX_METADATA_BYTES = 8_000
MAX_FIELDS = 20
MAX_FIELD_BYTES = 16_000
# Everything in a form but its file.
MAX_FORM_BYTES = 200_000
DEFAULT_TYPE = "application/octet-stream"
# Search engines index only what the uploader allows: proofs of payment have URLs, too.
DEFAULT_ROBOTS = "none"
ROBOTS = {"all", "none", "index", "noindex", "follow", "nofollow", "noarchive", "nosnippet", "noimageindex"}
PLAIN_HEADER = re.compile(r"[\x20-\x7e]{1,100}")


@dataclass(frozen=True, slots=True)
class FileOptions:
    cache_control: str
    user_metadata: dict[str, Any] | None
    robots: str  # the value of X-Robots-Tag


@dataclass(frozen=True, slots=True)
class ReceivedFile:
    file: BinaryIO
    mimetype: str  # declared by the client
    options: FileOptions


def declared_content_type(request: Request) -> str:
    """The type of a raw body; empty for a form, whose parts have their own types."""
    header = request.headers.get("content-type", DEFAULT_TYPE)
    kind, parameters = parse_options_header(header)
    is_form = kind == b"multipart/form-data"
    if "/" not in header or (is_form and b"boundary" not in parameters):
        raise storage_errors.invalid_content_type()
    return "" if is_form else header


@asynccontextmanager
async def receive_file(
    request: Request, upload: Upload, scratch: Path, max_bytes: int
) -> AsyncIterator[ReceivedFile]:
    """Receive the file of an upload, for the block. Raises StorageRefusal: 413 beyond `max_bytes`."""
    robots = _robots(request.headers.get("x-robots-tag", DEFAULT_ROBOTS))
    if mimetype := declared_content_type(request):
        metadata = parse_user_metadata(_decode_base64(request.headers.get("x-metadata", "")))
        options = FileOptions(_cache_control(request.headers.get("cache-control", "")), metadata, robots)
        with open_temporary_file(scratch) as file:
            async for chunk in _chunks(request, upload, max_bytes):
                file.write(chunk)
            file.flush()
            yield _require_size(ReceivedFile(file, mimetype, options), max_bytes)
    else:
        async with _form(request, _chunks(request, upload, max_bytes + MAX_FORM_BYTES)) as form:
            yield _require_size(_file_in_form(form, robots), max_bytes)


@asynccontextmanager
async def _form(request: Request, chunks: AsyncGenerator[bytes]) -> AsyncIterator[FormData]:
    parser = MultiPartParser(
        request.headers, chunks, max_files=1, max_fields=MAX_FIELDS, max_part_size=MAX_FIELD_BYTES
    )
    try:
        form = await parser.parse()
    except MultiPartException as error:
        raise storage_errors.invalid_request("Malformed form") from error
    try:
        yield form
    finally:
        await form.close()


def _file_in_form(form: FormData, robots: str) -> ReceivedFile:
    """The file of a form; its field may have any name, as the official client sends an empty one."""
    upload = next((value for value in form.values() if isinstance(value, UploadFile)), None)
    if upload is None:
        raise storage_errors.no_content()
    upload.file.rollover()  # type: ignore[attr-defined] # a SpooledTemporaryFile; workers need a real file
    upload.file.flush()
    fields = {name: value for name, value in form.items() if isinstance(value, str)}
    mimetype = fields.get("contentType") or upload.content_type or DEFAULT_TYPE
    return ReceivedFile(upload.file, mimetype, _form_options(fields, robots))


def _require_size(received: ReceivedFile, max_bytes: int) -> ReceivedFile:
    size = received.file.seek(0, SEEK_END)
    if size > max_bytes:
        raise storage_errors.too_large()
    if size == 0:
        raise storage_errors.no_content()
    return received


async def drain_body(request: Request) -> None:
    """Read the rest of a refused body, within limits: a client that is sending may not read the response."""
    left = MAX_DRAINED_BYTES
    with suppress(RuntimeError, TimeoutError, ClientDisconnect):  # RuntimeError: it was read already
        async with asyncio.timeout(MAX_DRAINED_SECONDS):
            async for chunk in request.stream():
                left -= len(chunk)
                if left < 0:
                    return


async def _chunks(request: Request, upload: Upload, max_bytes: int) -> AsyncGenerator[bytes]:
    """The body in chunks. Raises ClientDisconnect, or StorageRefusal when it is too slow or too large."""
    stream = request.stream()
    while not upload.complete:
        try:
            async with upload.receiving():
                chunk = await anext(stream, None)
        except TimeoutError as error:
            raise storage_errors.too_slow() from error
        upload.complete = chunk is None
        if chunk:
            upload.received += len(chunk)
            if upload.received > max_bytes:
                raise storage_errors.too_large()
            yield chunk


def _robots(header: str) -> str:
    directives = [directive.strip() for directive in header.lower().split(",")]
    if not ROBOTS.issuperset(directives):
        raise storage_errors.invalid_request("headers/x-robots-tag must be a list of known directives")
    return ", ".join(directives)


def _form_options(fields: dict[str, str], robots: str) -> FileOptions:
    seconds = fields.get("cacheControl", "")
    cache_control = _cache_control(f"max-age={seconds}") if seconds else "no-cache"
    return FileOptions(cache_control, parse_user_metadata(fields.get("metadata", "")), robots)


def _cache_control(header: str) -> str:
    """The value if it is safe in a response header, else `no-cache`."""
    return header if PLAIN_HEADER.fullmatch(header) else "no-cache"


def _decode_base64(header: str) -> str:
    try:
        return base64.b64decode(header).decode()
    except (binascii.Error, ValueError) as error:
        raise storage_errors.invalid_request("headers/x-metadata must be base64") from error


def parse_user_metadata(text: str) -> dict[str, Any] | None:
    if not text:
        return None
    try:
        metadata = json.loads(text) if len(text) <= MAX_METADATA_BYTES else None
        text.encode()
    except (ValueError, RecursionError):
        metadata = None
    if not isinstance(metadata, dict) or "\\u0000" in text:
        raise storage_errors.invalid_request(
            f"metadata must be a JSON object of at most {MAX_METADATA_BYTES} bytes"
        )
    return metadata
