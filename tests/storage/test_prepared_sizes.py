"""Prepared sizes are made after the upload's response by the same worker, whatever is killed meanwhile."""

import asyncio
import base64
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from itertools import product
from pathlib import Path
from uuid import uuid4

import httpx
import pytest
import pyvips

from tapis.gateway.fair_share import Holder
from tapis.gateway.storage.blobs.blob_store import FolderBlobStore
from tapis.gateway.storage.images import worker_pool
from tapis.gateway.storage.images.requested_options import parse_transform_options
from tapis.gateway.storage.images.transform_options import PREPARED_WIDTHS, QUALITIES, TransformOptions
from tapis.gateway.storage.images.worker import LOWEST_PRIORITY
from tapis.gateway.storage.images.worker_pool import WorkerPool
from tapis.gateway.storage.variants.variant_files import MAX_OTHERS, write_atomically
from tapis.gateway.storage.variants.variants import Variants
from tests import conftest
from tests.conftest import ROOT, Shop, shop_at
from tests.crash import killable_shop
from tests.postgres.os_processes import eventually
from tests.process_tree import kill, state
from tests.storage.conftest import Person, make_object_name, parse_refusal
from tests.storage.sample_images import animation, noise, photo
from tests.storage.test_only_pictures import list_image_workers, list_processes

ALL = {f"{width}x0-cover-0{suffix}" for width in PREPARED_WIDTHS for suffix in (".avif", ".webp", ".jpg")}
LOSSLESS = {name for name in ALL if not name.endswith(".jpg")}
MOVING = {name for name in ALL if name.endswith(".webp")}


ANNA, RINA = (Holder(network, network) for network in ("192.0.2.7", "192.0.2.8"))
WHOLE = b"a picture" * 10_000
# Sizes are made at the lowest priority: on a busy machine one may take minutes.
PATIENCE_SECONDS = 300


def wait_until_made(holds: Callable[[], bool], data: Path) -> None:
    """Poll until the condition holds, as long as sizes are being made in this data folder."""
    finished, deadline = -1, 0.0
    while not holds():
        if (now := sum(1 for _ in (data / "variants").rglob("*.*"))) != finished:
            finished, deadline = now, time.monotonic() + PATIENCE_SECONDS
        assert time.monotonic() < deadline, f"no size was made for {PATIENCE_SECONDS} s"
        time.sleep(0.05)


async def wait_until_changed(holds: Callable[[], bool], data: Path) -> None:
    """The same, while this process makes them."""
    await asyncio.to_thread(wait_until_made, holds, data)


def get_variant_folder(data: Path, version: str) -> Path:
    return data / "variants" / version[:2] / version


def list_made_sizes(data: Path, version: str) -> set[str]:
    """The finished sizes of a picture."""
    return {path.name for path in get_variant_folder(data, version).glob("*") if path.suffix != ".part"}


def wait_for_sizes(data: Path, version: str, sizes: set[str] = ALL) -> set[str]:
    """The sizes of a picture once this many are finished."""
    wait_until_made(lambda: len(list_made_sizes(data, version)) >= len(sizes), data)
    return list_made_sizes(data, version)


def fetch_version(shop: Shop, name: str) -> str:
    return str(shop.sql("select version from storage.objects where name = %s", name)[0][0])


def list_makers(*gateways: int) -> list[int]:
    """The processes that make sizes: they have the lowest priority."""
    found = (pid for gateway in gateways for pid in list_image_workers(gateway) if state(pid) not in "XZ")
    return [pid for pid in found if os.getpriority(os.PRIO_PROCESS, pid) == LOWEST_PRIORITY]


@pytest.fixture
async def stored_version(tmp_path: Path) -> str:
    """The version of a one-megapixel picture in a store without a server."""
    version = str(uuid4())
    await FolderBlobStore(tmp_path / "files").put(version, BytesIO(noise(1)))
    return version


def test_P3_all_prepared_variants_are_made_after_the_upload(ada: Person, shop: Shop) -> None:
    version = fetch_version(shop, ada.upload(photo(500, 300)))
    assert wait_for_sizes(shop.data, version) == ALL


def test_P7_animations_and_lossless_images_have_the_formats_that_browsers_request(
    ada: Person, shop: Shop
) -> None:
    moving = fetch_version(shop, ada.upload(animation(3), mimetype="image/gif"))
    drawn = fetch_version(shop, ada.upload(photo(90, 60, ".png"), mimetype="image/png"))
    assert wait_for_sizes(shop.data, moving, MOVING) == MOVING
    assert wait_for_sizes(shop.data, drawn, LOSSLESS) == LOSSLESS


