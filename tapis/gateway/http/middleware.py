"""What happens to every request before and after its service: ID, headers, log line.

at once?   preflight, or an answer that lies ready in memory: sent without a router
a fault?   a head that no service should see: refused
else       the application, whatever it raises; a body is waited for only so long
"""

import time
from collections.abc import Callable, Mapping, Sequence
from os import urandom

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tapis.gateway import logs
from tapis.gateway.cache.prepared_response import Header, PreparedLookup, never
from tapis.gateway.http.access_log import AccessLog
from tapis.gateway.http.body_limits import Arriving, Load, fault_of_head, length_of_body, takes_body
from tapis.gateway.http.cors import allowed, preflight
from tapis.gateway.http.error_handlers import MALFORMED, NOT_ALLOWED, told
from tapis.gateway.http.security_headers import fill_in, safe_headers

# Told of every answer: scope, status, seconds.
Count = Callable[[Scope, int, float], None]


def uncounted(_scope: Scope, _status: int, _seconds: float) -> None:
    """Nobody counts."""


class GatewayMiddleware:
    """Gives each request an ID that stands in the answer and in the log, and each answer its safe headers."""

    def __init__(
        self, inner: Starlette, is_encrypted: Callable[[Scope], bool], body_seconds: float = 20
    ) -> None:
        self.inner = inner
        self.is_encrypted = is_encrypted
        self.body_seconds = body_seconds
        self.count: Count = uncounted
        self.at_once: PreparedLookup = never  # set once the services are there
        self.straight: Mapping[str, ASGIApp] = {}  # by the beginning of the address, up to its last word
        self.load = Load()
        self.journal = AccessLog()

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
            arriving = Arriving(receive, self.load, self.body_seconds, length_of_body(scope))
            try:
                await self._way(scope)(scope, arriving, send)
            finally:
                arriving.release()
        else:
            await self._way(scope)(scope, receive, send)

    def _way(self, scope: Scope) -> ASGIApp:
        """The way that is known for this address, or through the router."""
        beginning, _, name = scope["path"].rpartition("/")
        return self.straight.get(beginning, self.inner) if name else self.inner

    def _framed(self, scope: Scope, said: Sequence[Header]) -> list[Header]:
        """An answer's headers with all that it does not say itself: safety, other origins, its ID."""
        return [
            *fill_in(said, safe_headers(scope["path"], encrypted=self.is_encrypted(scope))),
            *allowed(scope),
            (b"x-request-id", scope["request_id"].encode()),
        ]
