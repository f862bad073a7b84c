"""What people and commands wait for in a shop of many accounts that grows to 1,000,000 orders.

.venv/bin/python -m bench.growth_of_orders [SIZE…]     opens a shop of its own and prints a table

Commands that read every order and picture run at sizes up to `COMMANDS_UP_TO`.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from uuid import uuid4

import httpx
import psycopg

from tests.conftest import TAPIS, Account, Shop, open_shop
from tests.storage.sample_images import photo
from tests.upgrade.filling import build_metadata, put_pictures

SIZES = (1_000, 10_000, 100_000, 1_000_000)
ACCOUNT_COUNT = 100_000
COMMANDS_UP_TO = 100_000
BATCH = 50_000
ROUNDS = 5
OWN = "a buyer's own orders"
FILL = Path(__file__).with_suffix(".sql")
PRODUCTS = """
insert into public.products (uuid, image, heading, sub_heading, category, price)
select md5('product ' || n)::uuid,
    '{"filename": "kain.png", "title": "kain", "url": "/storage/v1/object/public/tapis/products/kain.png"}',
    'Kain ' || n, 'Sutra', 'Kain', 100000 + n * 1000
from generate_series(1, 100) n
"""
ACCOUNTS = """
insert into auth.users (id, email)
select md5('buyer ' || n)::uuid, 'buyer' || n || '@tapis.example' from generate_series(1, %s) n
"""
LIST = "select=*&order=created_at.desc,uuid&limit=20"
NUMBER = "uuid=gte.abcd0000-0000-0000-0000-000000000000&uuid=lte.abcdffff-ffff-ffff-ffff-ffffffffffff"
# What a screen asks for, and its address; the talent's own orders are asked for by the talent.
READS: Mapping[str, str] = {
    "orders: first page, with its count": f"transactions?{LIST}",
    "orders: page at nine tenths": f"transactions?{LIST}&offset={{deep}}",
    "orders: search by number": f"transactions?{LIST}&{NUMBER}",
    "orders: names of a page": "rpc/find_buyers?user_ids={{{buyer}}}",
    "orders: search by a buyer's name": "rpc/search_buyers?words=r 77",
    "review: the queue": "review_queue?select=*&order=created_at.asc,uuid.asc&limit=200",
    "dashboard: what waits": "review_queue?select=created_at&order=created_at.asc&limit=1",
    "dashboard: paid and not sent": "unsent_orders?select=*&order=created_at.desc,uuid.asc&limit=25",
    "dashboard: shared amounts": "rpc/shared_amounts",
    "dashboard: owed refunds": "rpc/owed_refunds",
    "dashboard: orders by day": "orders_by_day?select=*&day=gte.{month}",
    "dashboard: best products": "best_products?select=*&order=pieces.desc,revenue.desc,uuid.asc&limit=5",
    OWN: "transactions?select=*&user_id=eq.{buyer}&order=created_at.desc",
}


def main(sizes: tuple[int, ...]) -> None:
    """Print a table in Markdown: milliseconds of each read, seconds of each command."""
    rows: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory() as folder, open_shop(Path(folder) / "data") as shop:
        people = {role: shop.account(role) for role in ("admin", "talent")}
        with psycopg.connect(shop.superuser, autocommit=True) as connection:
            put_pictures(connection, shop.data, "products", [("kain.png", "")])
            connection.execute(PRODUCTS)
            connection.execute(ACCOUNTS, (ACCOUNT_COUNT,))
        before = 0
        for size in sizes:
            grow(shop, before, size, people["talent"])
            before = size
            for name, taken in measured(shop, people, size):
                rows.setdefault(name, []).append(taken)
                print(f"{size:,} | {name} | {taken}", flush=True)
    print("\n | " + " | ".join(f"{size:,}" for size in sizes) + "\n---|" + "---:|" * len(sizes))
    for name, cells in rows.items():
        print(f"{name} | " + " | ".join(cells))


def grow(shop: Shop, before: int, size: int, talent: Account) -> None:
    """Orders with payments, deliveries, proofs and seals; twenty of them are the talent's."""
    content = photo(40, 40, ".png")
    with psycopg.connect(shop.superuser, autocommit=True) as connection:
        for first in range(before, size, BATCH):
            last = min(first + BATCH, size) - 1
            facts = {
                "first": first,
                "last": last,
                "accounts": ACCOUNT_COUNT,
                "talent": talent.user_id,
                "metadata": build_metadata(content),
            }
            for name, value in facts.items():
                connection.execute("select set_config(%s, %s, false)", (f"filling.{name}", str(value)))
            connection.execute(FILL.read_bytes())
        connection.execute("vacuum analyze")
        versions = connection.execute(
            "select version from storage.objects where bucket_id = 'tapis' offset %s", (before,)
        ).fetchall()
    link(shop.data / "files", content, [version for (version,) in versions])


def link(files: Path, content: bytes, versions: list[str]) -> None:
    """The bytes of each version, as few real files as the file system's count of links allows."""
    source: Path | None = None
    for number, version in enumerate(versions):
        file = files / version[:2] / version
        file.parent.mkdir(mode=0o700, exist_ok=True)
        if file.exists():
            continue
        if source is None or number % 50_000 == 0:
            file.write_bytes(content)
            file.chmod(0o600)
            source = file
        else:
            file.hardlink_to(source)


def measured(shop: Shop, people: Mapping[str, Account], size: int) -> list[tuple[str, str]]:
    """Each read's median in milliseconds, then each command's seconds."""
    facts = {"deep": size * 9 // 10, "buyer": people["talent"].user_id, "month": time.strftime("%Y-%m-01")}
    found = []
    for name, address in READS.items():
        token = people["talent" if name == OWN else "admin"].token
        headers = shop.headers(token) | {"Prefer": "count=exact"}
        with httpx.Client(base_url=f"{shop.url}/rest/v1/", headers=headers, timeout=120) as client:
            found.append((name, milliseconds(client, address.format(**facts))))
    if size <= COMMANDS_UP_TO:
        found += [(name, seconds(command)) for name, command in commands(shop).items()]
    return found


def milliseconds(client: httpx.Client, address: str) -> str:
    """The median of some rounds, or the status of a refusal."""
    taken = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        answer = client.get(address)
        taken.append((time.perf_counter() - start) * 1000)
        if answer.is_error:
            return f"{answer.status_code} after {taken[-1]:.0f}"
    return f"{median(taken):.1f}"


def commands(shop: Shop) -> Mapping[str, tuple[str, ...]]:
    scratch = shop.data.parent / uuid4().hex
    at = ("--data", str(shop.data))
    return {
        "`tapis doctor`, s": ("doctor", *at),
        "`tapis backup`, s": ("backup", f"{scratch}.tar", *at),
        "`tapis restore`, s": ("restore", f"{scratch}.tar", "--data", f"{scratch}-restored"),
        "`tapis export`, s": ("export", f"{scratch}-moved.tar", *at),
    }


def seconds(command: tuple[str, ...]) -> str:
    start = time.perf_counter()
    ended = subprocess.run([TAPIS, *command], capture_output=True, text=True, check=False)
    taken = f"{time.perf_counter() - start:.1f}"
    return (
        taken
        if ended.returncode == 0
        else f"{taken} (status {ended.returncode}: {(ended.stdout + ended.stderr)[-200:]!r})"
    )


if __name__ == "__main__":
    main(tuple(int(size) for size in sys.argv[1:]) or SIZES)
