"""`raise sqlstate 'PGRST'`: an error by which a function sets the whole response: status, headers and body.

message  {"code": "…", "message": "…", "details": "…", "hint": "…"}   the last two may be missing
detail   {"status": 402, "headers": {"X-Limit": "5"}}
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from psycopg import Error as PostgresError

from tapis.gateway.errors import RestRefusal

SQLSTATE = "PGRST"
HEADER = re.compile(r"[A-Za-z0-9-]+")
HEADER_VALUE = re.compile(r"[\x20-\x7e]*")
# Headers that only the server sets.
SERVER_HEADERS = frozenset({"content-type", "content-length", "transfer-encoding", "connection"})
MESSAGE_KEYS = (
    "MESSAGE must be a JSON object with obligatory keys: 'code', 'message'"
    " and optional keys: 'details', 'hint'."
)
DETAIL_KEYS = (
    "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."
)


def parse_raised_error(error: PostgresError) -> RestRefusal:
    """The response that a function raised, or PGRST121 when it is malformed."""
    message, detail = error.diag.message_primary or "", error.diag.message_detail
    body = _parse_object(message, {"code": str, "message": str})
    if body is None:
        return _invalid(f"Invalid JSON value for MESSAGE: '{message}'", MESSAGE_KEYS)
    if not detail:
        return _invalid("DETAIL is missing in the RAISE statement", DETAIL_KEYS)
    head = _parse_object(detail, {"status": int, "headers": dict})
    if head is None or not 200 <= head["status"] <= 599 or not _are_headers(head["headers"]):
        return _invalid(f"Invalid JSON value for DETAIL: '{detail}'", DETAIL_KEYS)
    headers = {name: value for name, value in head["headers"].items() if name.lower() not in SERVER_HEADERS}
    texts = body["code"], body["message"], body.get("details"), body.get("hint")
    return RestRefusal(head["status"], *texts, headers=headers)


def _parse_object(text: str, types: Mapping[str, type]) -> dict[str, Any] | None:
    try:
        value = json.loads(text)
    except ValueError:
        return None
    is_valid = isinstance(value, dict) and all(type(value.get(key)) is type_ for key, type_ in types.items())
    return value if is_valid else None


def _are_headers(headers: Mapping[str, Any]) -> bool:
    return all(
        HEADER.fullmatch(name) and isinstance(value, str) and HEADER_VALUE.fullmatch(value)
        for name, value in headers.items()
    )


def _invalid(details: str, hint: str) -> RestRefusal:
    message = f"Could not parse JSON in the \"RAISE SQLSTATE '{SQLSTATE}'\" error"
    return RestRefusal(500, "PGRST121", message, details, hint)
