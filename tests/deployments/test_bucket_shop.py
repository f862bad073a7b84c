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
from tapis.gateway.storage.blobs.storage_url import connect_bucket, parse_storage_url
from tapis.gateway.storage.images.transform_options import PREPARED_WIDTHS
from tapis.gateway.storage.sweeper import sweep_blobs
from tests.conftest import TAPIS, Account, Shop, environment, serving, shop_at
from tests.deployments.s3_servers import KINDS, Bucket, run_bucket
from tests.example_rows import put, row
from tests.maintenance.conftest import BUCKET, build_image, fill_shop
from tests.postgres.os_processes import eventually
from tests.storage.sample_images import decode_image, noise, photo

pytestmark = pytest.mark.anywhere

ALL_SIZES = {
    f"{width}x0-cover-0{suffix}" for width in PREPARED_WIDTHS for suffix in (".avif", ".webp", ".jpg")
}
PUBLIC_HEADERS = {"x-robots-tag": "all", "cache-control": "max-age=3600", "content-type": "image/jpeg"}


@dataclass(frozen=True, slots=True)
class BucketShop:
    """One bucket, one database, two gateways; the second redirects visitors to the bucket itself."""

    bucket: Bucket
    shop: Shop
    second: str
    second_data: Path
    ada: Account

    def upload(self, content: bytes, folder: str = "gallery", **headers: str) -> str:
        """Ada sends a picture to the first gateway."""
        name = f"{folder}/malam-{uuid4()}.jpg"
        with self.shop.client(self.ada.token) as http:
            response = http.post(f"{BUCKET}/{name}", content=content, headers=PUBLIC_HEADERS | headers)
            assert response.status_code == 200, response.text
        return name

    def version(self, name: str) -> str:
        """The version, by which its bytes are stored."""
        return str(self.shop.sql("select version from storage.objects where name = %s", name)[0][0])

    def read(self, name: str, gateway: str = "", query: str = "", **headers: str) -> httpx.Response:
        """Read a picture or a size of it as a visitor."""
        path = f"render/image/public/tapis/{name}?{query}" if query else f"object/public/tapis/{name}"
        return httpx.get(f"{gateway or self.shop.url}/storage/v1/{path}", headers=headers, timeout=30)

    def sizes(self, version: str) -> set[str]:
        """The variants of a picture in the bucket."""
        listed = obstore.list(self.store().store, f"variants/{version[:2]}/{version}")
        return {file["path"].rpartition("/")[2] for batch in listed for file in batch}

    def store(self, prefix: str = "pictures") -> S3BlobStore:
        """Direct access to the bucket."""
        return S3BlobStore(
            connect_bucket(parse_storage_url(self.bucket.build_url(prefix))), self.shop.data / "past"
        )


@pytest.fixture(scope="module", params=KINDS)
def bucket_shop(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BucketShop]:
    """Both gateways, running."""
    folder = tmp_path_factory.mktemp("chain")
    with run_bucket(request.param) as bucket, pytest.MonkeyPatch.context() as patch:
        for name, value in bucket.keys().items():
            patch.setenv(name, value)
        cdn = f"{bucket.endpoint}/{bucket.name}/pictures"
        with (
            serving(folder / "one", **bucket.environment) as url,
            shop_at(url, folder / "one") as shop,
            run_second_gateway(shop, folder / "two", bucket, cdn) as second,
        ):
            yield BucketShop(bucket, shop, second, folder / "two", shop.account("admin"))


@contextmanager
def run_second_gateway(shop: Shop, data: Path, bucket: Bucket, cdn: str) -> Iterator[str]:
    """Run a second gateway over the first one's database, with its own folder."""
    settings = bucket.environment | {"TAPIS_DATABASE_URL": shop.authenticator, "TAPIS_CDN_URL": cdn}
    with serving(data, **settings) as url:
        yield url


