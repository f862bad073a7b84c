"""The object store is unavailable, slow, or disconnects."""

import json
import subprocess
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import httpx
import pytest

from tapis.gateway.errors import StoreUnavailable
from tapis.gateway.storage.blobs.s3_store import S3BlobStore
from tapis.gateway.storage.blobs.storage_url import connect_bucket, parse_storage_url
from tests.conftest import TAPIS, environment, prepared, serving
from tests.storage.conftest import Person, make_object_name, parse_refusal
from tests.storage.s3_server import FakeS3Server, serve_s3
from tests.storage.sample_images import photo

if TYPE_CHECKING:
    from obstore.store import ClientConfig

AWAY = ("503", "Unavailable", "SlowDown", "The pictures can't be reached at the moment. Please try again.")


@pytest.fixture(scope="module")
def shelf_and_owner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[FakeS3Server, Person, Path]]:
    """A shop whose pictures lie on a shelf elsewhere, and its owner; its data folder."""
    data = prepared(tmp_path_factory.mktemp("elsewhere") / "data")
    with serve_s3() as (shelf, environment_of_shelf):
        settings = environment_of_shelf | {"TAPIS_STORAGE_URL": "s3://bucket/pictures"}
        with serving(data, **settings) as url:
            command: list[str | Path] = [TAPIS, "keys", "--service", "--json", "--data", data]
            key = json.loads(subprocess.check_output(command, env=environment()))["service_key"]
            headers = {"apikey": key, "Authorization": f"Bearer {key}"}
            with httpx.Client(base_url=f"{url}/storage/v1", headers=headers, timeout=60) as client:
                yield shelf, Person(client), data


@pytest.fixture
def shelf(shelf_and_owner: tuple[FakeS3Server, Person, Path]) -> Iterator[FakeS3Server]:
    """The shelf, well again after the test."""
    shelf = shelf_and_owner[0]
    yield shelf
    shelf.fault = ""


@pytest.fixture
def owner(shelf_and_owner: tuple[FakeS3Server, Person, Path]) -> Person:
    """Whoever has the service key."""
    return shelf_and_owner[1]


@pytest.mark.parametrize("fault", ["refuses", "hangs up", "half a body"])
def test_Z8_what_can_be_neither_put_nor_read_is_a_503_and_mends_itself(
    shelf: FakeS3Server, owner: Person, shelf_and_owner: tuple[FakeS3Server, Person, Path], fault: str
) -> None:
    stored, new, scratch = owner.upload(photo(300, 200)), make_object_name(), shelf_and_owner[2] / "scratch"
    shelf.fault = fault
    rendered = owner.render(stored, "width=40")
    assert parse_refusal(rendered) == AWAY
    assert rendered.headers["retry-after"] == "2"
    if fault != "half a body":
        sent = owner.send(new)
        assert parse_refusal(sent) == AWAY
        assert sent.headers["retry-after"] == "2"
        assert parse_refusal(owner.read(stored)) == AWAY
    shelf.fault = ""
    assert list(scratch.iterdir()) == []
    assert owner.render(stored, "width=40").status_code == 200
    assert owner.send(new).status_code == 200


def test_Z8_half_a_picture_is_never_shown_as_a_whole_one(shelf: FakeS3Server, owner: Person) -> None:
    name = owner.upload(photo(1500, 1500))
    whole = owner.read(name).content
    shelf.fault = "half a body"
    try:
        answer = owner.read(name)
    except httpx.RemoteProtocolError:
        pass  # the connection was cut where the store's was
    else:
        assert parse_refusal(answer) == AWAY
    shelf.fault = ""
    assert owner.read(name).content == whole


@pytest.fixture
async def slow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[FakeS3Server, S3BlobStore]]:
    """A shelf that takes longer than its client waits."""
    with serve_s3() as (shelf, settings):
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        shelf.fault = "hesitates"
        patience: ClientConfig = {"timeout": timedelta(seconds=0.3)}
        bucket = connect_bucket(parse_storage_url("s3://bucket/pictures"), patience)
        yield shelf, S3BlobStore(bucket, tmp_path / "scratch")
        shelf.fault = ""


async def test_Z8_a_store_that_hesitates_is_not_waited_for(slow: tuple[FakeS3Server, S3BlobStore]) -> None:
    shelf, store = slow
    key = str(uuid4())
    with pytest.raises(StoreUnavailable):
        await store.put(key, BytesIO(b"x"))
    with pytest.raises(StoreUnavailable):
        await store.fetch(key)
    with pytest.raises(StoreUnavailable):
        await store.remove(key)
    shelf.fault = ""
    await store.put(key, BytesIO(b"x"))
