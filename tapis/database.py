"""The way to PostgreSQL, and the only place that takes a role and claims.

A login as `authenticator` may do nothing; each transaction takes the caller's role and claims for its own
length (`set_config(…, true)`), so nothing is left on the connection for the next caller.
"""

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from psycopg import AsyncConnection, AsyncCursor, AsyncRawCursor, OperationalError
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from tapis.errors import DatabaseAway

TAKE_ROLE = "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)"
RoleConnection = AsyncConnection[tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks: a database role, and the claims that policies read through `auth.uid()` and friends."""

    role: str
    claims: Mapping[str, Any] = field(default_factory=dict)

    @property
    def claims_json(self) -> str:
        """The claims as PostgreSQL reads them; `role` is always in there, as PostgREST does."""
        return json.dumps({**self.claims, "role": self.role})

    @property
    def user_id(self) -> str | None:
        """The account's uuid, or None for a caller without one."""
        return self.claims.get("sub")


ANON = Caller("anon")
SERVICE = Caller("service_role")
AUTH_SERVICE = Caller("supabase_auth_admin")
STORAGE_SERVICE = Caller("supabase_storage_admin")


@dataclass(frozen=True, slots=True)
class Result:
    """The rows of one statement, its column names, and how many rows it touched."""

    rows: list[tuple[Any, ...]]
    columns: tuple[str, ...]
    count: int

    def one(self) -> tuple[Any, ...] | None:
        """The first row, or None."""
        return self.rows[0] if self.rows else None

    def dicts(self) -> list[dict[str, Any]]:
        """Each row by column name."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    @property
    def value(self) -> Any:
        """The first column of the first row, or None."""
        return self.rows[0][0] if self.rows else None


@dataclass(frozen=True, slots=True)
class Transaction:
    """An open transaction of one caller; leaving its block commits, an exception rolls back."""

    connection: RoleConnection

    async def run(self, sql: str, params: Sequence[Any] = ()) -> Result:
        """Run one statement with `$1` placeholders. Raises psycopg.Error as the database says it."""
        cursor = await self.connection.execute(sql, params)
        return await _result(cursor)


@dataclass(frozen=True, slots=True)
class InUse:
    """How many connections are open, how many of them idle, and how many callers wait for one."""

    open: int
    idle: int
    waiting: int


class Database:
    """A pool of connections as `authenticator`; open it once, then run things as somebody."""

    def __init__(self, url: str, connections: int, statement_seconds: int) -> None:
        self._pool = AsyncConnectionPool[RoleConnection](
            url,
            kwargs={
                "autocommit": True,
                "cursor_factory": AsyncRawCursor,
                "options": f"-c statement_timeout={statement_seconds}s -c timezone=UTC"
                " -c idle_in_transaction_session_timeout=30s",
            },
            min_size=min(2, connections),
            max_size=connections,
            timeout=5,
            open=False,
        )

    async def open(self) -> None:
        """Start the pool without waiting for the database: requests wait, not the start."""
        await self._pool.open(wait=False)

    async def close(self) -> None:
        """Give every connection back."""
        await self._pool.close()

    def in_use(self) -> InUse:
        """How busy the connections are now."""
        stats = self._pool.get_stats()
        return InUse(
            stats.get("pool_size", 0), stats.get("pool_available", 0), stats.get("requests_waiting", 0)
        )

    async def run(
        self, caller: Caller, sql: str, params: Sequence[Any] = (), *, read_only: bool = False
    ) -> Result:
        """Run one statement as `caller` in a transaction of its own, in one round trip.

        In a pipeline, everything up to the closing Sync is one transaction: it commits there, and any
        error rolls all of it back. Raises psycopg.Error, or DatabaseAway when there is no connection.
        """
        async with self._connection() as connection:
            async with connection.pipeline():
                await connection.execute(TAKE_ROLE, (caller.role, caller.claims_json))
                if read_only:
                    await connection.execute("set transaction read only")
                cursor = await connection.execute(sql, params)
            return await _result(cursor)

    @asynccontextmanager
    async def transaction(self, caller: Caller, *, read_only: bool = False) -> AsyncIterator[Transaction]:
        """Open a transaction as `caller` for several statements. Errors as in `run`."""
        async with self._connection() as connection, connection.transaction():
            await connection.execute(TAKE_ROLE, (caller.role, caller.claims_json))
            if read_only:
                await connection.execute("set transaction read only")
            yield Transaction(connection)

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[RoleConnection]:
        try:
            async with self._pool.connection() as connection:
                yield connection
        except PoolTimeout as error:
            raise DatabaseAway("no free connection to the database") from error
        except OperationalError as error:
            if _is_away(error.sqlstate):
                raise DatabaseAway(str(error)) from error
            raise


def _is_away(sqlstate: str | None) -> bool:
    """No state at all: the line broke. Class 08: connection. 57P0x: the server is stopping or starting."""
    return sqlstate is None or sqlstate.startswith(("08", "57P"))


async def _result(cursor: AsyncCursor[tuple[Any, ...]]) -> Result:
    if cursor.description is None:
        return Result([], (), cursor.rowcount)
    columns = tuple(column.name for column in cursor.description)
    return Result(await cursor.fetchall(), columns, cursor.rowcount)
