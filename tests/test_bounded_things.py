"""Everything that is bounded in the gateway, as the program has it: nobody keeps others out of it."""

import ast
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from importlib import import_module
from math import ceil
from pathlib import Path
from typing import NamedTuple

import pytest

from tapis.gateway.fair_share import CapacityExceeded, FairQueue, FairShare, Holder, ShareClaim

GATEWAY = Path(__file__).parents[1] / "tapis/gateway"
BOUNDED = {
    "auth/password_hashing.py": ["passwords that are hashed"],
    "database/pool.py": ["database connections"],
    "events/change_streams.py": ["event streams"],
    "http/body_limits.py": ["bytes of bodies in memory"],
    "mail/smtp.py": ["conversations with the mail server"],
    "notifications/dispatcher.py": ["mails of a batch", "pushes of a batch"],
    "notifications/public_address.py": ["names of push services that are looked up"],
    "storage/blobs/s3_store.py": ["images on their way into the store"],
    "storage/http/upload_slots.py": ["uploads"],
    "storage/images/worker_pool.py": ["pictures that are validated", "pictures whose sizes are made"],
    "storage/variants/variants.py": ["variants that are rendered"],
}
FAIR = ("FairShare", "FairQueue")
# What would bound something for whoever comes first.
UNFAIR = ("Semaphore", "BoundedSemaphore", "CapacityLimiter", "ThreadPoolExecutor", "ProcessPoolExecutor")
ARGUMENTS = {"max_size": 8}  # that the program knows only when it runs
ADDRESSES = [f"203.0.113.{number}" for number in range(4)]
ACCOUNTS = 200
ANNA, TOM = Holder("anna", "198.51.100.5"), Holder("tom", "198.51.100.6")


class Construction(NamedTuple):
    """A place of the program that makes a fair share or queue."""

    file: str
    name: str
    source: str

    def make(self) -> FairShare | FairQueue:
        module = import_module("tapis.gateway." + self.file.removesuffix(".py").replace("/", "."))
        made = eval(self.source, vars(module), ARGUMENTS)
        assert isinstance(made, FairShare | FairQueue)
        return made

    def share(self) -> FairShare:
        """The thing itself; of a queue the places in it."""
        made = self.make()
        return made.waiting if isinstance(made, FairQueue) else made


def find_calls(file: Path, names: tuple[str, ...]) -> Iterator[str]:
    text = file.read_text()
    if not any(name in text for name in names):
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in names:
            yield ast.unparse(node)


def find_files_calling(names: tuple[str, ...]) -> dict[str, list[str]]:
    found = {str(file.relative_to(GATEWAY)): list(find_calls(file, names)) for file in GATEWAY.rglob("*.py")}
    return {file: sources for file, sources in found.items() if sources and file != "fair_share.py"}


CONSTRUCTIONS = [
    Construction(file, name, source)
    for file, sources in find_files_calling(FAIR).items()
    for name, source in zip(BOUNDED.get(file, sources), sources, strict=True)
]
everything = pytest.mark.parametrize("thing", CONSTRUCTIONS, ids=[one.name for one in CONSTRUCTIONS])
# Who may try to have it all: one account, a network full of accounts, one account on many networks.
ATTACKERS = {
    "a person": [Holder("eve", ADDRESSES[0])],
    "a network": [Holder(f"eve {number}", ADDRESSES[0]) for number in range(ACCOUNTS)],
    "a person on many networks": [Holder("eve", f"192.0.2.{number}") for number in range(100)],
}
OTHERS = [Holder(f"{address} {number}", address) for address in ADDRESSES[1:] for number in range(ACCOUNTS)]


def find_share(share: FairShare) -> int:
    return max(1, share.capacity // 1_000)


def take_all(share: FairShare, holders: list[Holder], lost: list[Holder]) -> None:
    """In turn, until nobody gets more."""
    able = list(holders)
    while able:
        for holder in list(able):
            claim = ShareClaim(holder)
            claim.on_evict = partial(lost.append, holder)
            try:
                share.acquire(claim, find_share(share))
            except CapacityExceeded:
                able.remove(holder)


def test_abuse_whatever_is_bounded_is_shared() -> None:
    """A new bounded thing fails here until it is shared, and in the table."""
    assert find_files_calling(FAIR).keys() == BOUNDED.keys()
    assert find_files_calling(UNFAIR).keys() <= BOUNDED.keys()


@everything
@pytest.mark.parametrize("attackers", ATTACKERS.values(), ids=ATTACKERS)
def test_abuse_nobody_holds_more_than_a_quarter_while_others_wait(
    thing: Construction, attackers: list[Holder]
) -> None:
    share, lost = thing.share(), list[Holder]()
    take_all(share, attackers, lost)
    take_all(share, OTHERS, lost)
    assert max(map(share.size, attackers)) <= ceil(share.capacity / 4)


@everything
def test_abuse_whoever_holds_most_loses_first(thing: Construction) -> None:
    share, lost = thing.share(), list[Holder]()
    share.acquire(ShareClaim(TOM, partial(lost.append, TOM)))
    take_all(share, ATTACKERS["a network"], lost)
    lost.clear()
    with suppress(CapacityExceeded):  # of what cannot be lost
        while not lost:
            share.acquire(ShareClaim(ANNA), find_share(share))
    assert share.held_by_person(ANNA)
    assert TOM not in lost


@everything
async def test_abuse_who_held_it_least_is_next(thing: Construction) -> None:
    queue = thing.make()
    if isinstance(queue, FairShare):
        return
    eve = ATTACKERS["a network"]
    for holder in eve[: queue.working.capacity]:
        queue.working.acquire(ShareClaim(holder))
    turns = [queue.join(holder) for holder in eve[-5:]]
    annas = queue.join(ANNA)
    assert queue.next_waiter() is annas
    for turn in (*turns, annas):
        queue.leave(turn)
