"""Prepared variants are made after the upload's response, whatever is killed in between."""

import base64
import fcntl
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from io import BytesIO
from itertools import product
from pathlib import Path
from uuid import uuid4

import pytest
import pyvips

from tapis.gateway.fair_share import Holder
from tapis.gateway.storage.blobs.blob_store import FolderBlobStore
from tapis.gateway.storage.images.transform_options import PREPARED_WIDTHS, QUALITIES, Options, read_options
from tapis.gateway.storage.variants.queue import MOST_ATTEMPTS, VariantQueue, VariantSupervisor
from tapis.gateway.storage.variants.variant_files import MOST_OTHERS, write_whole
from tapis.gateway.storage.variants.variants import Variants
from tests.conftest import ROOT, Shop
from tests.storage.conftest import Person, refusal
from tests.storage.sample_images import animation, noise, photo

ALL = {f"{width}x0-cover-0{suffix}" for width in PREPARED_WIDTHS for suffix in (".avif", ".webp", ".jpg")}


WORKER: list[str | Path] = [sys.executable, "-m", "tapis.gateway.storage.variants.worker"]
ANNA = Holder("192.0.2.7", "192.0.2.7")
WHOLE = b"a picture" * 10_000
# The worker has the lowest priority: on a busy machine one variant may take minutes.
PATIENCE_SECONDS = 300


def until(holds: Callable[[], bool], data: Path) -> None:
    """Wait until it holds, for as long as the worker goes on making variants in this data folder."""
    finished, deadline = -1, 0.0
    while not holds():
        if (now := sum(1 for _ in (data / "variants").rglob("*.*"))) != finished:
            finished, deadline = now, time.monotonic() + PATIENCE_SECONDS
        assert time.monotonic() < deadline, f"no variant was made for {PATIENCE_SECONDS} s"
        time.sleep(0.05)


def prepared(data: Path, version: str) -> set[str]:
    """The variants of a picture once the worker has taken it out of the queue."""
    until(lambda: not (data / "variants" / "waiting" / version).exists(), data)
    return made(data, version)


def made(data: Path, version: str) -> set[str]:
    """The finished variants of a picture."""
    folder = data / "variants" / version[:2] / version
    return {path.name for path in folder.glob("*") if path.suffix != ".part"}


def version_of(shop: Shop, name: str) -> str:
    return str(shop.sql("select version from storage.objects where name = %s", name)[0][0])


@pytest.fixture
async def kept(tmp_path: Path) -> str:
    """The version of a picture of one megapixel in a store without a server."""
    version = str(uuid4())
    await FolderBlobStore(tmp_path / "files").put(version, BytesIO(noise(1)))
    return version


def test_P3_all_prepared_variants_are_made_after_the_upload(ada: Person, shop: Shop) -> None:
    version = version_of(shop, ada.stored(photo(500, 300)))
    assert prepared(shop.data, version) == ALL


def test_P7_animations_and_lossless_images_have_the_formats_that_browsers_request(
    ada: Person, shop: Shop
) -> None:
    moving = version_of(shop, ada.stored(animation(3), mimetype="image/gif"))
    drawn = version_of(shop, ada.stored(photo(90, 60, ".png"), mimetype="image/png"))
    assert {Path(name).suffix for name in prepared(shop.data, moving)} == {".webp"}
    found = prepared(shop.data, drawn)
    assert len(found) == 2 * len(PREPARED_WIDTHS)
    assert {Path(name).suffix for name in found} == {".avif", ".webp"}


def test_P7_a_prepared_variant_has_the_same_bytes_as_one_made_on_request(
    anna: Person, ada: Person, shop: Shop
) -> None:
    content = noise(0.4)
    early, late = ada.stored(content), ada.stored(content)
    assert prepared(shop.data, version_of(shop, early)) == ALL
    assert prepared(shop.data, version_of(shop, late)) == ALL
    for path in (shop.data / "variants").glob(f"??/{version_of(shop, late)}/*"):
        path.unlink()
    one, other = (anna.render(name, "width=640", "image/avif") for name in (early, late))
    assert one.content == other.content
    assert prepared(shop.data, version_of(shop, late)) == ALL  # and the other sizes come with it


