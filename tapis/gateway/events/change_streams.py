"""Open event streams of one worker: each says which tables changed as far as its caller reads them.

notify tapis_screens {"table", "user_id" | "leaders" | "admins" | "everybody"} ► on_notify ► streams ► screens

What changed is not said: screens read again, and policies decide what they get. The role is asked for when a
stream opens, and again before it says anything that is not public.
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
from tapis.gateway.fair_share import Claim, FairShare, Full, current_holder

ANYTHING: Mapping[str, Any] = {"table": "*", "everybody": True}  # something may have been missed
OF_LEADERS = frozenset({"audition_announcements", "audition_registrations"})
MOST_STREAMS = 1_000  # of a worker
MOST_OF_PERSON = 6  # tabs that are looked at; the oldest may be one whose device lost its network
HEARTBEAT_SECONDS = 25  # proxies end connections that are silent for a minute
PAUSE_SECONDS = 0.5  # further changes are sent together; a board shows them within a second
CHECK_SECONDS = 0.25


queries = NamedQueries(__file__)


class Stream:
    """One caller's; ends when `ended` is set."""

    def __init__(self, caller: Caller, role: str) -> None:
        self.caller = caller
        self.role = role
        self.ended = False
        self.public: set[str] = set()
        self.private: set[str] = set()
        self._something = asyncio.Event()

    def add(self, change: Mapping[str, Any]) -> None:
        table = str(change.get("table"))
        if change.get("everybody"):
            self.public.add(table)
        elif self._is_concerned(table, change):
            self.private.add(table)
        else:
            return
        self._something.set()

    def end(self) -> None:
        self.ended = True
        self._something.set()

    async def wait(self) -> bool:
        """Whether something is to be said, before the next heartbeat."""
        try:
            await asyncio.wait_for(self._something.wait(), HEARTBEAT_SECONDS)
        except TimeoutError:
            return False
        self._something.clear()
        return True

    def _is_concerned(self, table: str, change: Mapping[str, Any]) -> bool:
        owner = change.get("user_id")
        is_of_leaders = table in OF_LEADERS or bool(change.get("leaders"))
        is_read_by_role = self.role == "admin" or (self.role == "leadership" and is_of_leaders)
        return is_read_by_role or (owner is not None and owner == self.caller.user_id)


class ChangeStreams:
    """Subscribes to the database's notifications, and ends streams whose session or server ends."""

    def __init__(self, context: Context, stopping: SharedCounter) -> None:
        self.is_current = False
        self._context = context
        self._stopping = stopping
        self._streams: list[Stream] = []
        self._share = FairShare(MOST_STREAMS, per_person=MOST_OF_PERSON)

    async def role_of(self, caller: Caller) -> str | None:
        role = (await self._context.database.run(caller, queries.my_role, read_only=True)).value
        return str(role) if role else None

    async def on_notify(self, payloads: Sequence[str] = ()) -> None:
        """Pass changes on; without a payload the connection is new, and some may have been missed."""
        changes = [_change(payload) for payload in payloads] or [ANYTHING]
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
        """For one more of whoever asks; another may end for it. Raises Full."""
        if not self.is_current:
            raise Full
        if not self._share.may_hold(current_holder.get()):
            self._share.evict_own(current_holder.get())
        self._share.make_room(current_holder.get())

    async def messages(self, stream: Stream) -> AsyncIterator[str]:
        """What the stream sends, until it ends."""
        claim = Claim(current_holder.get(), stream.end)
        try:
            self._share.acquire(claim)
        except Full:  # others were faster since there was room
            return
        self._streams.append(stream)
        try:
            yield ": open\n\n"
            while not stream.ended:
                if not await stream.wait():
                    yield ":\n\n"
                if not self._is_valid(stream) or not await self._may_say(stream):
                    return
                for message in _taken(stream):
                    yield message
                await asyncio.sleep(PAUSE_SECONDS)
        finally:
            self._streams.remove(stream)
            self._share.release(claim)

    async def _may_say(self, stream: Stream) -> bool:
        if not stream.private:
            return True
        try:
            return await self.role_of(stream.caller) == stream.role
        except (PostgresError, DatabaseUnavailable):
            return False

    def _is_valid(self, stream: Stream) -> bool:
        return self._context.keyring.is_live(stream.caller.claims)


def _change(payload: str) -> Mapping[str, Any]:
    """What a notification says; one by hand may say nothing."""
    try:
        change = json.loads(payload)
    except ValueError:
        return ANYTHING
    return change if isinstance(change, dict) else ANYTHING


def _taken(stream: Stream) -> Iterator[str]:
    tables = sorted(stream.public | stream.private)
    stream.public.clear()
    stream.private.clear()
    for table in tables:
        yield f"data: {json.dumps({'table': table})}\n\n"
