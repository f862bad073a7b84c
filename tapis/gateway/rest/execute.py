"""Plan → outcome: the only place of this service that queries the database as a caller."""

import json
import re
from dataclasses import dataclass, replace

from psycopg import Error as PostgresError
from psycopg.errors import DeadlockDetected
from starlette.requests import Request

from tapis.gateway.context import Context
from tapis.gateway.database import Caller, Database, RequestSettings, Result, is_stale_statement_error
from tapis.gateway.errors import RestRefusal
from tapis.gateway.failpoints import stop_at_failpoint
from tapis.gateway.rest import custom_errors
from tapis.gateway.rest.database_errors import to_rest_refusal
from tapis.gateway.rest.plan import Plan, ReadPlan
from tapis.gateway.rest.select_sql import Statement
from tapis.gateway.services import BUCKET, REST, STORAGE

IMAGES = f"{STORAGE}object/public/{BUCKET}/"
# The start of a `url` value. Quotes inside a JSON string are escaped, so no text can match; CSV doubles its
# quotes.
IMAGE_URL = re.compile(rf'("url" ?: ?"|""url"": "")(?={re.escape(IMAGES)})')
# SQL reads request.jwt.claims instead, and has no use for the credentials.
CREDENTIALS = frozenset({b"authorization", b"apikey"})


@dataclass(frozen=True, slots=True)
class ExecutionResult:
    """JSON text, rows returned or written, the total of rows, rows newly inserted by an upsert.

    `has_changed_content`: a function has changed public content; not set for a write to one table.
    """

    body: str | None
    rows: int
    total: int | None
    inserted: int | None
    has_changed_content: bool = False


@dataclass(frozen=True, slots=True)
class PlanExecution:
    """A plan's statement for a caller; `http` is the request, if visible to SQL."""

    caller: Caller
    plan: Plan
    statement: Statement
    read_only: bool = True
    http: Request | None = None

    async def run(self, context: Context) -> ExecutionResult:
        """Run in one transaction; image URLs in the result get this shop's origin.

        Raises RestRefusal (nothing was written then) or DatabaseUnavailable.
        """
        if not self.read_only:
            stop_at_failpoint("write: permitted")
        try:
            outcome = await self._run(context.database)
        except PostgresError as error:
            if error.sqlstate == custom_errors.SQLSTATE:
                raise custom_errors.parse_raised_error(error) from error
            raise to_rest_refusal(error, self.caller.role) from error
        if not self.read_only:
            stop_at_failpoint("write: committed")
        body = outcome.body and with_absolute_image_urls(outcome.body, context.settings.origin)
        return replace(outcome, body=body)

    async def _run(self, database: Database) -> ExecutionResult:
        shape = self.plan.shape
        if isinstance(self.plan, ReadPlan) or not (shape.media.singular or shape.max_affected is not None):
            sql, values = self.statement.sql, self.statement.values
            result = await database.run(
                self.caller, sql, values, read_only=self.read_only, http=self._settings()
            )
            return self._check_result(result)
        try:
            return await self._run_before_commit(database)
        except PostgresError as error:
            if not (is_stale_statement_error(error) or isinstance(error, DeadlockDetected)):
                raise  # a write may have been committed
        return await self._run_before_commit(database, prepare=False)

    async def _run_before_commit(self, database: Database, *, prepare: bool | None = None) -> ExecutionResult:
        """A refused result rolls the transaction back."""
        async with database.transaction(self.caller, read_only=self.read_only, http=self._settings()) as tx:
            return self._check_result(
                await tx.run(self.statement.sql, self.statement.values, prepare=prepare)
            )

    def _check_result(self, result: Result) -> ExecutionResult:
        outcome, shape = ExecutionResult(*(result.one() or (None, 0, None, None))), self.plan.shape
        affected = outcome.rows if outcome.total is None else outcome.total
        if shape.max_affected is not None and affected > shape.max_affected:
            text = "Query result exceeds max-affected preference constraint"
            raise RestRefusal(400, "PGRST124", text, f"The query affects {affected} rows")
        if shape.media.singular and outcome.rows != 1:
            text = "Cannot coerce the result to a single JSON object"
            raise RestRefusal(406, "PGRST116", text, f"The result contains {outcome.rows} rows")
        return outcome

    def _settings(self) -> RequestSettings:
        return () if self.http is None else _build_request_settings(self.http)


def _build_request_settings(request: Request) -> RequestSettings:
    """Method, path below the service, headers and cookies, the last two as JSON.

    Functions and policies read them as request.method, .path, .headers and .cookies.
    """
    scope, headers, cookies = request.scope, dict[str, str](), dict[str, str]()
    for name, value in scope["headers"]:
        if name == b"cookie":
            cookies = request.cookies
        elif name not in CREDENTIALS:
            headers[name.decode("latin-1")] = value.decode("latin-1")
    path = scope["path"].removeprefix(REST[:-1])
    return (
        request.method.encode(),
        path.encode("utf-8", "replace"),
        json.dumps(headers).encode(),
        json.dumps(cookies).encode() if cookies else b"{}",
    )


def with_absolute_image_urls(body: str, origin: str) -> str:
    """Make every `url` value of a stored image in JSON or CSV an absolute URL.

    The database stores paths, because a shop may move to another domain, port or gateway.
    """
    if IMAGES not in body:
        return body
    return IMAGE_URL.sub(lambda match: match[0] + origin, body)
