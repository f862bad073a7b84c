"""Writes to tables and calls of functions: every gateway is notified before the response."""

from collections.abc import Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from tapis.gateway.context import Context
from tapis.gateway.database import Caller
from tapis.gateway.errors import DatabaseUnavailable
from tapis.gateway.invalidation import CONTENT
from tapis.gateway.rest.callers import identify_caller
from tapis.gateway.rest.execute import ExecutionResult, PlanExecution
from tapis.gateway.rest.plan import CallPlan, Plan
from tapis.gateway.rest.request import ApiRequest, parse_request, with_payload
from tapis.gateway.rest.response import build_response
from tapis.gateway.rest.schema import Catalogue, PublicTables, SchemaCache
from tapis.gateway.rest.sql import build_write_statement

Planner = Callable[[ApiRequest, Catalogue], Plan]


class WriteHandler:
    def __init__(self, context: Context, schema: SchemaCache, public_tables: PublicTables) -> None:
        self._context = context
        self._schema = schema
        self._public_tables = public_tables

    async def execute(
        self, http: Request, caller: Caller, planner: Planner, name: str, *, of_function: bool
    ) -> Response:
        """Plan and execute a write or call. Raises RestRefusal, DatabaseUnavailable."""
        request = parse_request(http, name, of_function=of_function)
        request = await with_payload(request, http, caller)
        caller = identify_caller(http, self._context)  # the session may have ended while the body arrived
        plan, _ = await self._schema.apply(partial(planner, request))
        return build_response(request, plan, await self._run(http, caller, request, plan))

    async def _run(self, http: Request, caller: Caller, request: ApiRequest, plan: Plan) -> ExecutionResult:
        is_public = not request.reads and await self._writes_public_table(plan)
        # If the connection is lost here, prepared pages stay valid: a commit that succeeded is notified by
        # the database.
        outcome = await PlanExecution(caller, plan, build_write_statement(plan), request.reads, http).run(
            self._context
        )
        if is_public or outcome.has_changed_content:
            self._context.content_version.bump()
            await self._context.invalidation.confirm(CONTENT)
        return outcome

    async def _writes_public_table(self, plan: Plan) -> bool:
        if isinstance(plan, CallPlan):
            return False  # the outcome reports what its statements changed
        try:
            return bool(
                await self._public_tables.roles([plan.table.name], self._context.content_version.version)
            )
        except DatabaseUnavailable:  # unknown while a table is locked
            return True
