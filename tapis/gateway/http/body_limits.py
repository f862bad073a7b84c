"""Limits: malformed requests are rejected, and the time and size of bodies are bounded.

The HTTP server has already refused what is not HTTP, heads above 64 KB or 100 lines, and clients that need
more than ten seconds for a head. Uploads have limits of their own: a phone may take minutes.
"""

import asyncio
import re
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.types import Message, Receive, Scope

from tapis.gateway.fair_share import CapacityExceeded, FairShare, ShareClaim, current_holder
from tapis.gateway.http_methods import METHODS

WITH_BODY = frozenset({"POST", "PATCH", "PUT", "DELETE"})
CONTROL_CHARACTER = re.compile(r"[\x00-\x1f\x7f-\x9f]")
# For bodies of unauthenticated requests: parsing a megabyte of JSON blocks the event loop for 350 ms.
MAX_ANONYMOUS_BYTES = 64 * 1024
# The key of the request's LimitedBody in the ASGI scope.
BODY_SCOPE_KEY = "tapis.body"
MAX_BYTES_HELD = 64 * 1024 * 1024  # bodies in memory, of all requests of a worker together
# For the rest of a body after an early response: see `LimitedBody.drain`.
LINGER_SECONDS, LINGER_BYTES = 5, 16 * 1024 * 1024

Result = TypeVar("Result")


class BodyTimeout(Exception):
    """The body did not arrive in time."""


class Overloaded(Exception):
    """The bodies of the requests in progress leave no memory for this one."""


@dataclass(slots=True)
class RequestLoad:
    requests: int = 0
    bodies: FairShare = field(default_factory=lambda: FairShare(MAX_BYTES_HELD, reserve=True))


def find_head_error(scope: Scope) -> tuple[int, str] | None:
    """Returns status and message of an error in a request's head, or None.

    With two hosts, or none, a cache in front of the gateway and the gateway itself could interpret one
    request differently.
    """
    if scope["method"] not in METHODS:
        return 405, f"Unsupported HTTP method: {scope['method']}"
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    if len(hosts) != 1 or not hosts[0]:
        return 400, "A request names exactly one host"
    if CONTROL_CHARACTER.search(scope["path"]):
        return 400, "A path holds no control characters"
    return None


def allow_streaming(scope: Scope) -> None:
    """For a handler that streams the body to disk or a store, with its own time limits."""
    if body := scope.get(BODY_SCOPE_KEY):
        body.streams = True


def parse_content_length(scope: Scope) -> int | None:
    """The announced number of bytes; None for a chunked body, or without a valid length."""
    headers = dict(scope["headers"])
    announced = b"" if b"transfer-encoding" in headers else headers.get(b"content-length", b"")
    return int(announced) if announced.isdigit() else None


class LimitedBody:
    """The body of one request: an ASGI `receive` with a deadline and a share of memory, unless it `streams`.

    It is complete with the last announced byte. The server reports that only on a further `receive`, which
    costs as much as receiving the body.
    """

    def __init__(
        self, receive: Receive, load: RequestLoad, seconds: float, length: int | None = None
    ) -> None:
        self._receive = receive
        self._bodies = load.bodies
        self._deadline = asyncio.get_running_loop().time() + seconds
        self._length = length
        self._claim: ShareClaim | None = None
        self._evicted = False
        self._waiting: asyncio.Timeout | None = None
        self._read = 0
        self._complete = False
        self.streams = False

    async def __call__(self) -> Message:
        """The next chunk. Raises BodyTimeout or Overloaded."""
        if self._complete:
            return await self._receive()
        if self.streams:
            return await self._next_chunk()
        try:
            async with asyncio.timeout_at(self._deadline) as self._waiting:
                message = await self._next_chunk()
        except TimeoutError as error:
            reason, self._evicted = Overloaded if self._evicted else BodyTimeout, True
            raise reason from error
        finally:
            self._waiting = None
        claim = self._reserve(len(message.get("body", b"")))
        if not message["more_body"]:
            claim.on_evict = None  # a complete body is in use
        return message

    async def _next_chunk(self) -> Message:
        message = await self._receive()
        self._read += len(message.get("body", b""))
        self._complete = not message.get("more_body", False) or self._read == self._length
        return {**message, "more_body": not self._complete}

    def _reserve(self, size: int) -> ShareClaim:
        claim = self._claim = self._claim or ShareClaim(current_holder.get(), self._evict)
        try:
            self._bodies.acquire(claim, size)
        except CapacityExceeded as full:
            raise Overloaded from full
        return claim

    def _evict(self) -> None:
        self._evicted = True
        if self._waiting:
            self._waiting.reschedule(asyncio.get_running_loop().time())

    def release(self) -> None:
        if self._claim:
            self._bodies.release(self._claim)

    async def drain(self) -> None:
        """Read and discard the rest of the body after an early response (lingering close).

        A connection closed with unread bytes is reset, and the client may lose the response: a proxy turns it
        into 502 (RFC 9112, section 9.6).
        """
        limit = self._read + LINGER_BYTES
        with suppress(TimeoutError):
            async with asyncio.timeout(LINGER_SECONDS):
                while not self._complete and not self._evicted and self._read < limit:
                    await self._next_chunk()


async def cancel_on_disconnect(request: Request, work: Coroutine[Any, Any, Result]) -> Result:
    """The result of `work`, which is cancelled when the client disconnects. Raises ClientDisconnect then."""
    task, disconnected = asyncio.create_task(work), asyncio.create_task(_disconnected(request))
    try:
        await asyncio.wait({task, disconnected}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise ClientDisconnect
        return task.result()
    finally:
        task.cancel()
        disconnected.cancel()
        await asyncio.wait({task, disconnected})


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


class BodyTooLarge(Exception):
    """The body is larger than permitted."""


async def read_limited_body(request: Request, limit: int) -> bytes:
    """The whole body. Raises BodyTooLarge as soon as it exceeds `limit` bytes, or ClientDisconnect."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise BodyTooLarge
    return bytes(body)
