"""The API key: every request to a service carries the public key or the service key."""

import re

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from tapis.gateway.errors import GatewayRefusal
from tapis.gateway.tokens.keyring import Keyring

# Reached by links in mails and by clients that verify tokens, so without a key. Sign-in through other sites
# (callback, authorize) has no route: as in Supabase's protocol, the answer is 404 without a key, too.
KEYLESS = re.compile(r"/auth/v1/(verify|callback|authorize|\.well-known/jwks\.json)")


class ApiKeyMiddleware:
    def __init__(self, app: ASGIApp, keyring: Keyring) -> None:
        self.app = app
        self.keyring = keyring

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not KEYLESS.fullmatch(scope["path"]):
            require_api_key(HTTPConnection(scope), self.keyring)
        await self.app(scope, receive, send)


def require_api_key(connection: HTTPConnection, keyring: Keyring) -> str:
    """The API key of a request; in the URL only the public one. Raises GatewayRefusal, 401."""
    query_string = connection.scope["query_string"]
    may_have_key = b"apikey" in query_string or b"%" in query_string  # most have none, and needn't be decoded
    query_key = connection.query_params.get("apikey") if may_have_key else None
    key = connection.headers.get("apikey") or query_key
    if not key:
        raise GatewayRefusal(
            401, "No API key found in request", "No `apikey` request header or url param was found."
        )
    if not keyring.is_api_key(key) or (key == query_key != keyring.anon_key):
        raise GatewayRefusal(
            401, "Invalid API key", "Double check your Supabase `anon` or `service_role` API key."
        )
    return key
