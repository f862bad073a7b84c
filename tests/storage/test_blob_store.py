"""Blob stores: folder and object store keep the same promises, also on a full disk."""

import errno
import json
import os
import subprocess
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from uuid import uuid4

import httpx
import pytest
from obstore.store import MemoryStore

from tapis.gateway.storage.blobs.blob_store import (
    KEY,
    BlobMissing,
    BlobStore,
    BlobUnreadable,
    FolderBlobStore,
    open_temporary_file,
    read_blob,
)
from tapis.gateway.storage.blobs.s3_store import S3BlobStore
from tapis.gateway.storage.blobs.storage_url import open_blob_store
from tests.conftest import TAPIS, prepared, serving
from tests.storage.conftest import Person, make_object_name, parse_refusal
from tests.storage.s3_server import serve_s3
from tests.storage.sample_images import decode_image, photo

# Two parts of a multipart upload.
CONTENT = os.urandom(6_000_000)


@pytest.fixture(params=["folder", "s3", "memory"])
def store(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[BlobStore]:
    """The folder store, and object stores."""
    if request.param == "folder":
        yield FolderBlobStore(tmp_path / "files")
    elif request.param == "memory":
        yield S3BlobStore(MemoryStore(), tmp_path / "scratch")
    else:
        with serve_s3() as (_, environment):
            for name, value in environment.items():
                monkeypatch.setenv(name, value)
            yield open_blob_store(tmp_path, "s3://bucket/pictures")


async def read_part(store: BlobStore, key: str, start: int, length: int) -> bytes:
    """A part of the object with this key."""
    source = store.source(key)
    if isinstance(source, Path):
        return source.read_bytes()[start : start + length]
    return b"".join([chunk async for chunk in source(start, length)])


class FailingFile(BytesIO):
    """A file on a disk that fails."""

    def read(self, _size: int | None = -1) -> bytes:
        raise OSError(errno.EIO, "Input/output error")


async def test_Z8_bytes_that_the_disk_does_not_give_back_are_told_from_those_that_are_gone(
    tmp_path: Path,
) -> None:
    store, key = FolderBlobStore(tmp_path / "files"), str(uuid4())
    with pytest.raises(BlobMissing):
        await store.fetch(key)
    (tmp_path / "files" / key[:2] / key).mkdir(parents=True)
    with pytest.raises(BlobUnreadable):
        await store.fetch(key)
    with pytest.raises(BlobUnreadable, match="Input/output error"):
        next(read_blob(FailingFile()))


async def test_Z8_bytes_are_read_as_they_were_stored_whole_and_in_part(store: BlobStore) -> None:
    key = str(uuid4())
    await store.put(key, BytesIO(CONTENT))
    assert await read_part(store, key, 0, len(CONTENT)) == CONTENT
    assert await read_part(store, key, 300_000, 10) == CONTENT[300_000:300_010]
    with await store.fetch(key) as file:
        file.seek(0)
        assert file.read() == CONTENT


async def test_Z8_removed_bytes_are_missing_and_removing_again_succeeds(store: BlobStore) -> None:
    key = str(uuid4())
    await store.put(key, BytesIO(CONTENT))
    await store.remove(key)
    await store.remove(key)
    with pytest.raises(BlobMissing):
        await store.fetch(key)
    with pytest.raises((BlobMissing, FileNotFoundError)):
        await read_part(store, key, 0, 1)


async def test_Z8_every_key_is_found_by_its_age(store: BlobStore) -> None:
    keys = {str(uuid4()) for _ in range(20)}
    for key in keys:
        await store.put(key, BytesIO(b"x"))
    assert {key async for batch in store.keys_older_than(-10) for key in batch} == keys
    assert [key async for batch in store.keys_older_than(3600) for key in batch] == []


def list_files_in(folder: Path) -> list[Path]:
    """All files of a folder, at any depth."""
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.fixture
def disk_steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The disk operations in order."""
    steps: list[str] = []
    sync, rename = os.fsync, Path.rename

    def record_sync(descriptor: int) -> None:
        steps.append("sync folder" if Path(f"/proc/self/fd/{descriptor}").is_dir() else "sync file")
        sync(descriptor)

    def record_rename(path: Path, target: Path) -> Path:
        steps.append("rename")
        return rename(path, target)

    monkeypatch.setattr(os, "fsync", record_sync)
    monkeypatch.setattr(Path, "rename", record_rename)
    return steps


async def test_Z8_a_put_survives_a_power_cut(tmp_path: Path, disk_steps: list[str]) -> None:
    store = FolderBlobStore(tmp_path)
    await store.put(str(uuid4()), BytesIO(CONTENT))
    assert disk_steps == ["sync folder", "sync file", "rename", "sync folder"]


async def test_Z8_whose_pictures_they_are_survives_a_power_cut(tmp_path: Path, disk_steps: list[str]) -> None:
    await FolderBlobStore(tmp_path).set_identity("a shop")
    assert disk_steps == ["sync file", "sync folder"]


async def test_Z8_a_full_disk_leaves_no_half_file(tmp_path: Path) -> None:
    store = FolderBlobStore(tmp_path)

    class Full(BytesIO):
        """Runs out of space half way, as far as the copy can tell."""

        def read(self, size: int | None = -1) -> bytes:
            if self.tell() > len(CONTENT) // 2:
                raise OSError(errno.ENOSPC, "No space left on device")
            return super().read(size)

    with pytest.raises(OSError, match="No space left"):
        await store.put(str(uuid4()), Full(CONTENT))
    assert list_files_in(tmp_path) == []


def test_Z8_a_temporary_file_has_no_name(tmp_path: Path) -> None:
    with open_temporary_file(tmp_path / "scratch") as file:
        file.write(CONTENT)
        file.flush()
        assert list((tmp_path / "scratch").iterdir()) == []


def test_Z8_a_gateway_over_an_object_store_keeps_images_there(tmp_path: Path) -> None:
    """Upload, read, read a part, make smaller, remove; and an unreachable store is answered 503."""
    with serve_s3() as (shelf, environment):
        settings = environment | {"TAPIS_STORAGE_URL": "s3://bucket/pictures"}
        with serving(prepared(tmp_path / "data"), **settings) as url:
            printed = subprocess.check_output(
                [TAPIS, "keys", "--service", "--json", "--data", tmp_path / "data"]
            )
            key = json.loads(printed)["service_key"]
            with httpx.Client(
                base_url=f"{url}/storage/v1",
                headers={"apikey": key, "Authorization": f"Bearer {key}"},
                timeout=60,
            ) as client:
                owner = Person(client)
                name = owner.upload(photo(600, 400))
                (path,) = (path for path in shelf.objects if KEY.fullmatch(path.rpartition("/")[2]))
                assert owner.read(name).content == shelf.objects[path]
                assert owner.read(name, range="bytes=5-9").content == shelf.objects[path][5:10]
                assert decode_image(owner.render(name, "width=30").content).width == 384
                assert list_files_in(tmp_path / "data" / "scratch") == []
                kept = shelf.objects.pop(path)
                assert parse_refusal(owner.read(name))[2] == "NoSuchKey"
                shelf.objects[path] = kept
                shelf.fault = "refuses"
                answer = owner.send(make_object_name())
                assert (answer.status_code, answer.json().get("code")) == (503, "SlowDown"), answer.text
                assert answer.headers["retry-after"] == "2"
                assert owner.remove(name) == [name]
