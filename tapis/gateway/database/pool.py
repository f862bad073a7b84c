"""The connection pool of one worker: as many connections as it may have, opened when they are needed.

A request goes to the connection with the fewest in flight. When all are busy it is pipelined behind others,
unless the oldest of them is slow: then it waits until a response arrives. A transaction checks a connection
out, and starts once nothing is in flight there any more.
"""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from typing import NamedTuple

from psycopg import AsyncConnection, AsyncRawCursor, OperationalError
from psycopg.conninfo import make_conninfo
from psycopg.pq.abc import PGresult

from tapis.gateway.database.connection import PipelinedConnection, Request
from tapis.gateway.database.session_settings import begin

TIMEOUT_SECONDS = 5.0  # for a connection
MAX_IN_FLIGHT = 4  # requests on one connection
SLOW_SECONDS = 0.05  # no request is pipelined behind one that has already taken longer
RETRY_SECONDS = 0.2
CHECK_SECONDS = 1.0
IDLE_SECONDS = 60.0
MIN_CONNECTIONS = 2  # that stay open when idle
CONNECT_OPTIONS = {"connect_timeout": "5", "keepalives_idle": "15"}
log = logging.getLogger("tapis.gateway.database")


class Usage(NamedTuple):
    """How many connections are open, how many of them idle, and how many requests wait for one."""

    open: int
    idle: int
    waiting: int


class PoolTimeout(Exception):
    """No connection was free in time."""


class ConnectionPool:
    """A bounded number of connections to one database; `settings` hold for every transaction."""

    def __init__(
        self, url: str, max_size: int, settings: Mapping[str, str], *, prepared: bool | None, deadline: float
    ) -> None:
        self._conninfo = make_conninfo(url, **CONNECT_OPTIONS)
        self._max_size = max_size
        self._settings = settings
        self._prepared = prepared
        self._deadline = deadline
        self._connections: list[PipelinedConnection] = []  # that are not checked out
        self._checked_out = 0
        self._opening = False
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Start without waiting for the database: requests wait, not the start."""
        self._start(self._maintain())

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        for connection in list(self._connections):
            connection.close()

    async def execute(self, request: Request) -> PGresult:
        connection = self._ready() or await self._wait_for(self._ready)
        return await connection.send(request)

    @asynccontextmanager
    async def checkout(self) -> AsyncIterator[PipelinedConnection]:
        """A connection for one caller alone. Raises PoolTimeout or psycopg.OperationalError."""
        connection = self._least_busy() or await self._wait_for(self._least_busy)
        self._connections.remove(connection)
        self._checked_out += 1
        try:
            await connection.leave_pipeline()
            yield connection
        finally:
            connection.enter_pipeline()
            self._checked_out -= 1
            if not connection.closed:
                self._connections.append(connection)
            self._on_change(connection)

    def forget_statements(self) -> None:
        for connection in self._connections:
            connection.forget_statements()

    def usage(self) -> Usage:
        idle = sum(not connection.in_flight for connection in self._connections)
        waiting = sum(not waiter.done() for waiter in self._waiting)
        return Usage(len(self._connections) + self._checked_out, idle, waiting)

    def _ready(self) -> PipelinedConnection | None:
        connection = self._least_busy()
        if connection is None or not connection.in_flight:
            return connection
        self._grow()
        is_slow = _now() - connection.oldest >= SLOW_SECONDS
        return None if is_slow or connection.in_flight >= MAX_IN_FLIGHT else connection

    def _least_busy(self) -> PipelinedConnection | None:
        connection = min(self._connections, key=lambda one: one.in_flight, default=None)
        if connection is None:
            self._grow()
        return connection

    async def _wait_for(self, find: Callable[[], PipelinedConnection | None]) -> PipelinedConnection:
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                while True:
                    waiter = asyncio.get_running_loop().create_future()
                    self._waiting.append(waiter)
                    await waiter
                    if connection := find():
                        return connection
        except TimeoutError as error:
            raise PoolTimeout("no free connection to the database") from error

    def _on_change(self, connection: PipelinedConnection) -> None:
        if connection.closed and connection in self._connections:
            self._connections.remove(connection)
        self._wake()

    def _wake(self) -> None:
        while self._waiting:
            waiter = self._waiting.popleft()
            if not waiter.done():
                waiter.set_result(None)
                return

    def _grow(self) -> None:
        if not self._opening and len(self._connections) + self._checked_out < self._max_size:
            self._opening = True
            self._start(self._connect())

    async def _connect(self) -> None:
        try:
            connection = await AsyncConnection.connect(
                self._conninfo, autocommit=True, cursor_factory=AsyncRawCursor
            )
            session = await begin(connection, self._settings, self._prepared)
            self._connections.append(PipelinedConnection(connection, self._on_change, session))
        except (OperationalError, OSError) as error:
            log.warning("database connection failed", extra={"error": type(error).__name__})
            await asyncio.sleep(RETRY_SECONDS)
        finally:
            self._opening = False
        for _ in range(min(MAX_IN_FLIGHT, len(self._waiting))):
            self._wake()

    async def _maintain(self) -> None:
        """Once a second: close connections that hang or have been idle, and keep a few open."""
        while True:
            now = _now()
            for one in list(self._connections):
                if one.in_flight and now - one.oldest > self._deadline:
                    one.close(OperationalError("the database does not answer"))
                elif (
                    not one.in_flight
                    and now - one.idle_since > IDLE_SECONDS
                    and len(self._connections) > MIN_CONNECTIONS
                ):
                    one.close()
            if len(self._connections) + self._checked_out < min(MIN_CONNECTIONS, self._max_size):
                self._grow()
            self._wake()  # a waiter whose turn found no connection
            await asyncio.sleep(CHECK_SECONDS)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _now() -> float:
    return asyncio.get_running_loop().time()
