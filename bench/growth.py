"""What a list and its page cost while the shop grows from 100 to 100,000 products: flat, or not.

.venv/bin/python -m bench.growth     opens a shop of its own; every read but the last two goes to the database
"""

import asyncio
import itertools
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from urllib.parse import quote

import httpx
import psycopg

from tapis.gateway.database import Database
from tapis.ops import postgres
from tests.conftest import TAPIS, serving
from tests.rest.explain import explain_read

SIZES = (100, 1_000, 10_000, 100_000)
ROUNDS = 300
NEWEST = "select=*&order=created_at.desc%2Cuuid&limit=48"
GROW = """
insert into products (image, heading, sub_heading, category, price, created_at)
select '{"filename":"a.jpg","title":"a","url":"https://shop.example/storage/v1/object/public/tapis/a.jpg"}',
    'Kain ' || n, 'Woven by hand', 'Kain', n, now() - make_interval(secs => n)
from generate_series(%s::int, %s::int) n
"""
MARKS = """
select to_json(created_at) #>> '{}', uuid::text from products
order by created_at desc, uuid offset %s limit %s
"""
Mark = tuple[str, str]


def behind(created_at: str, uuid: str) -> str:
    """The page behind a row, as the front end asks for it."""
    mark = quote(created_at, safe="")
    return f"/rest/v1/products?{NEWEST}&created_at=lte.{mark}&or=(created_at.lt.{mark}%2Cuuid.gt.{uuid})"


def requests_for(marks: list[Mark], size: int) -> dict[str, Iterator[str]]:
    """What is measured, and its addresses. Where no two are alike, no answer was ready."""
    fresh, deep = itertools.count(1), deep_in(size)
    return {
        "first page": (f"/rest/v1/products?{NEWEST}&price=gt.-{n}" for n in fresh),
        "page at nine tenths, by its mark": (f"{behind(*random.choice(marks))}&price=gt.-{n}" for n in fresh),
        "the same, counted from the top": (
            f"/rest/v1/products?{NEWEST}&offset={deep}&price=gt.-{n}" for n in fresh
        ),
        "first page, ready": itertools.repeat(f"/rest/v1/products?{NEWEST}"),
        "/products, rendered": itertools.repeat("/products"),
    }


def deep_in(size: int) -> int:
    """How many rows are in front of a page near the end that comes full."""
    return min(size * 9 // 10, size - 60)


def measure(client: httpx.Client, ways: Iterator[str]) -> list[float]:
    """Milliseconds of one kind of read, again and again; the first ones don't count."""
    taken: list[float] = []
    for address in itertools.islice(ways, ROUNDS + 20):
        start = time.perf_counter()
        client.get(address).raise_for_status()
        taken.append((time.perf_counter() - start) * 1000)
    return taken[20:]


def main() -> None:
    """Print a table in Markdown and the plans; end with 1 if what must be flat isn't."""
    rows: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        with serving(data) as url, postgres.ensure_server(data) as urls:
            key = anon_key(data)
            client = httpx.Client(base_url=url, headers={"apikey": key, "Authorization": f"Bearer {key}"})
            before, marks = 0, [("", "")]
            for size in SIZES:
                marks = grow(urls.superuser, before, size)
                before = size
                time.sleep(2)  # the rendered page follows the change
                # One kind after the other: one that reads much would leave the next a cold processor.
                for kind, ways in requests_for(marks, size).items():
                    rows.setdefault(kind, []).append(median(measure(client, ways)))
            plans = asyncio.run(plans_of(urls.authenticator, marks[0]))
    print("ms, median | " + " | ".join(f"{size:,}" for size in SIZES) + " | most ÷ least")
    print("---|" + "---|" * len(SIZES) + "---")
    for kind, medians in rows.items():
        spread = max(medians) / min(medians)
        print(f"{kind} | " + " | ".join(f"{value:.2f}" for value in medians) + f" | {spread:.2f}")
    print("goal: at most 1.10 ÷ 0.90 between any two sizes, but for the one counted from the top\n")
    print(plans)
    flat = [max(values) / min(values) for kind, values in rows.items() if "counted" not in kind]
    sys.exit(any(spread > 1.1 / 0.9 for spread in flat))


def grow(superuser: str, before: int, size: int) -> list[Mark]:
    """Add products, oldest last, and give marks of rows at nine tenths of the list."""
    with psycopg.connect(superuser, autocommit=True) as connection:
        connection.execute(GROW, (before + 1, size))
        connection.execute("vacuum analyze products")
        return connection.execute(MARKS, (deep_in(size), 10)).fetchall()


def anon_key(data: Path) -> str:
    """The public key of a shop."""
    output = subprocess.check_output([TAPIS, "keys", "--json", "--data", data], text=True)
    return str(json.loads(output)["anon_key"])


async def plans_of(authenticator: str, mark: Mark) -> str:
    """How the database finds the first page and a deep one."""
    async with Database(authenticator, 1, 30) as database:
        first = await explain_read(database, "products", NEWEST)
        deep = await explain_read(database, "products", behind(*mark).partition("?")[2])
    return f"First page:\n{first}\n\nDeep page:\n{deep}"


if __name__ == "__main__":
    main()
