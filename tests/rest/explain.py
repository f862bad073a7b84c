"""The query plan of a data API request: the gateway's statement, explained as a visitor."""

from starlette.requests import Request

from tapis.gateway.database import ANON, Database
from tapis.gateway.rest.request import parse_request
from tapis.gateway.rest.schema import SchemaCache
from tapis.gateway.rest.sql import build_write_statement
from tapis.gateway.rest.table_planner import plan_read


async def explain_read(database: Database, table: str, query: str) -> str:
    """The plan of `GET /rest/v1/<table>?<query>`, executed, with row counts and without times."""
    http = Request({"type": "http", "method": "GET", "headers": [], "query_string": query.encode()})
    request = parse_request(http, table)
    statement = build_write_statement(plan_read(request, await SchemaCache(database).catalogue()))
    explain = f"explain (analyze, costs off, timing off, summary off, buffers off) {statement.sql}"
    result = await database.run(ANON, explain, statement.values, read_only=True)
    return "\n".join(line for (line,) in result.rows)
