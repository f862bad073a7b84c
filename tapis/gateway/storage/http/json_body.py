"""A small JSON object as a request's body."""

import json
import re
from typing import Any

from starlette.requests import Request

from tapis.gateway.http.body_limits import BodyTooLarge, read_bounded
from tapis.gateway.storage import storage_errors

MAX_BYTES = 2_000_000
# Control characters, which no name needs and PostgreSQL partly refuses, and lone surrogates.
UNSTORABLE = re.compile("[\0-\x1f\x7f-\x9f\ud800-\udfff]")


async def read_object(request: Request) -> dict[str, Any]:
    """Read the body. Raises StorageRefusal if it is too large or not a JSON object."""
    try:
        body = json.loads(await read_bounded(request, MAX_BYTES))
    except BodyTooLarge as error:
        raise storage_errors.too_large() from error
    except (ValueError, RecursionError) as error:
        raise storage_errors.invalid_request("Body is not valid JSON") from error
    if not isinstance(body, dict):
        raise storage_errors.invalid_request("body must be object")
    return body


def storable(text: str) -> bool:
    """Whether this text can be part of a name: no control character, no lone surrogate."""
    return not UNSTORABLE.search(text)