def test_P7_what_a_killed_worker_left_is_made_at_the_next_start(tmp_path: Path, kept: str) -> None:
    first = VariantSupervisor(tmp_path, "")
    first.queue.add(kept)
    killed = subprocess.Popen([*WORKER, tmp_path, ""], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
    until(lambda: bool(made(tmp_path, kept)), tmp_path)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    assert made(tmp_path, kept) != ALL
    VariantSupervisor(tmp_path, "").wake()
    assert prepared(tmp_path, kept) == ALL


def test_P7_the_worker_leaves_the_processor_to_others_and_ends_with_its_gateway(
    tmp_path: Path, kept: str
) -> None:
    VariantQueue(tmp_path).add(kept)
    worker = subprocess.Popen([*WORKER, tmp_path, ""], stdin=subprocess.PIPE)
    assert worker.stdin
    until(lambda: bool(made(tmp_path, kept)), tmp_path)
    assert os.getpriority(os.PRIO_PROCESS, worker.pid) == 19
    worker.stdin.close()
    assert worker.wait(PATIENCE_SECONDS) == 0


def test_P7_the_worker_ends_cleanly_when_its_queue_is_empty(tmp_path: Path) -> None:
    with subprocess.Popen([*WORKER, tmp_path, ""], stdin=subprocess.PIPE, stderr=subprocess.PIPE) as worker:
        assert worker.wait(PATIENCE_SECONDS) == 0
        assert worker.stderr
        assert worker.stderr.read() == b""


def test_P7_an_image_that_kills_the_worker_leaves_the_queue(tmp_path: Path) -> None:
    waiting, version = VariantQueue(tmp_path), str(uuid4())
    waiting.add(version)
    assert [waiting.next() for _ in range(MOST_ATTEMPTS + 1)] == [version] * MOST_ATTEMPTS + [None]
    assert not waiting


async def test_P7_an_image_that_a_visitor_asks_for_is_made_before_the_others(
    tmp_path: Path, kept: str
) -> None:
    supervisor = VariantSupervisor(tmp_path, "")
    waiting, versions = supervisor.queue, [str(uuid4()), str(uuid4()), kept]
    for age, version in enumerate(versions, 1):
        waiting.add(version)
        os.utime(waiting.folder / version, (age, age))
    waiting.add(versions[0])
    variants = Variants(FolderBlobStore(tmp_path / "files"), tmp_path / "variants", supervisor)
    with (waiting.folder / ".lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # no worker takes from the queue
        await variants.make(kept, read_options({"width": "384"}, "image/avif", "image/jpeg"), ANNA)
        order = []
        while following := waiting.next():
            order.append(following)
            waiting.remove(following)
    assert order == [kept, *versions[:2]]


def _write_often(path: Path) -> None:
    for _ in range(200):
        write_whole(path, WHOLE)


def test_P7_of_many_processes_that_write_a_file_none_leaves_a_part(tmp_path: Path) -> None:
    path = tmp_path / "320.avif"
    fork = multiprocessing.get_context("fork")
    writers = [fork.Process(target=_write_often, args=(path,)) for _ in range(4)]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        assert not path.exists() or path.read_bytes() == WHOLE
    assert [writer.exitcode for writer in writers] == [0] * 4
    assert list(tmp_path.iterdir()) == [path]


async def test_P7_variants_made_on_request_are_bounded_per_image(tmp_path: Path, kept: str) -> None:
    variants = Variants(
        FolderBlobStore(tmp_path / "files"), tmp_path / "variants", VariantSupervisor(tmp_path, "")
    )
    requests = [
        read_options(
            {"width": str(width), "height": str(height), "quality": str(quality)}, "*/*", "image/jpeg"
        )
        for width, height, quality in product(PREPARED_WIDTHS, PREPARED_WIDTHS, QUALITIES)
    ]
    for options in requests:
        path = await variants.make(kept, options, ANNA)
        os.utime(path, (time.time() - 3600 + len(made(tmp_path, kept)),) * 2)
    newest = await variants.make(kept, requests[0], ANNA)
    assert len(made(tmp_path, kept)) <= MOST_OTHERS + 1
    assert newest.name in made(tmp_path, kept)


def test_P7_removing_a_picture_removes_its_variants_at_once(ada: Person, shop: Shop) -> None:
    name = ada.stored()
    version = version_of(shop, name)
    assert prepared(shop.data, version) == ALL
    ada.remove(name)
    assert not made(shop.data, version)
    assert refusal(ada.render(name, "width=320"))[2] == "NoSuchKey"


def test_P7_the_front_end_requests_the_prepared_widths() -> None:
    face = (ROOT / "web/src/ui/Picture.tsx").read_text()
    assert f"const widths = [{', '.join(map(str, PREPARED_WIDTHS))}] as const" in face


def test_P7_every_width_alone_is_a_prepared_size() -> None:
    wishes = [("width=832", True), ("width=833", True), ("width=99999", True), ("", False)]
    wishes += [(f"width=640&{more}", False) for more in ("quality=50", "height=640", "resize=contain")]
    for query, prepared in wishes:
        requested = dict(part.split("=") for part in query.split("&") if part)
        options: Options = read_options(requested, "image/avif", "image/jpeg")
        assert options.is_prepared is prepared, query


def test_P7_an_image_is_stored_with_its_size_and_placeholder(ada: Person, shop: Shop) -> None:
    name = ada.stored(photo(1200, 800, held=6))
    facts = shop.sql("select metadata from storage.objects where name = %s", name)[0][0]
    assert (facts["width"], facts["height"]) == (800, 1200)
    kind, _, content = facts["placeholder"].partition("base64,")
    assert kind == "data:image/webp;"
    assert len(facts["placeholder"]) <= 200
    tiny = pyvips.Image.new_from_buffer(base64.b64decode(content), "")
    assert (tiny.width, tiny.height) == (7, 10)
    red, green, _ = tiny.getpoint(5, 1)  # the red quarter, turned upright, is on the right
    assert red > green + 60
