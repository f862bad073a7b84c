"""The lines of one worker to the database: as many as it may keep, opened when they are needed.

Reads that are known to be quick fly together, on as few lines as hold them: the server answers several in one
turn. Whatever else there is takes the line with the fewest under way; a write waits for the disk when it
commits, and side by side they wait once. When all lines are busy anything may fly behind others, unless the
one in front is slow: then it waits until something lands. Whoever wants a line for himself takes it out of
the round, and talks once it is empty.
"""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager

from psycopg import AsyncConnection, AsyncRawCursor, OperationalError
from psycopg.conninfo import make_conninfo
from psycopg.pq.abc import PGresult

from tapis.gateway.database.connection import PipelinedConnection, Request
from tapis.gateway.database.session_settings import begin

WAIT_SECONDS = 5.0  # for a line
MOST_TOGETHER = 8  # quick reads under way on one line while another would be free
PROMPT_SECONDS = 0.02  # when the first of them already took longer, they get no more company
MOST_KNOWN = 1_000  # statements of which we know that they are quick
MOST_BEHIND = 4  # requests under way on one line
SLOW_SECONDS = 0.05  # behind a request that already took longer nobody queues
RETRY_SECONDS = 0.2
LOOK_SECONDS = 1.0
IDLE_SECONDS = 60.0
KEPT = 2  # lines that stay open although nothing happens
WAY = {"connect_timeout": "5", "keepalives_idle": "15"}
log = logging.getLogger("tapis.gateway.database")


class PoolTimeout(Exception):
    """No line could be had in time."""


class ConnectionPool:
    """A bounded number of lines to one database, looked after until `close`.

    `settings` hold for every transaction; `prepared` lets the server keep parsed statements (left open: but
    not behind a pooler). A request that is not answered after `deadline` seconds brings its line down.
    """

    def __init__(
        self, url: str, most: int, settings: Mapping[str, str], *, prepared: bool | None, deadline: float
    ) -> None:
        self._conninfo = make_conninfo(url, **WAY)
        self._most = most
        self._settings = settings
        self._prepared = prepared
        self._deadline = deadline
        self._lines: list[PipelinedConnection] = []  # in the round
        self._lent = 0
        self._opening = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        self._quick: set[bytes] = set()  # reads that were quick the last time, by their SQL

    def open(self) -> None:
        """Begin, without waiting for the database: requests wait, not the start."""
        self._start(self._look_after())

    async def close(self) -> None:
        """Cut all lines."""
        for task in list(self._tasks):
            task.cancel()
        for line in list(self._lines):
            line.close()

    async def ask(self, request: Request) -> PGresult:
        """Have one request answered. Raises PoolTimeout, or psycopg.Error as the database says it."""
        quick = request.read_only and request.sql in self._quick
        find = self._fullest if quick else self._quickest
        line = find() or await self._wait_for(find)
        start = _time()
        try:
            result = await line.send(request, sociable=quick)
        except BaseException:  # nobody knows how long it would have taken
            self._quick.discard(request.sql)
            raise
        if request.read_only:
            self._learn(request.sql, _time() - start)
        return result

    @asynccontextmanager
    async def lent(self) -> AsyncIterator[PipelinedConnection]:
        """A line whose connection is somebody's for some steps. Raises PoolTimeout, or OperationalError."""
        line = self._emptiest() or await self._wait_for(self._emptiest)
        self._lines.remove(line)
        self._lent += 1
        try:
            await line.lend()
            yield line
        finally:
            line.take_back()
            self._lent -= 1
            if not line.closed:
                self._lines.append(line)
            self._changed(line)

    def forget_statements(self) -> None:
        """Have every line parse its statements anew."""
        for line in self._lines:
            line.forget_statements()

    def usage(self) -> tuple[int, int, int]:
        """How many lines are open, how many of them idle, and how many requests wait for one."""
        idle = sum(not line.flying for line in self._lines)
        waiting = sum(not one.done() for one in self._waiting)
        return len(self._lines) + self._lent, idle, waiting

    def _learn(self, sql: bytes, seconds: float) -> None:
        """Remember what is quick; after a thousand begin anew."""
        if seconds > PROMPT_SECONDS:
            self._quick.discard(sql)
        elif sql not in self._quick:
            if len(self._quick) >= MOST_KNOWN:
                self._quick.clear()
            self._quick.add(sql)

    def _fullest(self) -> PipelinedConnection | None:
        """A line for a quick read, in company if there is some."""
        late = _time() - PROMPT_SECONDS
        company = [
            line
            for line in self._lines
            if line.flying < MOST_TOGETHER and not line.loners and (not line.flying or line.oldest > late)
        ]
        return max(company, key=_flying, default=None) or self._quickest()

    def _quickest(self) -> PipelinedConnection | None:
        """A line to send on now."""
        line = self._emptiest()
        if line is None or not line.flying:
            return line
        self._grow()
        patient = _time() - line.oldest < SLOW_SECONDS
        return line if patient and line.flying < MOST_BEHIND else None

    def _emptiest(self) -> PipelinedConnection | None:
        line = min(self._lines, key=_flying, default=None)
        if line is None:
            self._grow()
        return line

    async def _wait_for(self, find: Callable[[], PipelinedConnection | None]) -> PipelinedConnection:
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                while True:
                    waiting = asyncio.get_running_loop().create_future()
                    self._waiting.append(waiting)
                    await waiting
                    if line := find():
                        return line
        except TimeoutError as error:
            raise PoolTimeout("no free connection to the database") from error

    def _changed(self, line: PipelinedConnection) -> None:
        """Something landed, or a line came or went."""
        if line.closed and line in self._lines:
            self._lines.remove(line)
        self._wake()

    def _wake(self) -> None:
        """The next who waits may look."""
        while self._waiting:
            waiting = self._waiting.popleft()
            if not waiting.done():
                waiting.set_result(None)
                return

    def _grow(self) -> None:
        """Open one more line, if there may be one and none is being opened."""
        if not self._opening and len(self._lines) + self._lent < self._most:
            self._opening += 1
            self._start(self._open_line())

    async def _open_line(self) -> None:
        try:
            connection = await AsyncConnection.connect(
                self._conninfo, autocommit=True, cursor_factory=AsyncRawCursor
            )
            session = await begin(connection, self._settings, self._prepared)
            self._lines.append(PipelinedConnection(connection, self._changed, session))
        except (OperationalError, OSError) as error:
            log.warning("no connection to the database", extra={"error": type(error).__name__})
            await asyncio.sleep(RETRY_SECONDS)
        finally:
            self._opening -= 1
        for _ in range(min(MOST_BEHIND, len(self._waiting))):
            self._wake()

    async def _look_after(self) -> None:
        """Once a second: cut lines that hang or that nobody needs, and keep a few open."""
        while True:
            now = _time()
            for line in list(self._lines):
                if line.flying and now - line.oldest > self._deadline:
                    line.close(OperationalError("the database does not answer"))
                elif not line.flying and now - line.idle_since > IDLE_SECONDS and len(self._lines) > KEPT:
                    line.close()
            if len(self._lines) + self._lent < min(KEPT, self._most):
                self._grow()
            self._wake()  # whoever was woken in vain
            await asyncio.sleep(LOOK_SECONDS)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _flying(line: PipelinedConnection) -> int:
    return line.flying


def _time() -> float:
    return asyncio.get_running_loop().time()
