"""The way to PostgreSQL.

database     takes a role and claims, and runs
lines        how many connections, and who may have which
line         one connection, on which requests fly behind each other
session      what a transaction begins with, also where a pooler hands connections around
statements   what a connection has prepared
"""

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
