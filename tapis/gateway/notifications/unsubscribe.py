"""One-click unsubscribe from the mail program: the POST of RFC 8058, without a session or a key.

Scanners that open every link of a mail don't unsubscribe: that takes this POST, or a button on the page.
"""

from functools import partial
from uuid import UUID

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from tapis.gateway.context import Context
from tapis.gateway.database import ANON
from tapis.gateway.database.named_queries import NamedQueries

queries = NamedQueries(__file__)


def routes(context: Context) -> list[BaseRoute]:
    return [Route("/unsubscribe", partial(_unsubscribe, context), methods=["POST"])]


async def _unsubscribe(context: Context, request: Request) -> Response:
    try:
        token = UUID(request.query_params.get("token", ""))
    except ValueError:
        return PlainTextResponse("This link is incomplete.", 400)
    known = (await context.database.run(ANON, queries.unsubscribe, (token,))).value
    return PlainTextResponse(
        "You are unsubscribed." if known else "This link is invalid.", 200 if known else 404
    )
