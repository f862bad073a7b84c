"""What happens to every request before and after its service: ID, headers, log line, key check.

at once?   preflight, or an answer that lies ready in memory: sent without a router
a fault?   a head that no service should see: refused
else       the application, whatever it raises; a body is waited for only so long
"""

import re
import time
from collections.abc import Callable, Sequence
from os import urandom

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tapis import logs
from tapis.edge.arrival import Arriving, Load, fault_of_head, takes_body
from tapis.edge.cors import allowed, preflight
from tapis.edge.headers import fill_in, safe_headers
from tapis.edge.journal import Journal
from tapis.edge.ready import AtOnce, Header, never
from tapis.edge.troubles import MALFORMED, NOT_ALLOWED, told
from tapis.errors import GatewayRefusal
from tapis.tokens.keyring import Keyring

# Told of every answer: scope, status, seconds.
Count = Callable[[Scope, int, float], None]


def uncounted(_scope: Scope, _status: int, _seconds: float) -> None:
    """Nobody counts."""


class Edge:
    """Gives each request an ID that stands in the answer and in the log, and each answer its safe headers."""

    def __init__(
        self, inner: Starlette, is_encrypted: Callable[[Scope], bool], body_seconds: float = 20
    ) -> None:
        self.inner = inner
        self.is_encrypted = is_encrypted
        self.body_seconds = body_seconds
        self.count: Count = uncounted
        self.at_once: AtOnce = never  # set once the services are there
        self.load = Load()
        self.journal = Journal()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.inner(scope, receive, send)
            self.journal.flush()
            return
        start, request_id = time.perf_counter(), urandom(16).hex()
        scope["request_id"] = request_id
        status = 500
        self.load.requests += 1
        try:
            if ready := preflight(scope) or self.at_once(scope):
                status = ready.status
                await ready.send(send, self._framed(scope, ready.headers))
            else:
                status = await self._pass_on(scope, receive, send)
        finally:
            self.load.requests -= 1
            seconds = time.perf_counter() - start
            self.count(scope, status, seconds)
            self.journal.note(request_id, scope["method"], scope["path"], status, seconds)

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> int:
        """Let the application answer, and give the status; what it raised after that stands in the log."""
        status, complete = 500, False

        async def send_framed(message: Message) -> None:
            nonlocal status, complete
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = self._framed(scope, message.get("headers", ()))
            elif not message.get("more_body", False):
                complete = True
            await send(message)

        named = logs.request_id.set(scope["request_id"])
        try:
            await self._answer(scope, receive, send_framed)
        except Exception:
            if not complete:  # the server cuts the line, which is the only way left to say it
                raise
        finally:
            logs.request_id.reset(named)
        return status

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if fault := fault_of_head(scope):
            trouble = NOT_ALLOWED if fault.status == 405 else MALFORMED
            await told(Request(scope), trouble, fault.sentence)(scope, receive, send)
        elif takes_body(scope):
            arriving = Arriving(receive, self.load, self.body_seconds)
            try:
                await self.inner(scope, arriving, send)
            finally:
                arriving.release()
        else:
            await self.inner(scope, receive, send)

    def _framed(self, scope: Scope, said: Sequence[Header]) -> list[Header]:
        """An answer's headers with all that it does not say itself: safety, other origins, its ID."""
        return [
            *fill_in(said, safe_headers(scope["path"], encrypted=self.is_encrypted(scope))),
            *allowed(scope),
            (b"x-request-id", scope["request_id"].encode()),
        ]


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
