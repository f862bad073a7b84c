"""Smaller pictures: how large, in which format, how often made, and that nobody can wear the machine out."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from typing import BinaryIO
from uuid import uuid4

import httpx
import pytest
import pyvips

from tapis.gateway.settings import load
from tapis.gateway.storage.blobs.blob_store import Folder
from tapis.gateway.storage.images.transform_options import read_options
from tapis.gateway.storage.variants.job_runner import VariantJobRunner
from tapis.gateway.storage.variants.variants import Variants
from tests.conftest import Shop
from tests.storage.conftest import Person, refusal
from tests.storage.sample_images import animation, is_red, noise, photo

FORMATS = {"image/avif": "heif", "image/webp": "webp", "image/jpeg": "jpeg", "image/png": "png"}


@pytest.fixture(scope="module")
def wide(people: dict[str, Person]) -> str:
    """A picture of 600 × 300, red in its upper left quarter."""
    return people["ada"].stored(photo(600, 300))


def size_of(answer: httpx.Response) -> tuple[int, int]:
    """Width and height of an answered picture."""
    assert answer.status_code == 200, answer.text
    image = pyvips.Image.new_from_buffer(answer.content, "")
    assert image.get("vips-loader").startswith(FORMATS[answer.headers["content-type"]])
    return image.width, image.height


@pytest.mark.parametrize(
    ("query", "size", "told"),
    [
        ("width=200", (200, 100), "width:200,resizing_type:fill"),
        ("height=150", (300, 150), "height:150,resizing_type:fill"),
        ("width=200&height=200", (200, 200), "width:200,height:200,resizing_type:fill"),
        ("width=200&height=200&resize=cover", (200, 200), "width:200,height:200,resizing_type:fill"),
        ("width=200&height=200&resize=contain", (200, 100), "width:200,height:200,resizing_type:fit"),
        ("width=200&height=200&resize=fill", (200, 200), "width:200,height:200,resizing_type:force"),
        ("width=200&resize=fill", (200, 300), "width:200,resizing_type:force"),
        # Never larger than the original.
        ("width=1200", (600, 300), "width:1200,resizing_type:fill"),
        ("width=1200&height=100", (600, 100), "width:1200,height:100,resizing_type:fill"),
        ("width=1200&height=1200&resize=contain", (600, 300), "width:1200,height:1200,resizing_type:fit"),
        ("width=1200&height=1200&resize=fill", (600, 300), "width:1200,height:1200,resizing_type:force"),
        ("width=99999999999", (600, 300), "width:2500,resizing_type:fill"),
        ("width=0", (600, 300), "resizing_type:fill"),
        ("", (600, 300), "resizing_type:fill"),
        ("width=1", (1, 1), "width:1,resizing_type:fill"),
    ],
)
def test_P7_a_variant_has_the_size_that_was_asked_for(
    anna: Person, wide: str, query: str, size: tuple[int, int], told: str
) -> None:
    answer = anna.render(wide, query)
    assert size_of(answer) == size
    assert answer.headers["x-transformations"] == told


def test_P7_cover_cuts_from_the_middle_and_fill_squeezes(anna: Person, wide: str) -> None:
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
    assert size_of(answer) == (90, 45)
    assert "Accept" in answer.headers["vary"]


@pytest.mark.parametrize("suffix", [".png", ".webp", ".avif", ".gif"])
def test_P7_every_kind_of_picture_has_variants(anna: Person, ada: Person, suffix: str) -> None:
    name = ada.stored(photo(60, 40, suffix), mimetype="image/png")
    for accept in ("image/avif,image/webp", "image/webp"):
        answer = anna.render(name, "width=30", accept)
        image = pyvips.Image.new_from_buffer(answer.content, "")
        assert (image.width, image.height) == (30, 20)
        assert is_red(image, 0.2, 0.2)
    assert anna.render(name, "width=30").headers["content-type"] == anna.read(name).headers["content-type"]


def test_P7_of_an_animation_the_first_frame_is_shown(anna: Person, ada: Person) -> None:
    name = ada.stored(animation(5, 20), mimetype="image/gif")
    assert size_of(anna.render(name, "width=10", "image/webp")) == (10, 10)


def test_P7_each_variant_is_known_again_by_its_own_tag(anna: Person, wide: str) -> None:
    asked = [
        ("width=80", "image/avif"),
        ("width=80", "image/webp"),
        ("width=80", "*/*"),
        ("width=81", "*/*"),
        ("width=80&quality=30", "*/*"),
        ("width=80&resize=fill", "*/*"),
        ("height=80", "*/*"),
    ]
    tags = [anna.render(wide, *one).headers["etag"] for one in asked]
    assert len({*tags, anna.read(wide).headers["etag"]}) == len(asked) + 1
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
def test_P7_odd_wishes_are_refused(anna: Person, wide: str, query: str, sentence: str) -> None:
    assert refusal(anna.render(wide, query)) == ("400", "Error", "InvalidRequest", sentence)


def test_P7_quality_makes_bytes(anna: Person, ada: Person) -> None:
    name = ada.stored(noise(0.2))
    for accept in ("image/avif", "image/webp", "*/*"):
        low, usual, high = (
            len(anna.render(name, f"width=300{quality}", accept).content)
            for quality in ("&quality=20", "", "&quality=100")
        )
        assert low < usual < high


def test_P7_fifty_visitors_at_once_have_one_variant_made(anna: Person, ada: Person, shop: Shop) -> None:
    name = ada.stored(noise(3))
    version = shop.sql("select version from storage.objects where name = %s", name)[0][0]
    address = f"{shop.url}/storage/v1/render/image/public/tapis/{name}?width=333"
    with ThreadPoolExecutor(50) as visitors:
        answers = list(visitors.map(lambda _: httpx.get(address, timeout=30), range(50)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    made = list((shop.data / "variants" / version[:2] / version).iterdir())
    assert [path.name for path in made] == ["333x0-cover-0.jpg"]


class CountingFolder(Folder):
    """Counts how often bytes are asked for."""

    fetched = 0

    async def fetch(self, key: str) -> BinaryIO:
        """As ever."""
        self.fetched += 1
        return await super().fetch(key)


async def test_P7_equal_wishes_are_one_work_and_a_visitor_who_leaves_stops_nothing(tmp_path: Path) -> None:
    store, key = CountingFolder(tmp_path / "files"), str(uuid4())
    await store.put(key, BytesIO(noise(1)))
    variants = Variants(store, tmp_path / "variants", VariantJobRunner(load(data=tmp_path)))
    wish = read_options({"width": "100"}, "*/*", "image/jpeg")
    waiting = [asyncio.create_task(variants.get(key, wish)) for _ in range(50)]
    await asyncio.sleep(0)
    waiting.pop(0).cancel()
    assert len(set(await asyncio.gather(*waiting))) == 1
    assert store.fetched == 1


def test_P7_colours_of_a_wide_gamut_look_the_same(anna: Person, ada: Person) -> None:
    name = ada.stored(photo(64, 48, ".jpg", private=True))
    seen = pyvips.Image.new_from_buffer(anna.render(name, "width=32").content, "")
    assert not seen.get_typeof("icc-profile-data")
    meant = pyvips.Image.new_from_buffer(anna.read(name).content, "").icc_transform("srgb")
    difference = [abs(x - y) for x, y in zip(seen.getpoint(5, 5), meant.getpoint(10, 10), strict=True)]
    assert max(difference) < 5


def test_P7_a_removed_picture_has_no_variants(anna: Person, ada: Person) -> None:
    name = ada.stored()
    assert anna.render(name, "width=10").status_code == 200
    ada.remove(name)
    assert refusal(anna.render(name, "width=10"))[2] == "NoSuchKey"


def test_Y19_tom_reads_a_variant_of_his_own_picture_and_anna_does_not(anna: Person, tom: Person) -> None:
    name = tom.stored(photo(600, 300), "transactions/invoices")
    own = tom.http.get(f"/render/image/authenticated/tapis/{name}?width=320")
    assert size_of(own) == (320, 160)
    assert own.headers["cache-control"] == "private, no-store"
    assert refusal(anna.http.get(f"/render/image/authenticated/tapis/{name}?width=320"))[2] == "NoSuchKey"
    assert refusal(anna.render(name, "width=320"))[2] == "NoSuchKey"
