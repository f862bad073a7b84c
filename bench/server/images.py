"""A prepared size of a public image: from memory, beside nginx and beside a gateway without one."""

from pathlib import Path

import httpx

from bench.server.figures import Figure, against
from bench.server.load import in_turns, wrk
from bench.server.nginx import nginx
from bench.server.shops import LIST, Shops
from tapis.gateway.storage.images.transform_options import PREPARED_WIDTHS

ACCEPT = {"accept": "image/avif,image/webp,*/*"}
USUAL_BYTES = 52_000


def images(shops: Shops, rounds: int, seconds: int, folder: Path) -> list[Figure]:
    """A prepared size of a public image"""
    path, answer = usual_variant(shops)
    with nginx(folder, "image", answer) as file:
        found = in_turns(
            rounds,
            {
                "ours": lambda: wrk(shops.shop.url + path, seconds, ACCEPT),
                "uncached": lambda: wrk(shops.uncached + path, seconds, ACCEPT),
                "nginx": lambda: wrk(file, seconds, ACCEPT),
            },
        )
    what = f"Image of {len(answer.content) / 1000:.0f} kB"
    return [
        against(what, "nginx, same bytes in a file", found["ours"], found["nginx"], 0.35),
        against(what, "asking the database each time", found["ours"], found["uncached"], 6.0),
    ]


def usual_variant(shops: Shops) -> tuple[str, httpx.Response]:
    """The path and the answer of the size that is nearest to what a page usually loads."""
    rows = httpx.get(shops.shop.url + LIST, headers=shops.shop.headers()).json()
    names = [row["image"]["filename"] for row in rows]
    paths = [
        f"/storage/v1/render/image/public/tapis/products/{name}?width={width}"
        for name in names
        for width in PREPARED_WIDTHS
    ]
    answers = [(path, httpx.get(shops.shop.url + path, headers=ACCEPT)) for path in paths]
    return min(answers, key=lambda found: abs(len(found[1].content) - USUAL_BYTES))
