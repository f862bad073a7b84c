"""A limited resource shared by person and network address: the largest holder waits and is evicted first.

Used for connections, bytes of bodies, uploads, streams, pictures, passwords and messages. Nobody is
refused while another holder with a larger share can be evicted; so of four competing networks, none keeps
more than a quarter.
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
    """The caller: an account (without one, the network again), and a network address (of IPv6, the /64)."""

    person: str
    network: str


# The shop's own work, and that of its service key: not counted, and never evicted.
THE_SHOP = Holder("", "")
current_holder: ContextVar[Holder] = ContextVar("current_holder", default=THE_SHOP)

ResultT = TypeVar("ResultT")


class CapacityExceeded(Exception):
    """The capacity is used up, and no holder with a larger share can be evicted."""


@dataclass(eq=False, slots=True)
class ShareClaim:
    """A holder's part of the resource. `on_evict` revokes it; None: it can't be evicted."""

    holder: Holder
    on_evict: Callable[[], object] | None = None
    amount: int = 0


class FairShare:
    """A capacity, and its holders.

    `per_person`: the maximum for one person, even without competitors.
    `reserve`: for claims that can't be evicted. No holder takes more than a third of what remains, so that
    there is always some left for the next.
    """

    def __init__(self, capacity: int, *, per_person: int | None = None, reserve: bool = False) -> None:
        self.capacity = capacity
        self._max_per_person = per_person or capacity
        self.held = 0
        self._reserve = reserve
        self._claims: dict[Holder, dict[ShareClaim, None]] = {}  # the oldest first
        self._persons: Counter[str] = Counter()
        self._networks: Counter[str] = Counter()

    def acquire(self, claim: ShareClaim, amount: int = 1) -> None:
        """Add `amount` to the claim; others may be evicted for it. Raises CapacityExceeded."""
        self.make_room(claim.holder, amount)
        self._claims.setdefault(claim.holder, {})[claim] = None
        self._count(claim, amount)

    def release(self, claim: ShareClaim) -> None:
        """Release all that the claim holds; no effect if it was evicted or released before."""
        claim.on_evict = None  # it usually refers to the owner of the claim: this breaks the reference cycle
        claims = self._claims.get(claim.holder, {})
        if claim in claims:
            del claims[claim]
            self._count(claim, -claim.amount)
        if not claims:
            self._claims.pop(claim.holder, None)

    def evict(self, claim: ShareClaim) -> None:
        on_evict = claim.on_evict
        self.release(claim)
        if on_evict:
            on_evict()

    def make_room(self, holder: Holder, amount: int = 1) -> None:
        """Evict claims of others until `amount` is free. Raises CapacityExceeded; undoes no eviction."""
        if not self.may_hold(holder, amount):
            raise CapacityExceeded
        while not self._has_room(holder, amount):
            self.evict_one(holder, amount)

    def evict_one(self, holder: Holder, amount: int = 1) -> None:
        """Evict the oldest claim of the largest holder. Raises CapacityExceeded."""
        victims = [victim for victim in self._claims if self.holds_more(victim, holder, amount)]
        candidates = [claim for victim in victims if (claim := self._oldest_of(victim))]
        if not candidates:
            raise CapacityExceeded
        self.evict(max(candidates, key=lambda claim: self._rank(claim.holder)))

    def holds_more(self, holder: Holder, challenger: Holder, amount: int = 1) -> bool:
        """Whether `holder` has more than `challenger` would have with `amount` more."""
        if holder == THE_SHOP:
            return False
        if holder.network == challenger.network:
            return self._persons[holder.person] > self.held_by_person(challenger) + amount
        return self.size(holder) > self.size(challenger) + amount

    def size(self, holder: Holder) -> int:
        """The amount held by the person or by their network, whichever is more."""
        return max(self._persons[holder.person], self._networks[holder.network])

    def held_by_person(self, holder: Holder) -> int:
        return self._persons[holder.person]

    def may_hold(self, holder: Holder, amount: int = 1) -> bool:
        """Whether `amount` more is within the limit of one person."""
        return self.held_by_person(holder) + amount <= self._max_per_person

    def evict_own(self, holder: Holder) -> None:
        """Evict this person's oldest claim."""
        claims = (
            claim for other in self._claims if other.person == holder.person for claim in self._claims[other]
        )
        self.evict(next(claims))

    def _oldest_of(self, holder: Holder) -> ShareClaim | None:
        return next((claim for claim in self._claims.get(holder, ()) if claim.on_evict), None)

    def _has_room(self, holder: Holder, amount: int) -> bool:
        left = self.capacity - self.held - amount
        return left >= 0 and not (self._reserve and 3 * (self.size(holder) + amount) > left)

    def _rank(self, holder: Holder) -> tuple[int, int]:
        return self.size(holder), self.held_by_person(holder)

    def _count(self, claim: ShareClaim, amount: int) -> None:
        self.held += amount
        claim.amount += amount
        if claim.holder == THE_SHOP:
            return
        for counter, key in ((self._persons, claim.holder.person), (self._networks, claim.holder.network)):
            counter[key] += amount
            if not counter[key]:
                del counter[key]


