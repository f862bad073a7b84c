"""One JSON line per log entry: time, level, logger, message, and the fields that the entry names."""

import json
import logging
from datetime import UTC, datetime
from typing import Any

STANDARD = set(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "color_message"}


class JsonLines(logging.Formatter):
    """Formats a record as one JSON object; `extra` fields become keys of it."""

    def format(self, record: logging.LogRecord) -> str:
        """One line of JSON."""
        entry: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        entry |= {key: value for key, value in record.__dict__.items() if key not in STANDARD}
        if record.exc_info:
            entry["trace"] = self.formatException(record.exc_info)
        return json.dumps(entry, default=str, ensure_ascii=False)


CONFIG: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "tapis.logs.JsonLines"}},
    "handlers": {
        "lines": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stderr"}
    },
    "root": {"level": "INFO", "handlers": ["lines"]},
}
