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

    `of_person`: what one person may hold, even if nobody else wants any.
    `spares`: for claims that can't be lost. Nobody takes more than a third of what they leave, so that there
    is something for the next, however many came before.
    """

    def __init__(self, capacity: int, *, of_person: int | None = None, spares: bool = False) -> None:
        self.capacity = capacity
        self._most_of_person = of_person or capacity
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
        losers = [loser for loser in self._claims if self.yields(loser, holder, amount)]
        losing = [claim for loser in losers if (claim := self._oldest_of(loser))]
        if not losing:
            raise Full
        self.evict(max(losing, key=lambda claim: self._rank(claim.holder)))

    def yields(self, loser: Holder, winner: Holder, amount: int = 1) -> bool:
        """Whether one holds more than the other would with so much more."""
        if loser == THE_SHOP:
            return False
        if loser.network == winner.network:
            return self._persons[loser.person] > self.of_person(winner) + amount
        return self.size(loser) > self.size(winner) + amount

    def size(self, holder: Holder) -> int:
        """What the person or their network holds, whichever is more."""
        return max(self._persons[holder.person], self._networks[holder.network])

    def of_person(self, holder: Holder) -> int:
        return self._persons[holder.person]

    def may_hold(self, holder: Holder, amount: int = 1) -> bool:
        """Whether one person may have so much more, however much of it is free."""
        return self.of_person(holder) + amount <= self._most_of_person

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
        return self.size(holder), self.of_person(holder)

    def _count(self, claim: Claim, amount: int) -> None:
        self.held += amount
        claim.amount += amount
        if claim.holder == THE_SHOP:
            return
        for counter, key in ((self._persons, claim.holder.person), (self._networks, claim.holder.network)):
            counter[key] += amount
            if not counter[key]:
                del counter[key]


async def until_done(work: "Future[Done]") -> Done:
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
class Turn(Claim):
    """A place in a queue. `come` is done when it is this one's turn; it raises Full when it was lost."""

    come: "asyncio.Future[Any]" = field(default_factory=_future)


class FairQueue:
    """Turns at a thing: so many hold it at once, so many may wait, and who held it least is next.

    `of_person`: how many turns one person holds at a time, even if nobody else waits.
    """

    def __init__(self, at_once: int, longest: int, of_person: int | None = None) -> None:
        self.working = FairShare(at_once, of_person=of_person)
        self.waiting = FairShare(longest)
        self._turns: dict[Holder, deque[Turn]] = {}
        self._used: Counter[str] = Counter()  # seconds by person and by network, since nobody waited

    @asynccontextmanager
    async def turn(self, holder: Holder) -> AsyncIterator[None]:
        """Wait for a turn, and hold it for the length of the block. Raises Full, also while it waits."""
        clock = asyncio.get_running_loop().time
        turn, start = self.join(holder), None
        self._begin_turns()
        try:
            await turn.come
            start = clock()
            yield
        finally:
            self.leave(turn)
            self.working.release(turn)
            if start is not None:
                self.use(holder, clock() - start)
            self._begin_turns()

    def join(self, holder: Holder) -> Turn:
        """A place in the queue. Raises Full."""
        turn = Turn(holder)
        turn.on_evict = partial(self._refuse, turn)
        self.waiting.acquire(turn)
        self._turns.setdefault(holder, deque()).append(turn)
        return turn

    def leave(self, turn: Turn) -> None:
        """Give up the place, if it is still held."""
        self.waiting.release(turn)
        places = self._turns.get(turn.holder, deque[Turn]())
        if turn in places:
            places.remove(turn)
        if not places:
            self._turns.pop(turn.holder, None)

    def first(self) -> Turn | None:
        """Whose turn is next: of those who may have one, who holds least, and then who held it least."""
        holder = min(filter(self.working.may_hold, self._turns), key=self._rank, default=None)
        return None if holder is None else self._turns[holder][0]

    def use(self, holder: Holder, seconds: float) -> None:
        """Count that it was held for so long."""
        if not self._turns and not self.working.held:
            self._used.clear()
        elif holder != THE_SHOP:
            self._used.update({holder.network: seconds, holder.person: seconds})

    def _rank(self, holder: Holder) -> tuple[int, float, float]:
        return self.working.size(holder), self._used[holder.network], self._used[holder.person]

    def _begin_turns(self) -> None:
        while self.working.held < self.working.capacity and (turn := self.first()):
            self.leave(turn)
            if turn.come.done():
                continue  # whoever waited has gone
            self.working.acquire(turn)
            turn.come.set_result(None)

    def _refuse(self, turn: Turn) -> None:
        self.leave(turn)
        if not turn.come.done():
            turn.come.set_exception(Full)
