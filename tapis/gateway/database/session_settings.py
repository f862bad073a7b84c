"""Session settings and roles: set once for a connection, or with every transaction behind a pooler.

A pooler (such as pgbouncer in transaction mode) runs each transaction on any free connection. So no session
state may remain, neither settings nor prepared statements, and the startup packet may contain no settings. A
pooler is detected by the server process: it differs from the one that accepted the connection.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from psycopg import AsyncConnection, sql

SET_ROLE = "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)"
# The HTTP request as visible to SQL, in the order of the values.
SET_REQUEST = "".join(
    f", set_config('request.{name}', ${at}, true)"
    for at, name in enumerate(("method", "path", "headers", "cookies"), 3)
)
ANONYMOUS_TIMEOUT = ", set_config('statement_timeout', '1s', true)"  # for callers that are not signed in
READ_ONLY = ", set_config('transaction_read_only', 'on', true)"
# A pooler monitors its clients itself.
DIRECT_ONLY_SETTINGS = ("client_connection_check_interval",)


@dataclass(frozen=True, slots=True)
class SessionSetup:
    """The first statement of each transaction, and whether statements may stay prepared."""

    beginnings: Mapping[tuple[bool, bool, bool], bytes]  # key: with an HTTP request, read only, anonymous
    prepares: bool

    def begin(self, http: Sequence[bytes], *, read_only: bool, anonymous: bool) -> bytes:
        """The statement that sets role and claims, and the values of SET_REQUEST if there are any."""
        return self.beginnings[bool(http), read_only, anonymous]


async def set_up_session(
    connection: AsyncConnection, settings: Mapping[str, str], prepared: bool | None
) -> SessionSetup:
    """Set up a new connection; `prepared` None means: unless there is a pooler. Raises psycopg.Error."""
    pooled = await is_behind_pooler(connection)
    prepares = not pooled if prepared is None else prepared
    if not prepares:
        connection.prepare_threshold = None
    if pooled:
        settings = {name: value for name, value in settings.items() if name not in DIRECT_ONLY_SETTINGS}
        return _session(f", {_set(settings, 'true').as_string(connection)}", prepares)
    await connection.execute(sql.SQL("select ") + _set(settings, "false"))
    return _session("", prepares)


def _session(settings: str, prepares: bool) -> SessionSetup:
    beginnings = {
        (bool(request), bool(read_only), bool(anonymous)): (
            f"{SET_ROLE}{request}{settings}{read_only}{anonymous}".encode()
        )
        for request in ("", SET_REQUEST)
        for read_only in ("", READ_ONLY)
        for anonymous in ("", ANONYMOUS_TIMEOUT)
    }
    return SessionSetup(beginnings, prepares)


async def is_behind_pooler(connection: AsyncConnection) -> bool:
    """Whether the server process differs from the one that accepted the connection."""
    row = await (await connection.execute("select pg_backend_pid()")).fetchone()
    return row is None or row[0] != connection.info.backend_pid


def _set(settings: Mapping[str, str], is_local: str) -> sql.Composed:
    return sql.SQL(", ").join(
        sql.SQL("set_config({}, {}, {})").format(name, value, sql.SQL(is_local))
        for name, value in settings.items()
    )
