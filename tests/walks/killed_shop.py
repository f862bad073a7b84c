"""A shop for walks that is killed on the way and comes back at the same address."""

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.conftest import SHARED_QUOTA, prepared, shop_at
from tests.crash.killable_shop import KILL_TARGETS, Shop
from tests.walks.scene import PATIENCE_SECONDS, Scene


@contextmanager
def killed_scene(data: Path) -> Iterator[Scene]:
    """Tom and Ada in a shop of their own."""
    killable = Shop(prepared(data), **SHARED_QUOTA)
    killable.open()
    try:
        with shop_at(killable.url, data) as shop:
            yield Scene(shop, kill=lambda rng: _kill(killable, rng))
    finally:
        killable.close()


def _kill(shop: Shop, rng: random.Random) -> None:
    target = rng.choice(KILL_TARGETS)
    target.kill(shop.tree, rng)
    if target.needs_restart:
        shop.restart()
    until = time.monotonic() + PATIENCE_SECONDS
    while not _is_ready(shop.url):
        assert time.monotonic() < until, f"the shop does not come back after a kill of {target.name}"
        time.sleep(0.05)


def _is_ready(url: str) -> bool:
    try:
        return httpx.get(f"{url}/readyz", timeout=5).status_code == 200
    except httpx.TransportError:
        return False
