"""When pages are rendered: soon after a change while there are visitors, once for a burst of changes.

Without visitors a change waits longer: an import of a thousand records, or a shop that has only just started,
is rendered once.
"""

import asyncio
from dataclasses import dataclass

from tapis.gateway.cache.content_version import ContentVersion

VISITED_SECONDS = 60.0  # after a visit the next one is expected for this long


@dataclass(frozen=True, slots=True)
class Debounce:
    """How many seconds without a change precede a rendering; after `longest` it happens in any case."""

    quiet: float
    longest: float


VISITED = Debounce(quiet=0.05, longest=0.25)
UNVISITED = Debounce(quiet=2.0, longest=10.0)


class Visits:
    """Whether pages are being visited; the first visit ends a wait."""

    def __init__(self) -> None:
        self._last = -VISITED_SECONDS
        self._visited = asyncio.Event()

    def note(self, now: float) -> None:
        self._last = now
        if not self._visited.is_set():
            self._visited.set()

    def expected(self, now: float) -> bool:
        """Whether the next visit may come at any moment."""
        return now - self._last < VISITED_SECONDS

    async def pause(self, seconds: float, now: float) -> None:
        if self.expected(now):
            await asyncio.sleep(seconds)
            return
        self._visited.clear()
        try:
            await asyncio.wait_for(self._visited.wait(), seconds)
        except TimeoutError:
            return


async def wait_until_quiet(content: ContentVersion, visits: Visits) -> None:
    """Return when it is time to render."""
    clock = asyncio.get_running_loop().time
    start = clock()
    while True:
        version, expected = content.version, visits.expected(clock())
        debounce = VISITED if expected else UNVISITED
        await visits.pause(debounce.quiet, clock())
        woken = visits.expected(clock()) and not expected
        if woken or content.version == version or clock() - start > debounce.longest:
            return
