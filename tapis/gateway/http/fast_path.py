"""The short way to a service that needs no router: its answer, or what it raises, told in the same words.

A router and its middlewares take longer to find the data API than the API takes to answer.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from tapis.gateway.http.api_key import check_key
from tapis.gateway.http.error_handlers import answer_to
from tapis.gateway.tokens.keyring import Keyring


@dataclass(frozen=True, slots=True)
class FastPath:
    """An ASGI application around a function that answers, or raises before anything was sent.

    It demands a key, as KeyCheck does. The last word of the address is the path parameter `target`.
    """

    keyring: Keyring
    answer: Callable[[Request], Awaitable[ASGIApp]]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        scope["path_params"] = {"target": scope["path"].rpartition("/")[2]}
        request = Request(scope, receive)
        try:
            check_key(request, self.keyring)
            response = await self.answer(request)
        except Exception as error:  # noqa: BLE001 – whatever it is, it is told
            response = await answer_to(request, error)
        await response(scope, receive, send)