def test_P7_a_prepared_variant_has_the_same_bytes_as_one_made_on_request(
    anna: Person, ada: Person, shop: Shop
) -> None:
    content = noise(0.4)
    early, late = ada.upload(content), ada.upload(content)
    assert wait_for_sizes(shop.data, fetch_version(shop, early)) == ALL
    assert wait_for_sizes(shop.data, fetch_version(shop, late)) == ALL
    for path in (shop.data / "variants").glob(f"??/{fetch_version(shop, late)}/*"):
        path.unlink()
    one, other = (anna.render(name, "width=640", "image/avif") for name in (early, late))
    assert one.content == other.content
    assert wait_for_sizes(shop.data, fetch_version(shop, late)) == ALL  # and the other sizes come with it


@pytest.fixture
def variants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Variants:
    """The variants of a store without a server; idle processes end at once."""
    monkeypatch.setattr(worker_pool, "IDLE_SECONDS", 0)
    return Variants(FolderBlobStore(tmp_path / "files"), tmp_path / "variants", WorkerPool())


def test_P7_sizes_that_a_kill_after_the_commit_left_are_made_when_one_is_asked_for(tmp_path: Path) -> None:
    hold = tmp_path / "hold"
    killable = killable_shop.Shop(conftest.prepared(tmp_path / "data"), TAPIS_HOLD_AT=str(hold))
    killable.open()
    name, content = make_object_name(), noise(0.2)
    with shop_at(killable.url, killable.data) as shop, ThreadPoolExecutor(1) as executor:
        (worker,) = killable.tree.workers
        hold.write_text("upload: row committed")
        sending = executor.submit(upload_as_shop, shop, name, content)
        assert eventually(lambda: state(worker) == "T")
        kill(*killable.tree.all())
        assert isinstance(sending.exception(), httpx.TransportError)
        killable.restart()
    with shop_at(killable.url, killable.data) as shop:
        version = fetch_version(shop, name)
        assert list_made_sizes(shop.data, version) == set()
        response = httpx.get(f"{shop.url}/storage/v1/render/image/public/tapis/{name}?width=384")
        assert (response.status_code, response.headers["content-type"]) == (200, "image/jpeg")
        assert wait_for_sizes(shop.data, version) == ALL
    killable.close()


def upload_as_shop(shop: Shop, name: str, content: bytes) -> httpx.Response:
    """Upload with the service key."""
    with shop.client(shop.service_key) as http:
        http.headers["content-type"] = "image/jpeg"
        return http.post(f"/storage/v1/object/tapis/{name}", content=content)


async def test_P7_sizes_that_a_killed_process_left_are_made_when_one_is_asked_for(
    tmp_path: Path, stored_version: str, variants: Variants
) -> None:
    variants.prepared.schedule(stored_version, ANNA)
    await wait_until_changed(lambda: bool(list_made_sizes(tmp_path, stored_version)), tmp_path)
    kill(*list_makers(os.getpid()))
    await wait_until_changed(lambda: not list_makers(os.getpid()), tmp_path)
    assert list_made_sizes(tmp_path, stored_version) != ALL
    wanted = parse_transform_options({"width": "1920"}, "image/webp", "image/jpeg")
    await variants.make(stored_version, wanted, ANNA)
    await wait_until_changed(lambda: list_made_sizes(tmp_path, stored_version) == ALL, tmp_path)


def fetch_priorities(process: int) -> set[int]:
    """The priorities of a process's threads."""
    threads = Path(f"/proc/{process}/task").iterdir()
    return {os.getpriority(os.PRIO_PROCESS, int(thread.name)) for thread in threads}


async def test_P7_making_sizes_leaves_the_processor_to_others_and_ends(
    tmp_path: Path, stored_version: str, variants: Variants
) -> None:
    variants.prepared.schedule(stored_version, ANNA)
    await wait_until_changed(lambda: bool(list_made_sizes(tmp_path, stored_version)), tmp_path)
    (maker,) = list_makers(os.getpid())
    assert fetch_priorities(maker) == {LOWEST_PRIORITY}
    await wait_until_changed(lambda: list_made_sizes(tmp_path, stored_version) == ALL, tmp_path)
    await wait_until_changed(lambda: state(maker) in "XZ", tmp_path)


async def test_P7_the_next_pictures_sizes_are_made_by_the_same_process(tmp_path: Path) -> None:
    """Starting one takes longer than the sizes of most pictures."""
    variants = Variants(FolderBlobStore(tmp_path / "files"), tmp_path / "variants", WorkerPool())
    makers_of = list[int]()
    for version in (str(uuid4()), str(uuid4())):
        await FolderBlobStore(tmp_path / "files").put(version, BytesIO(photo(60, 40)))
        variants.prepared.schedule(version, ANNA)
        assert await asyncio.to_thread(wait_for_sizes, tmp_path, version) == ALL
        makers_of += list_makers(os.getpid())
    kill(*makers_of)
    assert len(makers_of) == 2
    assert len(set(makers_of)) == 1


