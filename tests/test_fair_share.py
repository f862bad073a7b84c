"""What is bounded is shared by person and by network: nobody is kept out by whoever holds most of it."""

import asyncio
from contextlib import suppress
from functools import partial

import pytest

from tapis.gateway.fair_share import THE_SHOP, CapacityExceeded, FairQueue, FairShare, Holder, ShareClaim

ANNA = Holder("anna", "198.51.100.5")
CROWD = [Holder(f"account {n}", f"203.0.113.{n % 4}") for n in range(25)]  # from four addresses


def take_all(share: FairShare, *holders: Holder) -> dict[Holder, int]:
    """Take until nobody gets more; what each has lost meanwhile."""
    lost = dict.fromkeys(holders, 0)

    def lose(holder: Holder) -> None:
        lost[holder] += 1

    for _ in range(share.capacity):
        for holder in holders:
            try:
                share.acquire(ShareClaim(holder, partial(lose, holder)))
            except CapacityExceeded:
                continue
    return lost


@pytest.mark.parametrize("capacity", [8, 50, 128, 1_000])
def test_abuse_a_crowd_from_four_addresses_keeps_no_fifth_out(capacity: int) -> None:
    share = FairShare(capacity)
    take_all(share, *CROWD)
    assert share.held == capacity
    for _ in range(capacity // 8):
        share.acquire(ShareClaim(ANNA))
    assert share.held == capacity
    assert max(share.size(holder) for holder in CROWD) <= capacity // 4


def test_abuse_whoever_holds_most_loses_first_and_the_oldest_of_it() -> None:
    share, lost = FairShare(12), list[str]()
    for n in range(12):
        holder = CROWD[0] if n < 7 else CROWD[1]
        share.acquire(ShareClaim(holder, partial(lost.append, f"{n}")))
    for _ in range(4):
        share.acquire(ShareClaim(ANNA))
    assert lost == ["0", "1", "2", "7"]


def test_abuse_nobody_loses_to_somebody_who_would_hold_as_much() -> None:
    share = FairShare(4)
    for holder in CROWD[:4]:
        share.acquire(ShareClaim(holder, pytest.fail))
    with pytest.raises(CapacityExceeded):
        share.acquire(ShareClaim(ANNA))


def test_abuse_whoever_holds_most_makes_way_for_one_more_also_before_all_is_held() -> None:
    share, lost = FairShare(8), list[int]()
    for n in range(7):
        share.acquire(ShareClaim(CROWD[n % 4], partial(lost.append, n)))
    share.evict_one(ANNA)
    assert lost == [0]
    with pytest.raises(CapacityExceeded):
        share.evict_one(CROWD[1])


def test_abuse_neighbours_behind_one_address_share_what_it_holds() -> None:
    share, lost = FairShare(8), list[int]()
    for n in range(8):
        share.acquire(ShareClaim(CROWD[0], partial(lost.append, n)))
    for _ in range(4):
        share.acquire(ShareClaim(CROWD[4]))
    assert lost == [0, 1, 2, 3]
    with pytest.raises(CapacityExceeded):
        share.acquire(ShareClaim(CROWD[4]))


def test_abuse_what_cannot_be_lost_is_never_all_given_away() -> None:
    share = FairShare(64_000, reserve=True)
    for holder in CROWD:
        claim = ShareClaim(holder)
        with suppress(CapacityExceeded):
            while True:
                share.acquire(claim, 10)
        assert share.size(holder) <= share.capacity // 4
    share.acquire(ShareClaim(ANNA), 1_000)


def test_abuse_the_shop_itself_counts_for_nobody_and_loses_nothing() -> None:
    share = FairShare(4)
    own = [ShareClaim(THE_SHOP, pytest.fail) for _ in range(4)]
    for claim in own:
        share.acquire(claim)
    with pytest.raises(CapacityExceeded):
        share.acquire(ShareClaim(ANNA))
    for claim in own:
        share.release(claim)
        share.release(claim)
    assert (share.held, share.size(THE_SHOP)) == (0, 0)


async def test_abuse_whoever_held_it_least_is_next_and_a_crowd_waits_in_turn() -> None:
    queue, order = FairQueue(at_once=1, max_waiting=60), list[str]()

    async def work(holder: Holder) -> None:
        async with queue.slot(holder):
            order.append(holder.person)
            await asyncio.sleep(0.001)

    crowd = [asyncio.create_task(work(CROWD[0])) for _ in range(5)]
    await asyncio.sleep(0)
    others = [asyncio.create_task(work(holder)) for holder in (CROWD[4], CROWD[4], ANNA)]
    await asyncio.gather(*crowd, *others)
    assert order[:2] == ["account 0", "anna"]
    assert order[2] == "account 4"
    assert (queue.working.held, queue.waiting.held) == (0, 0)


async def test_abuse_a_full_queue_refuses_who_waits_most_instead_of_who_comes_last() -> None:
    queue = FairQueue(at_once=1, max_waiting=8)
    async with queue.slot(CROWD[0]):
        crowd = [queue.join(CROWD[n % 4]) for n in range(8)]
        annas = queue.join(ANNA)
        refused = [waiter for waiter in crowd if waiter.granted.done()]
        assert [waiter.granted.exception() for waiter in refused] != []
        assert not annas.granted.done()
        with pytest.raises(CapacityExceeded):
            queue.join(CROWD[0])
        queue.leave(annas)
        for waiter in crowd:
            queue.leave(waiter)
    assert queue.next_waiter() is None


async def test_abuse_who_stops_waiting_leaves_no_place_taken() -> None:
    queue = FairQueue(at_once=1, max_waiting=8, per_person=1)

    async def work(holder: Holder) -> str:
        async with queue.slot(holder):
            return holder.person

    async with queue.slot(CROWD[0]):
        leaving, staying = (asyncio.create_task(work(holder)) for holder in (CROWD[1], ANNA))
        await asyncio.sleep(0)
        leaving.cancel()
    assert await staying == "anna"
    assert (queue.working.held, queue.waiting.held) == (0, 0)
