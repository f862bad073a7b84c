"""Reads with their plan and statement, cached because making them takes longer than all the rest."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from starlette.requests import Request
from starlette.types import Scope

from tapis.gateway.rest.plan import ReadPlan
from tapis.gateway.rest.request import ApiRequest, parse_request
from tapis.gateway.rest.schema import Catalogue, SchemaCache
from tapis.gateway.rest.select_sql import Statement, build_read_statement
from tapis.gateway.rest.table_planner import plan_read

MAX_PLANS = 512
MAX_KEY_BYTES = 4_096  # longer requests are too rare to be worth an entry
# The response depends on the first five; the others identify the caller, and how it may be sent.
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
# Path, query, Accept, Prefer, Range, Accept-Profile, Content-Profile: as they were sent.
Key = tuple[str, bytes, bytes, bytes, bytes, bytes, bytes]


class ReadCacheKey(NamedTuple):
    """The cache key of a request, its credentials, and the headers that select a representation."""

    key: Key
    apikey: str
    authorization: str
    accept_encoding: str
    if_none_match: str

    @classmethod
    def of(cls, scope: Scope) -> "ReadCacheKey | None":
        """Parse a request; None if one of HEADERS is repeated, or the key too long."""
        headers = dict(scope["headers"])
        if len(headers) < len(scope["headers"]) and _has_repeated(scope["headers"]):
            return None
        values = [headers.get(name, b"") for name in HEADERS]
        key = (scope["path"], scope["query_string"], *values[:5])
        if sum(map(len, key)) > MAX_KEY_BYTES:
            return None
        return cls(key, *[value.decode("latin-1") for value in values[5:]])


def _has_repeated(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether one of HEADERS is repeated; others may be."""
    names = [name for name, _ in headers if name in HEADERS]
    return len(set(names)) < len(names)


@dataclass(frozen=True, slots=True)
class PlannedRead:
    request: ApiRequest
    plan: ReadPlan
    statement: Statement
    catalogue: Catalogue

    def as_get(self) -> "PlannedRead":
        """The same read with a body, for a HEAD request."""
        if not self.plan.shape.bare:
            return self
        plan = replace(self.plan, shape=replace(self.plan.shape, bare=False))
        return replace(
            self, request=replace(self.request, method="GET"), plan=plan, statement=build_read_statement(plan)
        )


class PlannedReadCache:
    """An LRU cache by method and key; entries are valid while the catalogue is unchanged."""

    def __init__(self, schema: SchemaCache) -> None:
        self._schema = schema
        self._cache: OrderedDict[tuple[str, Key], PlannedRead] = OrderedDict()

    async def find_or_plan(self, http: Request, lookup: ReadCacheKey | None, table: str) -> PlannedRead:
        """Text → types → plan → SQL. Raises RestRefusal."""
        catalogue = await self._schema.catalogue()
        key = (http.method, lookup.key) if lookup else None
        planned = self._cache.get(key) if key else None
        if planned is None or planned.catalogue is not catalogue:
            request = parse_request(http, table)
            plan, catalogue = await self._schema.apply(partial(plan_read, request))
            planned = PlannedRead(request, plan, build_read_statement(plan), catalogue)
        if key:
            self._cache[key] = planned
            self._cache.move_to_end(key)
            if len(self._cache) > MAX_PLANS:
                self._cache.popitem(last=False)
        return planned
