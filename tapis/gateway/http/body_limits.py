"""What a request must look like before anybody reads it, and how long and how large its body may be.

The HTTP server has already refused what is no HTTP, heads above 64 KB or 100 lines, and clients that need
more than ten seconds for a head. Uploads keep a clock of their own: a phone may take minutes.
"""

import asyncio
from dataclasses import dataclass

from starlette.types import Message, Receive, Scope

METHODS = ("GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS")
WITH_BODY = frozenset({"POST", "PATCH", "PUT", "DELETE"})
UPLOADED, LISTED = "/storage/v1/object/", "/storage/v1/object/list"

# Bodies in memory, all requests of a worker together.
MOST_BYTES_HELD = 64 * 1024 * 1024


class SlowBody(Exception):
    """The body did not arrive in time."""


class TooMuchInWork(Exception):
    """So much is on its way already that this would not fit into memory."""


@dataclass(slots=True)
class Load:
    """What one worker has in work now."""

    requests: int = 0
    bytes_held: int = 0


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a head is refused: an HTTP status and a sentence."""

    status: int
    sentence: str


NOT_ONE_HOST = Fault(400, "A request names exactly one host")


def fault_of_head(scope: Scope) -> Fault | None:
    """What is wrong with a request that no service should see, or None.

    Two hosts, or none, let a cache in front of us and ourselves take one request for two different ones.
    """
    if scope["method"] not in METHODS:
        return Fault(405, f"Unsupported HTTP method: {scope['method']}")
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    if len(hosts) != 1 or not hosts[0]:
        return NOT_ONE_HOST
    return None


def takes_body(scope: Scope) -> bool:
    """Whether the body of this request is held in memory by whoever reads it."""
    method, path = scope["method"], scope["path"]
    if method in {"POST", "PUT"} and path.startswith(UPLOADED):
        return bool(path.startswith(LISTED))
    return method in WITH_BODY


def length_of_body(scope: Scope) -> int | None:
    """How many bytes are announced; None for a body whose end only shows when it comes."""
    said = dict(scope["headers"])
    announced = b"" if b"transfer-encoding" in said else said.get(b"content-length", b"")
    return int(announced) if announced.isdigit() else None


class Arriving:
    """One request's body on its way; an ASGI `receive` that loses patience.

    With the last of the announced bytes it is whole. The server says so only when it is asked once more, and
    that costs as much as asking for the body.
    """

    def __init__(self, receive: Receive, load: Load, seconds: float, length: int | None = None) -> None:
        self._receive = receive
        self._load = load
        self._deadline = asyncio.get_running_loop().time() + seconds
        self._length = length
        self._held = 0
        self._whole = False

    async def __call__(self) -> Message:
        """The next piece. Raises SlowBody or TooMuchInWork."""
        if self._whole:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._deadline):
                message = await self._receive()
        except TimeoutError as error:
            raise SlowBody from error
        self._hold(len(message.get("body", b"")))
        self._whole = not message.get("more_body", False) or self._held == self._length
        return {**message, "more_body": not self._whole}

    def _hold(self, size: int) -> None:
        if self._load.bytes_held + size > MOST_BYTES_HELD:
            raise TooMuchInWork
        self._held += size
        self._load.bytes_held += size

    def release(self) -> None:
        """The request is over: its body is no longer in memory."""
        self._load.bytes_held -= self._held
        self._held = 0
