"""`/healthz`: this process answers. `/readyz`: it can serve people, or a sentence says what is missing.

Both are public, so they disclose nothing else, and many requests cost one check a second.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from tapis.gateway.database import ANON, Database
from tapis.resources import DB_FOLDER

TIMEOUT_SECONDS = 4  # a proxy that checks gives up soon after
FRESH_SECONDS = 1.0
# One row for each rule that is missing or open; any role may execute it.
VERIFY = DB_FOLDER / "verify.sql"
log = logging.getLogger("tapis.gateway.health")


@dataclass(frozen=True, slots=True)
class Check:
    """A condition, and the sentence for when it does not hold: `holds` returns False or raises."""

    sentence: str
    holds: Callable[[], Awaitable[bool]]


class Readiness:
    """The result of all checks, made at most once a second."""

    def __init__(self, checks: Sequence[Check]) -> None:
        self._checks = checks
        self._running: asyncio.Task[str] | None = None
        self._started = float("-inf")

    async def problem(self) -> str:
        """The sentence of the first check that fails; empty when the shop is ready."""
        now = asyncio.get_running_loop().time()
        if self._running is None or (self._running.done() and now - self._started > FRESH_SECONDS):
            self._running, self._started = asyncio.create_task(self._run()), now
        return await asyncio.shield(self._running)

    async def _run(self) -> str:
        for check in self._checks:
            try:
                async with asyncio.timeout(TIMEOUT_SECONDS):
                    holds = await check.holds()
            except Exception:  # whatever it is, the shop isn't ready
                log.warning("not ready", exc_info=True)
                holds = False
            if not holds:
                return check.sentence
        return ""


def checks(database: Database, can_store: Callable[[], Awaitable[bool]]) -> tuple[Check, ...]:
    """What must hold before people are sent here."""
    rules = VERIFY.read_text()

    async def answers() -> bool:
        return bool((await database.run(ANON, "select true")).value)

    async def is_up_to_date() -> bool:
        return not (await database.run(ANON, rules, read_only=True)).rows

    return (
        Check("The database does not answer.", answers),
        Check("The database is not as this version needs it.", is_up_to_date),
        Check("Pictures can't be stored.", can_store),
    )


def routes(checks: Sequence[Check]) -> list[BaseRoute]:
    readiness = Readiness(checks)

    async def alive(_request: Request) -> Response:
        return PlainTextResponse("alive\n", headers={"Cache-Control": "no-store"})

    async def ready(_request: Request) -> Response:
        problem = await readiness.problem()
        status, retry = (503, {"Retry-After": "2"}) if problem else (200, {})
        return PlainTextResponse(f"{problem or 'ready'}\n", status, {"Cache-Control": "no-store", **retry})

    return [Route("/healthz", alive, methods=["GET"]), Route("/readyz", ready, methods=["GET"])]
