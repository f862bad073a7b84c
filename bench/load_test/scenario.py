"""The shop under test: demo content, accounts that will order, photos to upload."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pyvips

from bench.load_test.resource_usage import ResourceMonitor
from bench.prepared_sizes import make_missing_sizes
from bench.server.pages import wait_until_rendered
from tests.conftest import TAPIS, Account, Shop, serving, shop_at
from tests.process_tree import Tree

TALENTS = 32
# Each visitor has an address of their own, as behind a proxy: rate limits count addresses.
SETTINGS = {"TAPIS_TRUSTED_PROXIES": "127.0.0.1"}
COUNT_STATEMENTS = "\nshared_preload_libraries = 'pg_stat_statements'\npg_stat_statements.max = 1000\n"
# So that no visitor's order finds a product sold out.
PLENTY = """
update public.products set sizes = (
    select jsonb_agg(case when size ? 'stock' then size || '{"stock": 500000}' else size end order by ordinal)
    from jsonb_array_elements(sizes) with ordinality as had (size, ordinal))
where sizes <> '[]'
"""
# As the front end reduces a phone's picture before the upload (web/src/lib/downscalePicture.ts).
LONGEST_SIDE, QUALITY = 2_000, 86
PHOTOS = 6


@dataclass(frozen=True, slots=True)
class LoadTestShop:
    """A running shop, its monitor, accounts that will order, and photos: originals and reduced."""

    shop: Shop
    monitor: ResourceMonitor
    talents: list[Account]
    originals: list[Path]
    reduced: list[Path]


@contextmanager
def open_load_test_shop(folder: Path) -> Iterator[LoadTestShop]:
    """Serve a shop whose variants are complete, until the end of the block.

    BENCH_SHOP names a stopped demo shop to copy, which saves creating one.
    """
    data = folder / "data"
    if kept := os.environ.get("BENCH_SHOP"):
        subprocess.run(["cp", "-a", kept, data], check=True)
    else:
        subprocess.run([TAPIS, "demo", "--data", data], check=True, capture_output=True)
    with (data / "postgres/cluster/postgresql.conf").open("a") as conf:
        conf.write(COUNT_STATEMENTS)
    server = serving(data, **SETTINGS)
    with server as url, shop_at(url, data) as shop:
        assert server.process
        shop.sql("create extension if not exists pg_stat_statements")
        shop.sql(PLENTY)
        wait_until_rendered(url)
        make_missing_sizes(shop)
        talents = [shop.account("talent") for _ in range(TALENTS)]
        originals, reduced = download_photos(shop, folder)
        yield LoadTestShop(shop, ResourceMonitor(Tree(server.process.pid, data)), talents, originals, reduced)


def megabytes_stored(shop: Shop) -> float:
    """Images and their variants."""
    files = (file for folder in ("files", "variants") for file in (shop.data / folder).rglob("*"))
    return sum(file.stat().st_size for file in files if file.is_file()) / 1e6


def download_photos(shop: Shop, folder: Path) -> tuple[list[Path], list[Path]]:
    """Some of the gallery's 12-megapixel originals, and what a browser would upload of them."""
    rows = shop.sql("select image->>'url' from public.gallery order by uuid limit %s", PHOTOS)
    originals, reduced = [], []
    for index, (address,) in enumerate(rows):
        path = address[address.index("/storage/") :]
        originals.append(folder / f"photo-{index}.jpg")
        originals[-1].write_bytes(httpx.get(shop.url + path, timeout=60).raise_for_status().content)
        small = pyvips.Image.thumbnail(str(originals[-1]), LONGEST_SIDE, height=LONGEST_SIDE)
        reduced.append(folder / f"reduced-{index}.jpg")
        reduced[-1].write_bytes(small.jpegsave_buffer(Q=QUALITY, keep="none"))
    return originals, reduced
