"""The middleware of every request: ID, prepared responses, limits, errors, response headers, access log."""

import time
from collections.abc import Callable, Sequence
from os import urandom

from starlette.requests import Request
from starlette.routing import Router
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tapis.gateway import logs
from tapis.gateway.cache.prepared_response import Header, PreparedLookup
from tapis.gateway.fair_share import Holder, current_holder
from tapis.gateway.http.access_log import AccessLog
from tapis.gateway.http.body_limits import (
    BODY_SCOPE_KEY,
    WITH_BODY,
    LimitedBody,
    RequestLoad,
    find_head_error,
    parse_content_length,
)
from tapis.gateway.http.error_handlers import MALFORMED, NOT_ALLOWED, error_response, error_to_response
from tapis.gateway.http.security_headers import (
    EncodedHeaders,
    cors_headers,
    preflight_response,
    with_default_headers,
    with_defaults_cached,
)
from tapis.gateway.http_methods import READS

# Called after each response: scope, status, seconds.
Observe = Callable[[Scope, int, float], None]


class GatewayMiddleware:
    def __init__(
        self,
        router: Router,
        is_encrypted: Callable[[Scope], bool],
        encoded_headers: EncodedHeaders,
        body_seconds: float,
        network_of: Callable[[Request], str],
    ) -> None:
        self.router = router
        self.services: ASGIApp = router  # may be wrapped in a MaintenanceGate
        self.load = RequestLoad()
        self.observe: Observe = lambda _scope, _status, _seconds: None
        self.find_prepared: PreparedLookup = lambda _scope: None
        self._is_encrypted = is_encrypted
        self._encoded_headers = encoded_headers
        self._body_seconds = body_seconds
        self._network_of = network_of
        self._access_log = AccessLog()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["app"] = self
        if scope["type"] != "http":
            await self.router(scope, receive, send)
            self._access_log.flush()
            return
        start, scope["request_id"] = time.perf_counter(), urandom(16).hex()
        status = 500
        self.load.requests += 1
        try:
            if (
                prepared := self.find_prepared(scope)
                if scope["method"] in READS
                else preflight_response(scope)
            ):
                status = prepared.status
                # The headers of a preflight echo the caller's text, so they are not cached.
                complete = with_defaults_cached if scope["method"] in READS else with_default_headers
                headers = complete(prepared.headers, self._defaults(scope))
                await prepared.send(send, _with_request_id(scope, headers))
            else:
                status = await self._respond(scope, receive, send)
        finally:
            self.load.requests -= 1
            seconds = time.perf_counter() - start
            self.observe(scope, status, seconds)
            self._access_log.add(scope["request_id"], scope["method"], scope["path"], status, seconds)
        if body := scope.get(BODY_SCOPE_KEY):
            await body.drain()

    async def _respond(self, scope: Scope, receive: Receive, send: Send) -> int:
        status, complete = 0, False

        async def send_with_headers(message: Message) -> None:
            nonlocal status, complete
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = with_default_headers(message.get("headers", ()), self._defaults(scope))
                message["headers"] = _with_request_id(scope, headers)
            else:
                complete = not message.get("more_body", False)
            await send(message)

        token = logs.request_id.set(scope["request_id"])
        network = self._network_of(Request(scope))
        holder_token = current_holder.set(Holder(network, network))
        try:
            await self._call_services(scope, receive, send_with_headers)
        except Exception as error:
            if not status:
                await error_to_response(Request(scope), error)(scope, receive, send_with_headers)
            elif not complete:
                raise  # partly sent: the server closes the connection
        finally:
            logs.request_id.reset(token)
            current_holder.reset(holder_token)
        return status

    async def _call_services(self, scope: Scope, receive: Receive, send: Send) -> None:
        if error := find_head_error(scope):
            status, sentence = error
            kind = NOT_ALLOWED if status == 405 else MALFORMED
            await error_response(Request(scope), kind, sentence)(scope, receive, send)
        elif scope["method"] in WITH_BODY:
            body = LimitedBody(receive, self.load, self._body_seconds, parse_content_length(scope))
            scope[BODY_SCOPE_KEY] = body
            try:
                await self.services(scope, body, send)
            finally:
                body.release()
        else:
            await self.services(scope, receive, send)

    def _defaults(self, scope: Scope) -> tuple[Header, ...]:
        return self._encoded_headers.headers(scope["path"], encrypted=self._is_encrypted(scope))


def _with_request_id(scope: Scope, headers: Sequence[Header]) -> list[Header]:
    return [*headers, *cors_headers(scope), (b"x-request-id", scope["request_id"].encode())]
