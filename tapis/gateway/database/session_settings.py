"""Session settings and roles: set once for a connection, or with every transaction behind a pooler.

A pooler (pgbouncer in transaction mode, or one like it) gives each transaction any free connection. So
nothing may be left on one, neither a setting nor a prepared statement, and no setting may be in the startup
packet. A pooler is recognised by the server process: another one answers than accepted the connection.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from psycopg import AsyncConnection, sql

TAKE_ROLE = "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)"
# What SQL may know of the HTTP request, in the order of its values.
REQUEST = "".join(
    f", set_config('request.{name}', ${at}, true)"
    for at, name in enumerate(("method", "path", "headers", "cookies"), 3)
)
VISITING = ", set_config('statement_timeout', '1s', true)"  # of somebody who isn't signed in
READ_ONLY = ", set_config('transaction_read_only', 'on', true)"
# A pooler watches its own clients.
NOT_BEHIND_POOLER = ("client_connection_check_interval",)


@dataclass(frozen=True, slots=True)
class Session:
    """How each transaction on a connection begins, and whether statements may stay prepared."""

    beginnings: Mapping[tuple[bool, bool, bool], bytes]  # for a request, read only, of a visitor
    prepares: bool

    def begin(self, http: Sequence[bytes], *, read_only: bool, visiting: bool) -> bytes:
        """The statement that takes role and claims, and the values of REQUEST if there are any."""
        return self.beginnings[bool(http), read_only, visiting]


async def begin(
    connection: AsyncConnection[tuple[object, ...]], settings: Mapping[str, str], prepared: bool | None
) -> Session:
    """Set up a new connection; `prepared` None means: unless there is a pooler. Raises psycopg.Error."""
    pooled = await is_pooled(connection)
    prepares = not pooled if prepared is None else prepared
    if not prepares:
        connection.prepare_threshold = None
    if pooled:
        settings = {name: value for name, value in settings.items() if name not in NOT_BEHIND_POOLER}
        return _session(f", {_set(settings, 'true').as_string(connection)}", prepares)
    await connection.execute(sql.SQL("select ") + _set(settings, "false"))
    return _session("", prepares)


def _session(settings: str, prepares: bool) -> Session:
    beginnings = {
        (bool(request), bool(read_only), bool(visiting)): (
            f"{TAKE_ROLE}{request}{settings}{read_only}{visiting}".encode()
        )
        for request in ("", REQUEST)
        for read_only in ("", READ_ONLY)
        for visiting in ("", VISITING)
    }
    return Session(beginnings, prepares)


async def is_pooled(connection: AsyncConnection[Any]) -> bool:
    """Whether another server process answers than the one that accepted the connection."""
    row = await (await connection.execute("select pg_backend_pid()")).fetchone()
    return row is None or row[0] != connection.info.backend_pid


def _set(settings: Mapping[str, str], is_local: str) -> sql.Composed:
    return sql.SQL(", ").join(
        sql.SQL("set_config({}, {}, {})").format(name, value, sql.SQL(is_local))
        for name, value in settings.items()
    )
