"""Background tasks of a worker: an unexpected error is logged, and the task restarts.

A task that ended silently would leave caches stale, or requests without a connection, until a restart.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

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
