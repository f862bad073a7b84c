"""GET and HEAD of a table: looked up in memory, checked for freshness and rights, queried, cached.

The content version is read before the query; a write raises it after its commit and before its response. So
nothing read before a write is sent to a request that starts after that write was acknowledged.
"""

import hashlib
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from tapis.gateway import metrics
from tapis.gateway.cache.prepared_response import PreparedResponse, Representations
from tapis.gateway.cache.response_cache import CachedResponse, ResponseCache
from tapis.gateway.context import Context
from tapis.gateway.database import ANON, Caller
from tapis.gateway.rest.execute import PlanExecution
from tapis.gateway.rest.planned_reads import PlannedRead, PlannedReadCache, ReadCacheKey
from tapis.gateway.rest.response import build_response, build_response_parts
from tapis.gateway.rest.schema import PublicTables, SchemaCache
from tapis.gateway.tokens.claims import TokenRefused

# Shared caches may store a public response, but must revalidate it each time.
CACHEABLE = {
    "Cache-Control": "public, no-cache",
    "Vary": "Accept, Accept-Encoding, Accept-Profile, Apikey, Authorization, Prefer, Range",
}


class ReadHandler:
    def __init__(self, context: Context, schema: SchemaCache, public_tables: PublicTables) -> None:
        self._context = context
        self._keyring = context.keyring
        self._content = context.content_version
        self._public_tables = public_tables
        self._planned = PlannedReadCache(schema)
        self._cache = ResponseCache(context.settings.cache_bytes)

    def find_prepared(self, scope: Scope) -> PreparedResponse | None:
        """A cached response of the current version that the caller may read; sent before any other work."""
        lookup = ReadCacheKey.of(scope) if self._cache.max_bytes else None
        if lookup is None:
            return None
        entry = self._cache.find(lookup.key, self._content.version)
        if entry is None or self._role(lookup) not in entry.roles:
            return None
        metrics.count_event("cache_hits")
        return entry.response.select(scope["method"], lookup.accept_encoding, lookup.if_none_match)

    async def respond(self, http: Request, caller: Caller, table: str) -> Response | PreparedResponse:
        """Without a cached response: read once per version for all with equal rows, else for the caller."""
        lookup = ReadCacheKey.of(http.scope)
        planned = await self._planned.find_or_plan(http, lookup, table)
        version = self._content.version  # before any query
        roles = await self._public_tables.roles(planned.plan.tables, version)
        if lookup is None or not self._is_cacheable(caller, planned, roles):
            return await self._read_for_caller(http, caller, planned, roles)
        make = partial(self._read_shared, planned, roles, version)
        if self._content.is_current:
            entry = await self._cache.find_or_make(lookup.key, version, make)
        else:  # uncached: there may be a write that this gateway has not been notified of
            entry = await make()
        return entry.response.select(http.method, lookup.accept_encoding, lookup.if_none_match)

    def _is_cacheable(self, caller: Caller, planned: PlannedRead, roles: frozenset[str]) -> bool:
        """Whether what the caller reads is the same for each of `roles`, until the content changes."""
        if not self._cache.max_bytes or planned.plan.depends_on_clock:
            return False
        return {ANON.role, caller.role} <= roles and not _is_admin(caller)

    async def _read_for_caller(
        self, http: Request, caller: Caller, planned: PlannedRead, roles: frozenset[str]
    ) -> Response:
        """Policies may read the HTTP request, except where all callers get the same rows."""
        visible_http = None if caller.role in roles else http
        execution = PlanExecution(caller, planned.plan, planned.statement, http=visible_http)
        return build_response(planned.request, planned.plan, await execution.run(self._context))

    async def _read_shared(self, planned: PlannedRead, roles: frozenset[str], version: int) -> CachedResponse:
        """Read as a visitor: the caller may have become an administrator after the token was issued."""
        get = planned.as_get()
        outcome = await PlanExecution(ANON, get.plan, get.statement).run(self._context)
        description = build_response_parts(get.request, get.plan, outcome)
        return CachedResponse(version, roles, _build_representations(*description))

    def _role(self, lookup: ReadCacheKey) -> str:
        anon_key = self._keyring.anon_key
        if lookup.apikey == anon_key and lookup.authorization in ("", "Bearer " + anon_key):
            return "anon"
        if not self._keyring.is_api_key(lookup.apikey):
            return ""
        try:
            caller = self._keyring.caller(lookup.authorization, lookup.apikey)
        except TokenRefused:
            return ""
        return "" if _is_admin(caller) else caller.role


def _is_admin(caller: Caller) -> bool:
    """Administrators read hidden rows and exact stock; public responses differ (functions/stock.sql)."""
    return (caller.claims.get("app_metadata") or {}).get("role") == "admin"


def _build_representations(status: int, headers: dict[str, str], body: bytes) -> Representations:
    """A response with its validators; a partial list must not be cached anywhere."""
    if status != 200:
        headers, tag = {**headers, "Cache-Control": "no-store"}, ""
    else:
        tag = hashlib.sha256(f"{headers}".encode() + b"\0" + body).hexdigest()[:32]
        headers = {**headers, **CACHEABLE}
    return Representations(status, headers, body, tag, head_has_length=False)