def test_P7_an_upload_is_answered_while_sizes_are_made(ada: Person, shop: Shop) -> None:
    """Without measuring time: the workers that make sizes are stopped until the response has arrived."""
    first = fetch_version(shop, ada.upload(noise(0.3)))
    gateways = [int(process.name) for process in list_processes(shop)]
    assert eventually(lambda: bool(list_makers(*gateways)))
    (maker,) = list_makers(*gateways)
    os.kill(maker, signal.SIGSTOP)
    second = fetch_version(shop, ada.upload(noise(0.3)))
    assert list_made_sizes(shop.data, second) == set()
    os.kill(maker, signal.SIGCONT)
    assert wait_for_sizes(shop.data, first) == wait_for_sizes(shop.data, second) == ALL


async def test_P7_many_pictures_of_one_person_keep_nobody_elses_waiting(
    tmp_path: Path, variants: Variants
) -> None:
    store, versions = FolderBlobStore(tmp_path / "files"), [str(uuid4()) for _ in range(5)]
    for version in versions:
        await store.put(version, BytesIO(photo(60, 40)))
    for version in versions[:4]:
        variants.prepared.schedule(version, ANNA)
    variants.prepared.schedule(versions[4], RINA)
    await wait_until_changed(
        lambda: all(list_made_sizes(tmp_path, version) == ALL for version in versions), tmp_path
    )
    order = sorted(versions, key=lambda version: get_variant_folder(tmp_path, version).stat().st_mtime_ns)
    assert order.index(versions[4]) == 1


def _write_often(path: Path) -> None:
    """Write in two threads, as an impatient visitor's request and the maker may write the same file."""
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(lambda _: write_atomically(path, WHOLE), range(200)))


def test_P7_of_many_that_write_a_file_none_leaves_a_part(tmp_path: Path) -> None:
    path = tmp_path / "320.avif"
    fork = multiprocessing.get_context("fork")
    writers = [fork.Process(target=_write_often, args=(path,)) for _ in range(4)]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        assert not path.exists() or path.read_bytes() == WHOLE
    assert [writer.exitcode for writer in writers] == [0] * 4
    assert list(tmp_path.iterdir()) == [path]


async def test_P7_variants_made_on_request_are_bounded_per_image(tmp_path: Path, variants: Variants) -> None:
    version = str(uuid4())
    await FolderBlobStore(tmp_path / "files").put(version, BytesIO(photo(60, 40)))
    requests = [
        parse_transform_options(
            {"width": str(width), "height": str(height), "quality": str(quality)}, "*/*", "image/jpeg"
        )
        for width, height, quality in product(PREPARED_WIDTHS, PREPARED_WIDTHS, QUALITIES)
    ]
    for options in requests:
        path = await variants.make(version, options, ANNA)
        os.utime(path, (time.time() - 3600 + len(list_made_sizes(tmp_path, version)),) * 2)
    newest = await variants.make(version, requests[0], ANNA)
    assert len(list_made_sizes(tmp_path, version)) <= MAX_OTHERS + 1
    assert newest.name in list_made_sizes(tmp_path, version)


def test_P7_removing_a_picture_removes_its_variants_at_once(ada: Person, shop: Shop) -> None:
    name = ada.upload()
    version = fetch_version(shop, name)
    assert wait_for_sizes(shop.data, version) == ALL
    ada.remove(name)
    assert not list_made_sizes(shop.data, version)
    assert parse_refusal(ada.render(name, "width=320"))[2] == "NoSuchKey"


def test_P7_the_front_end_requests_the_prepared_widths() -> None:
    face = (ROOT / "web/src/ui/Picture.tsx").read_text()
    assert f"const WIDTHS = [{', '.join(map(str, PREPARED_WIDTHS))}] as const" in face


def test_P7_every_width_alone_is_a_prepared_size() -> None:
    wishes = [("width=832", True), ("width=833", True), ("width=99999", True), ("", False)]
    wishes += [(f"width=640&{more}", False) for more in ("quality=50", "height=640", "resize=contain")]
    for query, prepared in wishes:
        requested = dict(part.split("=") for part in query.split("&") if part)
        options: TransformOptions = parse_transform_options(requested, "image/avif", "image/jpeg")
        assert options.is_prepared is prepared, query


def test_P7_an_image_is_stored_with_its_size_and_placeholder(ada: Person, shop: Shop) -> None:
    name = ada.upload(photo(1200, 800, held=6))
    facts = shop.sql("select metadata from storage.objects where name = %s", name)[0][0]
    assert (facts["width"], facts["height"]) == (800, 1200)
    kind, _, content = facts["placeholder"].partition("base64,")
    assert kind == "data:image/webp;"
    assert len(facts["placeholder"]) <= 200
    tiny = pyvips.Image.new_from_buffer(base64.b64decode(content), "")
    assert (tiny.width, tiny.height) == (7, 10)
    red, green, _ = tiny.getpoint(5, 1)  # the red quarter, turned upright, is on the right
    assert red > green + 60
