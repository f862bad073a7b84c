"""Gateways over one bucket share variants, and redirect public images to a CDN."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from uuid import uuid4

import httpx
import pytest
from obstore.store import MemoryStore

from tapis.gateway.fair_share import THE_SHOP
from tapis.gateway.storage.blobs.blob_store import FolderBlobStore
from tapis.gateway.storage.blobs.s3_store import S3BlobStore
from tapis.gateway.storage.blobs.storage_url import open_blob_store
from tapis.gateway.storage.images.requested_options import parse_transform_options
from tapis.gateway.storage.images.transform_options import PREPARED_WIDTHS
from tapis.gateway.storage.images.worker_pool import WorkerPool
from tapis.gateway.storage.variants.bucket_variants import BucketVariants, open_bucket_variants
from tapis.gateway.storage.variants.variants import Variants
from tests.conftest import prepared, serving, shop_at
from tests.postgres.os_processes import eventually
from tests.storage.conftest import Person, make_object_name, parse_refusal
from tests.storage.s3_server import FakeS3Server, serve_s3
from tests.storage.sample_images import noise, photo

CDN = "https://cdn.example/shop"
PUBLIC = {"x-robots-tag": "all"}


@dataclass(frozen=True, slots=True)
class Cluster:
    """A shop whose store is a bucket behind a CDN."""

    shelf: FakeS3Server
    owner: Person


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """One gateway of the cluster."""
    data = prepared(tmp_path_factory.mktemp("cluster") / "data")
    with serve_s3() as (shelf, settings):
        settings |= {"TAPIS_STORAGE_URL": "s3://bucket/pictures", "TAPIS_CDN_URL": CDN}
        with (
            serving(data, **settings) as url,
            shop_at(url, data) as shop,
            shop.client(shop.service_key) as client,
        ):
            client.base_url = httpx.URL(f"{url}/storage/v1")
            yield Cluster(shelf, Person(client))


def test_W4_a_public_image_and_its_prepared_variants_are_redirected_to_the_cdn(cluster: Cluster) -> None:
    name = make_object_name()
    assert cluster.owner.send(name, photo(800, 400), **PUBLIC).status_code == 200
    for answer in (cluster.owner.read(name), cluster.owner.render(name, "width=300", "image/webp")):
        assert answer.status_code == 302
        path = answer.headers["location"].removeprefix(CDN)
        assert f"/bucket/pictures{path}" in cluster.shelf.objects
    assert cluster.owner.render(name, "width=300&quality=50").status_code == 200
    assert cluster.owner.http.get(f"/object/public/tapis/{name}?download=a.jpg").status_code == 200


def test_Y19_a_personal_image_is_never_redirected(cluster: Cluster) -> None:
    name = make_object_name("transactions/invoices")
    assert cluster.owner.send(name, photo(800, 400), **PUBLIC).status_code == 200
    for answer in (cluster.owner.read(name), cluster.owner.render(name, "width=300")):
        assert parse_refusal(answer)[2] == "NoSuchKey"
    for path in ("object/authenticated", "render/image/authenticated"):
        answer = cluster.owner.http.get(f"/{path}/tapis/{name}")
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "private, no-store")


async def test_W4_a_gateway_shares_the_sizes_that_it_makes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serve_s3() as (shelf, settings):
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        store, version = open_blob_store(tmp_path, "s3://bucket/p"), str(uuid4())
        await store.put(version, BytesIO(noise(0.2)))
        variants = Variants(store, tmp_path / "variants", WorkerPool())
        variants.prepared.schedule(version, THE_SHOP)

        def count_variants() -> int:
            return sum(path.startswith("/bucket/p/variants/") for path in [*shelf.objects])

        assert await asyncio.to_thread(eventually, lambda: count_variants() == 3 * len(PREPARED_WIDTHS))


async def test_W4_a_variant_of_one_gateway_is_read_by_the_others(tmp_path: Path) -> None:
    store, version = S3BlobStore(MemoryStore(), tmp_path), str(uuid4())
    options = parse_transform_options({"width": "320"}, "image/webp", "image/jpeg")
    one, other = (BucketVariants(store) for _ in range(2))
    assert await other.find(version, options) is None
    await asyncio.gather(*(gateway.add(version, options, b"a variant") for gateway in (one, other)))
    assert await other.find(version, options) == b"a variant"
    assert await other.names(version) == {options.file_name}
    assert [paths async for paths in other.by_version()] == [
        {version: [f"variants/{version[:2]}/{version}/{options.file_name}"]}
    ]


def test_a_shop_with_a_folder_shares_no_variants(tmp_path: Path) -> None:
    assert open_bucket_variants(FolderBlobStore(tmp_path / "files")) is None
