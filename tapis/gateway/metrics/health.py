"""`/healthz`: this process answers. `/readyz`: it can also serve people, or a sentence says what it lacks.

Both stand at the public address, so they tell nothing else, and a flood of questions costs one look a second.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

LONGEST_SECONDS = 4  # a proxy that asks gives up soon after
FRESH_SECONDS = 1.0
log = logging.getLogger("tapis.gateway.metrics")


@dataclass(frozen=True, slots=True)
class Check:
    """Something that must work, and the sentence to say when it doesn't: `works` returns False or raises."""

    sentence: str
    works: Callable[[], Awaitable[bool]]


class Readiness:
    """The verdict of all checks, asked for at most once a second however many want to know."""

    def __init__(self, checks: Sequence[Check]) -> None:
        self._checks = checks
        self._asking: asyncio.Task[str] | None = None
        self._asked = float("-inf")

    async def lack(self) -> str:
        """The sentence of the first check that fails; empty when the shop is ready."""
        now = asyncio.get_running_loop().time()
        if self._asking is None or (self._asking.done() and now - self._asked > FRESH_SECONDS):
            self._asking, self._asked = asyncio.create_task(self._ask()), now
        return await asyncio.shield(self._asking)

    async def _ask(self) -> str:
        for check in self._checks:
            try:
                async with asyncio.timeout(LONGEST_SECONDS):
                    works = await check.works()
            except Exception:  # whatever it is, the shop isn't ready
                log.warning("not ready", exc_info=True)
                works = False
            if not works:
                return check.sentence
        return ""


def routes(checks: Sequence[Check]) -> list[BaseRoute]:
    """The two addresses."""
    readiness = Readiness(checks)

    async def alive(_request: Request) -> Response:
        return PlainTextResponse("alive\n", headers={"Cache-Control": "no-store"})

    async def ready(_request: Request) -> Response:
        lack = await readiness.lack()
        status, retry = (503, {"Retry-After": "2"}) if lack else (200, {})
        return PlainTextResponse(f"{lack or 'ready'}\n", status, {"Cache-Control": "no-store", **retry})

    return [Route("/healthz", alive, methods=["GET"]), Route("/readyz", ready, methods=["GET"])]