async def shielded_result(work: "Future[ResultT]") -> ResultT:
    """The result of a thread's work. When cancelled, waits for its end, still holding the slot."""
    done = asyncio.wrap_future(work)
    try:
        return await asyncio.shield(done)
    except asyncio.CancelledError:
        await asyncio.wait([done])
        raise


def _future() -> "asyncio.Future[Any]":
    return asyncio.get_running_loop().create_future()


@dataclass(eq=False, slots=True)
class Waiter(ShareClaim):
    """A place in a queue. `granted` resolves when it gets a slot; raises CapacityExceeded when evicted."""

    granted: "asyncio.Future[Any]" = field(default_factory=_future)


class FairQueue:
    """A queue for slots: `at_once` are held, at most `max_waiting` wait, and the lightest user is next.

    `per_person`: the maximum of slots one person holds at a time, even if nobody else waits.
    """

    def __init__(self, at_once: int, max_waiting: int, per_person: int | None = None) -> None:
        self.working = FairShare(at_once, per_person=per_person)
        self.waiting = FairShare(max_waiting)
        self._waiters: dict[Holder, deque[Waiter]] = {}
        # Seconds by person and by network, since the queue was last empty.
        self._used: Counter[str] = Counter()

    @asynccontextmanager
    async def slot(self, holder: Holder) -> AsyncIterator[None]:
        """Wait for a slot and hold it during the block. Raises CapacityExceeded, also while waiting."""
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
        """Take a place in the queue. Raises CapacityExceeded."""
        waiter = Waiter(holder)
        waiter.on_evict = partial(self._refuse, waiter)
        self.waiting.acquire(waiter)
        self._waiters.setdefault(holder, deque()).append(waiter)
        return waiter

    def leave(self, waiter: Waiter) -> None:
        """Give up the place, if still held."""
        self.waiting.release(waiter)
        waiters = self._waiters.get(waiter.holder, deque[Waiter]())
        if waiter in waiters:
            waiters.remove(waiter)
        if not waiters:
            self._waiters.pop(waiter.holder, None)

    def next_waiter(self) -> Waiter | None:
        """The next to get a slot: of eligible holders the one with the fewest slots, then the least usage."""
        holder = min(filter(self.working.may_hold, self._waiters), key=self._rank, default=None)
        return None if holder is None else self._waiters[holder][0]

    def add_usage(self, holder: Holder, seconds: float) -> None:
        """Add to the time that the holder has used."""
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
                continue  # the waiter was cancelled
            self.working.acquire(waiter)
            waiter.granted.set_result(None)

    def _refuse(self, waiter: Waiter) -> None:
        self.leave(waiter)
        if not waiter.granted.done():
            waiter.granted.set_exception(CapacityExceeded)
