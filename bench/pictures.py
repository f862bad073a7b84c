"""How long pictures take: an upload of 12 megapixels over HTTP, each step of it, and every kind of variant.

.venv/bin/python bench/pictures.py [URL SERVICE_KEY]     without an address only the steps are measured
"""

import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from uuid import uuid4

import httpx
import pyvips

from tapis.storage.formats import AVIF, JPEG, WEBP, Format
from tapis.storage.options import Options
from tapis.storage.pictures import clean
from tapis.storage.rendering import render

TIMES = 5
WIDTH, HEIGHT = 4032, 3024
SLOW_AVIF = replace(AVIF, options=AVIF.options | {"effort": 4})


def photo(held: int = 1) -> bytes:
    """12 megapixels with detail at every scale, about 3 MB."""
    image = pyvips.Image.black(WIDTH, HEIGHT)
    for side, weight in ((504, 1.0), (126, 0.6), (42, 0.35), (14, 0.2), (4, 0.12), (1, 0.03)):
        noise = pyvips.Image.gaussnoise(WIDTH // side + 2, HEIGHT // side + 2, sigma=60, mean=0, seed=side)
        image += noise.resize(side, kernel="cubic").crop(0, 0, WIDTH, HEIGHT) * weight
    colour = (image + 120).bandjoin([image + 110, image + 100]).cast("uchar").copy(interpretation="srgb")
    if held != 1:
        colour.set_type(pyvips.GValue.gint_type, "orientation", held)
    content: bytes = colour.jpegsave_buffer(Q=90)
    return content


def milliseconds(work: Callable[..., object], *arguments: object) -> float:
    """The best of a few runs of `work(*arguments)`."""
    best = float("inf")
    for _ in range(TIMES):
        start = time.perf_counter()
        work(*arguments)
        best = min(best, time.perf_counter() - start)
    return best * 1000


def judge(content: bytes) -> None:
    """What an upload costs beside its transport and its sync."""
    with tempfile.TemporaryFile() as sent, tempfile.TemporaryFile() as kept:
        sent.write(content)
        sent.flush()
        clean(sent, kept)


def variant(content: bytes, width: int, form: Format) -> bytes:
    """One variant of an upright picture."""
    with tempfile.TemporaryFile() as source:
        source.write(content)
        source.flush()
        return render(source, Options(width, 0, "cover", 0, form))


def main() -> None:
    """Print two tables, in Markdown."""
    upright, turned = photo(), photo(held=6)
    print(f"A JPEG of 12 megapixels, {len(upright) / 1e6:.1f} MB | ms\n---|---")
    print(f"judge and clean, held upright | {milliseconds(judge, upright):.0f}")
    print(f"judge, turn and write anew, held sideways | {milliseconds(judge, turned):.0f}")
    if len(sys.argv) == 3:
        over_http(sys.argv[1], sys.argv[2], {"upright": upright, "sideways": turned})
    print(
        "\nWidth | AVIF ms | KB | AVIF, effort 4, ms | KB | WebP ms | KB | JPEG ms | KB\n"
        + "---|" * 8
        + "---"
    )
    for width in (200, 400, 800, 1600):
        cells = [str(width)]
        for form in (AVIF, SLOW_AVIF, WEBP, JPEG):
            cells.append(f"{milliseconds(variant, upright, width, form):.0f}")
            cells.append(f"{len(variant(upright, width, form)) / 1000:.0f}")
        print(" | ".join(cells))


def over_http(url: str, key: str, pictures: dict[str, bytes]) -> None:
    """Uploads and reads as a client sees them, the sync of the disk included."""
    headers = {"apikey": key, "Authorization": f"Bearer {key}"}
    with httpx.Client(base_url=f"{url}/storage/v1/object", headers=headers, timeout=30) as client:
        names: list[str] = []

        def upload(content: bytes) -> None:
            names.append(f"products/bench-{uuid4()}.jpg")
            sent = {"content-type": "image/jpeg"}
            client.post(f"/tapis/{names[-1]}", content=content, headers=sent).raise_for_status()

        def read(**condition: str) -> httpx.Response:
            return client.get(f"/public/tapis/{names[0]}", headers=condition)

        for held, content in pictures.items():
            print(f"upload, held {held} | {milliseconds(upload, content):.0f}")
        known = {"if-none-match": read().headers["etag"]}
        print(f"read | {milliseconds(read):.1f}")
        print(f"read, unchanged (304) | {milliseconds(partial(read, **known)):.1f}")
        client.request("DELETE", "/tapis", json={"prefixes": names})


if __name__ == "__main__":
    main()
