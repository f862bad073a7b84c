"""What happens to every request before and after its service: ID, safe headers, log line, key check."""

import logging
import re
import time
from uuid import uuid4

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tapis.errors import GatewayRefusal
from tapis.tokens import Keyring

log = logging.getLogger("tapis.requests")

SAFE_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}

# The browser may send these to us from another origin, and read those of ours.
ALLOWED_METHODS = ("GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS")
EXPOSED_HEADERS = (
    "X-Supabase-Api-Version",
    "X-Total-Count",
    "Link",
    "Content-Range",
    "Content-Location",
    "Location",
    "Preference-Applied",
    "Retry-After",
    "Content-Type",
    "Content-Length",
    "ETag",
    "Accept-Ranges",
    "Content-Disposition",
    "X-Request-Id",
)


class Edge:
    """Gives each request an ID that stands in the answer and in the log, and sets the safe headers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, with the answer's headers and the log line added."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request_id, start, status = uuid4().hex, time.perf_counter(), 500

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["X-Request-Id"] = request_id
                for name, value in SAFE_HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await self.app(scope, receive, send_with_headers)
        finally:
            log.info(
                "request",
                extra={
                    "request_id": request_id,
                    "method": scope["method"],
                    # The path only: a query can carry an address, a token, a key.
                    "path": scope["path"],
                    "status": status,
                    "ms": round((time.perf_counter() - start) * 1000, 1),
                },
            )


# Reached by links in mails and by anyone who verifies our tokens, so without a key.
KEYLESS = re.compile(r"/auth/v1/(verify|callback|authorize|\.well-known/jwks\.json)")


class KeyCheck:
    """Demands a public or service key, as header or query parameter, in front of a service."""

    def __init__(self, app: ASGIApp, keyring: Keyring) -> None:
        self.app = app
        self.keyring = keyring

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on if its key is known. Raises GatewayRefusal, 401."""
        connection = HTTPConnection(scope)
        if not KEYLESS.fullmatch(scope["path"]):
            self._check(connection.headers.get("apikey") or connection.query_params.get("apikey"))
        await self.app(scope, receive, send)

    def _check(self, key: str | None) -> None:
        if not key:
            raise GatewayRefusal(
                401, "No API key found in request", "No `apikey` request header or url param was found."
            )
        if not self.keyring.knows(key):
            raise GatewayRefusal(
                401, "Invalid API key", "Double check your Supabase `anon` or `service_role` API key."
            )
