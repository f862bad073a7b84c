"""The open event streams of one worker: each reports changed tables that its caller may read.

notify tapis_screens {"table", "user_id" | "leaders" | "admins" | "everybody"} ► on_notify ► streams ► screens

Rows are not sent: screens reload, and policies decide what they get. The role is queried when a stream opens,
and again before it reports a change that is not public.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any

from psycopg import Error as PostgresError

from tapis.gateway.cache.content_version import SharedCounter
from tapis.gateway.context import Context
from tapis.gateway.database import Caller
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.errors import DatabaseUnavailable
from tapis.gateway.fair_share import CapacityExceeded, FairShare, ShareClaim, current_holder

ANY_CHANGE: Mapping[str, Any] = {"table": "*", "everybody": True}  # something may have been missed
LEADERSHIP_TABLES = frozenset({"audition_announcements", "audition_registrations"})
MAX_STREAMS = 1_000  # of a worker
MAX_STREAMS_PER_PERSON = 6  # visible tabs; the oldest may belong to a device that lost its network
HEARTBEAT_SECONDS = 25  # proxies close connections after a minute without data
PAUSE_SECONDS = 0.5  # changes within it are sent together; boards show them within a second
CHECK_SECONDS = 0.25

queries = NamedQueries(__file__)


class ChangeStream:
    """The stream of one caller; it stops when `ended` is set."""

    def __init__(self, caller: Caller, role: str) -> None:
        self.caller = caller
        self.role = role
        self.ended = False
        self.public: set[str] = set()
        self.private: set[str] = set()
        self._pending = asyncio.Event()

    def add(self, change: Mapping[str, Any]) -> None:
        table = str(change.get("table"))
        if change.get("everybody"):
            self.public.add(table)
        elif self._concerns_caller(table, change):
            self.private.add(table)
        else:
            return
        self._pending.set()

    def end(self) -> None:
        self.ended = True
        self._pending.set()

    async def wait(self) -> bool:
        """Wait for a change; False when the heartbeat is due first."""
        try:
            async with asyncio.timeout(HEARTBEAT_SECONDS):
                await self._pending.wait()
        except TimeoutError:
            return False
        self._pending.clear()
        return True

    def _concerns_caller(self, table: str, change: Mapping[str, Any]) -> bool:
        owner = change.get("user_id")
        is_for_leaders = table in LEADERSHIP_TABLES or bool(change.get("leaders"))
        is_read_by_role = self.role == "admin" or (self.role == "leadership" and is_for_leaders)
        return is_read_by_role or (owner is not None and owner == self.caller.user_id)


class ChangeStreams:
    """Subscribes to the database's notifications, and ends streams when their session or the server ends."""

    def __init__(self, context: Context, stopping: SharedCounter) -> None:
        self.is_current = False
        self._context = context
        self._stopping = stopping
        self._streams: list[ChangeStream] = []
        self._share = FairShare(MAX_STREAMS, per_person=MAX_STREAMS_PER_PERSON)

    async def role_of(self, caller: Caller) -> str | None:
        role = (await self._context.database.run(caller, queries.my_role, read_only=True)).value
        return str(role) if role else None

    async def on_notify(self, payloads: Sequence[str] = ()) -> None:
        """Distribute changes; without a payload the connection is new, and some may have been missed."""
        changes = [_parse_change(payload) for payload in payloads] or [ANY_CHANGE]
        for stream in self._streams:
            for change in changes:
                stream.add(change)

    async def keep_current(self) -> None:
        """End the streams whose token or session has ended, and all of them when the server stops."""
        while True:
            for stream in self._streams:
                if self._stopping.value or not self._is_valid(stream):
                    stream.end()
            await asyncio.sleep(CHECK_SECONDS)

    def make_room(self) -> None:
        """Make room for another stream of the caller, perhaps by ending one. Raises CapacityExceeded."""
        if not self.is_current:
            raise CapacityExceeded
        if not self._share.may_hold(current_holder.get()):
            self._share.evict_own(current_holder.get())
        self._share.make_room(current_holder.get())

    async def messages(self, stream: ChangeStream) -> AsyncIterator[str]:
        """The server-sent events of the stream, until it ends."""
        claim = ShareClaim(current_holder.get(), stream.end)
        try:
            self._share.acquire(claim)
        except CapacityExceeded:  # others took the slot since `make_room`
            return
        self._streams.append(stream)
        try:
            yield ": open\n\n"
            while not stream.ended:
                if not await stream.wait():
                    yield ":\n\n"
                if not self._is_valid(stream) or not await self._is_authorized(stream):
                    return
                for message in _take_messages(stream):
                    yield message
                await asyncio.sleep(PAUSE_SECONDS)
        finally:
            self._streams.remove(stream)
            self._share.release(claim)

    async def _is_authorized(self, stream: ChangeStream) -> bool:
        if not stream.private:
            return True
        try:
            return await self.role_of(stream.caller) == stream.role
        except (PostgresError, DatabaseUnavailable):
            return False

    def _is_valid(self, stream: ChangeStream) -> bool:
        return self._context.keyring.is_live(stream.caller.claims)


def _parse_change(payload: str) -> Mapping[str, Any]:
    """Parse a notification's payload; one sent by hand may be empty."""
    try:
        change = json.loads(payload)
    except ValueError:
        return ANY_CHANGE
    return change if isinstance(change, dict) else ANY_CHANGE


def _take_messages(stream: ChangeStream) -> Iterator[str]:
    tables = sorted(stream.public | stream.private)
    stream.public.clear()
    stream.private.clear()
    for table in tables:
        yield f"data: {json.dumps({'table': table})}\n\n"
