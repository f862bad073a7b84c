"""A semaphore that is fair by person: who used it least is next, however much the others ask for."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairSemaphore:
    """At most `size` holders at once, and one for each person."""

    def __init__(self, size: int) -> None:
        self._free = size
        self._waiting: list[tuple[str | None, asyncio.Future[None]]] = []
        self._holders: set[str | None] = set()
        self._used: dict[str | None, float] = {}  # seconds by person, since it was last idle

    @asynccontextmanager
    async def hold(self, person: str | None) -> AsyncIterator[None]:
        """Wait until it is this person's turn, and hold the semaphore for the length of the block."""
        clock = asyncio.get_running_loop().time
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append((person, turn))
        self._wake_next()
        start = clock()
        try:
            await turn
            start = clock()
            yield
        finally:
            if turn.cancelled():
                self._waiting.remove((person, turn))
            else:
                self._release(person, clock() - start)

    def _wake_next(self) -> None:
        while self._free:
            ready = [
                (self._used.get(person, 0), position)
                for position, (person, turn) in enumerate(self._waiting)
                if person not in self._holders and not turn.cancelled()
            ]
            if not ready:
                return
            person, turn = self._waiting.pop(min(ready)[1])
            self._free -= 1
            self._holders.add(person)
            turn.set_result(None)

    def _release(self, person: str | None, seconds: float) -> None:
        self._free += 1
        self._holders.remove(person)
        self._used[person] = self._used.get(person, 0) + seconds
        if not self._waiting and not self._holders:
            self._used.clear()
        self._wake_next()