def test_a_picture_that_came_by_one_gateway_is_read_by_the_other_with_all_its_headers(
    bucket_shop: BucketShop,
) -> None:
    content = photo(300, 200)
    name = bucket_shop.upload(content, **{"x-robots-tag": "none"})
    first, second = bucket_shop.read(name), bucket_shop.read(name, bucket_shop.second)
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
    again = bucket_shop.read(name, bucket_shop.second, **{"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    part = bucket_shop.read(name, bucket_shop.second, Range="bytes=5-9")
    assert (part.status_code, part.content) == (206, first.content[5:10])
    assert part.headers["content-range"] == f"bytes 5-9/{len(first.content)}"
    head = httpx.head(f"{bucket_shop.second}/storage/v1/object/public/tapis/{name}")
    assert (head.headers["etag"], head.headers["content-length"]) == (tag, str(len(first.content)))


async def test_a_large_picture_passes_piece_by_piece(bucket_shop: BucketShop) -> None:
    content = noise(9)
    assert len(content) > 2 * RANGE_BYTES
    name = bucket_shop.upload(content)
    assert bucket_shop.read(name).content == await read_all(bucket_shop.store(), bucket_shop.version(name))


async def read_all(store: S3BlobStore, key: str) -> bytes:
    """Read the bytes of a key."""
    with await store.fetch(key) as file:
        file.seek(0)
        return file.read()


def test_all_sizes_are_in_the_bucket_and_the_other_gateway_makes_none(bucket_shop: BucketShop) -> None:
    name = bucket_shop.upload(photo(500, 300), **{"x-robots-tag": "none"})  # nobody is led to the bucket
    version = bucket_shop.version(name)
    assert eventually(lambda: bucket_shop.sizes(version) == ALL_SIZES)
    own = bucket_shop.read(name, query="width=640", Accept="image/webp")
    other = bucket_shop.read(name, bucket_shop.second, "width=640", Accept="image/webp")
    assert own.status_code == other.status_code == 200
    assert own.content == other.content
    assert own.headers["etag"] == other.headers["etag"]
    made = {path.name for path in bucket_shop.second_data.glob(f"variants-*/{version[:2]}/{version}/*")}
    assert made == {"832x0-cover-0.webp"}


def test_visitors_are_led_to_the_bucket_itself_and_get_the_same_picture(bucket_shop: BucketShop) -> None:
    name = bucket_shop.upload(photo(400, 300))
    for query, accept in (("", "*/*"), ("width=320", "image/avif")):
        here = bucket_shop.read(name, query=query, Accept=accept)
        there = bucket_shop.read(name, bucket_shop.second, query, Accept=accept)
        assert there.status_code == 302
        assert there.headers["cache-control"] == "max-age=3600"
        assert there.headers["location"].startswith(f"{bucket_shop.bucket.endpoint}/kain/pictures/")
        if query:
            assert "Accept" in there.headers["vary"]
        # What stands there has the right to read in the bucket.
        found = obstore.get(bucket_shop.store().store, there.headers["location"].partition("/pictures/")[2])
        assert bytes(found.bytes()) == here.content
        assert found.attributes["Content-Type"] == here.headers["content-type"]
        assert "immutable" in found.attributes["Cache-Control"]


def test_what_must_stay_under_our_eyes_is_served_from_here(bucket_shop: BucketShop) -> None:
    unlisted = bucket_shop.upload(photo(40, 40), **{"x-robots-tag": "none"})
    proof = bucket_shop.upload(photo(40, 40), "transactions/invoices", **{"x-robots-tag": "all"})
    shown_to_all = bucket_shop.upload(photo(60, 40))
    assert bucket_shop.read(unlisted, bucket_shop.second).status_code == 200
    assert bucket_shop.read(unlisted, bucket_shop.second, "width=320").status_code == 200
    for query in ("", "width=320"):
        assert bucket_shop.read(proof, bucket_shop.second, query).json()["code"] == "NoSuchKey"
    assert bucket_shop.read(shown_to_all, bucket_shop.second, "width=320&height=320").status_code == 200
    url = f"{bucket_shop.second}/storage/v1/object"
    assert httpx.get(f"{url}/public/tapis/{shown_to_all}?download=kain.jpg").status_code == 200
    headers = bucket_shop.shop.headers(bucket_shop.ada.token)
    for name in (shown_to_all, proof):
        assert httpx.get(f"{url}/authenticated/tapis/{name}", headers=headers).status_code == 200


def test_every_page_may_show_pictures_from_there_and_from_nowhere_else(bucket_shop: BucketShop) -> None:
    policies = {
        url: httpx.get(url).headers["content-security-policy"]
        for url in (bucket_shop.shop.url, bucket_shop.second)
    }
    assert f"img-src 'self' data: blob: {bucket_shop.bucket.endpoint};" in policies[bucket_shop.second]
    assert "img-src 'self' data: blob:;" in policies[bucket_shop.shop.url]
    assert bucket_shop.bucket.endpoint not in policies[bucket_shop.second].replace(
        f"blob: {bucket_shop.bucket.endpoint}", ""
    )


def test_a_removed_picture_is_unknown_to_both_at_once(bucket_shop: BucketShop) -> None:
    name = bucket_shop.upload(photo(50, 50))
    assert bucket_shop.read(name, bucket_shop.second).status_code == 302
    with bucket_shop.shop.client(bucket_shop.ada.token) as http:
        assert http.delete(f"{BUCKET}/{name}").status_code == 200
    for gateway in (bucket_shop.shop.url, bucket_shop.second):
        for query in ("", "width=320"):
            assert bucket_shop.read(name, gateway, query).json()["code"] == "NoSuchKey"


def test_of_many_pictures_sent_at_once_under_one_name_to_both_gateways_one_is_stored(
    bucket_shop: BucketShop,
) -> None:
    gateways, name = (bucket_shop.shop.url, bucket_shop.second), f"gallery/malam-{uuid4()}.jpg"
    pictures = [photo(50 + number, 50) for number in range(8)]

    def send(number: int) -> int:
        url = f"{gateways[number % 2]}{BUCKET}/{name}"
        return httpx.post(
            url,
            content=pictures[number],
            headers=bucket_shop.shop.headers(bucket_shop.ada.token) | PUBLIC_HEADERS,
            timeout=60,
        ).status_code

    with ThreadPoolExecutor(8) as senders:
        answered = list(senders.map(send, range(8)))
    assert sorted(answered) == [200] + [400] * 7
    stored = bucket_shop.read(name).content
    assert stored == bucket_shop.read(name).content
    assert decode_image(stored).width == 50 + answered.index(200)
    assert bucket_shop.read(name, bucket_shop.second).status_code == 302


def test_a_picture_that_one_gateway_removes_while_the_other_names_it_is_kept_or_was_never_named(
    bucket_shop: BucketShop,
) -> None:
    """Whoever comes first: no record names what is gone for good, and what is named is still readable."""
    for _ in range(6):
        name = bucket_shop.upload(photo(60, 60))
        record = row(
            "gallery", bucket_shop.ada.user_id, image=build_image(bucket_shop.shop, *name.split("/"))
        )
        with ThreadPoolExecutor(2) as both:
            headers = bucket_shop.shop.headers(bucket_shop.ada.token)
            removed = both.submit(
                httpx.delete, f"{bucket_shop.second}{BUCKET}/{name}", headers=headers, timeout=60
            )
            named = both.submit(
                httpx.post,
                f"{bucket_shop.shop.url}/rest/v1/gallery",
                json=record,
                headers=headers,
                timeout=60,
            )
        answers = (removed.result().status_code, named.result().status_code)
        is_there = bucket_shop.read(name).status_code == 200
        assert (
            answers[1] != 201
            or is_there
            or bucket_shop.shop.sql("select 1 from storage.removed where object ->> 'name' = %s", name)
        ), answers


async def test_a_sweep_takes_what_nobody_needs_when_it_is_old_enough_and_never_before(
    bucket_shop: BucketShop,
) -> None:
    named = bucket_shop.upload(photo(70, 70))
    picture = build_image(bucket_shop.shop, *named.split("/"))
    put(bucket_shop.shop.sql, "gallery", row("gallery", bucket_shop.ada.user_id, image=picture))
    store, orphan = bucket_shop.store(), str(uuid4())
    await store.create(f"files/{orphan[:2]}/{orphan}", b"an upload whose row never came")
    async with Database(bucket_shop.shop.authenticator, 2, 8) as database:
        await sweep_blobs(database, store)
        assert bucket_shop.shop.sql("select 1 from storage.unknown_files where version = %s", orphan) == []
        await sweep_blobs(database, store, upload_seconds=-10)
        assert await store.exists(f"files/{orphan[:2]}/{orphan}")
        bucket_shop.shop.sql("update private.running_periods set started_at = now() - interval '90 days'")
        bucket_shop.shop.sql("update storage.unknown_files set found_at = now() - interval '31 days'")
        await sweep_blobs(database, store)
        assert not await store.exists(f"files/{orphan[:2]}/{orphan}")
        version = bucket_shop.version(named)
        assert await store.exists(f"files/{version[:2]}/{version}")


def test_while_the_store_says_nothing_pictures_are_away_and_all_else_goes_on(bucket_shop: BucketShop) -> None:
    name = bucket_shop.upload(photo(80, 80), **{"x-robots-tag": "none"})
    with bucket_shop.bucket.paused(), bucket_shop.shop.client() as http:
        assert http.get("/rest/v1/products?select=uuid&limit=1").status_code == 200
        assert http.get("/healthz").status_code == 200
    assert eventually(lambda: bucket_shop.read(name).status_code == 200)


def tapis(*words: object, **settings: str) -> subprocess.CompletedProcess[str]:
    """What the owner types."""
    command = [str(TAPIS), *map(str, words)]
    return subprocess.run(
        command, env=environment(**settings), capture_output=True, text=True, check=False, timeout=180
    )


def test_the_owner_loses_machine_and_bucket_and_has_the_shop_again(
    bucket_shop: BucketShop, tmp_path: Path
) -> None:
    books = fill_shop(bucket_shop.shop)
    settings, data = bucket_shop.bucket.environment, bucket_shop.shop.data
    looked = tapis("doctor", "--json", "--data", data, **settings)
    assert json.loads(looked.stdout)["well"], looked.stdout
    taken = tapis("backup", tmp_path / "shop.tar", "--data", data, **settings)
    assert taken.returncode == 0, taken.stderr
    full = tapis("restore", tmp_path / "shop.tar", "--data", tmp_path / "new", **settings)
    assert (full.returncode, full.stderr.count("\n")) == (1, 1)
    assert "There are pictures in s3://kain/pictures; a backup goes into an empty bucket" in full.stderr
    assert not (tmp_path / "new").exists()

    elsewhere = settings | {"TAPIS_STORAGE_URL": bucket_shop.bucket.build_url(f"again-{uuid4()}")}
    back = tapis("restore", tmp_path / "shop.tar", "--data", tmp_path / "new", **elsewhere)
    assert back.returncode == 0, back.stderr
    looked = tapis("doctor", "--json", "--data", tmp_path / "new", **elsewhere)
    assert json.loads(looked.stdout)["well"], looked.stdout
    assert not (tmp_path / "new" / "files").exists()
    with serving(tmp_path / "new", **elsewhere) as url:
        for filename, _ in books.orders.values():
            path = f"/storage/v1/object/authenticated/tapis/transactions/invoices/{filename}"
            there, here = (
                httpx.get(base + path, headers=bucket_shop.shop.headers(bucket_shop.ada.token))
                for base in (url, bucket_shop.shop.url)
            )
            assert there.status_code == 200
            assert there.content == here.content


async def test_doctor_names_a_picture_whose_bytes_are_gone_from_the_bucket(bucket_shop: BucketShop) -> None:
    name = bucket_shop.upload(photo(90, 90))
    picture = build_image(bucket_shop.shop, *name.split("/"))
    uuid = put(bucket_shop.shop.sql, "gallery", row("gallery", bucket_shop.ada.user_id, image=picture))
    version = bucket_shop.version(name)
    await bucket_shop.store().remove(version)
    looked = tapis("doctor", "--json", "--data", bucket_shop.shop.data, **bucket_shop.bucket.environment)
    codes = [one["code"] for one in json.loads(looked.stdout)["findings"]]
    assert (looked.returncode, codes) == (1, ["bytes-missing"])
    bucket_shop.shop.sql("delete from public.gallery where uuid = %s", uuid)
    bucket_shop.shop.sql("delete from storage.objects where name = %s", name)
    bucket_shop.shop.sql("delete from storage.removed where version = %s", version)
