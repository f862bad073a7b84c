"""Work that goes on for as long as a worker serves: an unexpected error is logged, and it begins again.

A task that ended in silence would leave caches stale, or requests without a connection, until a restart.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

RESTART_SECONDS = 1.0
log = logging.getLogger("tapis.gateway.background")


async def keep_running(work: Callable[[], Awaitable[None]]) -> None:
    """Run it until it ends by itself, or is cancelled."""
    while True:
        try:
            return await work()
        except Exception:
            log.exception("background work failed, and begins again")
        await asyncio.sleep(RESTART_SECONDS)
