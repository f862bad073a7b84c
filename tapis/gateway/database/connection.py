"""A pipelined connection: requests are sent without waiting for each other's responses.

send     set the role · (parse, the first time) · execute · Sync    all in one write
server   executes in order, commits at Sync, or rolls all of it back
receive  a response counts only once its Sync has arrived

Each request is a separate transaction in one round trip. When a caller stops waiting, the connection stays in
sync: the response still arrives and is dropped.
"""

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from psycopg import AsyncConnection, OperationalError
from psycopg import Error as PsycopgError
from psycopg.errors import Diagnostic, QueryCanceled, error_from_result
from psycopg.pq import ExecStatus, TransactionStatus
from psycopg.pq.abc import PGresult

from tapis.gateway.database.session_settings import SessionSetup
from tapis.gateway.fair_share import THE_SHOP, Holder

CANCEL_SECONDS = 2.0
MAX_STATEMENTS = 128  # each keeps a plan in the server's memory

# Role, SQL and type OIDs. A plan belongs to one role, because policies of another role change the plan.
Key = tuple[bytes, bytes, tuple[int, ...]]


class PreparedStatements(OrderedDict[Key, bytes]):
    """Names of prepared statements, the most recently used last; names are never reused on a connection."""

    def __init__(self) -> None:
        super().__init__()
        self._count = 0

    def find(self, key: Key) -> bytes | None:
        if key in self:
            self.move_to_end(key)
        return self.get(key)

    def add(self, key: Key) -> tuple[bytes, bytes | None]:
        evicted = self.popitem(last=False)[1] if len(self) >= MAX_STATEMENTS else None
        self._count += 1
        self[key] = b"tapis_%d" % self._count
        return self[key], evicted


log = logging.getLogger("tapis.gateway.database")

# The source function of the notice that the server committed without waiting for its standby.
SYNC_REP_WAIT = "SyncRepWaitForLSN"
FAILED = frozenset({ExecStatus.FATAL_ERROR, ExecStatus.BAD_RESPONSE})


@dataclass(frozen=True, slots=True)
class StatementRequest:
    """One statement with `$n`, the caller, and the values, type OIDs and formats as libpq takes them.

    `http` is the HTTP request as visible to SQL, or empty.
    """

    role: bytes
    claims: bytes
    read_only: bool
    sql: bytes
    values: list[bytes | None]
    types: tuple[int, ...] = ()
    formats: tuple[int, ...] = ()
    http: tuple[bytes, ...] = ()


@dataclass(slots=True)
class InFlightRequest:
    """A request whose Sync has not arrived, with one result for each command so far.

    `parsing` maps the positions of commands that prepare a statement to its key. `preempted`: cancelled in
    favour of others; `stray_cancel`: hit by a cancellation meant for the previous request;
    `is_unreplicated`: its commit did not reach the standby.
    """

    response: asyncio.Future[PGresult]
    started_at: float
    holder: Holder
    results: list[PGresult] = field(default_factory=list)
    commands: int = 0
    parsing: dict[int, Key] = field(default_factory=dict)
    preempted: bool = False
    stray_cancel: bool = False
    is_unreplicated: bool = False


def is_anonymous_visitor(role: bytes, holder: Holder) -> bool:
    """Whether the caller is not signed in, and not the shop reading on behalf of all visitors."""
    return role == b"anon" and holder != THE_SHOP


def _not_replicated_error() -> OperationalError:
    """The commit is not acknowledged, as it would be lost with this server; a retry finds or stores it."""
    return OperationalError("committed, but not on the standby")


