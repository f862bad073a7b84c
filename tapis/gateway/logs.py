"""One JSON line per log entry: time, level, logger, message, the request's ID, and the entry's own fields.

No line carries a person's data. Entries name what happened, never what was sent; and of an error only its
kind and its place are told, because messages quote values: PostgreSQL's the row, Python's the text it choked
on.
"""

import json
import logging
from contextvars import ContextVar
from datetime import UTC, datetime
from traceback import TracebackException
from typing import Any

STANDARD = set(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "color_message"}
# Messages about the machine and the code, not about what somebody sent.
TELLING = (OSError, ImportError, TypeError, AttributeError, NameError)
OURS = "tapis."  # where the kinds of error come from whose messages we write, for the owner to read

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
    """An error and its causes, newest first: the kind of each, and the lines of code it came through."""
    told: list[str] = []
    link: BaseException | None = error
    while link is not None and len(told) < 200:
        told.append(_kind(link))
        told += [
            f"  {frame.filename}:{frame.lineno} {frame.name}"
            for frame in reversed(TracebackException.from_exception(link, compact=True).stack)
        ]
        link = link.__cause__ or (None if link.__suppress_context__ else link.__context__)
    return told


def _kind(error: BaseException) -> str:
    """Such as `UniqueViolation 23505` or `FileNotFoundError: No such file or directory`."""
    kind = type(error).__name__
    if isinstance(error, TELLING) or type(error).__module__.startswith(OURS):
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
