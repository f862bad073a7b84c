"""How the server is told what a request may cost: once for a connection that is ours alone, or with every
transaction where a pooler hands connections around.

A pooler (pgbouncer in transaction mode, or one like it) gives each transaction whatever connection is free;
so nothing may be left on one, no setting and no prepared statement, and none may come in the startup packet.
Whether one stands between is asked of the connection itself: the process that answers is not the one that
greeted us.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from psycopg import AsyncConnection, sql

TAKE_ROLE = "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)"
TO_READ = ", set_config('transaction_read_only', 'on', true)"
WHO_ANSWERS = "select pg_backend_pid()"
# Of a connection that a pooler owns; it looks after its own clients.
ONLY_OURS = ("client_connection_check_interval",)


@dataclass(frozen=True, slots=True)
class Session:
    """What each transaction on a connection begins with, and whether statements may stay prepared there."""

    take_role: bytes
    take_role_to_read: bytes
    prepares: bool


async def begin(
    connection: AsyncConnection[tuple[object, ...]], settings: Mapping[str, str], prepared: bool | None
) -> Session:
    """Set up a new connection. `prepared` left open: unless a pooler stands between.

    Raises psycopg.Error.
    """
    pooled = await _is_pooled(connection)
    prepares = not pooled if prepared is None else prepared
    if not prepares:
        connection.prepare_threshold = None
    if pooled:
        settings = {name: value for name, value in settings.items() if name not in ONLY_OURS}
        with_each = ", " + _set(settings, "true").as_string(connection)
        return _session(TAKE_ROLE + with_each, prepares)
    await connection.execute(sql.SQL("select ") + _set(settings, "false"))
    return _session(TAKE_ROLE, prepares)


def _session(take_role: str, prepares: bool) -> Session:
    return Session(take_role.encode(), (take_role + TO_READ).encode(), prepares)


async def _is_pooled(connection: AsyncConnection[tuple[object, ...]]) -> bool:
    row = await (await connection.execute(WHO_ANSWERS)).fetchone()
    return row is None or row[0] != connection.info.backend_pid


def _set(settings: Mapping[str, str], only_here: str) -> sql.Composed:
    return sql.SQL(", ").join(
        sql.SQL("set_config({}, {}, {})").format(name, value, sql.SQL(only_here))
        for name, value in settings.items()
    )
