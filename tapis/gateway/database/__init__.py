"""Access to PostgreSQL: queries as a caller over a pool of pipelined connections."""

from tapis.gateway.database.database import (
    ANON,
    AUTH_SERVICE,
    SERVICE,
    STORAGE_SERVICE,
    Caller,
    Database,
    Result,
    Transaction,
)

__all__ = [
    "ANON",
    "AUTH_SERVICE",
    "SERVICE",
    "STORAGE_SERVICE",
    "Caller",
    "Database",
    "Result",
    "Transaction",
]
