"""A bucket behaves like the data folder, on moto and on a real store."""

import asyncio
import os
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from uuid import uuid4

import obstore
import pytest

from tapis.gateway.errors import StoreUnavailable
from tapis.gateway.storage.blobs.blob_store import BlobMissing
from tapis.gateway.storage.blobs.s3_store import RANGE_BYTES, KeyInUse, S3BlobStore, blob_path
from tapis.gateway.storage.blobs.storage_url import connect_bucket, parse_storage_url
from tapis.gateway.storage.images.formats import WEBP
from tapis.gateway.storage.images.transform_options import TransformOptions
from tapis.gateway.storage.variants.bucket_variants import BucketVariants, variant_path
from tests.deployments.s3_servers import KINDS, Bucket, run_bucket
from tests.storage.sample_images import photo

pytestmark = pytest.mark.anywhere

CONTENT = os.urandom(2 * RANGE_BYTES + 77)
OPTIONS = TransformOptions(384, 0, "cover", 0, WEBP)


@pytest.fixture(scope="module", params=KINDS)
def bucket(request: pytest.FixtureRequest) -> Iterator[Bucket]:
    """One server for all tests."""
    with run_bucket(request.param) as bucket:
        yield bucket


@pytest.fixture
def stores(bucket: Bucket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[S3BlobStore]:
    """Two clients of one prefix in the bucket; each test has its own prefix."""
    for name, value in bucket.keys().items():
        monkeypatch.setenv(name, value)
    address = parse_storage_url(bucket.build_url(str(uuid4())))
    return [S3BlobStore(connect_bucket(address), tmp_path / machine) for machine in ("one", "two")]


async def read(store: S3BlobStore, key: str, start: int, length: int) -> bytes:
    """Read a part of the bytes of a key."""
    return b"".join([chunk async for chunk in store.source(key)(start, length)])


async def test_bytes_come_back_whole_and_in_any_part(stores: list[S3BlobStore]) -> None:
    one, two = stores
    key = str(uuid4())
    await one.put(key, BytesIO(CONTENT))
    assert await read(two, key, 0, len(CONTENT)) == CONTENT
    for start, length in ((0, 1), (RANGE_BYTES - 1, 2), (5, RANGE_BYTES), (len(CONTENT) - 1, 1)):
        assert await read(two, key, start, length) == CONTENT[start : start + length]
    with await two.fetch(key) as file:
        file.seek(0)
        assert file.read() == CONTENT
    await two.remove(key)
    await one.remove(key)
    with pytest.raises(BlobMissing):
        await one.fetch(key)
    with pytest.raises(BlobMissing):
        await read(one, key, 0, 1)


async def test_nothing_is_ever_overwritten_and_the_same_bytes_again_are_fine(
    stores: list[S3BlobStore],
) -> None:
    one, two = stores
    key = str(uuid4())
    await one.put(key, BytesIO(CONTENT))
    await two.put(key, BytesIO(CONTENT))
    with pytest.raises(KeyInUse):
        await two.put(key, BytesIO(b"others"))
    assert await read(one, key, 0, len(CONTENT)) == CONTENT


async def test_a_picture_is_stored_as_browsers_may_get_it_past_us(stores: list[S3BlobStore]) -> None:
    key = str(uuid4())
    await stores[0].put(key, BytesIO(photo()))
    found = await obstore.get_async(stores[0].store, blob_path(key))
    assert found.attributes["Content-Type"] == "image/jpeg"
    assert "immutable" in found.attributes["Cache-Control"]


async def test_a_variant_that_one_machine_made_is_read_by_the_others(stores: list[S3BlobStore]) -> None:
    version, machines = str(uuid4()), [BucketVariants(store) for store in stores * 5]
    assert await machines[0].find(version, OPTIONS) is None
    await asyncio.gather(*(machine.add(version, OPTIONS, b"a small picture") for machine in machines))
    assert [await machine.find(version, OPTIONS) for machine in machines] == [b"a small picture"] * 10
    assert await machines[1].names(version) == {OPTIONS.file_name}


async def test_a_sweep_sees_every_picture_by_its_age_and_no_variant(stores: list[S3BlobStore]) -> None:
    keys = {str(uuid4()) for _ in range(12)}
    for key in keys:
        await stores[0].put(key, BytesIO(b"x"))
        await stores[0].create(variant_path(key, OPTIONS), b"y")
    assert {key async for batch in stores[1].keys_older_than(-10) for key in batch} == keys
    assert [key async for batch in stores[1].keys_older_than(3600) for key in batch] == []


async def test_a_bucket_that_is_gone_is_away_and_its_pictures_are_not_missing(
    bucket: Bucket, stores: list[S3BlobStore], tmp_path: Path
) -> None:
    gone = S3BlobStore(
        connect_bucket(parse_storage_url(bucket.build_url("p").replace(bucket.name, "gone"))), tmp_path
    )
    with pytest.raises(StoreUnavailable):
        await gone.fetch(str(uuid4()))
    with pytest.raises(StoreUnavailable):
        await read(gone, str(uuid4()), 0, 1)
