"""When pages are drawn: soon after a change if anybody looks, and never more than half of the time.

A change waits for the next ones of the same burst. While nobody visits, it waits longer: an import of a
thousand records, or a shop that was only just opened, is drawn once.
"""

import asyncio
from dataclasses import dataclass

from tapis.gateway.cache.content_version import ContentVersion

VISITED_SECONDS = 60.0  # so long after a visit the next visitor is expected


@dataclass(frozen=True, slots=True)
class Debounce:
    """For how many seconds nothing may change before pages are drawn; after the longest they are anyhow."""

    quiet: float
    longest: float


WATCHED = Debounce(quiet=0.05, longest=0.25)
UNWATCHED = Debounce(quiet=2.0, longest=10.0)


class Visits:
    """Whether anybody looks at the pages; a first look ends the wait for calm."""

    def __init__(self) -> None:
        self._last = -VISITED_SECONDS
        self._look = asyncio.Event()

    def note(self, now: float) -> None:
        """Somebody asked for a page."""
        self._last = now
        if not self._look.is_set():
            self._look.set()

    def expected(self, now: float) -> bool:
        """Whether the next visit may come any moment."""
        return now - self._last < VISITED_SECONDS

    async def pause(self, seconds: float, now: float) -> None:
        """Sleep, or wake up when the first visitor in a while looks."""
        if self.expected(now):
            await asyncio.sleep(seconds)
            return
        self._look.clear()
        try:
            await asyncio.wait_for(self._look.wait(), seconds)
        except TimeoutError:
            return


async def calm(changes: ContentVersion, visits: Visits) -> None:
    """Return when it is time to draw."""
    clock = asyncio.get_running_loop().time
    start = clock()
    while True:
        version, expected = changes.version, visits.expected(clock())
        patience = WATCHED if expected else UNWATCHED
        await visits.pause(patience.quiet, clock())
        woken = visits.expected(clock()) and not expected
        if woken or changes.version == version or clock() - start > patience.longest:
            return
