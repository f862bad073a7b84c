"""TAPIS_STORAGE_URL: how it is parsed, and refused in one sentence without secrets."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tapis.gateway.settings import ConfigError, load_settings
from tapis.gateway.storage.blobs.bucket_preflight import require_bucket_permissions
from tapis.gateway.storage.blobs.s3_store import S3BlobStore
from tapis.gateway.storage.blobs.storage_url import (
    BucketAddress,
    open_blob_store,
    parse_storage_url,
    variants_folder,
)
from tests.conftest import environment
from tests.storage.s3_server import serve_s3

HERE = "http://10.0.0.2:9000"


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("s3://kain", BucketAddress("kain", "", "", "us-east-1", "virtual")),
        ("s3://kain/", BucketAddress("kain", "", "", "us-east-1", "virtual")),
        ("s3://kain/a/b/?region=eu-1", BucketAddress("kain", "a/b", "", "eu-1", "virtual")),
        (f"s3://kain/p?endpoint={HERE}", BucketAddress("kain", "p", HERE, "us-east-1", "path")),
        (f"s3://kain?endpoint={HERE}/", BucketAddress("kain", "", HERE, "us-east-1", "path")),
        (
            "s3://kain?endpoint=https%3A%2F%2Fstore.example&style=virtual",
            BucketAddress("kain", "", "https://store.example", "us-east-1", "virtual"),
        ),
    ],
)
def test_the_owner_names_a_bucket(url: str, found: BucketAddress) -> None:
    assert parse_storage_url(url, {}) == found


def test_the_usual_variables_say_what_the_address_doesnt() -> None:
    output = {"AWS_ENDPOINT_URL": "https://store.example", "AWS_DEFAULT_REGION": "lampung"}
    assert parse_storage_url("s3://kain", output) == BucketAddress(
        "kain", "", "https://store.example", "lampung", "path"
    )
    other = parse_storage_url(f"s3://kain?endpoint={HERE}&region=eu-1", output)
    assert (other.endpoint, other.region) == (HERE, "eu-1")


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("kain", "must be s3://BUCKET"),
        ("s3://", "must be s3://BUCKET"),
        ("s3://a", "must be s3://BUCKET"),
        ("s3://[kain", "must be s3://BUCKET"),
        ("https://kain.store.example", "must be s3://BUCKET"),
        ("file:///srv/pictures", "must be s3://BUCKET"),
        ("s3://key:secret@kain", "must be s3://BUCKET"),
        ("s3://kain/../other", "has a prefix"),
        ("s3://kain/a//b", "has a prefix"),
        ("s3://kain/a%20b", "has a prefix"),
        ("s3://kain?endpiont=http://x", "says endpiont behind its question mark; known are endpoint, region"),
        ("s3://kain?secret_access_key=secret", "says secret_access_key behind"),
        ("s3://kain?SECRET=1", "says something behind its question mark"),
        ("s3://kain?endpoint=store.example", "has an endpoint that isn't like"),
        ("s3://kain?endpoint=ftp://store.example", "has an endpoint that isn't like"),
        ("s3://kain?endpoint=http://key:secret@store.example", "has an endpoint that isn't like"),
        ("s3://kain?endpoint=http://store.example/kain", "has an endpoint that isn't like"),
        ("s3://kain?style=host", "has another style than path or virtual"),
        (f"s3://kain?style=virtual&endpoint={HERE}", "host that is a number"),
    ],
)
def test_an_address_that_cannot_work_is_refused_in_one_sentence(url: str, sentence: str) -> None:
    with pytest.raises(ConfigError) as refusal:
        parse_storage_url(url, {})
    output = str(refusal.value)
    assert output.startswith("TAPIS_STORAGE_URL ")
    assert sentence in output
    assert not re.search(r"\bsecret\b|\n", output)


def test_each_bucket_has_its_own_folder_of_variants(tmp_path: Path) -> None:
    urls = ["", "s3://kain", "s3://kain/p", "s3://tapis", f"s3://kain?endpoint={HERE}"]
    assert len({variants_folder(tmp_path, url) for url in urls}) == len(urls)


@pytest.mark.parametrize(
    "url",
    [
        "cdn.example",
        "//cdn.example",
        "https://cdn.example; script-src *",
        "https://cdn.example?x=1",
        "ftp://x",
    ],
)
def test_only_a_plain_address_may_go_into_every_pages_policy(url: str) -> None:
    with pytest.raises(ConfigError, match="TAPIS_CDN_URL can't be"):
        load_settings({"TAPIS_CDN_URL": url, "TAPIS_STORAGE_URL": "s3://kain"})


def test_the_check_says_nothing_when_all_is_well_and_leaves_nothing() -> None:
    with serve_s3() as (shelf, settings):
        command = [
            sys.executable,
            "-m",
            "tapis.gateway.storage.blobs.bucket_preflight",
            "s3://bucket/pictures",
            "empty",
        ]
        done = subprocess.run(
            command, env=environment(**settings), capture_output=True, text=True, check=True
        )
        assert (done.stdout, done.stderr, shelf.objects) == ("", "", {})


async def test_a_server_that_is_no_store_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with serve_s3() as (shelf, settings):
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        shelf.fault = "refuses"
        store = open_blob_store(tmp_path, "s3://bucket")
        assert isinstance(store, S3BlobStore)
        with pytest.raises(ConfigError, match=r"is no S3 store that can list|does not answer"):
            await require_bucket_permissions(store, parse_storage_url("s3://bucket"), changes=True)
