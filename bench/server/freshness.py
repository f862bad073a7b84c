"""How soon everybody reads what changed past the gateway, and whether anybody waits for it."""

import threading
import time
from statistics import median

import httpx

from bench.server.figures import Figure, limit
from bench.server.shops import Shops

CHANGES = 10
LATEST = "/rest/v1/products?select=heading&order=created_at.desc&limit=1"
RENAME = """
update public.products set heading = %s
where uuid = (select uuid from public.products order by created_at desc limit 1)
"""


def freshness(shops: Shops) -> list[Figure]:
    """Change the newest product by SQL, and read list and page until they show it."""
    lists, pages, slowest = [], [], [0.0]
    stop = threading.Event()
    reader = threading.Thread(target=_keep_reading, args=(shops, stop, slowest))
    reader.start()
    with shops.shop.client() as anna:
        for number in range(CHANGES):
            heading = f"Kain nomor {number}"
            shops.shop.sql(RENAME, heading)
            changed = time.monotonic()
            lists.append(_seconds_until(anna, LATEST, heading, changed))
            pages.append(_seconds_until(anna, "/products", heading, changed))
    stop.set()
    reader.join()
    return [
        limit("Content change → list fresh, worst of 10", max(lists), "s", most=1),
        limit("Content change → page fresh, worst of 10", max(pages), "s", most=1),
        limit("… median of the page", median(pages), "s", most=1),
        limit("… slowest request for a page meanwhile", slowest[0], "s", most=0.25),
    ]


def _seconds_until(anna: httpx.Client, address: str, heading: str, since: float) -> float:
    while heading not in anna.get(address).text:
        if time.monotonic() - since > 10:
            return float("inf")
    return time.monotonic() - since


def _keep_reading(shops: Shops, stop: threading.Event, slowest: list[float]) -> None:
    with shops.shop.client() as anna:
        while not stop.is_set():
            start = time.monotonic()
            anna.get("/products")
            slowest[0] = max(slowest[0], time.monotonic() - start)
            time.sleep(0.01)