class PipelinedConnection:
    """A connection in pipeline mode; `on_change` is called after each response, and when it closes."""

    def __init__(
        self,
        connection: AsyncConnection,
        on_change: Callable[["PipelinedConnection"], None],
        session: SessionSetup,
    ) -> None:
        self.connection = connection
        self.session = session
        self.closed = False
        self.cancelling = False
        self._cancelled = float("-inf")
        self.idle_since = 0.0
        self._pgconn = connection.pgconn
        self._socket = connection.pgconn.socket
        self._on_change = on_change
        self._loop = asyncio.get_running_loop()
        self._in_flight: deque[InFlightRequest] = deque()
        self._drained = asyncio.Event()
        self._drained.set()
        # Set while no cancellation is in transit that could hit the next statement.
        self._no_pending_cancel = asyncio.Event()
        self._no_pending_cancel.set()
        # Whether the event loop watches the socket for this connection. libpq closes the socket of a broken
        # connection at once, and its descriptor may be reused already: only watched ones are removed.
        self._reading = self._writing = False
        self._statements = PreparedStatements() if session.prepares else None
        self._is_unreplicated = False
        connection.add_notice_handler(self._on_notice)
        self._open()

    @property
    def in_flight(self) -> int:
        return len(self._in_flight)

    @property
    def oldest(self) -> float:
        """The start (loop time) of the oldest request in flight; requires one."""
        return self._in_flight[0].started_at

    @property
    def holders(self) -> list[Holder]:
        """The holders of the requests in flight, the oldest first."""
        return [request.holder for request in self._in_flight]

    def cancel(self) -> Coroutine[Any, Any, None]:
        """Cancel the running statement on the server (QueryCanceled); no other is started meanwhile."""
        self.cancelling = True
        self._no_pending_cancel.clear()
        if self._in_flight:
            self._in_flight[0].preempted = True
        return self._cancel()

    async def _cancel(self) -> None:
        try:
            await self.connection.cancel_safe(timeout=CANCEL_SECONDS)
        except OperationalError as error:
            log.warning("statement not cancelled", extra={"error": type(error).__name__})
        finally:
            self.cancelling, self._cancelled = False, self._loop.time()
            self._no_pending_cancel.set()
            self._on_change(self)

    async def leave_pipeline(self) -> None:
        """Leave pipeline mode once nothing is in flight. Raises OperationalError when it was closed."""
        await self._drained.wait()
        await self._no_pending_cancel.wait()
        if self.closed:
            raise OperationalError("the connection was closed")
        self._stop_watching()
        self._pgconn.exit_pipeline_mode()

    def enter_pipeline(self) -> None:
        """Return to pipeline mode; a connection with an open transaction is closed."""
        if self.closed or self._pgconn.pipeline_status:
            return  # it never left pipeline mode
        if not self.connection.closed and self._pgconn.transaction_status == TransactionStatus.IDLE:
            self._open()
        else:
            self.close()

    def send(self, request: StatementRequest, holder: Holder) -> InFlightRequest:
        """Send a holder's request; its `response` resolves to the result, or raises the server's error."""
        pending = InFlightRequest(self._loop.create_future(), self._loop.time(), holder)
        self._in_flight.append(pending)
        self._drained.clear()
        try:
            self._write(request, pending)
            self._flush()
        except OperationalError as error:
            self.close(error)
        return pending

    def require_standby(self) -> None:
        """Raises OperationalError if a commit of the checked-out connection did not reach the standby."""
        if self._is_unreplicated:
            self._is_unreplicated = False
            raise _not_replicated_error()

    def _on_notice(self, notice: Diagnostic) -> None:
        if notice.source_function != SYNC_REP_WAIT:
            return
        if self._in_flight:
            self._in_flight[0].is_unreplicated = True
        else:
            self._is_unreplicated = True

    def forget_statements(self) -> None:
        """Prepare all statements again: they were dropped, or tables have changed."""
        if self._statements is not None:
            self._statements.clear()

    async def deallocate(self) -> None:
        """Deallocate all statements now: psycopg would do so, ours included, after a rollback."""
        if self._statements is not None:
            self._statements.clear()
            with suppress(PsycopgError):  # the connection is broken, and will be closed
                await self.connection.execute("deallocate all")

    def close(self, error: OperationalError | None = None) -> None:
        """Close the connection; requests in flight fail with `error`."""
        if self.closed:
            return
        self.closed = True
        self._stop_watching()
        self._pgconn.finish()
        failed, self._in_flight = self._in_flight, deque()
        for pending in failed:
            if not pending.response.done():
                pending.response.set_exception(error or OperationalError("the connection was closed"))
        self._drained.set()
        self._on_change(self)

    def _open(self) -> None:
        self._pgconn.enter_pipeline_mode()
        self._loop.add_reader(self._socket, self._readable)
        self._reading = True
        self.idle_since = self._loop.time()

    def _stop_watching(self) -> None:
        if self._reading:
            self._loop.remove_reader(self._socket)
        if self._writing:
            self._loop.remove_writer(self._socket)
        self._reading = self._writing = False

    def _write(self, request: StatementRequest, pending: InFlightRequest) -> None:
        begin = self.session.begin(
            request.http,
            read_only=request.read_only,
            anonymous=is_anonymous_visitor(request.role, pending.holder),
        )
        self._execute(pending, (b"", begin, ()), [request.role, request.claims, *request.http], ())
        self._execute(pending, (request.role, request.sql, request.types), request.values, request.formats)
        self._pgconn.pipeline_sync()

    def _execute(
        self, pending: InFlightRequest, key: Key, values: list[bytes | None], formats: tuple[int, ...]
    ) -> None:
        if self._statements is None:
            self._pgconn.send_query_params(key[1], values, key[2] or None, formats or None)
        else:
            name = self._statements.find(key) or self._prepare(pending, key, self._statements)
            self._pgconn.send_query_prepared(name, values, formats or None)
        pending.commands += 1

    def _prepare(self, pending: InFlightRequest, key: Key, statements: PreparedStatements) -> bytes:
        name, evicted = statements.add(key)
        if evicted:
            self._pgconn.send_close_prepared(evicted)
            pending.commands += 1
        pending.parsing[pending.commands] = key
        self._pgconn.send_prepare(name, key[1], key[2] or None)
        pending.commands += 1
        return name

    def _flush(self) -> None:
        more = self._pgconn.flush() != 0
        if more and not self._writing:
            self._loop.add_writer(self._socket, self._writable)
        elif self._writing and not more:
            self._loop.remove_writer(self._socket)
        self._writing = more

    def _writable(self) -> None:
        try:
            self._flush()
        except OperationalError as error:
            self.close(error)

    def _readable(self) -> None:
        pgconn = self._pgconn
        try:
            pgconn.consume_input()
            while self._in_flight and not pgconn.is_busy():
                result = pgconn.get_result()
                if result is None:
                    continue  # between two statements
                if result.status == ExecStatus.PIPELINE_SYNC:
                    self._complete(self._in_flight.popleft())
                else:
                    self._in_flight[0].results.append(result)
        except OperationalError as error:
            self.close(error)

    def _complete(self, pending: InFlightRequest) -> None:
        failed = next(
            (index for index, result in enumerate(pending.results) if result.status in FAILED), None
        )
        if failed is not None and self._statements is not None:
            for position, key in pending.parsing.items():
                if position >= failed:
                    self._statements.pop(key, None)
        if not pending.response.done():
            if failed is None and pending.is_unreplicated:
                pending.response.set_exception(_not_replicated_error())
            elif failed is None:
                pending.response.set_result(pending.results[-1])
            else:
                error = error_from_result(pending.results[failed], "utf-8")
                recently = self.cancelling or self._loop.time() - self._cancelled < CANCEL_SECONDS
                pending.stray_cancel = isinstance(error, QueryCanceled) and recently and not pending.preempted
                pending.response.set_exception(error)
        self.idle_since = self._loop.time()
        if not self._in_flight:
            self._drained.set()
        self._on_change(self)
