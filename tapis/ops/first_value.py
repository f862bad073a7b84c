"""Reads one value from a database."""

from typing import Any

import psycopg


def first_value(connection: psycopg.Connection, statement: str, *values: object) -> Any:
    """The first column of the first row; None without a row."""
    row = connection.execute(statement, values or None).fetchone()
    return row[0] if row else None
