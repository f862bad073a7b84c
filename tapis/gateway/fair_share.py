"""A bounded thing, shared by person and by network address: whoever holds most waits first, and loses first.

One place for connections, bytes of bodies, uploads, streams, pictures, passwords and messages. Nobody is
refused as long as somebody else, who holds more than they then would, can lose some of it; so where four
networks want a thing, none keeps more than a quarter of it.
"""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future


class Holder(NamedTuple):
    """Who asks: an account, without one the network again; and a network address, of IPv6 the /64."""

    person: str
    network: str


# Its own work, and that of its service key: counts for nobody, and loses nothing.
THE_SHOP = Holder("", "")
asking: ContextVar[Holder] = ContextVar("asking", default=THE_SHOP)


Done = TypeVar("Done")


class Full(Exception):
    """All of it is held, and nobody who can lose some holds more than who asks would."""


@dataclass(eq=False, slots=True)
class Claim:
    """What somebody holds. `on_evict` takes it away from them; None where that can't be done."""

    holder: Holder
    on_evict: Callable[[], None] | None = None
    amount: int = 0


class FairShare:
    """So much of a thing, and who holds it.

    `per_person`: what one person may hold, even if nobody else wants any.
    `spares`: for claims that can't be lost. Nobody takes more than a third of what they leave, so that there
    is something for the next, however many came before.
    """

    def __init__(self, capacity: int, *, per_person: int | None = None, spares: bool = False) -> None:
        self.capacity = capacity
        self._most_of_person = per_person or capacity
        self.held = 0
        self._spares = spares
        self._claims: dict[Holder, dict[Claim, None]] = {}  # the oldest first
        self._persons: Counter[str] = Counter()
        self._networks: Counter[str] = Counter()

    def acquire(self, claim: Claim, amount: int = 1) -> None:
        """Let the claim hold so much more; others may lose theirs. Raises Full."""
        self.make_room(claim.holder, amount)
        self._claims.setdefault(claim.holder, {})[claim] = None
        self._count(claim, amount)

    def release(self, claim: Claim) -> None:
        """All that it holds; nothing when it was lost or given back before."""
        claim.on_evict = None  # which mostly refers to whoever holds the claim: a cycle would keep both alive
        theirs = self._claims.get(claim.holder, {})
        if claim in theirs:
            del theirs[claim]
            self._count(claim, -claim.amount)
        if not theirs:
            self._claims.pop(claim.holder, None)

    def evict(self, claim: Claim) -> None:
        on_evict = claim.on_evict
        self.release(claim)
        if on_evict:
            on_evict()

    def make_room(self, holder: Holder, amount: int = 1) -> None:
        """Have others lose claims until so much is free. Raises Full; what was lost until then stays so."""
        if not self.may_hold(holder, amount):
            raise Full
        while not self._has_room(holder, amount):
            self.evict_one(holder, amount)

    def evict_one(self, holder: Holder, amount: int = 1) -> None:
        """Have whoever holds most lose the oldest of it. Raises Full."""
        losers = [loser for loser in self._claims if self.holds_more(loser, holder, amount)]
        losing = [claim for loser in losers if (claim := self._oldest_of(loser))]
        if not losing:
            raise Full
        self.evict(max(losing, key=lambda claim: self._rank(claim.holder)))

    def holds_more(self, loser: Holder, winner: Holder, amount: int = 1) -> bool:
        """Whether one holds more than the other would with so much more."""
        if loser == THE_SHOP:
            return False
        if loser.network == winner.network:
            return self._persons[loser.person] > self.held_by_person(winner) + amount
        return self.size(loser) > self.size(winner) + amount

    def size(self, holder: Holder) -> int:
        """What the person or their network holds, whichever is more."""
        return max(self._persons[holder.person], self._networks[holder.network])

    def held_by_person(self, holder: Holder) -> int:
        return self._persons[holder.person]

    def may_hold(self, holder: Holder, amount: int = 1) -> bool:
        """Whether one person may have so much more, however much of it is free."""
        return self.held_by_person(holder) + amount <= self._most_of_person

    def evict_own(self, holder: Holder) -> None:
        """Take back what this person has held longest."""
        theirs = (claim for one in self._claims if one.person == holder.person for claim in self._claims[one])
        self.evict(next(theirs))

    def _oldest_of(self, holder: Holder) -> Claim | None:
        return next((claim for claim in self._claims.get(holder, ()) if claim.on_evict), None)

    def _has_room(self, holder: Holder, amount: int) -> bool:
        left = self.capacity - self.held - amount
        return left >= 0 and not (self._spares and 3 * (self.size(holder) + amount) > left)

    def _rank(self, holder: Holder) -> tuple[int, int]:
        return self.size(holder), self.held_by_person(holder)

    def _count(self, claim: Claim, amount: int) -> None:
        self.held += amount
        claim.amount += amount
        if claim.holder == THE_SHOP:
            return
        for counter, key in ((self._persons, claim.holder.person), (self._networks, claim.holder.network)):
            counter[key] += amount
            if not counter[key]:
                del counter[key]


