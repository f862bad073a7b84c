"""How soon a change of content is in the page and server-rendered, and the latency meanwhile.

.venv/bin/python bench/page/freshness.py [changes]     opens a shop of its own, fills it, prints a table
"""

import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from tests.conftest import TAPIS, environment, serving  # noqa: E402
from tests.example_rows import row  # noqa: E402

PRODUCTS = 48
RENDERED = '<div id="root"><div'


def main(changes: int) -> None:
    with tempfile.TemporaryDirectory(prefix="tapis-bench-") as folder:
        data = Path(folder) / "data"
        with serving(data) as url:
            printed = subprocess.check_output(
                [TAPIS, "keys", "--service", "--json", "--data", data], text=True, env=environment()
            )
            key = json.loads(printed)["service_key"]
            headers = {"apikey": key, "Authorization": f"Bearer {key}"}
            with httpx.Client(base_url=url, headers=headers, timeout=30) as owner:
                products = [row("products", "") for _ in range(PRODUCTS)]
                owner.post("/rest/v1/products", json=products).raise_for_status()
                measured = [change(owner, url, products[0]["uuid"], number) for number in range(changes + 1)][
                    1:
                ]
    for index, name in enumerate(("in the next page, ms", "rendered, ms", "slowest page meanwhile, ms")):
        figures = sorted(figure[index] for figure in measured)
        print(f"{name:30} median {statistics.median(figures):7.1f}   worst {figures[-1]:7.1f}")


def change(owner: httpx.Client, url: str, uuid: str, number: int) -> tuple[float, float, float]:
    """Milliseconds from the write to a page that has it, to a rendered one, and of the slowest response."""
    heading, seen, waits = f"Kain nomor {number}", threading.Event(), []

    def visit() -> None:
        with httpx.Client(base_url=url, headers={"Accept": "text/html"}) as visitor:
            while not seen.is_set():
                start = time.perf_counter()
                visitor.get("/products")
                waits.append(time.perf_counter() - start)

    visitor = threading.Thread(target=visit)
    visitor.start()
    time.sleep(1)
    owner.patch(f"/rest/v1/products?uuid=eq.{uuid}", json={"heading": heading}).raise_for_status()
    written, in_page = time.perf_counter(), 0.0
    while True:
        page = owner.get("/products").text
        in_page = in_page or (time.perf_counter() - written if heading in page else 0.0)
        if RENDERED in page and heading in page:
            break
    rendered = time.perf_counter() - written
    seen.set()
    visitor.join()
    return in_page * 1000, rendered * 1000, max(waits) * 1000


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
