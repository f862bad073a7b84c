"""Background tasks of a worker: an unexpected error is logged, and the task restarts.

A task that ended silently would leave caches stale, or requests without a connection, until a restart.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

RESTART_SECONDS = 1.0
log = logging.getLogger("tapis.gateway.background")


async def restart_on_error(work: Callable[[], Awaitable[None]]) -> None:
    """Run `work` until it returns or is cancelled; restart it after an error."""
    while True:
        try:
            return await work()
        except Exception:
            log.exception("background task failed, restarting")
        await asyncio.sleep(RESTART_SECONDS)


@asynccontextmanager
async def run_in_background(*works: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
    """Run each of `works`, restarted on errors, until the end of the block."""
    tasks = [asyncio.create_task(restart_on_error(work)) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
