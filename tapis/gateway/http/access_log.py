"""The log line of each request: one JSON object, formatted by hand and written many at a time.

The usual road of a log record costs more than an answer from memory. Lines wait at most FLUSH_SECONDS.
"""

import asyncio
import json
import logging
import re
import sys
import time
from datetime import UTC, datetime
from functools import lru_cache

FLUSH_SECONDS = 0.05
LOGGER = "tapis.requests"
quoted = json.encoder.encode_basestring_ascii


# People name their files, and a stored file keeps that name before its uuid.
FILES = "/storage/v1/"
FILE_NAME = re.compile(r"[^/]*?(-[0-9a-f-]{36}\.\w{1,5})?")
MOST_OF_A_PATH = 200


def told(path: str) -> str:
    """A path as the log may have it, quoted: of a stored file's name, only what we gave it."""
    if path.startswith(FILES):
        folder, _, name = path.rpartition("/")
        given = FILE_NAME.fullmatch(name)
        path = f"{folder}/…{given[1] or '' if given else ''}"
    return quoted(path[:MOST_OF_A_PATH])


# Of the same few paths; long ones are not kept, or strangers could fill the memory with them.
told_before = lru_cache(maxsize=1024)(told)


@lru_cache(maxsize=2)
def moment(milliseconds: int) -> str:
    """A unix time as the log writes it; many requests share a millisecond."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds")


class AccessLog:
    """Collects lines and writes them to standard error, where all log lines go."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._enabled = logging.getLogger(LOGGER).isEnabledFor(logging.INFO)

    def note(self, request_id: str, method: str, path: str, status: int, seconds: float) -> None:
        """Remember one request. No query: it can carry an address, a token, a key."""
        if not self._enabled:
            return
        if not self._lines:
            asyncio.get_running_loop().call_later(FLUSH_SECONDS, self.flush)
        now = moment(time.time_ns() // 1_000_000)
        self._lines.append(
            f'{{"time": "{now}", "level": "info", "logger": "{LOGGER}", "message": "request",'
            f' "request_id": "{request_id}", "method": {quoted(method)}, "path": {self._told(path)},'
            f' "status": {status}, "ms": {seconds * 1000:.1f}}}\n'
        )

    def _told(self, path: str) -> str:
        return told_before(path) if len(path) <= MOST_OF_A_PATH else told(path)

    def flush(self) -> None:
        """Write what was collected, in one piece."""
        lines, self._lines = self._lines, []
        sys.stderr.write("".join(lines))
        sys.stderr.flush()
