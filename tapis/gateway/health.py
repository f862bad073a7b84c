"""`/healthz`: the process is alive. `/readyz`: it can serve requests, or a sentence says what is missing.

Both are public, so they disclose nothing else, and the checks run at most once a second.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from tapis.gateway.database import ANON, Database
from tapis.resources import DB_FOLDER, policy_files

TIMEOUT_SECONDS = 4  # health checks of proxies time out soon after
FRESH_SECONDS = 1.0
# Returns a row per missing rule or excess privilege; any role may execute it.
VERIFY = DB_FOLDER / "verify.sql"
log = logging.getLogger("tapis.gateway.health")

# Sentence for a failed check → the check, which returns False or raises.
Checks = Mapping[str, Callable[[], Awaitable[bool]]]


class Readiness:
    """The result of all checks, made at most once a second."""

    def __init__(self, checks: Checks) -> None:
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
        for sentence, holds in self._checks.items():
            try:
                async with asyncio.timeout(TIMEOUT_SECONDS):
                    if await holds():
                        continue
            except Exception:  # any error means not ready
                log.warning("not ready", exc_info=True)
            return sentence
        return ""


def build_readiness_checks(database: Database, can_store: Callable[[], Awaitable[bool]]) -> Checks:
    rules, files = VERIFY.read_text(), policy_files()

    async def is_reachable() -> bool:
        return bool((await database.run(ANON, "select true")).value)

    async def is_up_to_date() -> bool:
        return not (await database.run(ANON, rules, [files], read_only=True)).rows

    return {
        "The database does not answer.": is_reachable,
        "The database is not as this version needs it.": is_up_to_date,
        "Pictures can't be stored.": can_store,
    }


def routes(checks: Checks) -> list[BaseRoute]:
    readiness = Readiness(checks)

    async def alive(_request: Request) -> Response:
        return PlainTextResponse("alive\n", headers={"Cache-Control": "no-store"})

    async def ready(_request: Request) -> Response:
        problem = await readiness.problem()
        status, retry = (503, {"Retry-After": "2"}) if problem else (200, {})
        return PlainTextResponse(f"{problem or 'ready'}\n", status, {"Cache-Control": "no-store", **retry})

    return [Route("/healthz", alive, methods=["GET"]), Route("/readyz", ready, methods=["GET"])]
