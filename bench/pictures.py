"""How long pictures take: an upload of 12 megapixels, all its variants beside sharp's, each step alone.

.venv/bin/python -m bench.pictures     opens a shop of its own; installs sharp if need be; all on one core
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from pathlib import Path
from statistics import median
from uuid import uuid4

import httpx
import pyvips

from tapis.gateway.fair_share import THE_SHOP
from tapis.gateway.storage.blobs.blob_store import FolderBlobStore
from tapis.gateway.storage.images.formats import AVIF, JPEG, WEBP, Format
from tapis.gateway.storage.images.resize import list_prepared_options, resize_image
from tapis.gateway.storage.images.transform_options import PREPARED_WIDTHS, TransformOptions
from tapis.gateway.storage.images.validation import clean_image
from tapis.gateway.storage.images.worker_pool import WorkerPool
from tapis.gateway.storage.variants.variant_files import VariantFiles
from tapis.gateway.storage.variants.variants import Variants
from tests.conftest import TAPIS, serving

TIMES = 5
ROOT = Path(__file__).resolve().parent.parent
SHARP = ROOT / "bench" / "sharp"
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
        clean_image(sent, kept)


def variant(content: bytes, width: int, form: Format) -> bytes:
    """One variant of an upright picture."""
    with tempfile.TemporaryFile() as source:
        source.write(content)
        source.flush()
        return resize_image(source, TransformOptions(width, 0, "cover", 0, form))


@dataclass(frozen=True, slots=True)
class Run:
    """All variants of a picture: seconds until the last was there, of the processor, and memory at most."""

    seconds: float
    busy: float
    megabytes: float


def ours(content: bytes, folder: Path) -> Run:
    """The shop's own worker, started for this picture; an upload finds one that has judged it."""
    version = str(uuid4())
    asyncio.run(FolderBlobStore(folder / "files").put(version, BytesIO(content)))
    return measured([sys.executable, "-m", "bench.pictures", str(folder), version], lambda: False)


async def make_sizes(folder: Path, version: str) -> None:
    """All of one picture, as after its upload."""
    variants = Variants(FolderBlobStore(folder / "files"), folder / "variants", WorkerPool())
    variants.prepared.schedule(version, THE_SHOP)
    await asyncio.to_thread(wait_until_made, variants.files, version)


def wait_until_made(files: VariantFiles, version: str) -> None:
    while any(files.find(version, options) is None for options in list_prepared_options(JPEG)):
        time.sleep(0.005)


def sharps(content: bytes, folder: Path) -> Run:
    """sharp with the same widths, formats, qualities and efforts."""
    picture = folder / "picture.jpg"
    picture.write_bytes(content)
    program = [
        str(ROOT / "web/node_modules/.bin/node"),
        str(SHARP / "variants.ts"),
        str(picture),
        str(folder),
    ]
    return measured(program, lambda: False)


def measured(command: list[str], done: Callable[[], bool]) -> Run:
    """Run on one core until it has ended or says that it has done all."""
    start = time.perf_counter()
    process = subprocess.Popen(["taskset", "-c", "0", *command], stdin=subprocess.PIPE)
    while not done():
        pid, _, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            return Run(time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1000)
        time.sleep(0.005)
    seconds = time.perf_counter() - start
    if process.stdin:
        process.stdin.close()
    _, _, usage = os.wait4(process.pid, 0)
    return Run(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1000)


def against_sharp(content: bytes) -> None:
    """All variants of one picture on one core, in turns with sharp: medians, fastest to slowest."""
    if not (SHARP / "node_modules").exists():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=SHARP, check=True)
    runs: dict[str, list[Run]] = {"Tapis": [], "sharp": []}
    for _ in range(TIMES):
        for name, way in (("Tapis", ours), ("sharp", sharps)):
            with tempfile.TemporaryDirectory() as folder:
                runs[name].append(way(content, Path(folder)))
    print(f"\n{len(PREPARED_WIDTHS)} widths × AVIF, WebP, JPEG, one core | s, median | s, from–to", end="")
    print(" | processor, s | MB at most")
    print("---|---|---|---|---")
    for name, found in runs.items():
        seconds = [run.seconds for run in found]
        busy, most = median(run.busy for run in found), max(run.megabytes for run in found)
        span = f"{min(seconds):.2f}–{max(seconds):.2f}"
        print(f"{name} | {median(seconds):.2f} | {span} | {busy:.2f} | {most:.0f}")
    ratio = median(run.seconds for run in runs["sharp"]) / median(run.seconds for run in runs["Tapis"])
    print(f"goal: 4 s, 250 MB | sharp takes {ratio:.2f} × our time")


def over_http(pictures: dict[str, bytes]) -> None:
    """Uploads and reads as a client sees them: database, gateway and maker all on one core."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "data") as url:
        data = Path(folder) / "data"
        output = subprocess.check_output([TAPIS, "keys", "--service", "--json", "--data", data], text=True)
        key = json.loads(output)["service_key"]
        headers = {"apikey": key, "Authorization": f"Bearer {key}", "content-type": "image/jpeg"}
        files, names = VariantFiles(data / "variants"), []
        with httpx.Client(base_url=f"{url}/storage/v1/object", headers=headers, timeout=60) as client:
            for held, content in pictures.items():
                answered, ready = [], []
                for _ in range(TIMES):
                    start = time.perf_counter()
                    names.append(f"products/bench-{uuid4()}.jpg")
                    client.post(f"/tapis/{names[-1]}", content=content).raise_for_status()
                    answered.append((time.perf_counter() - start) * 1000)
                    version = client.get(f"/info/public/tapis/{names[-1]}").json()["version"]
                    wait_until_made(files, version)
                    ready.append(time.perf_counter() - start)
                print(f"upload over HTTP, held {held}, answered | {median(answered):.0f}")
                print(f"the same, until every variant is there | {median(ready) * 1000:.0f}")
            known = {"if-none-match": client.get(f"/public/tapis/{names[0]}").headers["etag"]}
            print(f"read | {milliseconds(client.get, f'/public/tapis/{names[0]}'):.1f}")
            unchanged = partial(client.get, f"/public/tapis/{names[0]}", headers=known)
            print(f"read, unchanged (304) | {milliseconds(unchanged):.1f}")


def main() -> None:
    """Print three tables, in Markdown; in a child process make the sizes of one picture."""
    if sys.argv[1:]:
        asyncio.run(make_sizes(Path(sys.argv[1]), sys.argv[2]))
        return
    os.sched_setaffinity(0, {0})
    upright, turned = photo(), photo(held=6)
    print(f"A JPEG of 12 megapixels, {len(upright) / 1e6:.1f} MB, one core | ms\n---|---")
    print(f"judge and clean, held upright | {milliseconds(judge, upright):.0f}")
    print(f"validate, rotate and encode again, sideways | {milliseconds(judge, turned):.0f}")
    over_http({"upright": upright, "sideways": turned})
    against_sharp(upright)
    print(
        "\nWidth, made alone | AVIF ms | KB | AVIF, effort 4, ms | KB | WebP ms | KB | JPEG ms | KB\n"
        + "---|" * 8
        + "---"
    )
    for width in PREPARED_WIDTHS:
        cells = [str(width)]
        for form in (AVIF, SLOW_AVIF, WEBP, JPEG):
            cells.append(f"{milliseconds(variant, upright, width, form):.0f}")
            cells.append(f"{len(variant(upright, width, form)) / 1000:.0f}")
        print(" | ".join(cells))


if __name__ == "__main__":
    main()
