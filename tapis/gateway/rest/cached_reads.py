"""Cached reads of public tables: one query for identical requests, never a response older than a write.

The content version is read before the query; a write raises it after its commit and before its response. So
nothing that was read before a write is sent to anybody who asks after that write was acknowledged.
"""

import hashlib
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from starlette.types import Scope

from tapis.gateway import metrics
from tapis.gateway.cache.prepared_response import Header, PreparedResponse, Representations
from tapis.gateway.cache.response_cache import CachedResponse, ResponseCache
from tapis.gateway.context import Context
from tapis.gateway.database import Caller
from tapis.gateway.rest.ast import SelectItem, conditions
from tapis.gateway.rest.plan import Read, embeds
from tapis.gateway.rest.request import ApiRequest
from tapis.gateway.rest.schema import Catalogue, PublicTables
from tapis.gateway.rest.sql import Statement
from tapis.gateway.tokens.claims import TokenRefused

MAX_KEY_BYTES = 4_096  # longer requests are too rare to be worth an entry
MAX_PLANS = 512
# The response depends on the first five; the others say whose request it is, and how it may be answered.
HEADERS = (
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
# Shared caches may keep a public response, but revalidate it each time.
CACHEABLE = {
    "Cache-Control": "public, no-cache",
    "Vary": "Accept, Accept-Encoding, Accept-Profile, Apikey, Authorization, Prefer, Range",
}
# Words that PostgreSQL reads as a time: what they mean depends on the clock and not on the content.
CLOCK = re.compile("now|today|tomorrow|yesterday", re.IGNORECASE)

# Path, query, Accept, Prefer, Range, Accept-Profile, Content-Profile: as they were sent.
Key = tuple[str, bytes, bytes, bytes, bytes, bytes, bytes]
# Status, headers and body of a response.
Described = tuple[int, dict[str, str], bytes]


class Lookup(NamedTuple):
    """What a response in the cache depends on, whose request it is, and how the response may be sent."""

    key: Key
    apikey: str
    authorization: str
    accept_encoding: str
    if_none_match: str

    @classmethod
    def of(cls, scope: Scope) -> "Lookup | None":
        """Read it from a request; None for one that repeats a header or is too long."""
        headers = dict(scope["headers"])
        if len(headers) < len(scope["headers"]) and _has_repeated(scope["headers"]):
            return None
        values = [headers.get(name, b"") for name in HEADERS]
        key = (scope["path"], scope["query_string"], *values[:5])
        if sum(map(len, key)) > MAX_KEY_BYTES:
            return None
        return cls(key, *[value.decode("latin-1") for value in values[5:]])


def _has_repeated(headers: Iterable[Header]) -> bool:
    """Whether one of HEADERS is there twice; others may be."""
    names = [name for name, _ in headers if name in HEADERS]
    return len(set(names)) < len(names)


@dataclass(frozen=True, slots=True)
class PlannedRead:
    request: ApiRequest
    plan: Read
    statement: Statement
    catalogue: Catalogue


class PlanCache(OrderedDict[tuple[str, Key], PlannedRead]):
    """Plans by method and key: parsing and planning take longer than the rest of a request."""

    def find(self, method: str, key: Key, catalogue: Catalogue) -> PlannedRead | None:
        planned = self.get((method, key))
        if planned is None or planned.catalogue is not catalogue:
            return None
        self.move_to_end((method, key))
        return planned

    def add(self, method: str, key: Key, planned: PlannedRead) -> None:
        self[method, key] = planned
        if len(self) > MAX_PLANS:
            self.popitem(last=False)


class CachedReads:
    def __init__(self, context: Context, public_tables: PublicTables) -> None:
        self._keyring = context.keyring
        self._content = context.content_version
        self._public_tables = public_tables
        self._cache = ResponseCache(context.settings.cache_bytes)

    def find_prepared(self, scope: Scope) -> PreparedResponse | None:
        """The cached response to a GET or HEAD whose caller may have it."""
        lookup = Lookup.of(scope) if self._cache.max_bytes else None
        if lookup is None:
            return None
        entry = self._cache.find(lookup.key, self._content.version)
        if entry is None or self._role(lookup) not in entry.roles:
            return None
        metrics.count("cache_hits")
        return entry.response.select(scope["method"], lookup.accept_encoding, lookup.if_none_match)

    async def respond(
        self,
        method: str,
        lookup: Lookup,
        caller: Caller,
        plan: Read,
        describe: Callable[[], Awaitable[Described]],
    ) -> PreparedResponse | None:
        """The response to a read of a public table, made once per version; None for any other read."""
        version = self._content.version  # before any query
        if not self._cache.max_bytes or depends_on_clock(plan):
            return None
        roles = await self._roles(plan, version)
        if caller.role not in roles or _is_administrator(caller):
            return None

        async def make() -> CachedResponse:
            return CachedResponse(version, roles, representations(*(await describe())))

        if self._content.is_current:
            entry = await self._cache.find_or_make(lookup.key, version, make)
        else:  # for this request alone: there may be a write that this gateway has not been notified of
            entry = await make()
        return entry.response.select(method, lookup.accept_encoding, lookup.if_none_match)

    async def _roles(self, plan: Read, version: int) -> frozenset[str]:
        """The roles that see every row of each table that is read."""
        roles = await self._public_tables.roles(plan.table.name, version)
        for table in plan.embedded_tables:
            roles &= await self._public_tables.roles(table, version)
        return roles

    async def shows_all(self, caller: Caller, plan: Read) -> bool:
        """Whether the caller sees every row anyway, so that no policy asks who or what they are."""
        return caller.role in await self._roles(plan, self._content.version)

    def _role(self, lookup: Lookup) -> str:
        anon_key = self._keyring.anon_key
        if lookup.apikey == anon_key and lookup.authorization in ("", "Bearer " + anon_key):
            return "anon"
        if not self._keyring.is_api_key(lookup.apikey):
            return ""
        try:
            caller = self._keyring.caller(lookup.authorization, lookup.apikey)
        except TokenRefused:
            return ""
        return "" if _is_administrator(caller) else caller.role


def _is_administrator(caller: Caller) -> bool:
    """Whoever counts stock reads what is left; what is prepared may show more (functions/stock.sql)."""
    return (caller.claims.get("app_metadata") or {}).get("role") == "admin"


def representations(status: int, headers: dict[str, str], body: bytes) -> Representations:
    """A response with its validators; one that is no complete list is not to be stored anywhere."""
    if status != 200:
        return Representations(status, {**headers, "Cache-Control": "no-store"}, body)
    tag = hashlib.sha256(f"{headers}".encode() + b"\0" + body).hexdigest()[:32]
    return Representations(status, {**headers, **CACHEABLE}, body, tag)


def depends_on_clock(plan: Read) -> bool:
    """Whether the response may change although no content does: a cast, or a word for a time."""
    embedded = list(embeds(plan.shape.items))
    where = chain(plan.where, *(one.where for one in embedded))
    items = chain(plan.shape.items, *(one.items for one in embedded))
    values = [condition.value for condition in conditions(where)]
    texts = chain.from_iterable([value] if isinstance(value, str) else value for value in values)
    casts = any(item.cast for item in items if isinstance(item, SelectItem))
    return casts or any(map(CLOCK.search, texts))
