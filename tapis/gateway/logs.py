"""One JSON line per log entry: time, level, logger, message, the request's ID, and the entry's own fields.

No line has personal data. Entries name what happened, never what was sent; of an error only its type and
traceback are logged, because messages quote values: PostgreSQL's the row, Python's the text that it parsed.
"""

import json
import logging
from contextvars import ContextVar
from datetime import UTC, datetime
from traceback import TracebackException
from typing import Any

STANDARD = set(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "color_message"}
# Messages about the machine and the code, not about what somebody sent.
WITH_MESSAGE = (OSError, ImportError, TypeError, AttributeError, NameError)
OURS = "tapis."  # our own errors, whose messages are written for the owner

# The ID of the request that the running task belongs to.
request_id: ContextVar[str | None] = ContextVar("request_id", default=None)


class JsonLines(logging.Formatter):
    """Formats a record as one JSON object; `extra` fields become keys of it."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            # asyncio lists the lost task's error below the first line, message and all.
            "message": record.getMessage().partition("\n")[0],
        }
        if (of_request := request_id.get()) is not None:
            entry["request_id"] = of_request
        entry |= {key: value for key, value in record.__dict__.items() if key not in STANDARD}
        if record.exc_info and record.exc_info[1]:
            entry["trace"] = trace(record.exc_info[1])
        return json.dumps(entry, default=str, ensure_ascii=False)


def trace(error: BaseException) -> list[str]:
    lines: list[str] = []
    link: BaseException | None = error
    while link is not None and len(lines) < 200:
        lines.append(_kind(link))
        lines += [
            f"  {frame.filename}:{frame.lineno} {frame.name}"
            for frame in reversed(TracebackException.from_exception(link, compact=True).stack)
        ]
        link = link.__cause__ or (None if link.__suppress_context__ else link.__context__)
    return lines


def _kind(error: BaseException) -> str:
    """Such as `UniqueViolation 23505` or `FileNotFoundError: No such file or directory`."""
    kind = type(error).__name__
    if isinstance(error, WITH_MESSAGE) or type(error).__module__.startswith(OURS):
        return f"{kind}: {error}"
    sqlstate = getattr(error, "sqlstate", None)
    return f"{kind} {sqlstate}" if sqlstate else kind


CONFIG: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "tapis.gateway.logs.JsonLines"}},
    "handlers": {
        "lines": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stderr"}
    },
    "loggers": {name: {"level": "WARNING"} for name in ("_granian", "granian.access", "pyvips")},
    "root": {"level": "INFO", "handlers": ["lines"]},
}
