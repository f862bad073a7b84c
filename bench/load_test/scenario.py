"""The shop of the night: the demo shop's content, talents who will order, photographs to send."""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pyvips

from bench.load_test.resource_usage import Parts
from bench.server.pages import wait_until_drawn
from tests.conftest import TAPIS, Account, Shop, serving, shop_at
from tests.process_tree import Tree

TALENTS = 32
# Visitors come from addresses of their own, as through a proxy: limits count addresses.
SETTINGS = {"TAPIS_TRUSTED_PROXIES": "127.0.0.1"}
COUNT_STATEMENTS = "\nshared_preload_libraries = 'pg_stat_statements'\npg_stat_statements.max = 1000\n"
# As the front end makes a phone's picture smaller before it is sent (web/src/lib/reducedPicture.ts).
LONGEST_SIDE, QUALITY = 2_000, 86
PHOTOS = 6


@dataclass(frozen=True, slots=True)
class Stage:
    """An open shop, its processes, who will order, and a folder with photographs: as taken, and as sent."""

    shop: Shop
    parts: Parts
    talents: list[Account]
    taken: list[Path]
    sent: list[Path]


@contextmanager
def stage(folder: Path) -> Iterator[Stage]:
    """Open until the end of the block; nothing is left to be made for its pictures.

    TAPIS_BENCH_SHOP names a demo shop at rest that saves the minutes in which one is drawn; it is copied.
    """
    data = folder / "data"
    if kept := os.environ.get("TAPIS_BENCH_SHOP"):
        subprocess.run(["cp", "-a", kept, data], check=True)
    else:
        subprocess.run([TAPIS, "demo", "--data", data], check=True, capture_output=True)
    with (data / "postgres/cluster/postgresql.conf").open("a") as conf:
        conf.write(COUNT_STATEMENTS)
    server = serving(data, **SETTINGS)
    with server as url, shop_at(url, data) as shop:
        assert server.process
        shop.sql("create extension if not exists pg_stat_statements")
        wait_until_drawn(url)
        wait_until_made(shop)
        talents = [shop.account("talent") for _ in range(TALENTS)]
        taken, sent = photographs(shop, folder)
        yield Stage(shop, Parts(Tree(server.process.pid, data)), talents, taken, sent)


def unmade(shop: Shop) -> int:
    """How many pictures wait for their smaller versions."""
    folder = shop.data / "variants" / "waiting"
    return sum(not file.name.startswith(".") for file in folder.iterdir()) if folder.exists() else 0


def wait_until_made(shop: Shop) -> None:
    """Until every picture has its smaller versions."""
    while unmade(shop):
        time.sleep(0.2)


def megabytes_stored(shop: Shop) -> float:
    """Of pictures and their smaller versions."""
    files = (file for folder in ("files", "variants") for file in (shop.data / folder).rglob("*"))
    return sum(file.stat().st_size for file in files if file.is_file()) / 1e6


def photographs(shop: Shop, folder: Path) -> tuple[list[Path], list[Path]]:
    """Some of the gallery's originals, 12 megapixels each, and what a browser would send of them."""
    rows = shop.sql("select image->>'url' from public.gallery order by uuid limit %s", PHOTOS)
    taken, sent = [], []
    for place, (address,) in enumerate(rows):
        path = address[address.index("/storage/") :]
        taken.append(folder / f"photo-{place}.jpg")
        taken[-1].write_bytes(httpx.get(shop.url + path, timeout=60).raise_for_status().content)
        small = pyvips.Image.thumbnail(str(taken[-1]), LONGEST_SIDE, height=LONGEST_SIDE)
        sent.append(folder / f"sent-{place}.jpg")
        sent[-1].write_bytes(small.jpegsave_buffer(Q=QUALITY, keep="none"))
    return taken, sent
