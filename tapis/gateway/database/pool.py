"""The connection pool of one worker: as many connections as it may have, opened when they are needed.

A request goes to the connection with the fewest in flight. When all are busy it is pipelined behind others,
unless the oldest of them is slow: then it waits until a response arrives. A transaction checks a connection
out, and starts once nothing is in flight there any more.

Of those who wait, whoever held connections least is next. While every connection has a slow statement and
somebody waits who holds fewer of them, the oldest statement of whoever holds most is cancelled.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, TypeVar

from psycopg import AsyncConnection, AsyncRawCursor, OperationalError
from psycopg.conninfo import make_conninfo
from psycopg.errors import DeadlockDetected, QueryCanceled
from psycopg.pq.abc import PGresult

from tapis.gateway.background import keep_running
from tapis.gateway.database.connection import Connection, PipelinedConnection, Request
from tapis.gateway.database.hosts import prefer
from tapis.gateway.database.session_settings import Session, begin
from tapis.gateway.fair_share import Claim, FairQueue, Full, Holder, Waiter, current_holder

TIMEOUT_SECONDS = 5.0  # for a connection
MAX_IN_FLIGHT = 4  # requests on one connection
SLOW_SECONDS = 0.05  # no request is pipelined behind one that has already taken longer
PATIENCE_SECONDS = 0.1  # after which a statement may be cancelled for others
RELIEF_SECONDS = 0.02  # how often that is looked at while somebody waits
MAX_LOSSES = 3  # after which a statement that was cancelled for others is not tried again
LONGEST_QUEUE = 500  # requests
TURN_SECONDS = 0.01  # what a turn counts for before it is known to be slow
RETRY_SECONDS = 0.2
BEGIN_SECONDS = 5.0  # for the first statements of a connection
CHECK_SECONDS = 1.0
IDLE_SECONDS = 60.0
MIN_CONNECTIONS = 2  # that stay open when idle
# What is sent to a server that is cut off fails after five seconds, however long statements may run.
CONNECT_OPTIONS = {"connect_timeout": "5", "keepalives_idle": "15", "tcp_user_timeout": "5000"}
log = logging.getLogger("tapis.gateway.database")


class Usage(NamedTuple):
    """How many connections are open, how many of them idle, and how many requests wait for one."""

    open: int
    idle: int
    waiting: int


class PoolTimeout(Exception):
    """No connection was free in time, or it was needed for others; nothing was executed."""


Worked = TypeVar("Worked")


@dataclass(slots=True)
class Checkout:
    """Since when somebody has a connection alone; `lost`: their statement was ended for others."""

    holder: Holder
    since: float
    lost: bool = False


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
        self._checked_out: dict[PipelinedConnection, Checkout] = {}
        self._opening = False
        self._queue = FairQueue(max_size, LONGEST_QUEUE)  # what works in it: the slow statements
        self._work: dict[Waiter, Callable[[PipelinedConnection], Any]] = {}
        self._slow: dict[PipelinedConnection, Claim] = {}
        self._relief: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Start without waiting for the database: requests wait, not the start."""
        self._start(keep_running(self._maintain))

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        if self._relief:
            self._relief.cancel()
        for connection in list(self._connections):
            connection.close()

    async def execute(self, request: Request) -> PGresult:
        """The result of one statement. Raises PoolTimeout or psycopg.Error.

        A statement that was cancelled for others did nothing: it waits in turn and runs again, as on a busy
        machine an honest one is slow, too. So does one that the server rolled back for a deadlock.
        """
        send = partial(PipelinedConnection.send, request=request, holder=current_holder.get())
        losses, hits = 0, 0  # to others, and by cancellations that were meant for another statement
        while True:
            sent = await self._on_a_connection(send)
            try:
                return await sent.response
            except (QueryCanceled, DeadlockDetected) as error:
                is_lost = sent.lost or isinstance(error, DeadlockDetected)
                losses, hits = losses + is_lost, hits + sent.hit
                if losses > MAX_LOSSES or hits > 1:
                    raise PoolTimeout("the connection was needed for others") from error
                if not sent.hit and not is_lost:
                    raise

    @asynccontextmanager
    async def checkout(self) -> AsyncIterator[PipelinedConnection]:
        """A connection for one caller alone. Raises PoolTimeout or psycopg.OperationalError."""
        connection = await self._on_a_connection(partial(self._check_out, holder=current_holder.get()))
        try:
            await connection.leave_pipeline()
            self._checked_out[connection].since = _now()
            yield connection
        except QueryCanceled as error:
            if self._checked_out[connection].lost:
                raise PoolTimeout("the connection was needed for others") from error
            raise
        finally:
            self._put_back(connection)

    def _check_out(self, connection: PipelinedConnection, holder: Holder) -> PipelinedConnection:
        self._connections.remove(connection)
        self._checked_out[connection] = Checkout(holder, _now())
        return connection

    def _put_back(self, connection: PipelinedConnection) -> None:
        connection.enter_pipeline()
        del self._checked_out[connection]
        if not connection.closed:
            self._connections.append(connection)
        self._on_change(connection)

    def forget_statements(self) -> None:
        for connection in self._all():
            connection.forget_statements()

    def usage(self) -> Usage:
        idle = sum(not connection.in_flight for connection in self._connections)
        return Usage(self._open, idle, self._queue.waiting.held)

    @property
    def _open(self) -> int:
        return len(self._connections) + len(self._checked_out)

    def _ready(self) -> PipelinedConnection | None:
        connection = self._least_busy()
        if connection is None or not connection.in_flight:
            return connection
        self._grow()
        self._look_for_relief()  # for whoever is pipelined, should the first be slow
        is_slow = _now() - connection.oldest >= SLOW_SECONDS
        return None if is_slow or connection.in_flight >= MAX_IN_FLIGHT else connection

    def _least_busy(self) -> PipelinedConnection | None:
        usable = (one for one in self._connections if not one.cancelling)
        connection = min(usable, key=lambda one: one.in_flight, default=None)
        if connection is None:
            self._grow()
        return connection

    async def _on_a_connection(self, work: Callable[[PipelinedConnection], Worked]) -> Worked:
        """What `work` does with a connection that is ready, now or in turn. Raises PoolTimeout."""
        if not self._queue.waiting.held and (connection := self._ready()):
            return work(connection)
        try:
            waiter = self._queue.join(current_holder.get())
        except Full as full:
            raise PoolTimeout("too many wait for a connection to the database") from full
        self._work[waiter] = work
        self._grow()
        self._look_for_relief()
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                return await waiter.granted  # type: ignore[no-any-return] # of `work`
        except (TimeoutError, Full) as error:
            self._abandon(waiter)
            raise PoolTimeout("no free connection to the database") from error
        except asyncio.CancelledError:
            self._abandon(waiter)
            raise

    def _abandon(self, waiter: Waiter) -> None:
        """Leave the queue; or give back what was taken at the very moment of leaving."""
        self._queue.leave(waiter)
        self._work.pop(waiter, None)
        taken = waiter.granted.done() and not waiter.granted.cancelled() and not waiter.granted.exception()
        if taken and isinstance(connection := waiter.granted.result(), PipelinedConnection):
            self._put_back(connection)

    def _on_change(self, connection: PipelinedConnection) -> None:
        if claim := self._slow.pop(connection, None):
            self._queue.working.release(claim)
            self._queue.add_usage(claim.holder, PATIENCE_SECONDS)
        if connection.closed and connection in self._connections:
            self._connections.remove(connection)
        self._wake()

    def _wake(self) -> None:
        while waiter := self._queue.next_waiter():
            if waiter.granted.done():  # whoever waited has gone
                self._queue.leave(waiter)
            elif connection := self._ready():
                self._queue.leave(waiter)  # first: a connection that breaks at its work wakes the next
                waiter.granted.set_result(self._work.pop(waiter)(connection))
                self._queue.add_usage(waiter.holder, TURN_SECONDS)
            else:
                return

    def _look_for_relief(self) -> None:
        if self._relief is None:
            self._relief = asyncio.get_running_loop().call_later(RELIEF_SECONDS, self._relieve)

    def _relieve(self) -> None:
        """Count who holds connections with slow statements, and end one for whoever holds fewer and waits."""
        self._relief = None
        for connection in self._all():
            self._count_slow(connection)
        if (waiter := self._queue.next_waiter()) and self._is_stuck():
            with suppress(Full):
                self._queue.working.evict_one(waiter.holder)
        pipelined = {one: holders for one in self._all() if (holders := self._behind(one))}
        for connection, holders in pipelined.items():
            claim = self._slow.get(connection)
            if (
                claim
                and claim.on_evict
                and any(self._queue.working.holds_more(claim.holder, one) for one in holders)
            ):
                self._queue.working.evict(claim)
        if self._queue.waiting.held or pipelined:
            self._look_for_relief()

    def _is_stuck(self) -> bool:
        """Whether none is ready or about to be: the last may be younger than slow, and stay as long."""
        is_cancelling = any(connection.cancelling for connection in self._all())
        return self._open >= self._max_size and not is_cancelling and self._ready() is None

    def _all(self) -> list[PipelinedConnection]:
        return [*self._connections, *self._checked_out]

    def _count_slow(self, connection: PipelinedConnection) -> None:
        checkout = self._checked_out.get(connection)
        if connection.in_flight:
            holder, since = connection.holders[0], connection.oldest
        elif checkout:
            holder, since = checkout.holder, checkout.since
        else:
            return
        if _now() - since >= PATIENCE_SECONDS and connection not in self._slow:
            claim = self._slow[connection] = Claim(holder, partial(self._end_statement, connection))
            self._queue.working.acquire(claim)

    def _behind(self, connection: PipelinedConnection) -> list[Holder]:
        """Who waits on a connection behind the statement that runs there."""
        checkout = self._checked_out.get(connection) if connection.in_flight else None
        return [*connection.holders[1:], *([checkout.holder] if checkout else [])]

    def _end_statement(self, connection: PipelinedConnection) -> None:
        if not connection.in_flight and connection in self._checked_out:
            self._checked_out[connection].lost = True
        self._start(connection.cancel())

    def _grow(self) -> None:
        if not self._opening and self._open < self._max_size:
            self._opening = True
            self._start(self._connect())

    async def _connect(self) -> None:
        try:
            connection = await AsyncConnection.connect(
                self._conninfo, autocommit=True, cursor_factory=AsyncRawCursor
            )
            session = await self._begin(connection)
            self._connections.append(PipelinedConnection(connection, self._on_change, session))
            self._conninfo = prefer(self._conninfo, connection.info.host, connection.info.port)
        except (OperationalError, OSError) as error:
            log.warning("database connection failed", extra={"error": type(error).__name__})
            await asyncio.sleep(RETRY_SECONDS)
        finally:
            self._opening = False
        self._wake()

    async def _begin(self, connection: Connection) -> Session:
        """Set up a new connection; no other is opened before, so it may not take for ever."""
        try:
            async with asyncio.timeout(BEGIN_SECONDS):
                return await begin(connection, self._settings, self._prepared)
        except BaseException:
            await connection.close()
            raise

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
            if self._open < min(MIN_CONNECTIONS, self._max_size):
                self._grow()
            self._wake()  # a waiter whose turn found no connection
            await asyncio.sleep(CHECK_SECONDS)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _now() -> float:
    return asyncio.get_running_loop().time()
