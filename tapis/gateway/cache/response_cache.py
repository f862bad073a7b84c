"""An LRU cache of responses, bounded in bytes; each entry is valid for one content version."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass

from tapis.gateway import metrics
from tapis.gateway.cache.prepared_response import Representations

BROTLI_QUALITY = 5
MAX_COMPRESSING = 16  # at a time, so that many different requests exhaust neither memory nor threads
OVERHEAD_BYTES = 10_000  # of an entry: its key, headers in three codings and the containers


@dataclass(frozen=True, slots=True)
class CachedResponse:
    version: int
    roles: frozenset[str]
    response: Representations

    @property
    def cost(self) -> int:
        """The estimated size in bytes, including the compressed forms."""
        return 2 * len(self.response.body) + OVERHEAD_BYTES


class ResponseCache:
    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self._entries: OrderedDict[Hashable, CachedResponse] = OrderedDict()
        self._bytes = 0
        self._in_flight: dict[Hashable, asyncio.Task[CachedResponse]] = {}
        self._compressing: set[asyncio.Task[None]] = set()

    def find(self, key: Hashable, version: int) -> CachedResponse | None:
        entry = self._entries.get(key)
        if entry is None or entry.version != version:
            return None
        self._entries.move_to_end(key)
        return entry

    async def find_or_make(
        self, key: Hashable, version: int, make: Callable[[], Awaitable[CachedResponse]]
    ) -> CachedResponse:
        """The entry, made once for concurrent requests, even if the first of them is cancelled."""
        if entry := self.find(key, version):
            return entry
        metrics.count_event("cache_misses")
        task = self._in_flight.get((key, version))
        if task is None:
            task = self._in_flight[key, version] = asyncio.create_task(self._make(key, make))
            task.add_done_callback(lambda _: self._in_flight.pop((key, version), None))
        return await asyncio.shield(task)

    async def _make(self, key: Hashable, make: Callable[[], Awaitable[CachedResponse]]) -> CachedResponse:
        entry = await make()
        if not self.add(key, entry) or len(self._compressing) >= MAX_COMPRESSING:
            return entry  # sent uncompressed
        compressing = asyncio.create_task(asyncio.to_thread(entry.response.compress, BROTLI_QUALITY))
        self._compressing.add(compressing)
        compressing.add_done_callback(self._compressing.discard)
        return entry

    def add(self, key: Hashable, entry: CachedResponse) -> bool:
        """Store the entry; returns False if it is too large for the cache."""
        self._remove(key)
        if entry.cost > self.max_bytes // 4:
            return False
        self._entries[key] = entry
        self._bytes += entry.cost
        while self._bytes > self.max_bytes:
            self._remove(next(iter(self._entries)))
        return True

    def _remove(self, key: Hashable) -> None:
        if entry := self._entries.pop(key, None):
            self._bytes -= entry.cost
