"""The connection pool of one worker: a bounded number of connections, opened on demand.

A request goes to the connection with the fewest in flight. When all are busy it is pipelined behind others,
unless the oldest of them is slow: then it waits until a response arrives. A transaction checks out a
connection, and starts once nothing is in flight there.

Of the waiting holders, the one with the least usage is next. While every connection has a slow statement and
a holder with fewer of them waits, the oldest statement of the largest holder is cancelled (preempted).
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

from tapis.gateway.background import restart_on_error
from tapis.gateway.database.connection import PipelinedConnection, StatementRequest
from tapis.gateway.database.hosts import prefer_host
from tapis.gateway.database.session_settings import SessionSetup, set_up_session
from tapis.gateway.fair_share import CapacityExceeded, FairQueue, Holder, ShareClaim, Waiter, current_holder

TIMEOUT_SECONDS = 5.0  # for a connection
MAX_IN_FLIGHT = 4  # requests on one connection
SLOW_SECONDS = 0.05  # no request is pipelined behind one that has already taken longer
PREEMPTIBLE_AFTER_SECONDS = 0.1  # after which a statement may be preempted
PREEMPTION_INTERVAL_SECONDS = 0.02  # how often that is checked while a request waits
MAX_PREEMPTIONS = 3  # after which a preempted statement is not retried
MAX_QUEUED = 500  # requests
TURN_SECONDS = 0.01  # usage that a turn counts for until it is known to be slow
RETRY_SECONDS = 0.2
SETUP_SECONDS = 5.0  # for setting up a new connection
CHECK_SECONDS = 1.0
IDLE_SECONDS = 60.0
MIN_CONNECTIONS = 2  # that stay open when idle
# Packets to an unreachable server fail after five seconds, however long statements may run.
CONNECT_OPTIONS = {"connect_timeout": "5", "keepalives_idle": "15", "tcp_user_timeout": "5000"}
log = logging.getLogger("tapis.gateway.database")


class PoolUsage(NamedTuple):
    """How many connections are open, how many of them idle, and how many requests wait for one."""

    open: int
    idle: int
    waiting: int


class PoolTimeout(Exception):
    """No connection was free in time, or the statement was preempted; nothing was executed."""


ResultT = TypeVar("ResultT")


@dataclass(slots=True)
class Checkout:
    """An exclusive use of a connection; `preempted`: its statement was cancelled in favour of others."""

    holder: Holder
    started_at: float
    preempted: bool = False


class ConnectionPool:
    """A bounded number of connections to one database; `settings` apply to every transaction."""

    def __init__(
        self, url: str, max_size: int, settings: Mapping[str, str], *, prepared: bool | None, deadline: float
    ) -> None:
        self._conninfo = make_conninfo(url, **CONNECT_OPTIONS)
        self._max_size = max_size
        self._settings = settings
        self._prepared = prepared
        self._deadline = deadline
        self._connections: list[PipelinedConnection] = []  # not checked out
        self._checked_out: dict[PipelinedConnection, Checkout] = {}
        self._opening = False
        self._queue = FairQueue(max_size, MAX_QUEUED)  # its `working` share: the slow statements
        self._work: dict[Waiter, Callable[[PipelinedConnection], Any]] = {}
        self._slow: dict[PipelinedConnection, ShareClaim] = {}
        self._preemption_timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Start without waiting for the database: only requests wait for it."""
        self._start(restart_on_error(self._maintain))

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        if self._preemption_timer:
            self._preemption_timer.cancel()
        for connection in list(self._connections):
            connection.close()

    async def execute(self, request: StatementRequest) -> PGresult:
        """The result of one statement. Raises PoolTimeout or psycopg.Error.

        A preempted statement had no effect: it queues and runs again, as on a busy machine a valid one is
        slow, too. So does one that the server rolled back for a deadlock.
        """
        send = partial(PipelinedConnection.send, request=request, holder=current_holder.get())
        preemptions, stray_cancels = 0, 0  # stray: a cancellation meant for another statement
        while True:
            pending = await self._run_on_connection(send)
            try:
                return await pending.response
            except (QueryCanceled, DeadlockDetected) as error:
                was_preempted = pending.preempted or isinstance(error, DeadlockDetected)
                preemptions, stray_cancels = preemptions + was_preempted, stray_cancels + pending.stray_cancel
                if preemptions > MAX_PREEMPTIONS or stray_cancels > 1:
                    raise PoolTimeout("the connection was needed for others") from error
                if not pending.stray_cancel and not was_preempted:
                    raise

    @asynccontextmanager
    async def checkout(self) -> AsyncIterator[PipelinedConnection]:
        """A connection for exclusive use. Raises PoolTimeout or psycopg.OperationalError."""
        connection = await self._run_on_connection(partial(self._check_out, holder=current_holder.get()))
        try:
            await connection.leave_pipeline()
            self._checked_out[connection].started_at = _now()
            yield connection
        except QueryCanceled as error:
            if self._checked_out[connection].preempted:
                raise PoolTimeout("the connection was needed for others") from error
            raise
        finally:
            self._check_in(connection)

    def _check_out(self, connection: PipelinedConnection, holder: Holder) -> PipelinedConnection:
        self._connections.remove(connection)
        self._checked_out[connection] = Checkout(holder, _now())
        return connection

    def _check_in(self, connection: PipelinedConnection) -> None:
        connection.enter_pipeline()
        del self._checked_out[connection]
        if not connection.closed:
            self._connections.append(connection)
        self._on_change(connection)

    def forget_statements(self) -> None:
        for connection in self._all():
            connection.forget_statements()

    def usage(self) -> PoolUsage:
        idle = sum(not connection.in_flight for connection in self._connections)
        return PoolUsage(self._open, idle, self._queue.waiting.held)

    @property
    def _open(self) -> int:
        return len(self._connections) + len(self._checked_out)

    def _ready(self) -> PipelinedConnection | None:
        connection = self._least_busy()
        if connection is None or not connection.in_flight:
            return connection
        self._grow()
        self._schedule_preemption()  # for pipelined requests, in case the first is slow
        is_slow = _now() - connection.oldest >= SLOW_SECONDS
        return None if is_slow or connection.in_flight >= MAX_IN_FLIGHT else connection

    def _least_busy(self) -> PipelinedConnection | None:
        usable = (candidate for candidate in self._connections if not candidate.cancelling)
        connection = min(usable, key=lambda candidate: candidate.in_flight, default=None)
        if connection is None:
            self._grow()
        return connection

    async def _run_on_connection(self, work: Callable[[PipelinedConnection], ResultT]) -> ResultT:
        """The result of `work` on a ready connection, now or after queueing. Raises PoolTimeout."""
        if not self._queue.waiting.held and (connection := self._ready()):
            return work(connection)
        try:
            waiter = self._queue.join(current_holder.get())
        except CapacityExceeded as full:
            raise PoolTimeout("too many wait for a connection to the database") from full
        self._work[waiter] = work
        self._grow()
        self._schedule_preemption()
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                return await waiter.granted  # type: ignore[no-any-return] # of `work`
        except (TimeoutError, CapacityExceeded) as error:
            self._abandon(waiter)
            raise PoolTimeout("no free connection to the database") from error
        except asyncio.CancelledError:
            self._abandon(waiter)
            raise

    def _abandon(self, waiter: Waiter) -> None:
        """Leave the queue, and check in a connection that was granted at the same moment."""
        self._queue.leave(waiter)
        self._work.pop(waiter, None)
        taken = waiter.granted.done() and not waiter.granted.cancelled() and not waiter.granted.exception()
        if taken and isinstance(connection := waiter.granted.result(), PipelinedConnection):
            self._check_in(connection)

    def _on_change(self, connection: PipelinedConnection) -> None:
        if claim := self._slow.pop(connection, None):
            self._queue.working.release(claim)
            self._queue.add_usage(claim.holder, PREEMPTIBLE_AFTER_SECONDS)
        if connection.closed and connection in self._connections:
            self._connections.remove(connection)
        self._wake()

    def _wake(self) -> None:
        while waiter := self._queue.next_waiter():
            if waiter.granted.done():  # the waiter was cancelled
                self._queue.leave(waiter)
            elif connection := self._ready():
                self._queue.leave(waiter)  # first: a connection that breaks during its work wakes the next
                waiter.granted.set_result(self._work.pop(waiter)(connection))
                self._queue.add_usage(waiter.holder, TURN_SECONDS)
            else:
                return

    def _schedule_preemption(self) -> None:
        if self._preemption_timer is None:
            self._preemption_timer = asyncio.get_running_loop().call_later(
                PREEMPTION_INTERVAL_SECONDS, self._preempt
            )

    def _preempt(self) -> None:
        """Update the shares of slow statements, and preempt one for a waiter with a smaller share."""
        self._preemption_timer = None
        for connection in self._all():
            self._count_slow(connection)
        if (waiter := self._queue.next_waiter()) and self._is_saturated():
            with suppress(CapacityExceeded):
                self._queue.working.evict_one(waiter.holder)
        pipelined = {one: holders for one in self._all() if (holders := self._waiting_behind(one))}
        for connection, holders in pipelined.items():
            claim = self._slow.get(connection)
            if (
                claim
                and claim.on_evict
                and any(self._queue.working.holds_more(claim.holder, holder) for holder in holders)
            ):
                self._queue.working.evict(claim)
        if self._queue.waiting.held or pipelined:
            self._schedule_preemption()

    def _is_saturated(self) -> bool:
        """Whether no connection is or becomes ready: the last may not count as slow yet, but become so."""
        is_cancelling = any(connection.cancelling for connection in self._all())
        return self._open >= self._max_size and not is_cancelling and self._ready() is None

    def _all(self) -> list[PipelinedConnection]:
        return [*self._connections, *self._checked_out]

    def _count_slow(self, connection: PipelinedConnection) -> None:
        checkout = self._checked_out.get(connection)
        if connection.in_flight:
            holder, started_at = connection.holders[0], connection.oldest
        elif checkout:
            holder, started_at = checkout.holder, checkout.started_at
        else:
            return
        if _now() - started_at >= PREEMPTIBLE_AFTER_SECONDS and connection not in self._slow:
            claim = self._slow[connection] = ShareClaim(holder, partial(self._end_statement, connection))
            self._queue.working.acquire(claim)

    def _waiting_behind(self, connection: PipelinedConnection) -> list[Holder]:
        """The holders that wait behind the running statement of a connection."""
        checkout = self._checked_out.get(connection) if connection.in_flight else None
        return [*connection.holders[1:], *([checkout.holder] if checkout else [])]

    def _end_statement(self, connection: PipelinedConnection) -> None:
        if not connection.in_flight and connection in self._checked_out:
            self._checked_out[connection].preempted = True
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
            self._conninfo = prefer_host(self._conninfo, connection.info.host, connection.info.port)
        except (OperationalError, OSError) as error:
            log.warning("database connection failed", extra={"error": type(error).__name__})
            await asyncio.sleep(RETRY_SECONDS)
        finally:
            self._opening = False
        self._wake()

    async def _begin(self, connection: AsyncConnection) -> SessionSetup:
        """Set up a new connection, with a timeout, since no other is opened meanwhile."""
        try:
            async with asyncio.timeout(SETUP_SECONDS):
                return await set_up_session(connection, self._settings, self._prepared)
        except BaseException:
            await connection.close()
            raise

    async def _maintain(self) -> None:
        """Once a second: close hanging and idle connections, and keep a few open."""
        while True:
            now = _now()
            for connection in list(self._connections):
                if connection.in_flight and now - connection.oldest > self._deadline:
                    connection.close(OperationalError("the database does not answer"))
                elif (
                    not connection.in_flight
                    and now - connection.idle_since > IDLE_SECONDS
                    and len(self._connections) > MIN_CONNECTIONS
                ):
                    connection.close()
            if self._open < min(MIN_CONNECTIONS, self._max_size):
                self._grow()
            self._wake()  # for a waiter that found no connection
            await asyncio.sleep(CHECK_SECONDS)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _now() -> float:
    return asyncio.get_running_loop().time()
