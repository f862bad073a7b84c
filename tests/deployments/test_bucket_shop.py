"""A shop with images in a bucket: two gateways, backup, loss and restore."""

import json
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import httpx
import obstore
import pytest

from tapis.gateway.database import Database
from tapis.gateway.storage.blobs.s3_store import RANGE_BYTES, S3BlobStore
from tapis.gateway.storage.blobs.storage_url import connect, parse_storage_url
from tapis.gateway.storage.images.transform_options import PREPARED_WIDTHS
from tapis.gateway.storage.sweeper import sweep_bytes
from tests.conftest import TAPIS, Account, Shop, environment, serving, shop_at
from tests.deployments.s3_servers import KINDS, Bucket, bucket
from tests.example_rows import put, row
from tests.maintenance.conftest import BUCKET, build_image, fill_shop
from tests.postgres.os_processes import eventually
from tests.storage.sample_images import look, noise, photo

pytestmark = pytest.mark.anywhere

ALL = {f"{width}x0-cover-0{suffix}" for width in PREPARED_WIDTHS for suffix in (".avif", ".webp", ".jpg")}
FOUND = {"x-robots-tag": "all", "cache-control": "max-age=3600", "content-type": "image/jpeg"}


@dataclass(frozen=True, slots=True)
class Chain:
    """One bucket, one database, two gateways; the second leads visitors to the bucket itself."""

    bucket: Bucket
    shop: Shop
    second: str
    second_data: Path
    ada: Account

    def upload(self, content: bytes, folder: str = "gallery", **headers: str) -> str:
        """Ada sends a picture to the first gateway."""
        name = f"{folder}/malam-{uuid4()}.jpg"
        with self.shop.client(self.ada.token) as http:
            sent = http.post(f"{BUCKET}/{name}", content=content, headers=FOUND | headers)
            assert sent.status_code == 200, sent.text
        return name

    def version(self, name: str) -> str:
        """The key of its bytes."""
        return str(self.shop.sql("select version from storage.objects where name = %s", name)[0][0])

    def read(self, name: str, gateway: str = "", query: str = "", **headers: str) -> httpx.Response:
        """A visitor asks for a picture, or for a size of it."""
        way = f"render/image/public/tapis/{name}?{query}" if query else f"object/public/tapis/{name}"
        return httpx.get(f"{gateway or self.shop.url}/storage/v1/{way}", headers=headers, timeout=30)

    def sizes(self, version: str) -> set[str]:
        """The variants of a picture in the bucket."""
        listed = obstore.list(self.store().store, f"variants/{version[:2]}/{version}")
        return {found["path"].rpartition("/")[2] for batch in listed for found in batch}

    def store(self, prefix: str = "pictures") -> S3BlobStore:
        """The bucket past the shop."""
        return S3BlobStore(connect(parse_storage_url(self.bucket.url_of(prefix))), self.shop.data / "past")


@pytest.fixture(scope="module", params=KINDS)
def chain(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chain]:
    """Both open."""
    folder = tmp_path_factory.mktemp("chain")
    with bucket(request.param) as opened, pytest.MonkeyPatch.context() as patch:
        for name, value in opened.keys().items():
            patch.setenv(name, value)
        cdn = f"{opened.endpoint}/{opened.name}/pictures"
        with (
            serving(folder / "one", **opened.environment) as url,
            shop_at(url, folder / "one") as shop,
            second_gateway(shop, folder / "two", opened, cdn) as second,
        ):
            yield Chain(opened, shop, second, folder / "two", shop.account("admin"))


@contextmanager
def second_gateway(shop: Shop, data: Path, opened: Bucket, cdn: str) -> Iterator[str]:
    """Over the first one's database, with a folder of its own."""
    settings = opened.environment | {"TAPIS_DATABASE_URL": shop.authenticator, "TAPIS_CDN_URL": cdn}
    with serving(data, **settings) as url:
        yield url


