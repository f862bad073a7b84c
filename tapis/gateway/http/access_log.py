"""The access log: one JSON object per request, formatted by hand and written in batches.

A `logging` record costs more than a cached response. Lines are buffered for at most FLUSH_SECONDS.
"""

import asyncio
import json
import logging
import re
import sys
import time
from datetime import UTC, datetime
from functools import lru_cache

from tapis.gateway.services import STORAGE

FLUSH_SECONDS = 0.05
LOGGER = "tapis.requests"
MAX_PATH = 200
UPLOADED_NAME = re.compile(r"[^/]*?(-[0-9a-f-]{36}\.\w{1,5})?")
quote = json.encoder.encode_basestring_ascii


def _redact_path(path: str) -> str:
    """A path as JSON text; of an uploaded file's name, chosen by people, only the generated part."""
    if path.startswith(STORAGE):
        folder, _, name = path.rpartition("/")
        match = UPLOADED_NAME.fullmatch(name)
        path = f"{folder}/…{match[1] or '' if match else ''}"
    return quote(path[:MAX_PATH])


redact_cached = lru_cache(maxsize=1024)(_redact_path)  # for short paths only, to bound its memory


@lru_cache(maxsize=2)
def format_timestamp(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds")


class AccessLog:
    def __init__(self) -> None:
        self._lines: list[str] = []
        self._enabled = logging.getLogger(LOGGER).isEnabledFor(logging.INFO)

    def add(self, request_id: str, method: str, path: str, status: int, seconds: float) -> None:
        """Log one request, without its query, which may contain an address, a token or a key."""
        if not self._enabled:
            return
        if not self._lines:
            asyncio.get_running_loop().call_later(FLUSH_SECONDS, self.flush)
        now = format_timestamp(time.time_ns() // 1_000_000)
        redacted = redact_cached(path) if len(path) <= MAX_PATH else _redact_path(path)
        self._lines.append(
            f'{{"time": "{now}", "level": "info", "logger": "{LOGGER}", "message": "request",'
            f' "request_id": "{request_id}", "method": {quote(method)}, "path": {redacted},'
            f' "status": {status}, "ms": {seconds * 1000:.1f}}}\n'
        )

    def flush(self) -> None:
        lines, self._lines = self._lines, []
        sys.stderr.write("".join(lines))
        sys.stderr.flush()
