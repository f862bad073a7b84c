"""Variants of images: their sizes and formats, rendered once, and bounded for every network address."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from itertools import islice, product
from pathlib import Path
from typing import BinaryIO
from uuid import uuid4

import httpx
import pytest
import pyvips

from tapis.gateway.fair_share import Holder
from tapis.gateway.storage import storage_errors
from tapis.gateway.storage.blobs.blob_store import FolderBlobStore
from tapis.gateway.storage.images.requested_options import parse_transform_options
from tapis.gateway.storage.images.transform_options import (
    PERSONAL_WIDTHS,
    PREPARED_WIDTHS,
    QUALITIES,
    RESIZES,
    TransformOptions,
)
from tapis.gateway.storage.images.worker_pool import WorkerPool
from tapis.gateway.storage.variants import variants as variants_module
from tapis.gateway.storage.variants.variants import Variants
from tests.conftest import Shop
from tests.http.raw_socket import connect
from tests.postgres.os_processes import eventually
from tests.storage.conftest import Person, parse_refusal
from tests.storage.sample_images import animation, decode_image, is_red, noise, photo

ANNA = Holder("192.0.2.7", "192.0.2.7")
RINA = Holder("192.0.2.8", "192.0.2.8")
FORMATS = {"image/avif": "heif", "image/webp": "webp", "image/jpeg": "jpeg", "image/png": "png"}


@pytest.fixture(scope="module")
def wide(people: dict[str, Person]) -> str:
    """An image of 2000 × 1000, red in its upper left quarter."""
    return people["ada"].upload(photo(2000, 1000))


def measure_size(answer: httpx.Response) -> tuple[int, int]:
    """Width and height of the image in a response."""
    assert answer.status_code == 200, answer.text
    image = pyvips.Image.new_from_buffer(answer.content, "")
    assert image.get("vips-loader").startswith(FORMATS[answer.headers["content-type"]])
    return image.width, image.height


@pytest.mark.parametrize(
    ("query", "size", "transformations"),
    [
        ("width=384", (384, 192), "width:384,resizing_type:fill"),
        ("width=200", (384, 192), "width:384,resizing_type:fill"),
        ("width=1", (384, 192), "width:384,resizing_type:fill"),
        ("height=640", (1664, 832), "height:832,resizing_type:fill"),
        ("width=600&height=600", (832, 832), "width:832,height:832,resizing_type:fill"),
        ("width=600&height=600&resize=cover", (832, 832), "width:832,height:832,resizing_type:fill"),
        ("width=600&height=600&resize=contain", (832, 416), "width:832,height:832,resizing_type:fit"),
        ("width=600&height=600&resize=fill", (832, 832), "width:832,height:832,resizing_type:force"),
        ("width=600&resize=fill", (832, 1000), "width:832,resizing_type:force"),
        ("width=600&height=300", (832, 416), "width:832,height:416,resizing_type:fill"),
        ("width=200&height=300&resize=contain", (384, 192), "width:384,height:576,resizing_type:fit"),
        ("width=10&height=1000", (10, 1000), "width:25,height:2500,resizing_type:fill"),
        # Never larger than the original, nor than the largest prepared width.
        ("height=1200", (2000, 1000), "height:1920,resizing_type:fill"),
        ("width=1900&height=1900&resize=contain", (1920, 960), "width:1920,height:1920,resizing_type:fit"),
        ("width=99999999999", (1920, 960), "width:1920,resizing_type:fill"),
        ("width=0", (2000, 1000), "resizing_type:fill"),
        ("", (2000, 1000), "resizing_type:fill"),
    ],
)
def test_P7_a_variant_has_the_next_prepared_size(
    anna: Person, wide: str, query: str, size: tuple[int, int], transformations: str
) -> None:
    answer = anna.render(wide, query)
    assert measure_size(answer) == size
    assert answer.headers["x-transformations"] == transformations


@pytest.mark.parametrize(
    ("query", "size"),
    [
        ("width=200&height=200", (200, 200)),
        ("width=200&height=200&resize=fill", (200, 200)),
        ("width=90&height=60", (300, 200)),
        ("width=90&height=60&resize=contain", (384, 128)),
        ("width=60&height=90", (133, 200)),
        ("width=832&resize=fill", (600, 200)),
    ],
)
def test_P7_a_small_picture_has_the_requested_shape(
    anna: Person, ada: Person, query: str, size: tuple[int, int]
) -> None:
    assert measure_size(anna.render(ada.upload(photo(600, 200)), query)) == size


def test_W4_anna_cannot_invent_widths_heights_or_qualities() -> None:
    queries = [
        {side: str(size), "quality": str(quality)}
        for side, size, quality in product(("width", "height"), range(0, 3000, 70), range(20, 101, 9))
    ]
    found = {parse_transform_options(query, "image/avif", "image/jpeg").file_name for query in queries}
    assert len(found) == (1 + 2 * len(PREPARED_WIDTHS)) * len(QUALITIES)


def test_W4_anna_is_answered_however_many_sizes_are_requested_at_once(ada: Person, shop: Shop) -> None:
    address = f"{shop.url}/storage/v1/render/image/public/tapis/{ada.upload(photo(600, 400))}"
    queries = [
        f"width={width}&height={height}&resize={resize}&quality={quality}"
        for width, height in product(PREPARED_WIDTHS, PREPARED_WIDTHS)
        for resize, quality in product(("cover", "contain"), QUALITIES)
    ]
    with ThreadPoolExecutor(50) as visitors:
        answers = list(visitors.map(lambda query: httpx.get(f"{address}?{query}", timeout=300), queries))
    assert {answer.status_code for answer in answers} <= {200, 429}
    assert all(answer.headers["retry-after"] for answer in answers if answer.status_code == 429)
    assert httpx.get(f"{address}?width=640", timeout=300).status_code == 200


def test_P7_cover_crops_the_centre_and_fill_distorts(anna: Person, wide: str) -> None:
    cut, squeezed = (
        pyvips.Image.new_from_buffer(anna.render(wide, f"width=100&height=100&resize={resize}").content, "")
        for resize in ("cover", "fill")
    )
    assert [is_red(cut, x, 0.2) for x in (0.1, 0.4, 0.6)] == [True, True, False]
    assert [is_red(squeezed, x, 0.2) for x in (0.1, 0.4, 0.6)] == [True, True, False]
    assert is_red(cut, 0.4, 0.4)
    assert not is_red(cut, 0.4, 0.6)


@pytest.mark.parametrize(
    ("accept", "query", "mimetype"),
    [
        ("image/avif,image/webp,image/apng,image/*,*/*;q=0.8", "", "image/avif"),
        ("image/webp,image/png,*/*;q=0.5", "", "image/webp"),
        ("*/*", "", "image/jpeg"),
        ("", "", "image/jpeg"),
        ("image/avif,image/webp", "&format=origin", "image/jpeg"),
        ("*/*", "&format=webp", "image/webp"),
        ("*/*", "&format=avif", "image/avif"),
    ],
)
def test_P7_the_browser_gets_the_best_format_it_knows(
    anna: Person, wide: str, accept: str, query: str, mimetype: str
) -> None:
    answer = anna.render(wide, f"width=90{query}", accept)
    assert answer.headers["content-type"] == mimetype
    assert measure_size(answer) == (384, 192)
    assert "Accept" in answer.headers["vary"]


@pytest.mark.parametrize("suffix", [".png", ".webp", ".avif", ".gif"])
def test_P7_every_kind_of_picture_has_variants(anna: Person, ada: Person, suffix: str) -> None:
    name = ada.upload(photo(600, 400, suffix), mimetype="image/png")
    for accept in ("image/avif,image/webp", "image/webp"):
        answer = anna.render(name, "width=320", accept)
        image = pyvips.Image.new_from_buffer(answer.content, "")
        assert (image.width, image.height) == (384, 256)
        assert is_red(image, 0.2, 0.2)
    assert anna.render(name, "width=30").headers["content-type"] == anna.read(name).headers["content-type"]


def test_P7_of_an_animation_the_first_frame_is_shown(anna: Person, ada: Person) -> None:
    name = ada.upload(animation(5, 20), mimetype="image/gif")
    assert measure_size(anna.render(name, "width=10", "image/webp")) == (20, 20)


def test_P7_each_variant_has_its_own_etag(anna: Person, wide: str) -> None:
    wanted = [
        ("width=80", "image/avif"),
        ("width=80", "image/webp"),
        ("width=80", "*/*"),
        ("width=640", "*/*"),
        ("width=80&quality=30", "*/*"),
        ("width=80&resize=fill", "*/*"),
        ("height=80", "*/*"),
    ]
    tags = [anna.render(wide, *one).headers["etag"] for one in wanted]
    assert len({*tags, anna.read(wide).headers["etag"]}) == len(wanted) + 1
    headers = {"accept": "image/avif", "if-none-match": tags[0]}
    again = anna.http.get(f"/render/image/public/tapis/{wide}?width=80", headers=headers)
    assert (again.status_code, again.content) == (304, b"")
    other = anna.http.get(f"/render/image/public/tapis/{wide}?width=80", headers=headers | {"accept": "*/*"})
    assert other.status_code == 200
    assert again.headers["cache-control"] == "max-age=3600"
    part = anna.http.get(f"/render/image/public/tapis/{wide}?width=80", headers={"range": "bytes=0-1"})
    assert (part.status_code, part.content) == (206, b"\xff\xd8")
    head = anna.http.head(f"/render/image/public/tapis/{wide}?width=80", headers={"accept": "image/avif"})
    assert (head.headers["etag"], head.content) == (tags[0], b"")


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("width=-1", "querystring/width must be >= 0"),
        ("height=-1", "querystring/height must be >= 0"),
        ("width=wide", "querystring/width must be integer"),
        ("width=1.5", "querystring/width must be integer"),
        ("width=٣", "querystring/width must be integer"),
        ("quality=19", "querystring/quality must be >= 20"),
        ("quality=101", "querystring/quality must be <= 100"),
        ("quality=best", "querystring/quality must be integer"),
        ("resize=stretch", "querystring/resize must be equal to one of the allowed values"),
        ("format=svg", "querystring/format must be equal to one of the allowed values"),
    ],
)
def test_P7_invalid_options_are_refused(anna: Person, wide: str, query: str, sentence: str) -> None:
    assert parse_refusal(anna.render(wide, query)) == ("400", "Error", "InvalidRequest", sentence)


def test_P7_a_higher_quality_has_more_bytes(anna: Person, ada: Person) -> None:
    name = ada.upload(noise(0.2))
    for accept in ("image/avif", "image/webp", "*/*"):
        low, usual, high = (
            len(anna.render(name, f"width=320{quality}", accept).content)
            for quality in ("&quality=20", "", "&quality=100")
        )
        assert low < usual < high


def test_P7_fifty_requests_at_once_render_one_variant(anna: Person, ada: Person, shop: Shop) -> None:
    name = ada.upload(noise(3))
    version = shop.sql("select version from storage.objects where name = %s", name)[0][0]
    address = f"{shop.url}/storage/v1/render/image/public/tapis/{name}?width=333&quality=50"
    with ThreadPoolExecutor(50) as visitors:
        answers = list(visitors.map(lambda _: httpx.get(address, timeout=30), range(50)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    made = (shop.data / "variants" / version[:2] / version).glob("*-60*")
    assert [path.name for path in made] == ["384x0-cover-60.jpg"]


class CountingFolder(FolderBlobStore):
    """Counts fetches."""

    fetched = 0

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.begun = asyncio.Event()

    async def fetch(self, key: str) -> BinaryIO:
        """Count the call."""
        self.fetched += 1
        self.begun.set()
        return await super().fetch(key)


async def test_P7_equal_requests_share_one_rendering_when_one_client_leaves(tmp_path: Path) -> None:
    store, key = CountingFolder(tmp_path / "files"), str(uuid4())
    await store.put(key, BytesIO(noise(1)))
    variants = Variants(store, tmp_path / "variants", WorkerPool())
    wish = parse_transform_options({"width": "100", "quality": "50"}, "*/*", "image/jpeg")
    waiting = [asyncio.create_task(variants.make(key, wish, ANNA)) for _ in range(50)]
    await asyncio.sleep(0)
    waiting.pop(0).cancel()
    assert len(set(await asyncio.gather(*waiting))) == 1
    assert store.fetched == 1


def list_variants(count: int) -> list[TransformOptions]:
    """This many of the variants of one image."""
    queries = (
        {"width": str(width), "height": str(height), "quality": str(quality), "resize": resize}
        for width, height, quality, resize in product(PREPARED_WIDTHS, PREPARED_WIDTHS, QUALITIES, RESIZES)
    )
    return [parse_transform_options(query, "*/*", "image/jpeg") for query in islice(queries, count)]


async def test_W4_a_client_that_leaves_cancels_what_only_it_waits_for(tmp_path: Path) -> None:
    store, key = CountingFolder(tmp_path / "files"), str(uuid4())
    await store.put(key, BytesIO(noise(1)))
    variants = Variants(store, tmp_path / "variants", WorkerPool())
    requested = list_variants(10)
    first, *others = [asyncio.create_task(variants.make(key, size, ANNA)) for size in requested]
    await store.begun.wait()
    for other in others:
        other.cancel()
    await asyncio.wait(others)
    again = asyncio.create_task(variants.make(key, requested[-1], ANNA))
    assert (await first).exists()
    assert (await again).exists()
    assert store.fetched == 2


def test_W4_clients_that_leave_delay_no_others(ada: Person, shop: Shop) -> None:
    large, small = ada.upload(noise(6)), ada.upload(photo(600, 400))
    version = shop.sql("select version from storage.objects where name = %s", large)[0][0]
    path = f"/storage/v1/render/image/public/tapis/{large}"
    requests = [f"{path}?width=1900&height={h}&quality={q}" for h, q in product(PREPARED_WIDTHS, QUALITIES)]
    connections = [connect(shop.url) for _ in requests]
    for connection, request in zip(connections, requests, strict=True):
        connection.sendall(f"GET {request} HTTP/1.1\r\nHost: shop\r\n\r\n".encode())
    folder = shop.data / "variants" / version[:2] / version
    assert eventually(lambda: bool([*folder.glob("*-40.jpg*"), *folder.glob("*-60.jpg*")]))
    for connection in connections:
        connection.close()
    assert ada.render(small, "width=320&quality=50").status_code == 200
    assert len(list(folder.glob("*-?0.jpg"))) <= 4


async def test_W4_one_address_fills_no_queue_for_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(variants_module, "MAX_QUEUED", 32)
    store, key = CountingFolder(tmp_path / "files"), str(uuid4())
    await store.put(key, BytesIO(noise(1)))
    variants = Variants(store, tmp_path / "variants", WorkerPool())
    flood = [asyncio.create_task(variants.make(key, one, ANNA)) for one in list_variants(50)]
    refused, _ = await asyncio.wait(flood[1 + 32 :])  # rendered, waiting
    assert not [task for task in flood[: 1 + 32] if task.done() and task.exception()]
    assert {str(task.exception()) for task in refused} == {str(storage_errors.too_many_renders())}
    assert (await variants.make(key, list_variants(60)[-1], RINA)).exists()
    assert store.fetched < 10
    for task in flood:
        task.cancel()
    await asyncio.wait(flood)


def test_P7_colours_of_a_wide_gamut_look_the_same(anna: Person, ada: Person) -> None:
    sent = photo(640, 480, ".jpg", private=True)
    name = ada.upload(sent)
    variant = pyvips.Image.new_from_buffer(anna.render(name, "width=320").content, "")
    assert not variant.get_typeof("icc-profile-data")
    meant = pyvips.Image.new_from_buffer(sent, "").icc_transform("srgb")
    difference = [abs(x - y) for x, y in zip(variant.getpoint(5, 5), meant.getpoint(10, 10), strict=True)]
    assert max(difference) < 5


def test_P7_a_removed_picture_has_no_variants(anna: Person, ada: Person) -> None:
    name = ada.upload()
    assert anna.render(name, "width=10").status_code == 200
    ada.remove(name)
    assert parse_refusal(anna.render(name, "width=10"))[2] == "NoSuchKey"


def test_Y19_tom_reads_a_variant_of_his_own_picture_and_anna_does_not(anna: Person, tom: Person) -> None:
    name = tom.upload(photo(1280, 640), "transactions/invoices")
    own = tom.http.get(f"/render/image/authenticated/tapis/{name}?width=320")
    assert measure_size(own) == (640, 320)
    assert own.headers["cache-control"] == "private, no-store"
    assert (
        parse_refusal(anna.http.get(f"/render/image/authenticated/tapis/{name}?width=320"))[2] == "NoSuchKey"
    )
    assert parse_refusal(anna.render(name, "width=320"))[2] == "NoSuchKey"


def test_W4_toms_own_image_has_two_sizes_that_are_made_when_somebody_looks(tom: Person, shop: Shop) -> None:
    name = tom.upload(photo(2100, 1400), folder="transactions/invoices")
    version = str(shop.sql("select version from storage.objects where name = %s", name)[0][0])
    path, accept = f"/render/image/authenticated/tapis/{name}", {"accept": "image/avif,image/webp,*/*"}
    responses = [tom.http.get(f"{path}?width={width}", headers=accept) for width in (320, 960, 1920)]
    assert {one.headers["content-type"] for one in responses} == {"image/webp"}
    assert [decode_image(one.content).width for one in responses] == [640, 1920, 1920]
    plain = tom.http.get(f"{path}?width=320", headers={"accept": "image/png"})
    assert plain.headers["content-type"] == "image/jpeg"
    made = {size.name for size in (shop.data / "variants" / version[:2] / version).iterdir()}
    assert made == {f"{width}x0-cover-0-personal.webp" for width in PERSONAL_WIDTHS} | {
        "640x0-cover-0-personal.jpg"
    }
