"""Times as Python has them: an infinite one, which owners may write by SQL, is its last or first.

So is one outside the years 1 to 9999. A day is left on either side, for any time zone.
"""

from datetime import UTC, datetime

import psycopg
from psycopg import DataError
from psycopg.abc import Buffer
from psycopg.types.datetime import TimestampLoader, TimestamptzLoader

FIRST, LAST = datetime(1, 1, 2, tzinfo=UTC), datetime(9999, 12, 30, tzinfo=UTC)


def _bound(data: Buffer) -> datetime:
    text = bytes(data)
    return FIRST if text.startswith(b"-") or text.endswith(b"BC") else LAST


class FiniteTimestamptzLoader(TimestamptzLoader):
    def load(self, data: Buffer) -> datetime:
        try:
            return super().load(data)
        except DataError:
            return _bound(data)


class FiniteTimestampLoader(TimestampLoader):
    def load(self, data: Buffer) -> datetime:
        try:
            return super().load(data)
        except DataError:
            return _bound(data).replace(tzinfo=None)


def register_finite_time_loaders() -> None:
    """Register the loaders for every connection that is opened from now on."""
    psycopg.adapters.register_loader("timestamptz", FiniteTimestamptzLoader)
    psycopg.adapters.register_loader("timestamp", FiniteTimestampLoader)
