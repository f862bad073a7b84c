"""Reads of common property: answered from memory, as long as the content is what it was.

at_once   the question, word by word, was answered before at this version: the same bytes
answer    else one query for all who ask the same now; whoever asks after a change never gets what was before

The version is read before the query, and a write raises it after its commit and before its answer. So nothing
that was read before a write can be given to anybody who asks after that write was acknowledged.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from starlette.types import Scope

from tapis.gateway import metrics
from tapis.gateway.cache.prepared_response import PreparedResponse
from tapis.gateway.context import Context
from tapis.gateway.database import Caller
from tapis.gateway.rest.ast import Condition, Tree
from tapis.gateway.rest.cached_response import CachedResponse
from tapis.gateway.rest.plan import Read
from tapis.gateway.rest.public_tables import PublicTables
from tapis.gateway.rest.response_cache import Key, Memory, is_too_long
from tapis.gateway.tokens.claims import TokenRefused

PREFIX = "/rest/v1/"
ASKED = {
    name: place
    for place, name in enumerate(
        (
            b"accept",
            b"prefer",
            b"range",
            b"accept-profile",
            b"content-profile",
            b"apikey",
            b"authorization",
            b"accept-encoding",
            b"if-none-match",
        )
    )
}
# Words that PostgreSQL takes for a time: what they mean depends on the clock and not on the content.
CLOCK = re.compile("now|today|tomorrow|yesterday", re.IGNORECASE)

# Status, headers and body of an answer, freshly made.
Made = tuple[int, dict[str, str], bytes]


class Question(NamedTuple):
    """What a request asks, who asks, and how the answer may be sent."""

    key: Key
    apikey: bytes
    authorization: bytes
    accept_encoding: bytes
    if_none_match: bytes

    @classmethod
    def of(cls, scope: Scope) -> "Question | None":
        """Read it from the request; None for one that says something twice or at too great length."""
        said = [b""] * len(ASKED)
        for name, value in scope["headers"]:
            place = ASKED.get(name)
            if place is not None:
                if said[place]:
                    return None
                said[place] = value
        key = (scope["path"], scope["query_string"], *said[:5])
        return None if is_too_long(key) else cls(key, *said[5:])


class CachedReads:
    """The memory of one worker, and the way to fill it."""

    def __init__(self, context: Context, commons: PublicTables) -> None:
        self._keyring = context.keyring
        self._changes = context.changes
        self._commons = commons
        self._memory = Memory(context.settings.cache_bytes)
        self._flights: dict[tuple[Key, int], asyncio.Task[CachedResponse]] = {}
        self._packing: set[asyncio.Task[None]] = set()

    def at_once(self, scope: Scope) -> PreparedResponse | None:
        """The answer that lies ready, for one whose key is good and for whose role it is true."""
        if scope["method"] not in ("GET", "HEAD") or not self._memory.most_bytes:
            return None
        question = Question.of(scope)
        if question is None:
            return None
        kept = self._memory.find(question.key, self._changes.version)
        if kept is None or self._role(question) not in kept.roles:
            return None
        metrics.count("cache_hits")
        return kept.answer(scope["method"], question.accept_encoding, question.if_none_match)

    async def answer(
        self,
        method: str,
        question: Question,
        caller: Caller,
        plan: Read,
        make: Callable[[], Awaitable[Made]],
    ) -> PreparedResponse | None:
        """The answer to a read, made at most once; None when it is nobody else's business.

        Raises whatever `make` raises.
        """
        version = self._changes.version  # before anything is asked
        if not self._memory.most_bytes or depends_on_clock(plan):
            return None
        roles = await self._commons.roles(plan.table.name, version)
        if caller.role not in roles:
            return None
        if self._changes.is_current:
            kept = self._memory.find(question.key, version)
            kept = kept or await self._once(question.key, version, roles, make)
        else:  # for this one alone: somebody may be writing, and we haven't heard yet
            kept = CachedResponse(version, roles, *(await make()))
        return kept.answer(method, question.accept_encoding, question.if_none_match)

    async def _once(
        self, key: Key, version: int, roles: frozenset[str], make: Callable[[], Awaitable[Made]]
    ) -> CachedResponse:
        """However many ask the same of one version, one query; it goes on when the first of them leaves."""
        metrics.count("cache_misses")
        flight = self._flights.get((key, version))
        if flight is None:
            flight = asyncio.create_task(self._make(key, version, roles, make))
            self._flights[key, version] = flight
            flight.add_done_callback(lambda _: self._flights.pop((key, version), None))
        return await asyncio.shield(flight)

    async def _make(
        self, key: Key, version: int, roles: frozenset[str], make: Callable[[], Awaitable[Made]]
    ) -> CachedResponse:
        kept = CachedResponse(version, roles, *(await make()))
        self._memory.keep(key, kept)
        packing = asyncio.create_task(asyncio.to_thread(kept.pack))
        self._packing.add(packing)
        packing.add_done_callback(self._packing.discard)
        return kept

    def _role(self, question: Question) -> str:
        """Who asks; '' for whoever must be told no, which is not our business here."""
        anon_key = self._keyring.anon_key.encode()
        if question.apikey == anon_key and question.authorization in (b"", b"Bearer " + anon_key):
            return "anon"
        apikey = question.apikey.decode("latin-1")
        if not self._keyring.knows(apikey):
            return ""
        try:
            return self._keyring.caller(question.authorization.decode("latin-1"), apikey).role
        except TokenRefused:
            return ""


def depends_on_clock(plan: Read) -> bool:
    """Whether the answer may change although no content does: a cast, or a word for a time."""
    return any(item.cast for item in plan.shape.items) or _names_a_time(plan.where)


def _names_a_time(trees: Sequence[Tree]) -> bool:
    for tree in trees:
        if isinstance(tree, Condition):
            values = (tree.value,) if isinstance(tree.value, str) else tree.value
            if any(CLOCK.search(value) for value in values):
                return True
        elif _names_a_time(tree.parts):
            return True
    return False
