"""The operator keeps the shop's backups in a bucket, on moto and on a real store."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import obstore
import pytest

from tapis.gateway.storage.blobs.storage_url import connect, parse_storage_url
from tapis.ops import postgres
from tapis.ops.backups.backup_process import handle_request, settings_of
from tapis.ops.backups.backup_request import Request
from tapis.ops.backups.backup_run import verify
from tapis.ops.command_errors import CommandError
from tests.conftest import prepared
from tests.deployments.s3_servers import KINDS, Bucket, bucket

pytestmark = pytest.mark.anywhere


@pytest.fixture(scope="module", params=KINDS)
def opened(request: pytest.FixtureRequest) -> Iterator[Bucket]:
    """One server for all tests."""
    with bucket(request.param) as opened:
        yield opened


@pytest.fixture
def asked(opened: Bucket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Request]:
    """What a gateway asks for whose shop keeps one backup a day, in a place of the bucket of its own."""
    for name, value in opened.keys().items():
        monkeypatch.setenv(name, value)
    data = prepared(tmp_path / "data")
    with postgres.ensure_server(data) as urls:
        yield Request(
            "command", urls.superuser, str(data), "", "daily,1,0", opened.url_of(f"backups/{tmp_path.name}")
        )


def make(request: Request) -> str:
    return asyncio.run(handle_request(request, settings_of(request))).name


def paths(request: Request) -> set[str]:
    store = connect(parse_storage_url(request.backups_to))
    return {found["path"] for batch in obstore.list(store) for found in batch}


def test_Z12_a_backup_in_a_bucket_is_whole_and_the_only_one_of_its_day(
    asked: Request, tmp_path: Path
) -> None:
    first = make(asked)
    assert paths(asked) == {first, f"{first}.sha256"}
    store = connect(parse_storage_url(asked.backups_to))
    (tmp_path / first).write_bytes(obstore.get(store, first).bytes())
    verify(tmp_path / first)
    assert not [*(Path(asked.data) / "backups").iterdir()]
    # What an interrupted upload left, and what is not ours.
    obstore.put(store, first.replace("Z.tar", "Z-before-upgrade.tar"), b"half")
    obstore.put(store, "notes.txt", b"notes")
    second = make(asked)
    assert paths(asked) == {second, f"{second}.sha256", "notes.txt"}


def test_Z12_a_key_that_may_not_write_keeps_the_backups_that_are_there(
    asked: Request, opened: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    if opened.kind == "moto":
        pytest.skip("moto asks nobody for rights")
    name = make(asked)
    for variable, value in opened.keys("reader").items():
        monkeypatch.setenv(variable, value)
    with pytest.raises(CommandError):
        make(asked)
    for variable, value in opened.keys().items():
        monkeypatch.setenv(variable, value)
    assert paths(asked) == {name, f"{name}.sha256"}


def test_Z12_a_misspelt_bucket_is_refused_by_the_name_of_its_own_setting(asked: Request) -> None:
    wrong = replace(asked, backups_to="s3://shop/../other")
    with pytest.raises(Exception, match=r"^TAPIS_BACKUPS_TO has a prefix"):
        make(wrong)
