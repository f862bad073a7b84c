"""The operator keeps the shop's backups in a bucket, on moto and on a real store."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import obstore
import pytest

from tapis.gateway.storage.blobs.storage_url import connect_bucket, parse_storage_url
from tapis.ops import postgres
from tapis.ops.backups.backup_process import handle_request, settings_from_request
from tapis.ops.backups.backup_request import BackupRequest
from tapis.ops.backups.backup_run import verify_archive
from tapis.ops.command_errors import CommandError
from tests.conftest import prepared
from tests.deployments.s3_servers import KINDS, Bucket, run_bucket

pytestmark = pytest.mark.anywhere


@pytest.fixture(scope="module", params=KINDS)
def bucket(request: pytest.FixtureRequest) -> Iterator[Bucket]:
    """One server for all tests."""
    with run_bucket(request.param) as bucket:
        yield bucket


@pytest.fixture
def backup_request(
    bucket: Bucket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[BackupRequest]:
    """A request for a daily backup of which one is kept, under a prefix of its own in the bucket."""
    for name, value in bucket.keys().items():
        monkeypatch.setenv(name, value)
    data = prepared(tmp_path / "data")
    with postgres.ensure_server(data) as urls:
        yield BackupRequest(
            "command",
            urls.superuser,
            str(data),
            "",
            "daily,1,0",
            bucket.build_url(f"backups/{tmp_path.name}"),
        )


def make_backup(request: BackupRequest) -> str:
    return asyncio.run(handle_request(request, settings_from_request(request))).name


def list_paths(request: BackupRequest) -> set[str]:
    store = connect_bucket(parse_storage_url(request.backups_to))
    return {file["path"] for batch in obstore.list(store) for file in batch}


def test_Z12_a_backup_in_a_bucket_is_whole_and_the_only_one_of_its_day(
    backup_request: BackupRequest, tmp_path: Path
) -> None:
    first = make_backup(backup_request)
    assert list_paths(backup_request) == {first, f"{first}.sha256"}
    store = connect_bucket(parse_storage_url(backup_request.backups_to))
    (tmp_path / first).write_bytes(obstore.get(store, first).bytes())
    verify_archive(tmp_path / first)
    assert not [*(Path(backup_request.data) / "backups").iterdir()]
    # A leftover of an interrupted upload, and a foreign file.
    obstore.put(store, first.replace("Z.tar", "Z-before-upgrade.tar"), b"half")
    obstore.put(store, "notes.txt", b"notes")
    second = make_backup(backup_request)
    assert list_paths(backup_request) == {second, f"{second}.sha256", "notes.txt"}


def test_Z12_a_key_that_may_not_write_keeps_the_backups_that_are_there(
    backup_request: BackupRequest, bucket: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    if bucket.kind == "moto":
        pytest.skip("moto asks nobody for rights")
    name = make_backup(backup_request)
    for variable, value in bucket.keys("reader").items():
        monkeypatch.setenv(variable, value)
    with pytest.raises(CommandError):
        make_backup(backup_request)
    for variable, value in bucket.keys().items():
        monkeypatch.setenv(variable, value)
    assert list_paths(backup_request) == {name, f"{name}.sha256"}


def test_Z12_a_misspelt_bucket_is_refused_by_the_name_of_its_own_setting(
    backup_request: BackupRequest,
) -> None:
    wrong = replace(backup_request, backups_to="s3://shop/../other")
    with pytest.raises(Exception, match=r"^TAPIS_BACKUPS_TO has a prefix"):
        make_backup(wrong)
