"""The addresses of the data API, and the life of a request: text → request → plan → run → response."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from tapis.claims import TokenRefused
from tapis.context import Context
from tapis.database import Caller
from tapis.errors import RestRefusal
from tapis.rest.plan import Plan
from tapis.rest.planner import plan_call, plan_delete, plan_insert, plan_read, plan_update
from tapis.rest.request import ApiRequest, read_request
from tapis.rest.response import respond
from tapis.rest.run import run
from tapis.rest.schema import Catalogue, Schema

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


def routes(context: Context) -> list[BaseRoute]:
    """Every address under /rest/v1, for every method."""
    schema = Schema(context.database)
    return [
        Route("/", greet),
        Route("/rpc/{target}", Endpoint(context, schema, FUNCTION, of_function=True)),
        Route("/{target}", Endpoint(context, schema, TABLE, of_function=False)),
        Route("/{path:path}", nowhere, methods=["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]),
    ]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One kind of thing, a table or a function, and what each method means for it. An ASGI application."""

    context: Context
    schema: Schema
    planners: Mapping[str, Planner]
    of_function: bool

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, whatever its method. Raises RestRefusal, DatabaseAway."""
        response = await self.answer(Request(scope, receive))
        await response(scope, receive, send)

    async def answer(self, http: Request) -> Response:
        """The life of a request."""
        planner = self.planners.get(http.method) or self._refuse_method(http.method)
        caller = identify(http, self.context)
        request = await read_request(http, http.path_params["target"], of_function=self.of_function)
        plan = await self._plan(planner, request)
        outcome = await run(self.context.database, caller, plan, read_only=request.reads)
        return respond(request, plan, outcome)

    async def _plan(self, planner: Planner, request: ApiRequest) -> Plan:
        """Plan by the catalogue at hand; a name that it doesn't know may be newer than it."""
        catalogue = await self.schema.catalogue()
        try:
            return planner(request, catalogue)
        except RestRefusal as refusal:
            newer = await self.schema.newer_than(catalogue) if refusal.code in UNKNOWN_NAME else None
            if newer is None:
                raise
            return planner(request, newer)

    def _refuse_method(self, method: str) -> Planner:
        if self.of_function:
            raise RestRefusal(405, "PGRST101", f"Cannot use the {method} method on RPC")
        raise RestRefusal(405, "PGRST117", f"Unsupported HTTP method: {method}")


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
