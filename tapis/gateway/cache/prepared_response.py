"""An answer that lies ready in memory: no routing, no middleware, no awaiting before it leaves."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from starlette.routing import BaseRoute
from starlette.types import Receive, Scope, Send

Header = tuple[bytes, bytes]


@dataclass(frozen=True, slots=True)
class PreparedResponse:
    """Status, headers (lower-case names) and body. Also an ASGI application, for a service that awaits it."""

    status: int
    headers: tuple[Header, ...]
    body: bytes

    @classmethod
    def text(cls, status: int, body: str, headers: Mapping[str, str]) -> "PreparedResponse":
        """From words instead of bytes; adds Content-Type and Content-Length."""
        data = body.encode()
        about = {"Content-Type": "text/plain; charset=utf-8", "Content-Length": str(len(data))}
        return cls(status, encoded({**about, **headers}), data)

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        """Send it."""
        await self.send(send)

    async def send(self, send: Send, headers: Iterable[Header] | None = None) -> None:
        """Send it; with these headers instead of its own, if any are given."""
        said = self.headers if headers is None else headers
        await send({"type": "http.response.start", "status": self.status, "headers": [*said]})
        await send({"type": "http.response.body", "body": self.body})


def encoded(headers: Mapping[str, str]) -> tuple[Header, ...]:
    """Headers as ASGI sends them."""
    return tuple((name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items())


# Looks at a request (its ASGI scope alone) and has the answer, or None: then it goes the usual way.
PreparedLookup = Callable[[Scope], PreparedResponse | None]


def never(_scope: Scope) -> None:
    """Nothing is ready."""


@dataclass(frozen=True, slots=True)
class Service:
    """What a service offers to the composition root: its addresses, and what it has ready."""

    routes: list[BaseRoute]
    at_once: PreparedLookup = field(default=never)