async def shielded_result(work: "Future[Done]") -> Done:
    """The result of a thread's work. Who is cancelled waits for its end, and holds a turn as long."""
    done = asyncio.wrap_future(work)
    try:
        return await asyncio.shield(done)
    except asyncio.CancelledError:
        await asyncio.wait([done])
        raise


def _future() -> "asyncio.Future[Any]":
    return asyncio.get_running_loop().create_future()


@dataclass(eq=False, slots=True)
class Waiter(Claim):
    """A place in a queue. `granted` is done when it is this one's turn; it raises Full when it was lost."""

    granted: "asyncio.Future[Any]" = field(default_factory=_future)


class FairQueue:
    """Turns at a thing: so many hold it at once, so many may wait, and who held it least is next.

    `per_person`: how many turns one person holds at a time, even if nobody else waits.
    """

    def __init__(self, at_once: int, longest: int, per_person: int | None = None) -> None:
        self.working = FairShare(at_once, per_person=per_person)
        self.waiting = FairShare(longest)
        self._waiters: dict[Holder, deque[Waiter]] = {}
        self._used: Counter[str] = Counter()  # seconds by person and by network, since nobody waited

    @asynccontextmanager
    async def slot(self, holder: Holder) -> AsyncIterator[None]:
        """Wait for a slot, and hold it for the length of the block. Raises Full, also while it waits."""
        clock = asyncio.get_running_loop().time
        waiter, start = self.join(holder), None
        self._grant()
        try:
            await waiter.granted
            start = clock()
            yield
        finally:
            self.leave(waiter)
            self.working.release(waiter)
            if start is not None:
                self.add_usage(holder, clock() - start)
            self._grant()

    def join(self, holder: Holder) -> Waiter:
        """A place in the queue. Raises Full."""
        waiter = Waiter(holder)
        waiter.on_evict = partial(self._refuse, waiter)
        self.waiting.acquire(waiter)
        self._waiters.setdefault(holder, deque()).append(waiter)
        return waiter

    def leave(self, waiter: Waiter) -> None:
        """Give up the place, if it is still held."""
        self.waiting.release(waiter)
        places = self._waiters.get(waiter.holder, deque[Waiter]())
        if waiter in places:
            places.remove(waiter)
        if not places:
            self._waiters.pop(waiter.holder, None)

    def next_waiter(self) -> Waiter | None:
        """Whose turn is next: of those who may have one, who holds least, and then who held it least."""
        holder = min(filter(self.working.may_hold, self._waiters), key=self._rank, default=None)
        return None if holder is None else self._waiters[holder][0]

    def add_usage(self, holder: Holder, seconds: float) -> None:
        """Count that it was held for so long."""
        if not self._waiters and not self.working.held:
            self._used.clear()
        elif holder != THE_SHOP:
            self._used.update({holder.network: seconds, holder.person: seconds})

    def _rank(self, holder: Holder) -> tuple[int, float, float]:
        return self.working.size(holder), self._used[holder.network], self._used[holder.person]

    def _grant(self) -> None:
        while self.working.held < self.working.capacity and (waiter := self.next_waiter()):
            self.leave(waiter)
            if waiter.granted.done():
                continue  # whoever waited has gone
            self.working.acquire(waiter)
            waiter.granted.set_result(None)

    def _refuse(self, waiter: Waiter) -> None:
        self.leave(waiter)
        if not waiter.granted.done():
            waiter.granted.set_exception(Full)
