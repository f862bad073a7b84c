"""One JSON line per log entry: time, level, logger, message, the request's ID, and the entry's own fields.

No line has personal data. Entries name the event, never request contents; of an error only its type and
traceback are logged, because messages quote values: PostgreSQL's the row, Python's the parsed text.
"""

import json
import logging
from contextvars import ContextVar
from datetime import UTC, datetime
from traceback import TracebackException
from typing import Any

STANDARD_FIELDS = set(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "color_message"}
# Their messages concern the machine and the code, not request contents.
SAFE_MESSAGE_TYPES = (OSError, ImportError, TypeError, AttributeError, NameError)
OWN_PACKAGE = "tapis."  # its exceptions have messages for the owner

# The ID of the current request.
request_id: ContextVar[str | None] = ContextVar("request_id", default=None)


class JsonLinesFormatter(logging.Formatter):
    """Formats a record as one JSON object; `extra` fields become keys of it."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            # asyncio adds a lost task's error, with its message, below the first line.
            "message": record.getMessage().partition("\n")[0],
        }
        if (current_id := request_id.get()) is not None:
            entry["request_id"] = current_id
        entry |= {key: value for key, value in record.__dict__.items() if key not in STANDARD_FIELDS}
        if record.exc_info and record.exc_info[1]:
            entry["trace"] = _format_stack_trace(record.exc_info[1])
        return json.dumps(entry, default=str, ensure_ascii=False)


def _format_stack_trace(error: BaseException) -> list[str]:
    lines: list[str] = []
    current: BaseException | None = error
    while current is not None and len(lines) < 200:
        lines.append(_summary(current))
        lines += [
            f"  {frame.filename}:{frame.lineno} {frame.name}"
            for frame in reversed(TracebackException.from_exception(current, compact=True).stack)
        ]
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    return lines


def _summary(error: BaseException) -> str:
    """Such as `UniqueViolation 23505` or `FileNotFoundError: No such file or directory`."""
    kind = type(error).__name__
    if isinstance(error, SAFE_MESSAGE_TYPES) or type(error).__module__.startswith(OWN_PACKAGE):
        return f"{kind}: {error}"
    sqlstate = getattr(error, "sqlstate", None)
    return f"{kind} {sqlstate}" if sqlstate else kind


CONFIG: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "tapis.gateway.logs.JsonLinesFormatter"}},
    "handlers": {
        "lines": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stderr"}
    },
    "loggers": {name: {"level": "WARNING"} for name in ("_granian", "granian.access", "pyvips")},
    "root": {"level": "INFO", "handlers": ["lines"]},
}
