"""A read as it was asked for, and as a statement, which is remembered: it takes longer than all the rest."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from starlette.requests import Request
from starlette.types import Scope

from tapis.gateway.rest.plan import Read
from tapis.gateway.rest.request import ApiRequest, read_request
from tapis.gateway.rest.schema import Catalogue, Schema
from tapis.gateway.rest.select_sql import Statement, read_sql
from tapis.gateway.rest.table_planner import plan_read

MAX_PLANS = 512
MAX_KEY_BYTES = 4_096  # longer requests are too rare to be worth an entry
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
# Path, query, Accept, Prefer, Range, Accept-Profile, Content-Profile: as they were sent.
Key = tuple[str, bytes, bytes, bytes, bytes, bytes, bytes]


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


def _has_repeated(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether one of HEADERS is there twice; others may be."""
    names = [name for name, _ in headers if name in HEADERS]
    return len(set(names)) < len(names)


@dataclass(frozen=True, slots=True)
class PlannedRead:
    request: ApiRequest
    plan: Read
    statement: Statement
    catalogue: Catalogue

    def as_get(self) -> "PlannedRead":
        """The same with its rows, where a HEAD asks for none."""
        if not self.plan.shape.bare:
            return self
        plan = replace(self.plan, shape=replace(self.plan.shape, bare=False))
        return replace(self, request=replace(self.request, method="GET"), plan=plan, statement=read_sql(plan))


class PlannedReads:
    """By method and key, each as long as the catalogue stays the same."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._known: OrderedDict[tuple[str, Key], PlannedRead] = OrderedDict()

    async def find_or_plan(self, http: Request, lookup: Lookup | None, table: str) -> PlannedRead:
        """Text → types → plan → SQL. Raises RestRefusal."""
        catalogue = await self._schema.catalogue()
        known = (http.method, lookup.key) if lookup else None
        planned = self._known.get(known) if known else None
        if planned is None or planned.catalogue is not catalogue:
            request = read_request(http, table)
            plan, catalogue = await self._schema.apply(partial(plan_read, request))
            planned = PlannedRead(request, plan, read_sql(plan), catalogue)
        if known:
            self._known[known] = planned
            self._known.move_to_end(known)
            if len(self._known) > MAX_PLANS:
                self._known.popitem(last=False)
        return planned
