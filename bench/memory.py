"""Memory of all processes of the shop, PostgreSQL included, idle and under load.

.venv/bin/python -m bench.memory [SECONDS]     60 under load by default
"""

import itertools
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import httpx

from tapis.gateway.storage.images.transform_options import PREPARED_WIDTHS
from tests.conftest import Shop, serving, shop_at
from tests.declared_pictures import FOLDER_OF_PROOFS
from tests.example_rows import image, put_file, put_order
from tests.process_tree import Tree
from tests.storage.sample_images import noise

SECONDS = 60
GOAL_LOAD, GOAL_IDLE = 400, 200  # MB
LOOK_SECONDS = 0.1
MEGAPIXELS = 12
Sizes = dict[str, float]


def proportional_set_sizes(tree: Tree) -> Sizes:
    """MB by kind of process; what several share is counted once."""
    found: Counter[str] = Counter()
    for pid in tree.all():
        with suppress(OSError, IndexError):
            name = Path(f"/proc/{pid}/comm").read_text().strip()
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            found[name] += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return {name: size / 1024 for name, size in found.items()}


class Scale(threading.Thread):
    """Samples the memory of the process tree and keeps the highest sample."""

    def __init__(self, tree: Tree) -> None:
        super().__init__(daemon=True)
        self.tree = tree
        self.peak: Sizes = {}
        self.over = threading.Event()

    def run(self) -> None:
        """Until `over`."""
        while not self.over.wait(LOOK_SECONDS):
            now = proportional_set_sizes(self.tree)
            if sum(now.values()) > sum(self.peak.values()):
                self.peak = now


# ── load ────────────────────────────────────────────────────────────────────────────────────────


def upload(shop: Shop, role: str, content: bytes) -> Callable[[], None]:
    """Somebody who sends a picture as a phone makes it."""
    client = shop.client(shop.account(role).token)
    folder = "products" if role == "admin" else "transactions/invoices"

    def send() -> None:
        headers = {"Content-Type": "image/jpeg"}
        path = f"/storage/v1/object/tapis/{folder}/kain-{uuid4()}.jpg"
        client.post(path, content=content, headers=headers, timeout=120).raise_for_status()

    return send


def order(shop: Shop) -> Callable[[], None]:
    """Tom orders the same again and again; no content changes, as none does when people order."""
    tom = shop.account("talent")
    client = shop.client(tom.token)
    first = put_order(shop.sql, tom.user_id)

    def send() -> None:
        proof = image(put_file(shop.sql, FOLDER_OF_PROOFS, tom.user_id))
        row = first | {"uuid": str(uuid4()), "invoice_image": proof}
        client.post("/rest/v1/transactions", json=row).raise_for_status()

    return send


def read(shop: Shop, addresses: Iterator[str]) -> Callable[[], None]:
    """Anna looks around."""
    client = shop.client()

    def look() -> None:
        client.get(next(addresses), timeout=60).raise_for_status()

    return look


def busy(people: list[Callable[[], None]], seconds: float) -> Counter[str]:
    """Everybody does what they do until the time is over; how often it worked, and did not."""
    end, done = time.monotonic() + seconds, Counter[str]()

    def live(act: Callable[[], None]) -> None:
        while time.monotonic() < end:
            try:
                act()
                done["answered"] += 1
            except httpx.HTTPError:
                done["refused"] += 1

    threads = [threading.Thread(target=live, args=(act,)) for act in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return done


def load(shop: Shop) -> list[Callable[[], None]]:
    """Four who upload, two who order, eight who read lists, pages and variants that are not prepared."""
    path = f"tapis/products/kain-{uuid4()}.jpg"
    with shop.client(shop.token("admin")) as ada:
        content, headers = noise(MEGAPIXELS), {"Content-Type": "image/jpeg"}
        ada.post(f"/storage/v1/object/{path}", content=content, headers=headers).raise_for_status()
    sizes = [
        f"/storage/v1/render/image/public/{path}?width={width}&height={height}&resize={resize}"
        for width, height in itertools.product(PREPARED_WIDTHS, PREPARED_WIDTHS)
        for resize in ("cover", "contain", "fill")
    ]
    lists = ["/", "/products", "/gallery", "/rest/v1/products?order=created_at.desc&limit=9"]
    return [
        *(upload(shop, "admin", noise(MEGAPIXELS)) for _ in range(4)),
        *(order(shop) for _ in range(2)),
        *(read(shop, itertools.cycle(lists)) for _ in range(6)),
        *(read(shop, itertools.cycle(sizes)) for _ in range(2)),
    ]


def print_memory(name: str, sizes: Sizes, goal: int) -> bool:
    """Print one moment; whether it meets its goal."""
    whole = sum(sizes.values())
    parts = ", ".join(f"{part} {size:.0f}" for part, size in sorted(sizes.items(), key=lambda item: -item[1]))
    print(f"{name:12}{whole:6.0f} MB of {goal}   ({parts})")
    return whole <= goal


def main() -> int:
    """Exit 0 when both goals are met."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    with tempfile.TemporaryDirectory(prefix="tapis-bench-") as folder:
        server = serving(Path(folder) / "data")
        with server as url, shop_at(url, Path(folder) / "data") as shop:
            assert server.process
            scale = Scale(Tree(server.process.pid, shop.data))
            time.sleep(10)
            idle = print_memory("idle", proportional_set_sizes(scale.tree), GOAL_IDLE)
            people = load(shop)
            scale.start()
            done = busy(people, seconds)
            scale.over.set()
            scale.join()
        print(f"{done['answered']} answers, {done['refused']} refusals in {seconds:.0f} s")
        return 0 if print_memory("under load", scale.peak, GOAL_LOAD) and idle else 1


if __name__ == "__main__":
    sys.exit(main())
