"""One connection on which requests fly behind each other: each a transaction of its own, in one round trip.

send     take the role · (parse, the first time) · execute · Sync    all in one write
server   runs it in order, commits at Sync, or rolls all of it back
land     the answer is given only after Sync came back

No request waits for another's answer before it is sent. Whoever stops waiting leaves nothing out of step: the
answer still lands, and nobody looks at it.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from psycopg import AsyncConnection, OperationalError
from psycopg.errors import error_from_result
from psycopg.pq import ExecStatus, TransactionStatus
from psycopg.pq.abc import PGresult

from tapis.gateway.database.prepared_statements import Key, Statements
from tapis.gateway.database.session_settings import Session

Connection = AsyncConnection[tuple[Any, ...]]

ENCODING = "utf-8"
FAILED = frozenset({ExecStatus.FATAL_ERROR, ExecStatus.BAD_RESPONSE})


@dataclass(frozen=True, slots=True)
class Request:
    """One statement with `$n`, who asks, and the values, type numbers and formats as libpq takes them."""

    role: bytes
    claims: bytes
    read_only: bool
    sql: bytes
    values: list[bytes | None]
    types: tuple[int, ...] = ()
    formats: tuple[int, ...] = ()


@dataclass(slots=True)
class InFlightRequest:
    """A request under way: who waits for it, since when, and what came back so far, one result a command.

    `parsing` says which commands prepare a statement, by their place.
    """

    landed: asyncio.Future[PGresult]
    since: float
    sociable: bool
    results: list[PGresult] = field(default_factory=list)
    commands: int = 0
    parsing: dict[int, Key] = field(default_factory=dict)


class PipelinedConnection:
    """A connection in pipeline mode; `landed` is called when a request is over, or the whole line."""

    def __init__(
        self, connection: Connection, landed: Callable[["PipelinedConnection"], None], session: Session
    ) -> None:
        self.connection = connection
        self.session = session
        self.closed = False
        self.loners = 0  # requests under way that want no company
        self.idle_since = 0.0
        self._pgconn = connection.pgconn
        self._socket = connection.pgconn.socket
        self._landed = landed
        self._loop = asyncio.get_running_loop()
        self._flights: deque[InFlightRequest] = deque()
        self._quiet = asyncio.Event()  # nothing is under way
        self._quiet.set()
        self._writing = False
        self._statements = Statements() if session.prepares else None
        self.open()

    @property
    def flying(self) -> int:
        """How many requests are under way."""
        return len(self._flights)

    @property
    def oldest(self) -> float:
        """Since when (loop time) the request in front is under way; only while one is."""
        return self._flights[0].since

    def open(self) -> None:
        """Begin to take requests."""
        self._pgconn.enter_pipeline_mode()
        self._loop.add_reader(self._socket, self._readable)
        self.idle_since = self._loop.time()

    async def lend(self) -> None:
        """Leave `connection` to one who talks with it step by step, once nothing is under way any more.

        Raises psycopg.OperationalError when the line was cut meanwhile.
        """
        await self._quiet.wait()
        if self.closed:
            raise OperationalError("the line was cut")
        self._loop.remove_reader(self._socket)
        self._pgconn.exit_pipeline_mode()

    def take_back(self) -> None:
        """Take requests again after `lend`, or close when the connection is not as it was."""
        if self.closed or self._pgconn.pipeline_status:
            return  # it was never lent
        if not self.connection.closed and self._pgconn.transaction_status == TransactionStatus.IDLE:
            self.open()
        else:
            self.close()

    def send(self, request: Request, *, sociable: bool) -> asyncio.Future[PGresult]:
        """Put a request on its way; the future brings its result, or psycopg.Error as the server says."""
        flight = InFlightRequest(self._loop.create_future(), self._loop.time(), sociable)
        self._flights.append(flight)
        self.loners += not sociable
        self._quiet.clear()
        try:
            self._write(request, flight)
            self._flush()
        except OperationalError as error:
            self.close(error)
        return flight.landed

    def forget_statements(self) -> None:
        """Parse everything anew: what was prepared is gone, or of yesterday's tables."""
        if self._statements is not None:
            self._statements.clear()

    def close(self, error: OperationalError | None = None) -> None:
        """Cut the line; whoever still waits is told `error`."""
        if self.closed:
            return
        self.closed = True
        self._loop.remove_reader(self._socket)
        self._loop.remove_writer(self._socket)
        self._pgconn.finish()
        flights, self._flights = self._flights, deque()
        for flight in flights:
            if not flight.landed.done():
                flight.landed.set_exception(error or OperationalError("the line was closed"))
        self._quiet.set()
        self._landed(self)

    def _write(self, request: Request, flight: InFlightRequest) -> None:
        """The whole transaction, up to Sync, which sends it."""
        take = self.session.take_role_to_read if request.read_only else self.session.take_role
        self._execute(flight, (b"", take, ()), [request.role, request.claims], ())
        self._execute(flight, (request.role, request.sql, request.types), request.values, request.formats)
        self._pgconn.pipeline_sync()

    def _execute(
        self, flight: InFlightRequest, key: Key, values: list[bytes | None], formats: tuple[int, ...]
    ) -> None:
        """One statement, prepared unless a proxy between us and the server forbids it."""
        if self._statements is None:
            self._pgconn.send_query_params(key[1], values, key[2] or None, formats or None)
        else:
            name = self._statements.known(key) or self._parse(flight, key, self._statements)
            self._pgconn.send_query_prepared(name, values, formats or None)
        flight.commands += 1

    def _parse(self, flight: InFlightRequest, key: Key, statements: Statements) -> bytes:
        name, gone = statements.add(key)
        if gone:
            self._pgconn.send_close_prepared(gone)
            flight.commands += 1
        flight.parsing[flight.commands] = key
        self._pgconn.send_prepare(name, key[1], key[2] or None)
        flight.commands += 1
        return name

    def _flush(self) -> None:
        """Send what the socket takes now; the rest as soon as it takes more."""
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
        """Give every answer that came to the one who waits for it."""
        pgconn = self._pgconn
        try:
            pgconn.consume_input()
            while self._flights and not pgconn.is_busy():
                result = pgconn.get_result()
                if result is None:
                    continue  # between two statements
                if result.status == ExecStatus.PIPELINE_SYNC:
                    self._land(self._flights.popleft())
                else:
                    self._flights[0].results.append(result)
        except OperationalError as error:
            self.close(error)

    def _land(self, flight: InFlightRequest) -> None:
        """Sync came: it is committed, or rolled back."""
        failed = next((at for at, one in enumerate(flight.results) if one.status in FAILED), None)
        if failed is not None and self._statements is not None:
            for at, key in flight.parsing.items():
                if at >= failed:
                    self._statements.forget(key)
        if not flight.landed.done():
            if failed is None:
                flight.landed.set_result(flight.results[-1])
            else:
                flight.landed.set_exception(error_from_result(flight.results[failed], ENCODING))
        self.loners -= not flight.sociable
        self.idle_since = self._loop.time()
        if not self._flights:
            self._quiet.set()
        self._landed(self)
