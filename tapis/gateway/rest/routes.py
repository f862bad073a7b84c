"""The addresses of the data API, and the life of a request: text → request → plan → run → response."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import cast

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from tapis.gateway.cache.prepared_response import PreparedResponse
from tapis.gateway.context import Context
from tapis.gateway.database import Caller
from tapis.gateway.errors import RestRefusal
from tapis.gateway.invalidation import CHANGED, wait_for_subscribers
from tapis.gateway.rest.cached_reads import CachedReads, Made, Question
from tapis.gateway.rest.execute import Outcome, run
from tapis.gateway.rest.plan import Call, Plan, Read
from tapis.gateway.rest.plan_cache import Known, Understood
from tapis.gateway.rest.planner import plan_call, plan_delete, plan_insert, plan_read, plan_update
from tapis.gateway.rest.public_tables import PublicTables
from tapis.gateway.rest.request import ApiRequest, read_request
from tapis.gateway.rest.response import describe, respond
from tapis.gateway.rest.schema import Catalogue, Schema
from tapis.gateway.rest.sql import write_sql
from tapis.gateway.tokens.claims import TokenRefused

Planner = Callable[[ApiRequest, Catalogue], Plan]

# Deliberately missing: PUT, which writes one row by its key; an upsert says the same.
TABLE: Mapping[str, Planner] = {
    "GET": plan_read,
    "HEAD": plan_read,
    "POST": plan_insert,
    "PATCH": plan_update,
    "DELETE": plan_delete,
}
FUNCTION: Mapping[str, Planner] = {"GET": plan_call, "HEAD": plan_call, "POST": plan_call}


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One kind of thing, a table or a function, and what each method means for it. An ASGI application."""

    context: Context
    schema: Schema
    commons: PublicTables
    reads: CachedReads
    planners: Mapping[str, Planner]
    of_function: bool
    known: Known = field(default_factory=Known)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, whatever its method. Raises RestRefusal, DatabaseAway."""
        response = await self.answer(Request(scope, receive))
        await response(scope, receive, send)

    async def answer(self, http: Request) -> Response | PreparedResponse:
        """The life of a request."""
        planner = self.planners.get(http.method) or self._refuse_method(http.method)
        caller = identify(http, self.context)
        question = Question.of(http.scope)
        if question and (read := await self._read_of(http, question, planner)):
            make = partial(self._make, caller, read)
            ready = await self.reads.answer(http.method, question, caller, read.plan, make)
            return ready or respond(read.request, read.plan, await self._outcome(caller, read))
        request = await read_request(http, http.path_params["target"], of_function=self.of_function)
        plan, _ = await self._plan(planner, request)
        return respond(request, plan, await self._run(caller, request, plan))

    async def _read_of(self, http: Request, question: Question, planner: Planner) -> Understood | None:
        """What these words ask to read, mostly known already; None for whatever is no read of a table."""
        if planner is not plan_read:
            return None
        understood = self.known.find(http.method, question.key, await self.schema.catalogue())
        if understood is None:
            request = await read_request(http, http.path_params["target"], of_function=False)
            plan, catalogue = await self._plan(planner, request)
            understood = Understood(request, cast("Read", plan), write_sql(plan), catalogue)
            self.known.keep(http.method, question.key, understood)
        return understood

    async def _outcome(self, caller: Caller, read: Understood) -> Outcome:
        return await run(self.context.database, caller, read.plan, read_only=True, statement=read.statement)

    async def _make(self, caller: Caller, read: Understood) -> Made:
        """A shared answer: as if it had been asked with GET, for it serves HEAD as well."""
        if not read.plan.shape.bare:
            return describe(read.request, read.plan, await self._outcome(caller, read))
        whole = replace(read.plan, shape=replace(read.plan.shape, bare=False))
        outcome = await run(self.context.database, caller, whole, read_only=True)
        return describe(replace(read.request, method="GET"), whole, outcome)

    async def _run(self, caller: Caller, request: ApiRequest, plan: Plan) -> Outcome:
        """Run a plan; a change to common property is told to all who serve before anybody is answered."""
        changes = not request.reads and await self._changes_commons(plan)
        try:
            outcome = await run(self.context.database, caller, plan, read_only=request.reads)
        finally:
            if changes:
                self.context.changes.bump()
        if changes and not isinstance(plan, Call):  # of a function nobody knows whether it told anything
            await wait_for_subscribers(self.context.database, CHANGED)
        return outcome

    async def _changes_commons(self, plan: Plan) -> bool:
        if isinstance(plan, Call):
            return plan.function.writes
        return bool(await self.commons.roles(plan.table.name, self.context.changes.version))

    async def _plan(self, planner: Planner, request: ApiRequest) -> tuple[Plan, Catalogue]:
        """Plan by the catalogue at hand; a name that it doesn't know may be newer than it."""
        catalogue = await self.schema.catalogue()
        try:
            return planner(request, catalogue), catalogue
        except RestRefusal as refusal:
            newer = await self.schema.newer_than(catalogue) if refusal.code in UNKNOWN_NAME else None
            if newer is None:
                raise
            return planner(request, newer), newer

    def _refuse_method(self, method: str) -> Planner:
        if self.of_function:
            raise RestRefusal(405, "PGRST101", f"Cannot use the {method} method on RPC")
        raise RestRefusal(405, "PGRST117", f"Unsupported HTTP method: {method}")


def routes(table: Endpoint, function: Endpoint) -> list[BaseRoute]:
    """Every address under /rest/v1, for every method."""
    return [
        Route("/", greet),
        Route("/rpc/{target}", function),
        Route("/{target}", table),
        Route("/{path:path}", nowhere, methods=["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]),
    ]


UNKNOWN_NAME = frozenset({"42703", "PGRST202", "PGRST204", "PGRST205"})

# Why a token was refused → the code under which clients know it; whatever is not listed is about its claims.
UNREADABLE = frozenset({"empty", "parts", "malformed", "signature"})
NO_KEY_FITS = "None of the keys was able to decode the JWT"


def identify(http: Request, context: Context) -> Caller:
    """Who asks, by the two headers. Raises RestRefusal PGRST301 or PGRST303, 401."""
    apikey = http.headers.get("apikey") or http.query_params.get("apikey")
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


async def greet(_request: Request) -> Response:
    """Say what this is. Deliberately missing: a description of every table."""
    return JSONResponse({"name": "Tapis data API", "description": "Rows of the exposed schema, by name."})


async def nowhere(_request: Request) -> Response:
    """Nothing lies deeper than a table or a function."""
    raise RestRefusal(404, "PGRST125", "Invalid path specified in request URL")
