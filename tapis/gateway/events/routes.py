"""GET /events/v1/changes: a stream of server-sent events for a signed-in caller."""

from functools import partial

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from tapis.gateway.context import Context
from tapis.gateway.errors import GatewayRefusal
from tapis.gateway.events.change_streams import ChangeStream, ChangeStreams
from tapis.gateway.fair_share import CapacityExceeded
from tapis.gateway.http.api_key import require_api_key
from tapis.gateway.tokens.claims import TokenRefused

RETRY = {"Retry-After": "60"}
# No proxy may cache or buffer the stream.
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def routes(context: Context, streams: ChangeStreams) -> list[BaseRoute]:
    return [Route("/changes", partial(_changes, context, streams), methods=["GET"])]


async def _changes(context: Context, streams: ChangeStreams, request: Request) -> Response:
    """Raises GatewayRefusal: 401 without a valid token, 403 without a role, 503 when there are too many."""
    apikey = require_api_key(request, context.keyring)
    authorization = request.headers.get("authorization")
    try:
        caller = context.keyring.caller(authorization, apikey)
    except TokenRefused as refused:
        raise GatewayRefusal(401, refused.text) from refused
    if caller.user_id is None:
        raise GatewayRefusal(401, "This stream is for people who are signed in.")
    if request.method != "HEAD":
        _make_room(streams)  # before any query
    role = await streams.role_of(caller)
    if role is None:
        raise GatewayRefusal(403, "This account has no role.")
    if request.method == "HEAD":
        return Response(media_type="text/event-stream", headers=HEADERS)
    messages = streams.messages(ChangeStream(caller, role))
    return StreamingResponse(messages, media_type="text/event-stream", headers=HEADERS)


def _make_room(streams: ChangeStreams) -> None:
    try:
        streams.make_room()
    except CapacityExceeded as full:
        raise GatewayRefusal(503, "No more streams at the moment.", headers=RETRY) from full