def test_a_picture_that_came_by_one_gateway_is_read_by_the_other_with_all_its_headers(chain: Chain) -> None:
    content = photo(300, 200)
    name = chain.upload(content, **{"x-robots-tag": "none"})
    first, second = chain.read(name), chain.read(name, chain.second)
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.content == second.content
    for header in (
        "etag",
        "cache-control",
        "content-type",
        "content-length",
        "last-modified",
        "x-robots-tag",
    ):
        assert first.headers[header] == second.headers[header]
    tag = first.headers["etag"]
    again = chain.read(name, chain.second, **{"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    part = chain.read(name, chain.second, Range="bytes=5-9")
    assert (part.status_code, part.content) == (206, first.content[5:10])
    assert part.headers["content-range"] == f"bytes 5-9/{len(first.content)}"
    head = httpx.head(f"{chain.second}/storage/v1/object/public/tapis/{name}")
    assert (head.headers["etag"], head.headers["content-length"]) == (tag, str(len(first.content)))


async def test_a_large_picture_passes_piece_by_piece(chain: Chain) -> None:
    content = noise(9)
    assert len(content) > 2 * RANGE_BYTES
    name = chain.upload(content)
    assert chain.read(name).content == await whole(chain.store(), chain.version(name))


async def whole(store: S3BlobStore, key: str) -> bytes:
    """The bytes of a key."""
    with await store.fetch(key) as file:
        file.seek(0)
        return file.read()


def test_all_sizes_are_in_the_bucket_and_the_other_gateway_makes_none(chain: Chain) -> None:
    name = chain.upload(photo(500, 300), **{"x-robots-tag": "none"})  # nobody is led to the bucket
    version = chain.version(name)
    assert eventually(lambda: chain.sizes(version) == ALL)
    own = chain.read(name, query="width=640", Accept="image/webp")
    other = chain.read(name, chain.second, "width=640", Accept="image/webp")
    assert own.status_code == other.status_code == 200
    assert own.content == other.content
    assert own.headers["etag"] == other.headers["etag"]
    made = {path.name for path in chain.second_data.glob(f"variants-*/{version[:2]}/{version}/*")}
    assert made == {"832x0-cover-0.webp"}


def test_visitors_are_led_to_the_bucket_itself_and_get_the_same_picture(chain: Chain) -> None:
    name = chain.upload(photo(400, 300))
    for query, accept in (("", "*/*"), ("width=320", "image/avif")):
        here = chain.read(name, query=query, Accept=accept)
        there = chain.read(name, chain.second, query, Accept=accept)
        assert there.status_code == 302
        assert there.headers["cache-control"] == "max-age=3600"
        assert there.headers["location"].startswith(f"{chain.bucket.endpoint}/kain/pictures/")
        if query:
            assert "Accept" in there.headers["vary"]
        # What stands there has the right to read in the bucket.
        found = obstore.get(chain.store().store, there.headers["location"].partition("/pictures/")[2])
        assert bytes(found.bytes()) == here.content
        assert found.attributes["Content-Type"] == here.headers["content-type"]
        assert "immutable" in found.attributes["Cache-Control"]


def test_what_must_stay_under_our_eyes_is_served_from_here(chain: Chain) -> None:
    unlisted = chain.upload(photo(40, 40), **{"x-robots-tag": "none"})
    proof = chain.upload(photo(40, 40), "transactions/invoices", **{"x-robots-tag": "all"})
    shown_to_all = chain.upload(photo(60, 40))
    assert chain.read(unlisted, chain.second).status_code == 200
    assert chain.read(unlisted, chain.second, "width=320").status_code == 200
    for query in ("", "width=320"):
        assert chain.read(proof, chain.second, query).json()["code"] == "NoSuchKey"
    assert chain.read(shown_to_all, chain.second, "width=320&height=320").status_code == 200
    way = f"{chain.second}/storage/v1/object"
    assert httpx.get(f"{way}/public/tapis/{shown_to_all}?download=kain.jpg").status_code == 200
    headers = chain.shop.headers(chain.ada.token)
    for name in (shown_to_all, proof):
        assert httpx.get(f"{way}/authenticated/tapis/{name}", headers=headers).status_code == 200


def test_every_page_may_show_pictures_from_there_and_from_nowhere_else(chain: Chain) -> None:
    policies = {
        url: httpx.get(url).headers["content-security-policy"] for url in (chain.shop.url, chain.second)
    }
    assert f"img-src 'self' data: blob: {chain.bucket.endpoint};" in policies[chain.second]
    assert "img-src 'self' data: blob:;" in policies[chain.shop.url]
    assert chain.bucket.endpoint not in policies[chain.second].replace(f"blob: {chain.bucket.endpoint}", "")


def test_a_removed_picture_is_unknown_to_both_at_once(chain: Chain) -> None:
    name = chain.upload(photo(50, 50))
    assert chain.read(name, chain.second).status_code == 302
    with chain.shop.client(chain.ada.token) as http:
        assert http.delete(f"{BUCKET}/{name}").status_code == 200
    for gateway in (chain.shop.url, chain.second):
        for query in ("", "width=320"):
            assert chain.read(name, gateway, query).json()["code"] == "NoSuchKey"


def test_of_many_pictures_sent_at_once_under_one_name_to_both_gateways_one_is_stored(chain: Chain) -> None:
    gateways, name = (chain.shop.url, chain.second), f"gallery/malam-{uuid4()}.jpg"
    pictures = [photo(50 + number, 50) for number in range(8)]

    def send(number: int) -> int:
        way = f"{gateways[number % 2]}{BUCKET}/{name}"
        return httpx.post(
            way, content=pictures[number], headers=chain.shop.headers(chain.ada.token) | FOUND, timeout=60
        ).status_code

    with ThreadPoolExecutor(8) as senders:
        answered = list(senders.map(send, range(8)))
    assert sorted(answered) == [200] + [400] * 7
    stored = chain.read(name).content
    assert stored == chain.read(name).content
    assert look(stored).width == 50 + answered.index(200)
    assert chain.read(name, chain.second).status_code == 302


def test_a_picture_that_one_gateway_removes_while_the_other_names_it_is_kept_or_was_never_named(
    chain: Chain,
) -> None:
    """Whoever comes first: no record names what is gone for good, and what is named is still readable."""
    for _ in range(6):
        name = chain.upload(photo(60, 60))
        record = row("gallery", chain.ada.user_id, image=build_image(chain.shop, *name.split("/")))
        with ThreadPoolExecutor(2) as both:
            headers = chain.shop.headers(chain.ada.token)
            removed = both.submit(httpx.delete, f"{chain.second}{BUCKET}/{name}", headers=headers, timeout=60)
            named = both.submit(
                httpx.post, f"{chain.shop.url}/rest/v1/gallery", json=record, headers=headers, timeout=60
            )
        answers = (removed.result().status_code, named.result().status_code)
        is_there = chain.read(name).status_code == 200
        assert (
            answers[1] != 201
            or is_there
            or chain.shop.sql("select 1 from storage.removed where object ->> 'name' = %s", name)
        ), answers


async def test_a_sweep_takes_what_nobody_needs_when_it_is_old_enough_and_never_before(chain: Chain) -> None:
    named = chain.upload(photo(70, 70))
    picture = build_image(chain.shop, *named.split("/"))
    put(chain.shop.sql, "gallery", row("gallery", chain.ada.user_id, image=picture))
    store, orphan = chain.store(), str(uuid4())
    await store.create(f"files/{orphan[:2]}/{orphan}", b"an upload whose row never came")
    async with Database(chain.shop.authenticator, 2, 8) as database:
        await sweep_bytes(database, store)
        assert chain.shop.sql("select 1 from storage.unknown_files where version = %s", orphan) == []
        await sweep_bytes(database, store, upload_seconds=-10)
        assert await store.exists(f"files/{orphan[:2]}/{orphan}")
        chain.shop.sql("update private.running_periods set started_at = now() - interval '90 days'")
        chain.shop.sql("update storage.unknown_files set found_at = now() - interval '31 days'")
        await sweep_bytes(database, store)
        assert not await store.exists(f"files/{orphan[:2]}/{orphan}")
        version = chain.version(named)
        assert await store.exists(f"files/{version[:2]}/{version}")


def test_while_the_store_says_nothing_pictures_are_away_and_all_else_goes_on(chain: Chain) -> None:
    name = chain.upload(photo(80, 80), **{"x-robots-tag": "none"})
    with chain.bucket.held_still(), chain.shop.client() as http:
        assert http.get("/rest/v1/products?select=uuid&limit=1").status_code == 200
        assert http.get("/healthz").status_code == 200
    assert eventually(lambda: chain.read(name).status_code == 200)


def tapis(*words: object, **settings: str) -> subprocess.CompletedProcess[str]:
    """What the owner types."""
    command = [str(TAPIS), *map(str, words)]
    return subprocess.run(
        command, env=environment(**settings), capture_output=True, text=True, check=False, timeout=180
    )


def test_the_owner_loses_machine_and_bucket_and_has_the_shop_again(chain: Chain, tmp_path: Path) -> None:
    books = fill_shop(chain.shop)
    settings, data = chain.bucket.environment, chain.shop.data
    looked = tapis("doctor", "--json", "--data", data, **settings)
    assert json.loads(looked.stdout)["well"], looked.stdout
    taken = tapis("backup", tmp_path / "shop.tar", "--data", data, **settings)
    assert taken.returncode == 0, taken.stderr
    full = tapis("restore", tmp_path / "shop.tar", "--data", tmp_path / "new", **settings)
    assert (full.returncode, full.stderr.count("\n")) == (1, 1)
    assert "There are pictures in s3://kain/pictures; a backup goes into an empty bucket" in full.stderr
    assert not (tmp_path / "new").exists()

    elsewhere = settings | {"TAPIS_STORAGE_URL": chain.bucket.url_of(f"again-{uuid4()}")}
    back = tapis("restore", tmp_path / "shop.tar", "--data", tmp_path / "new", **elsewhere)
    assert back.returncode == 0, back.stderr
    looked = tapis("doctor", "--json", "--data", tmp_path / "new", **elsewhere)
    assert json.loads(looked.stdout)["well"], looked.stdout
    assert not (tmp_path / "new" / "files").exists()
    with serving(tmp_path / "new", **elsewhere) as url:
        for filename, _ in books.orders.values():
            path = f"/storage/v1/object/authenticated/tapis/transactions/invoices/{filename}"
            there, here = (
                httpx.get(base + path, headers=chain.shop.headers(chain.ada.token))
                for base in (url, chain.shop.url)
            )
            assert there.status_code == 200
            assert there.content == here.content


async def test_doctor_names_a_picture_whose_bytes_are_gone_from_the_bucket(chain: Chain) -> None:
    name = chain.upload(photo(90, 90))
    picture = build_image(chain.shop, *name.split("/"))
    uuid = put(chain.shop.sql, "gallery", row("gallery", chain.ada.user_id, image=picture))
    version = chain.version(name)
    await chain.store().remove(version)
    looked = tapis("doctor", "--json", "--data", chain.shop.data, **chain.bucket.environment)
    codes = [one["code"] for one in json.loads(looked.stdout)["findings"]]
    assert (looked.returncode, codes) == (1, ["bytes-missing"])
    chain.shop.sql("delete from public.gallery where uuid = %s", uuid)
    chain.shop.sql("delete from storage.objects where name = %s", name)
    chain.shop.sql("delete from storage.removed where version = %s", version)
