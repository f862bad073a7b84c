"""The data API, an ASGI application: request → caller → plan → SQL → response, with a cache before reads."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import NamedTuple, cast
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from tapis.gateway.cache.prepared_response import PreparedResponse
from tapis.gateway.context import Context
from tapis.gateway.database import ANON, Caller
from tapis.gateway.errors import RestRefusal
from tapis.gateway.http.api_key import require_key
from tapis.gateway.invalidation import CONTENT
from tapis.gateway.rest.cached_reads import CachedReads, Described, Lookup, PlanCache, PlannedRead
from tapis.gateway.rest.execute import Execution, Outcome
from tapis.gateway.rest.image_addresses import with_origin
from tapis.gateway.rest.plan import Call, Plan, Read
from tapis.gateway.rest.plan_calls import plan_call
from tapis.gateway.rest.plan_tables import plan_delete, plan_insert, plan_read, plan_update
from tapis.gateway.rest.request import ApiRequest, read_request
from tapis.gateway.rest.request_settings import request_settings
from tapis.gateway.rest.response import describe, respond
from tapis.gateway.rest.schema import Catalogue, PublicTables, Schema
from tapis.gateway.rest.sql import write_sql
from tapis.gateway.tokens.claims import TokenRefused

PREFIX = "/rest/v1/"
Planner = Callable[[ApiRequest, Catalogue], Plan]

# Deliberately missing: PUT, which writes one row by its key; an upsert does the same.
TABLE: Mapping[str, Planner] = {
    "GET": plan_read,
    "HEAD": plan_read,
    "POST": plan_insert,
    "PATCH": plan_update,
    "DELETE": plan_delete,
}
FUNCTION: Mapping[str, Planner] = {"GET": plan_call, "HEAD": plan_call, "POST": plan_call}
# Deliberately missing: a description of every table.
ROOT = {"name": "Tapis data API", "description": "Rows of the exposed schema, by name."}

UNKNOWN_NAME = frozenset({"42703", "PGRST200", "PGRST202", "PGRST204", "PGRST205"})
# Reasons to refuse a token under PGRST301; all others concern its claims.
UNREADABLE = frozenset({"empty", "parts", "malformed", "signature"})
NO_KEY_FITS = "None of the keys was able to decode the JWT"


class Target(NamedTuple):
    name: str
    is_function: bool

    @classmethod
    def of(cls, path: str) -> "Target":
        """Read it from what follows /rest/v1/. Raises RestRefusal PGRST125, 404."""
        function = path.removeprefix("rpc/")
        name = function if function != path else path
        if not name or "/" in name:
            raise RestRefusal(404, "PGRST125", "Invalid path specified in request URL")
        return cls(name, function != path)

    def planner(self, method: str) -> Planner:
        planner = (FUNCTION if self.is_function else TABLE).get(method)
        if planner:
            return planner
        if self.is_function:
            raise RestRefusal(405, "PGRST101", f"Cannot use the {method} method on RPC")
        raise RestRefusal(405, "PGRST117", f"Unsupported HTTP method: {method}")


class DataApi:
    def __init__(self, context: Context) -> None:
        self._context = context
        self._origin = context.settings.origin
        self._schema = Schema(context.database)
        self._public_tables = PublicTables(context.database, context.content_version)
        self._reads = CachedReads(context, self._public_tables)
        self._plans = PlanCache()
        self.find_prepared = self._reads.find_prepared
        self.keep_current = self._public_tables.keep_current

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self.respond(Request(scope, receive))
        await response(scope, receive, send)

    async def respond(self, http: Request) -> Response | PreparedResponse:
        caller = identify_caller(http, self._context)
        path = http.scope["path"].removeprefix(PREFIX)
        if not path:
            return JSONResponse(ROOT)
        target = Target.of(path)
        planner = target.planner(http.method)
        if planner is plan_read:
            return await self._read(http, caller, target)
        request = await read_request(http, caller, target.name, of_function=target.is_function)
        plan, _ = await self._plan(planner, request)
        return respond(request, plan, await self._execute(http, caller, request, plan))

    async def read(self, address: str) -> bytes:
        """The body that a visitor is sent for an address such as `/rest/v1/products?select=heading`.

        Raises what a visitor would be refused with: RestRefusal, DatabaseUnavailable.
        """
        parts = urlsplit(address)
        scope = {
            "type": "http",
            "method": "GET",
            "path": parts.path,
            "query_string": parts.query.encode("ascii"),
            "headers": [(b"apikey", self._context.keyring.anon_key.encode())],
        }
        return bytes((await self.respond(Request(scope))).body)

    async def _read(self, http: Request, caller: Caller, target: Target) -> Response | PreparedResponse:
        lookup = Lookup.of(http.scope)
        planned = await self._planned(http, lookup, target)
        if lookup:
            make = partial(self._describe, caller, planned)
            cached = await self._reads.respond(http.method, lookup, caller, planned.plan, make)
            if cached:
                return cached
        facts = () if await self._reads.shows_all(caller, planned.plan) else request_settings(http)
        execution = Execution(caller, planned.plan, planned.statement, http=facts)
        return respond(planned.request, planned.plan, await self._run(execution))

    async def _planned(self, http: Request, lookup: Lookup | None, target: Target) -> PlannedRead:
        catalogue = await self._schema.catalogue()
        planned = self._plans.find(http.method, lookup.key, catalogue) if lookup else None
        if planned is None:
            request = await read_request(http, ANON, target.name, of_function=False)
            plan, catalogue = await self._plan(plan_read, request)
            planned = PlannedRead(request, cast("Read", plan), write_sql(plan), catalogue)
            if lookup:
                self._plans.add(http.method, lookup.key, planned)
        return planned

    async def _describe(self, caller: Caller, planned: PlannedRead) -> Described:
        request, plan, statement = planned.request, planned.plan, planned.statement
        if plan.shape.bare:
            request = replace(request, method="GET")
            plan = replace(plan, shape=replace(plan.shape, bare=False))
            statement = write_sql(plan)
        outcome = await self._run(Execution(caller, plan, statement))
        return describe(request, plan, outcome)

    async def _run(self, execution: Execution) -> Outcome:
        """Execute it; the images of its answer have this shop's address. Raises as Execution.run."""
        outcome = await execution.run(self._context.database)
        return replace(outcome, body=outcome.body and with_origin(outcome.body, self._origin))

    async def _execute(self, http: Request, caller: Caller, request: ApiRequest, plan: Plan) -> Outcome:
        """Execute a plan; a change of public content reaches every gateway before the response is sent."""
        changes = not request.reads and await self._changes_public_content(plan)
        try:
            execution = Execution(caller, plan, write_sql(plan), request.reads, request_settings(http))
            outcome = await self._run(execution)
        finally:
            if changes:
                self._context.content_version.bump()
        if changes and not isinstance(plan, Call):  # whether a function changed anything is unknown
            await self._context.invalidation.confirm(CONTENT)
        return outcome

    async def _changes_public_content(self, plan: Plan) -> bool:
        if isinstance(plan, Call):
            return plan.function.writes
        return bool(await self._public_tables.roles(plan.table.name, self._context.content_version.version))

    async def _plan(self, planner: Planner, request: ApiRequest) -> tuple[Plan, Catalogue]:
        """Plan by the catalogue at hand; a name that is not in it may be newer."""
        catalogue = await self._schema.catalogue()
        try:
            return planner(request, catalogue), catalogue
        except RestRefusal as refusal:
            newer = await self._schema.newer_than(catalogue) if refusal.code in UNKNOWN_NAME else None
            if newer is None:
                raise
            return planner(request, newer), newer


def identify_caller(http: Request, context: Context) -> Caller:
    """The caller by API key and bearer token. Raises GatewayRefusal or RestRefusal PGRST301/303, 401."""
    apikey = require_key(http, context.keyring)
    try:
        return context.keyring.caller(http.headers.get("authorization"), apikey)
    except TokenRefused as refused:
        raise RestRefusal(
            401,
            "PGRST301" if refused.reason in UNREADABLE else "PGRST303",
            refused.text,
            NO_KEY_FITS if refused.reason == "signature" else None,
            headers={"WWW-Authenticate": f'Bearer error="invalid_token", error_description="{refused.text}"'},
        ) from refused
