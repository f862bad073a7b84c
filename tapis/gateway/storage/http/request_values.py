"""Values of storage requests: JSON bodies, and names of objects and buckets."""

import json
import re
from typing import Any

from starlette.requests import Request

from tapis.gateway.database import ANON
from tapis.gateway.http.body_limits import MAX_ANONYMOUS_BYTES, BodyTooLarge, read_limited_body
from tapis.gateway.storage import storage_errors
from tapis.gateway.storage.images.formats import FORMATS, Format
from tapis.gateway.storage.storage_context import StorageContext

MAX_BYTES = 2_000_000
# Control characters, some of which PostgreSQL refuses, and lone surrogates.
UNSTORABLE = re.compile("[\0-\x1f\x7f-\x9f\ud800-\udfff]")
# Supabase Storage, storage/limits.ts. Deliberately ASCII: front ends turn other letters into these.
OBJECT_NAME = re.compile(r"[\w/!.*'() &$@=;:+,?-]+", re.ASCII)
BUCKET_NAME = re.compile(r"[\w!.*'() &$@=;:+,?-]{1,100}", re.ASCII)
MAX_NAME_LENGTH = 1024


async def read_json_object(storage: StorageContext, request: Request) -> dict[str, Any]:
    """Read the body. Raises StorageRefusal if it is too large, not a JSON object, or of an ended session."""
    limit = MAX_ANONYMOUS_BYTES if storage.caller_or_anon(request) == ANON else MAX_BYTES
    try:
        body = json.loads(await read_limited_body(request, limit))
    except BodyTooLarge as error:
        raise storage_errors.too_large() from error
    except (ValueError, RecursionError) as error:
        raise storage_errors.invalid_request("Body is not valid JSON") from error
    if not isinstance(body, dict):
        raise storage_errors.invalid_request("body must be object")
    storage.caller(request)  # the session may have ended while the body arrived
    return body


def is_storable_name(text: str) -> bool:
    """Whether this text can be part of a name: no control character, no lone surrogate."""
    return not UNSTORABLE.search(text)


def check_object_name(name: str) -> None:
    """Raise `Invalid key` for a name with other characters, over 1,024 bytes, or with an odd segment."""
    segments = name.split("/")
    has_odd_segment = any(segment in {"", ".", ".."} for segment in segments)
    if has_odd_segment or len(name) > MAX_NAME_LENGTH or not OBJECT_NAME.fullmatch(name):
        raise storage_errors.invalid_key(name)


def check_extension(name: str, form: Format) -> None:
    """Refuse a name with the extension of another format; SQL requires one of some format."""
    extension = f".{name.rpartition('.')[2].lower()}"
    if extension not in form.suffixes and any(extension in other.suffixes for other in FORMATS):
        raise storage_errors.wrong_extension(form.name, form.suffixes)


def check_bucket_name(name: str) -> None:
    if not BUCKET_NAME.fullmatch(name) or name in {".", ".."}:
        raise storage_errors.invalid_key(name)
