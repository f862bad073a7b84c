"""Queries as a caller: the only place that sets a role and claims.

The login `authenticator` has no rights; each transaction sets the caller's role and claims locally
(`set_config(…, true)`), so nothing leaks to the next caller on the connection.
"""

import json
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any, Self

from psycopg import AsyncConnection, AsyncCursor, DataError, OperationalError
from psycopg import Error as PostgresError
from psycopg.adapt import PyFormat, Transformer
from psycopg.errors import FeatureNotSupported, InternalError_, InvalidSqlStatementName
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGresult

from tapis.gateway.database.connection import StatementRequest, is_anonymous_visitor
from tapis.gateway.database.finite_times import register_finite_time_loaders
from tapis.gateway.database.pool import ConnectionPool, PoolTimeout, PoolUsage
from tapis.gateway.errors import DatabaseUnavailable
from tapis.gateway.fair_share import current_holder

register_finite_time_loaders()


@dataclass(frozen=True, slots=True)
class Caller:
    """A database role, and the claims that policies read through `auth.uid()` and the like."""

    role: str
    claims: Mapping[str, Any] = field(default_factory=dict)
    # The claims as JSON for PostgreSQL, always including `role`, as in PostgREST.
    claims_json: bytes = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "claims_json", json.dumps({**self.claims, "role": self.role}).encode())

    @property
    def user_id(self) -> str | None:
        return self.claims.get("sub")


ANON = Caller("anon")
SERVICE = Caller("service_role")
AUTH_SERVICE = Caller("supabase_auth_admin")
STORAGE_SERVICE = Caller("supabase_storage_admin")

QUOTA_SETTINGS = ("tapis.quota_files", "tapis.quota_bytes", "tapis.quota_factor")
# The HTTP request as visible to SQL: request.method, .path, .headers and .cookies, the last two as JSON.
RequestSettings = tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Result:
    rows: list[tuple[Any, ...]]
    columns: tuple[str, ...]
    count: int

    def one(self) -> tuple[Any, ...] | None:
        return self.rows[0] if self.rows else None

    def dicts(self) -> list[dict[str, Any]]:
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    @property
    def value(self) -> Any:
        return self.rows[0][0] if self.rows else None


@dataclass(frozen=True, slots=True)
class Transaction:
    """An open transaction of one caller; commits at the end of its block, or rolls back on an exception."""

    connection: AsyncConnection

    async def run(self, sql: str, params: Sequence[Any] = (), *, prepare: bool | None = None) -> Result:
        """Run one statement with `$1` placeholders. Raises psycopg.Error."""
        cursor = await self.connection.execute(sql, params, prepare=prepare)
        return await _fetch_result(cursor)


class Database:
    """The connections to PostgreSQL as `authenticator`.

    `prepared`: whether statements stay prepared (None: unless there is a pooler). `quota` is set for SQL as
    QUOTA_SETTINGS: number and bytes of the unused uploads a talent may have, and the multiplier of the row
    quotas; without it the defaults of db/functions/quota.sql count.
    """

    def __init__(
        self,
        url: str,
        connections: int,
        statement_seconds: int,
        *,
        prepared: bool | None = None,
        quota: tuple[int, int, int] | None = None,
    ) -> None:
        settings = {
            "statement_timeout": f"{statement_seconds}s",
            "timezone": "UTC",
            "idle_in_transaction_session_timeout": "30s",
            "client_connection_check_interval": "2s",
        }
        if quota:
            settings |= zip(QUOTA_SETTINGS, map(str, quota), strict=True)
        self._pool = ConnectionPool(
            url, connections, settings, prepared=prepared, deadline=statement_seconds + 5
        )

    async def __aenter__(self) -> Self:
        self._pool.open()
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._pool.close()

    def usage(self) -> PoolUsage:
        return self._pool.usage()

    async def run(
        self,
        caller: Caller,
        sql: str,
        params: Sequence[Any] = (),
        *,
        read_only: bool = False,
        http: RequestSettings = (),
    ) -> Result:
        """Run one statement in its own transaction. Raises psycopg.Error, or DatabaseUnavailable."""
        role, dumped = caller.role.encode(), _dump_params(params)
        request = StatementRequest(role, caller.claims_json, read_only, sql.encode(), *dumped, http)
        with _translate_errors():
            try:
                return _load_result(await self._pool.execute(request))
            except (InvalidSqlStatementName, FeatureNotSupported, InternalError_) as error:
                if not is_stale_statement_error(error):
                    raise
                self._pool.forget_statements()
            except OperationalError as error:
                if not (read_only and _is_unavailable(error.sqlstate)):
                    raise  # a write may have been committed
            return _load_result(await self._pool.execute(request))

    @asynccontextmanager
    async def transaction(
        self, caller: Caller, *, read_only: bool = False, http: RequestSettings = ()
    ) -> AsyncIterator[Transaction]:
        """Open a transaction as `caller` for several statements. Errors as in `run`."""
        with _translate_errors():
            async with self._pool.checkout() as pooled:
                role = caller.role.encode()
                anonymous = is_anonymous_visitor(role, current_holder.get())
                begin = pooled.session.begin(http, read_only=read_only, anonymous=anonymous)
                values = (role, caller.claims_json, *http)
                try:
                    async with pooled.connection.transaction():
                        await pooled.connection.execute(begin, [value.decode() for value in values])
                        yield Transaction(pooled.connection)
                    pooled.require_standby()
                except BaseException:
                    await pooled.deallocate()
                    raise


def is_stale_statement_error(error: PostgresError) -> bool:
    """Whether a prepared statement no longer exists or is stale: nothing was executed."""
    if isinstance(error, InternalError_):
        return (error.diag.message_primary or "").startswith("cache lookup failed")
    return isinstance(error, (InvalidSqlStatementName, FeatureNotSupported))


@contextmanager
def _translate_errors() -> Iterator[None]:
    try:
        yield
    except PoolTimeout as error:
        raise DatabaseUnavailable(str(error)) from error
    except OperationalError as error:
        if _is_unavailable(error.sqlstate):
            raise DatabaseUnavailable(str(error)) from error
        raise


def _is_unavailable(sqlstate: str | None) -> bool:
    """No SQLSTATE: the connection broke. Class 08: connection. 57P0x: the server is stopping or starting."""
    return sqlstate is None or sqlstate.startswith(("08", "57P"))


def _dump_params(params: Sequence[Any]) -> tuple[list[bytes | None], tuple[int, ...], tuple[int, ...]]:
    if all(param is None or type(param) is str for param in params):
        return [None if param is None else _encode_text(param) for param in params], (), ()
    transformer = Transformer()
    values = transformer.dump_sequence(params, [PyFormat.AUTO] * len(params))
    types, formats = transformer.types or (), transformer.formats or ()
    return [None if value is None else bytes(value) for value in values], types, tuple(formats)


def _encode_text(param: str) -> bytes:
    if "\0" in param:
        raise DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes")
    return param.encode()


def _load_result(result: PGresult) -> Result:
    if result.status != ExecStatus.TUPLES_OK:
        return Result([], (), result.command_tuples or 0)
    transformer = Transformer()
    transformer.set_pgresult(result)
    columns = tuple((result.fname(index) or b"").decode() for index in range(result.nfields))
    return Result(transformer.load_rows(0, result.ntuples, tuple), columns, result.ntuples)


async def _fetch_result(cursor: AsyncCursor) -> Result:
    if cursor.description is None:
        return Result([], (), cursor.rowcount)
    columns = tuple(column.name for column in cursor.description)
    return Result(await cursor.fetchall(), columns, cursor.rowcount)
