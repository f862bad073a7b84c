"""The data API, an ASGI application: identifies the caller, resolves the target, and dispatches."""

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from tapis.gateway.cache.prepared_response import PreparedResponse
from tapis.gateway.context import Context
from tapis.gateway.errors import RestRefusal
from tapis.gateway.rest.call_planner import plan_call
from tapis.gateway.rest.callers import identify_caller
from tapis.gateway.rest.reads import ReadHandler
from tapis.gateway.rest.schema import PublicTables, SchemaCache
from tapis.gateway.rest.table_planner import plan_delete, plan_insert, plan_read, plan_update
from tapis.gateway.rest.writes import Planner, WriteHandler
from tapis.gateway.services import REST

# Deliberately missing: PUT, which writes one row by its key; an upsert does the same.
TABLE_PLANNERS: Mapping[str, Planner] = {
    "GET": plan_read,
    "HEAD": plan_read,
    "POST": plan_insert,
    "PATCH": plan_update,
    "DELETE": plan_delete,
}
FUNCTION_PLANNERS: Mapping[str, Planner] = {"GET": plan_call, "HEAD": plan_call, "POST": plan_call}
# Deliberately missing: a description of every table.
ROOT = {"name": "Tapis data API", "description": "Rows of the exposed schema, by name."}


class RequestTarget(NamedTuple):
    name: str
    is_function: bool

    @classmethod
    def of(cls, path: str) -> "RequestTarget":
        """Parse the path after /rest/v1/. Raises RestRefusal PGRST125, 404."""
        name = path.removeprefix("rpc/")
        if not name or "/" in name:
            raise RestRefusal(404, "PGRST125", "Invalid path specified in request URL")
        return cls(name, name != path)

    def planner(self, method: str) -> Planner:
        planner = (FUNCTION_PLANNERS if self.is_function else TABLE_PLANNERS).get(method)
        if planner:
            return planner
        if self.is_function:
            raise RestRefusal(405, "PGRST101", f"Cannot use the {method} method on RPC")
        raise RestRefusal(405, "PGRST117", f"Unsupported HTTP method: {method}")


class DataApi:
    def __init__(self, context: Context) -> None:
        schema = SchemaCache(context.database)
        public_tables = PublicTables(context.database, context.content_version)
        self._context = context
        self._reads = ReadHandler(context, schema, public_tables)
        self._writes = WriteHandler(context, schema, public_tables)
        self.find_prepared = self._reads.find_prepared
        self.keep_current = public_tables.keep_current

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self.respond(Request(scope, receive))
        await response(scope, receive, send)

    async def respond(self, http: Request) -> Response | PreparedResponse:
        caller = identify_caller(http, self._context)
        path = http.scope["path"].removeprefix(REST)
        if not path:
            return JSONResponse(ROOT)
        target = RequestTarget.of(path)
        planner = target.planner(http.method)
        if planner is plan_read:
            return await self._reads.respond(http, caller, target.name)
        return await self._writes.execute(http, caller, planner, target.name, of_function=target.is_function)

    async def read(self, address: str) -> bytes:
        """The response body for an anonymous visitor, of a URL such as `/rest/v1/products?select=heading`.

        Raises the errors that a visitor would get: RestRefusal, DatabaseUnavailable.
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
